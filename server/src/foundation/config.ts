// Every setting of the processes, read once from environment variables named CARDWRIGHT_…
import { createPublicKey, type KeyObject } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { type ExportConfig, readExportConfig } from './export-config.ts';
import type { Environment } from './scope.ts';
import { anyOrigin, ConfigError, readOrigin, refuseUnencrypted, required } from './settings.ts';

export { ConfigError, readOrigin, required };

/** 32-byte keys by version. Every version opens and verifies old data; the current one is used for new data. */
export type VersionedKeys = { current: number; byVersion: ReadonlyMap<number, Buffer> };

/** Keys of the keyed hashes. */
export type Peppers = VersionedKeys;

/** Keys that encrypt what the database must not be able to read. */
export type SealingKeys = VersionedKeys;

export type RateLimits = {
  readsPerSecond: number;
  writesPerSecond: number;
  statementsPerSecond: number;
  authenticationFailuresPerSecond: number;
};

/**
 * Timeout for the issuer's complete answer; a later answer counts as no answer. This is an upper limit: a send mark
 * older than this means that its sender is gone.
 */
export const ISSUER_TIMEOUT_MS = 10_000;

/** About a minute of work for a cell. Beyond that, clients are told to come back. */
const MOST_QUEUED = 10_000;

/** The specification's minimum for an invoice. */
const LEAST_INVOICE_DOLLARS = 10;

/** Negligible load for an issuer; more than four million reads a day. */
const RECONCILE_READS_PER_SECOND = 50;

/** Settings of an issuer: its address, our signing key and its notification keys. */
export type IssuerSettings = {
  /** Scheme, host and port; the protocol sets the paths. */
  url: string;
  /** Addresses for Sandbox-Scenarios that no answer can simulate, by scenario name. */
  addresses: ReadonlyMap<string, string>;
  requestKey: { id: string; secret: Buffer };
  /** Public keys of its notifications, by id; two during a rotation. */
  notificationKeys: ReadonlyMap<string, KeyObject>;
  /** For a whole request, from requesting a connection to the last byte of the answer. */
  timeoutMs: number;
};

export type Config = ExportConfig & {
  databaseUrl: string;
  databaseConnections: number;
  host: string;
  port: number;
  /** Where clients reach us; shown in /openapi.json. */
  publicUrl: string;
  /** Proxies whose X-Forwarded-For is trusted; without any, the client is the connecting address. */
  trustedProxies: readonly string[];
  /** Two characters that tell a proxy which cell a key belongs to. */
  cell: string;
  peppers: Peppers;
  /** Shares rate limits between processes. Each process counts alone if this is unset or unreachable. */
  redisUrl: string | undefined;
  rateLimits: RateLimits;
  /** Without an issuer, an environment has no cards and accepts no notifications. */
  issuers: Readonly<Record<Environment, IssuerSettings | undefined>>;
  /** Operations of an environment that may be queued; beyond this, requests are told to come back. */
  mostQueued: number;
  /** The issuer's minimum for a deposit in whole dollars, never below the specification's. */
  leastInvoiceDollars: number;
  /** Issuer records that a worker reads per second to compare them with ours. */
  reconcileReadsPerSecond: number;
  /** Private hosts, with their ports, that webhooks may go to; `platform/guard/allow.ts` reads it. */
  webhookAllow: string;
  /** Undefined if unset; `needSealingKeys` then refuses. */
  sealingKeys: SealingKeys | undefined;
  logLevel: string;
  /** Where this process serves its metrics, apart from everything public; undefined serves none. */
  metrics: { host: string; port: number } | undefined;
  /** While this file exists, a worker claims and sends nothing. Without a path, no file stops it. */
  stopFile: string | undefined;
};

