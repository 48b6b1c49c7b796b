// What goes wrong, in one sentence that says what to do next.
import { ConfigError } from '@cardwright/server/foundation/config.ts';
import { DamagedHeads } from '@cardwright/server/ledger/seals/heads.ts';

/** An expected "no". Its message is shown as it is. */
export class Problem extends Error {}

/** A command whose parts do not fit together, found only after each was read. */
export class UsageProblem extends Problem {}

/** How the network and Postgres say that nobody was reached. */
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENOENT', '57P03', '3D000']);

/** A connection that ended midway. */
const lost = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '08006']);

/** The sentence for an error. What nobody expected keeps its own words, without a stack. */
export function explain(error: unknown): string {
  if (error instanceof Problem || error instanceof ConfigError) return error.message;
  if (error instanceof DamagedHeads) return `${error.message} Restore them from their copy, then try again.`;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (unreached.has(code) || /timeout exceeded when trying to connect/.test(message)) {
    return 'The database cannot be reached: start `npm run dev`, or check CARDWRIGHT_READER_DATABASE_URL.';
  }
  if (code.startsWith('28')) {
    return 'The database refuses this user or password: check CARDWRIGHT_READER_DATABASE_URL.';
  }
  if (code === '42501') {
    return 'The database role may not do this: CARDWRIGHT_READER_DATABASE_URL must name the role cardwright_reader.';
  }
  if (code === '42P01' || code === '42883') {
    return 'The database lacks the newest schema: run the migrations, then try again.';
  }
  if (lost.has(code) || message.startsWith('Connection terminated')) {
    return 'The connection to the database was lost: try again.';
  }
  return `Nobody expected this, please report it: ${message.replace(/\.?$/, '.')}`;
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
