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

/** Whether the same statement may succeed later. Every other error is permanent. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTransient);
  const code = codeOf(error);
  if (code === undefined) return DRIVER_MESSAGES.some((message) => error.message.startsWith(message));
  return TRANSIENT_CLASSES.has(code.slice(0, 2)) || TRANSIENT_STATES.has(code) || SOCKET_CODES.has(code);
}

/** Whether the database takes no writes now, because it recovers from a loss or another server takes over. */
export function isRecovering(error: unknown): boolean {
  return error instanceof Error && RECOVERING_STATES.has(codeOf(error) ?? '');
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