/** Reads the settings, or throws an error that names the missing or invalid one and its expected form. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const host = env['CARDWRIGHT_HOST'] ?? '127.0.0.1';
  const port = wholeNumber(env, 'CARDWRIGHT_PORT', 3000);
  return {
    databaseUrl: required(env, 'CARDWRIGHT_DATABASE_URL', 'postgres://cardwright_api:…@host:5432/cardwright'),
    databaseConnections: wholeNumber(env, 'CARDWRIGHT_DATABASE_CONNECTIONS', 10),
    host,
    port,
    publicUrl: env['CARDWRIGHT_PUBLIC_URL'] ? readPublicUrl(env['CARDWRIGHT_PUBLIC_URL']) : `http://${host}:${port}`,
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
    issuers: { sandbox: readIssuer(env, 'sandbox'), live: readIssuer(env, 'live') },
    mostQueued: wholeNumber(env, 'CARDWRIGHT_MOST_QUEUED', MOST_QUEUED),
    leastInvoiceDollars: Math.max(
      LEAST_INVOICE_DOLLARS,
      wholeNumber(env, 'CARDWRIGHT_INVOICE_MINIMUM', LEAST_INVOICE_DOLLARS),
    ),
    reconcileReadsPerSecond: Math.max(
      1,
      wholeNumber(env, 'CARDWRIGHT_RECONCILE_READS_PER_SECOND', RECONCILE_READS_PER_SECOND),
    ),
    webhookAllow: env['CARDWRIGHT_WEBHOOK_ALLOW'] ?? '',
    sealingKeys: readSealingKeys(env['CARDWRIGHT_WEBHOOK_KEYS'] ?? ''),
    logLevel: env['CARDWRIGHT_LOG_LEVEL'] ?? 'info',
    metrics: readMetrics(env),
    ...readExportConfig(env),
    stopFile: readStopFile(env['CARDWRIGHT_STOP_FILE'] ?? ''),
  };
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = env[name];
  if (value === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(value)) throw new ConfigError(`${name} must be a whole number; it is "${value}"`);
  return Number(value);
}

/** Metrics reveal no customer's money, but how we are doing: they bind to this machine unless set otherwise. */
function readMetrics(env: NodeJS.ProcessEnv): Config['metrics'] {
  if ((env['CARDWRIGHT_METRICS_PORT'] ?? '') === '') return undefined;
  const host = env['CARDWRIGHT_METRICS_HOST'] || '127.0.0.1';
  return { host, port: wholeNumber(env, 'CARDWRIGHT_METRICS_PORT', 0) };
}

/** Must be absolute: operators create the file that a worker checks, and its working directory may differ. */
function readStopFile(path: string): string | undefined {
  if (path === '') return undefined;
  if (!isAbsolute(path)) throw new ConfigError(`CARDWRIGHT_STOP_FILE must be an absolute path; it is "${path}"`);
  return path;
}

function cellCode(value: string): string {
  if (!/^[0-9A-Za-z]{2}$/.test(value)) throw new ConfigError('CARDWRIGHT_CELL must be two letters or digits');
  return value;
}

/** `1:hex,2:hex`: every version that stored hashes still use. */
export const readPeppers = (text: string): Peppers => readVersions('CARDWRIGHT_PEPPERS', text);

/** `1:hex,2:hex`: every version that still seals stored webhook secrets; undefined for an empty text. */
export const readSealingKeys = (text: string): SealingKeys | undefined =>
  text === '' ? undefined : readVersions('CARDWRIGHT_WEBHOOK_KEYS', text);

/** The keys that seal webhook secrets; throws if they are not configured. */
export function needSealingKeys({ sealingKeys }: Pick<Config, 'sealingKeys'>): SealingKeys {
  if (sealingKeys !== undefined) return sealingKeys;
  throw new ConfigError(
    'Set CARDWRIGHT_WEBHOOK_KEYS, for example: 1:<64 hex digits>, made with: openssl rand -hex 32. It seals the ' +
      'secrets of webhooks, so it must be the same for every process of the cell, and kept for as long as they are.',
  );
}

/**
 * `1:hex,2:hex`: 32-byte keys by version; the highest is current. `2:accept:hex` is never current, so that every
 * process can learn a version before the first one uses it.
 */
export function readVersions(name: string, text: string): VersionedKeys {
  const byVersion = new Map<number, Buffer>();
  let current: number | undefined;
  for (const part of text.split(',')) {
    const [, digits = '', accept, hex = ''] = /^(\d{1,4}):(accept:)?([0-9a-f]{64})$/.exec(part.trim()) ?? [];
    const version = Number(digits);
    if (digits === '') throw new ConfigError(`${name} must look like 1:<64 hex digits>,2:<64 hex digits>`);
    if (byVersion.has(version)) throw new ConfigError(`${name} has version ${version} twice`);
    byVersion.set(version, Buffer.from(hex, 'hex'));
    if (accept === undefined) current = Math.max(version, current ?? 0);
  }
  if (current === undefined) throw new ConfigError(`${name} has no version that is used: each is only accepted`);
  return { current, byVersion };
}

