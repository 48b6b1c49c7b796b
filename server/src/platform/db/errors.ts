// Classifies database errors: transient errors are retried, permanent ones lie in the statement.

/**
 * SQLSTATE classes that are unrelated to the statement: connection (08), authorization of a connection (28), resources
 * (53), operator intervention and timeouts (57), system (58).
 */
const TRANSIENT_CLASSES = new Set(['08', '28', '53', '57', '58']);

/** A server that became a standby or is behind a closed fence, and one that is not verified (CW062). */
const RECOVERING_STATES = new Set(['25006', 'CW062']);

/**
 * Single states: serialization failure, deadlock, lock not available, and a session that idled or lasted too long in a
 * transaction.
 */
const TRANSIENT_STATES = new Set(['40001', '40P01', '55P03', '25P03', '25P04', ...RECOVERING_STATES]);

/** Socket and name errors of Node. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The driver reports lost connections, its own timeouts and a closed pool by message only. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'There was an error establishing an SSL connection',
];

/**
 * A commit whose outcome is unknown. `unconfirmed`: the wait for the synchronous standby was cancelled, so the commit
 * is on the primary and may vanish with it. `lost`: the connection ended before the answer. Never a success, never a
 * failure: read it back (`readConfirmed`), or let the client repeat its key.
 */
export class CommitUnknown extends Error {
  constructor(how: 'unconfirmed' | 'lost', cause: Error | undefined) {
    super(how === 'lost' ? `the outcome is unknown: ${cause?.message}` : 'no standby confirmed the commit', { cause });
  }
}

/** The driver refuses to send a statement on a connection that it knows to be dead: nothing happened. */
const NEVER_SENT = ['Client has encountered a connection error', 'Client was closed and is not queryable'];

/** Whether the connection ended while a statement waited for its answer. */
export function isLost(error: Error): boolean {
  const code = codeOf(error);
  const isSaid = (message: string) => error.message.startsWith(message);
  if (code === undefined) return isTransient(error) && !NEVER_SENT.some(isSaid);
  return code.startsWith('08') || code.startsWith('57P') || SOCKET_CODES.has(code);
}

/** Whether the same statement may succeed later. Every other error is permanent. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof CommitUnknown) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTransient);
  const code = codeOf(error);
  if (code === undefined) return DRIVER_MESSAGES.some((message) => error.message.startsWith(message));
  return TRANSIENT_CLASSES.has(code.slice(0, 2)) || TRANSIENT_STATES.has(code) || SOCKET_CODES.has(code);
}

/** Whether the database takes no writes now, because it recovers from a loss or another server takes over. */
export function isRecovering(error: unknown): boolean {
  return error instanceof Error && RECOVERING_STATES.has(codeOf(error) ?? '');
}

/** Whether the system failed at the data of a statement, such as a damaged file. Others may succeed. */
export function isOfStorage(error: unknown): boolean {
  return error instanceof Error && codeOf(error)?.startsWith('58') === true;
}

/** Whether two transactions conflicted: the statement may run again immediately. */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code === '40001' || code === '40P01';
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
