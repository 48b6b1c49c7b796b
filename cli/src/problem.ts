// What ends a command without its result: a usage error, or a refusal of the API. Both say what to do next.
import { ApiError, CardwrightError } from '@cardwright/sdk';

/** The command was given something that it cannot use. */
export class UsageProblem extends Error {}

/** Exit codes: those of the operators' command line. */
export const FAILED = 1;
export const USAGE = 2;

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
    '\nIt may have had its effect. Repeat the same command with its key, which never has a second effect:' +
    `\n  --idempotency-key ${idempotencyKey}`
  );
}