/** The current key with its version. */
export function currentKey({ current, byVersion }: VersionedKeys): { version: number; key: Buffer } {
  const key = byVersion.get(current);
  if (key === undefined) throw new Error(`version ${current} has no key`);
  return { version: current, key };
}

function readIssuer(env: NodeJS.ProcessEnv, environment: Environment): IssuerSettings | undefined {
  const prefix = `CARDWRIGHT_ISSUER_${environment.toUpperCase()}`;
  const names = ['URL', 'KEY', 'PUBLIC_KEY', 'ADDRESSES'].map((name) => `${prefix}_${name}`);
  if (names.every((name) => (env[name] ?? '') === '')) return undefined;
  const addresses = env[`${prefix}_ADDRESSES`] ?? '';
  if (environment === 'live' && addresses !== '') {
    throw new ConfigError(`${prefix}_ADDRESSES must not be set: only a sandbox has scenarios`);
  }
  const addressOf = (name: string, text: string) => issuerAddress(name, text, environment);
  return {
    url: addressOf(`${prefix}_URL`, required(env, `${prefix}_URL`, 'https://issuer.example.com')),
    addresses: new Map(
      listOf(addresses).map((part) => {
        const [, scenario = '', address = ''] = /^([a-z_]+)=(.+)$/.exec(part) ?? [];
        if (scenario === '') throw new ConfigError(`${prefix}_ADDRESSES must look like early_close=http://host:port,…`);
        return [scenario, addressOf(`${prefix}_ADDRESSES`, address)];
      }),
    ),
    requestKey: readRequestKey(`${prefix}_KEY`, required(env, `${prefix}_KEY`, 'k1:<64 hex digits>')),
    notificationKeys: readPublicKeys(
      `${prefix}_PUBLIC_KEY`,
      required(env, `${prefix}_PUBLIC_KEY`, 'n1:<base64 of 32 bytes>'),
    ),
    timeoutMs: issuerTimeout(env, `${prefix}_TIMEOUT_MS`),
  };
}

function issuerTimeout(env: NodeJS.ProcessEnv, name: string): number {
  const timeoutMs = wholeNumber(env, name, ISSUER_TIMEOUT_MS);
  if (timeoutMs < 1 || timeoutMs > ISSUER_TIMEOUT_MS) {
    throw new ConfigError(`${name} must be from 1 to ${ISSUER_TIMEOUT_MS}; it is "${timeoutMs}"`);
  }
  return timeoutMs;
}

const listOf = (text: string) => text.split(',').filter((part) => part !== '');

/** A URL of only scheme, host and port. Live orders are always encrypted, except within a machine. */
const issuerAddress = (name: string, text: string, environment: Environment): string =>
  environment === 'live' ? readOrigin(name, text) : anyOrigin(name, text).origin;

/** API keys travel to it, so it must be encrypted as well; a gateway may give it a path. */
function readPublicUrl(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text)) throw new ConfigError('CARDWRIGHT_PUBLIC_URL must be a URL');
  refuseUnencrypted('CARDWRIGHT_PUBLIC_URL', new URL(text));
  return text;
}

function readRequestKey(name: string, text: string): IssuerSettings['requestKey'] {
  const [, id = '', hex = ''] = /^([\w-]{1,64}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (id === '') throw new ConfigError(`${name} must look like k1:<64 hex digits>`);
  return { id, secret: Buffer.from(hex, 'hex') };
}

/** `n1:base64,n2:base64`: every key that notifications are still signed with. */
function readPublicKeys(name: string, text: string): IssuerSettings['notificationKeys'] {
  const keys = new Map<string, KeyObject>();
  for (const part of listOf(text)) {
    const [, id = '', base64 = ''] = /^([\w-]{1,64}):([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ?? [];
    const x = Buffer.from(base64, 'base64').toString('base64url');
    if (id === '' || keys.has(id)) throw new ConfigError(`${name} must look like n1:<base64 of 32 bytes>,n2:<…>`);
    keys.set(id, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));
  }
  return keys;
}
