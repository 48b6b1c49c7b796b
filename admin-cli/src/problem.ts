// Errors as one sentence that says what to do next.
import { ConfigError } from '@cardwright/server/foundation/config.ts';
import { DamagedHeads } from '@cardwright/server/ledger/seals/heads.ts';

/** An expected error, whose message is shown unchanged. */
export class Problem extends Error {}

/** Options that contradict each other, detected after parsing. */
export class UsageProblem extends Problem {}

/** Errors of a connection that was never established. */
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENOENT', '57P03', '3D000']);

/** Errors of a lost connection. */
const lost = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '08006']);

/** The message for an error. An unexpected error keeps its own message, without a stack trace. */
export function explain(error: unknown): string {
  if (error instanceof Problem || error instanceof ConfigError) return error.message;
  if (error instanceof DamagedHeads) return `${error.message} Restore them from their copy, then try again.`;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (unreached.has(code) || /timeout exceeded when trying to connect/.test(message)) {
    return (
      'The database cannot be reached: check CARDWRIGHT_READER_DATABASE_URL, and that there is a primary ' +
      '(docs/runbooks/failover.md). In a checkout, start `npm run dev`.'
    );
  }
  if (code.startsWith('28')) {
    return 'The database refuses this user or password: check CARDWRIGHT_READER_DATABASE_URL.';
  }
  if (code === '42501') {
    return 'The database role lacks a permission: CARDWRIGHT_READER_DATABASE_URL must name the role cardwright_reader.';
  }
  if (code === '42P01' || code === '42883') {
    return 'The database lacks the newest schema: run the migrations, then try again.';
  }
  if (lost.has(code) || message.startsWith('Connection terminated')) {
    return 'The connection to the database was lost: try again.';
  }
  return `Unexpected error, please report it: ${message.replace(/\.?$/, '.')}`;
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
