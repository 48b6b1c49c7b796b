// Errors of a command: usage errors and those of the API. Each says what to do next.
import { ApiError, CardwrightError } from '@cardwright/sdk';

/** The arguments or the settings are wrong. */
export class UsageProblem extends Error {}

/** Exit codes, the same as those of the operators' command line. */
export const FAILED = 1;
export const USAGE = 2;
/** Of `statements verify`: nothing is wrong, but something could not be checked. As the standalone program. */
export const INCOMPLETE = 3;

/** The sentences for stderr. Nothing of a request is quoted. */
export function explain(error: unknown): string {
  if (error instanceof UsageProblem) return error.message;
  if (error instanceof ApiError) {
    const fields = error.fields.map(({ field, message }) => `\n  ${field}: ${message}`).join('');
    const request = error.requestId === undefined ? '' : ` (${error.code}, request ${error.requestId})`;
    return `${error.message}${request}${fields}\n${error.nextStep}${howToRepeat(error)}`;
  }
  if (error instanceof CardwrightError) return `${error.message}${howToRepeat(error)}`;
  const { code, message } = error as { code?: string; message?: string };
  return message ?? code ?? String(error);
}

/** After a lost response only the same key is safe. */
function howToRepeat({ effect, idempotencyKey }: CardwrightError): string {
  if (effect === 'none' || idempotencyKey === undefined) return '';
  return (
    '\nIt may have taken effect. Run the same command again with its key, which takes effect at most once:' +
    `\n  --idempotency-key ${idempotencyKey}`
  );
}
