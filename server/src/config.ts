// Every setting of the processes, read once from environment variables named CARDWRIGHT_…

/** Keys of the keyed hashes, by version; the highest version is used for new hashes. */
export type Peppers = ReadonlyMap<number, Buffer>;

export type RateLimits = {
  readsPerSecond: number;
  writesPerSecond: number;
  statementsPerSecond: number;
  authenticationFailuresPerSecond: number;
};

export type Config = {
  databaseUrl: string;
  databaseConnections: number;
  host: string;
  port: number;
  /** Where clients reach us; shown in /openapi.json. */
  publicUrl: string;
  /** Addresses of proxies whose X-Forwarded-For is believed; without any, a client is whoever connects. */
  trustedProxies: readonly string[];
  /** Two characters that tell a proxy which cell a key belongs to. */
  cell: string;
  peppers: Peppers;
  /** Shares rate limits between processes; each counts for itself when it is not set or not reached. */
  redisUrl: string | undefined;
  rateLimits: RateLimits;
  logLevel: string;
  /** Where the heads of the chains are exported to; without it they wait in the database. */
  sealsDirectory: string | undefined;
};

/** Reads the settings, or says which one is missing or wrong and what it should be. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const host = env['CARDWRIGHT_HOST'] ?? '127.0.0.1';
  const port = wholeNumber(env, 'CARDWRIGHT_PORT', 3000);
  return {
    databaseUrl: required(env, 'CARDWRIGHT_DATABASE_URL', 'postgres://cardwright_api:…@host:5432/cardwright'),
    databaseConnections: wholeNumber(env, 'CARDWRIGHT_DATABASE_CONNECTIONS', 10),
    host,
    port,
    publicUrl: env['CARDWRIGHT_PUBLIC_URL'] ?? `http://${host}:${port}`,
    trustedProxies: (env['CARDWRIGHT_TRUSTED_PROXIES'] ?? '').split(',').filter((address) => address !== ''),
    cell: cellCode(env['CARDWRIGHT_CELL'] ?? '00'),
    peppers: readPeppers(required(env, 'CARDWRIGHT_PEPPERS', '1:<64 hex digits>, made with: openssl rand -hex 32')),
    redisUrl: env['CARDWRIGHT_REDIS_URL'],
    rateLimits: {
      readsPerSecond: wholeNumber(env, 'CARDWRIGHT_READS_PER_SECOND', 50),
      writesPerSecond: wholeNumber(env, 'CARDWRIGHT_WRITES_PER_SECOND', 10),
      statementsPerSecond: wholeNumber(env, 'CARDWRIGHT_STATEMENTS_PER_SECOND', 1),
      authenticationFailuresPerSecond: wholeNumber(env, 'CARDWRIGHT_AUTHENTICATION_FAILURES_PER_SECOND', 10),
    },
    logLevel: env['CARDWRIGHT_LOG_LEVEL'] ?? 'info',
    sealsDirectory: env['CARDWRIGHT_SEALS_DIRECTORY'] || undefined,
  };
}

/** A setting that cannot be used; its message says what to do. */
export class ConfigError extends Error {}

function required(env: NodeJS.ProcessEnv, name: string, example: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new ConfigError(`Set ${name}, for example: ${example}`);
  return value;
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = env[name];
  if (value === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(value)) throw new ConfigError(`${name} must be a whole number; it is "${value}"`);
  return Number(value);
}

function cellCode(value: string): string {
  if (!/^[0-9A-Za-z]{2}$/.test(value)) throw new ConfigError('CARDWRIGHT_CELL must be two letters or digits');
  return value;
}

/** `1:hex,2:hex`: every version that stored hashes still use. */
export function readPeppers(text: string): Peppers {
  const peppers = new Map<number, Buffer>();
  for (const part of text.split(',')) {
    const match = /^(\d{1,4}):([0-9a-f]{64})$/.exec(part.trim());
    if (match === null) throw new ConfigError('CARDWRIGHT_PEPPERS must look like 1:<64 hex digits>,2:<64 hex digits>');
    peppers.set(Number(match[1]), Buffer.from(match[2] ?? '', 'hex'));
  }
  return peppers;
}
