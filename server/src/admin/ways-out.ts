// Ways out of a review or a case, as commands to copy.

/** A command about reviews, as it is typed. */
export const command = (rest: string): string => `  npm run admin -- review ${rest}`;

/** Nobody should copy a reason that says nothing. */
export const REASON = '--reason "WHO SAID SO"';

/** The command that proposes a correction. */
export const adjusting = (id: string, amount: string): string => command(`propose ${id} --adjust ${amount} ${REASON}`);
