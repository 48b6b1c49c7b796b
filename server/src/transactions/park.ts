// Payments that wait for their cards: an issuer may tell of one before we know that its card was issued.
import type { Db } from '../db/db.ts';
import type { Notice } from '../issuer/process.ts';
import type { Payment } from './payment.ts';
import { parkPayments, unparkPayments } from './sql.ts';

/** A card becomes known when its issue is settled: within seconds as a rule. */
const SOONEST_SECONDS = 1;

/** After a review it may be days; whoever decides one then waits no longer than this to see its payments. */
const LATEST_SECONDS = 60;

/** Payments that one look takes up at most; those that are left come first at the next. */
const LOOKED_AT_ONCE = 100;

/** Lets a payment wait for its card, and answers what became of its notification. */
export async function park(db: Db, notification: Notice['notification'], { token }: Payment): Promise<string> {
  await parkPayments(db, [{ ...notification, token }]);
  return 'waits for its card';
}

/** Lets payments be processed again whose card has become known, and answers how many. */
export async function unpark(db: Db): Promise<number> {
  return unparkPayments(db, {
    soonestSeconds: SOONEST_SECONDS,
    latestSeconds: LATEST_SECONDS,
    limit: LOOKED_AT_ONCE,
  });
}
