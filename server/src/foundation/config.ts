// The configuration of the processes that serve clients and do background work, from their settings.
import type { KeyObject } from 'node:crypto';
import { ConfigError } from './configuration/declare.ts';
import { ISSUER_TIMEOUT_MS } from './configuration/issuers.ts';
import { type RequestKey, type VersionedKeys, versions, versionsOrOne } from './configuration/keys.ts';
import { type Environment as Env, readSettings } from './configuration/read.ts';
import type { Values, ValuesOf } from './configuration/settings.ts';
import type { CrashSettings } from './crash-points.ts';
import { type ExportConfig, toExportConfig } from './export-config.ts';
import type { Environment } from './scope.ts';

export type { VersionedKeys };
export { ConfigError, ISSUER_TIMEOUT_MS };

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

/** Settings of an issuer: its address, our signing key and its notification keys. */
export type IssuerSettings = {
  /** Scheme, host and port; the protocol sets the paths. */
  url: string;
  /** Addresses for Sandbox-Scenarios that no answer can simulate, by scenario name. */
  addresses: ReadonlyMap<string, string>;
  requestKey: RequestKey;
  /** Public keys of its notifications, by id; two during a rotation. */
  notificationKeys: ReadonlyMap<string, KeyObject>;
  /** For a whole request, from requesting a connection to the last byte of the answer. */
  timeoutMs: number;
};

/** Without an issuer, an environment has no cards and accepts no notifications. */
export type Issuers = Readonly<Record<Environment, IssuerSettings | undefined>>;

/** The collector's origin, and the share of requests that are traced. */
export type TraceConfig = { url: string; ratio: number };

/** What all four processes have. */
export type ProcessConfig = ExportConfig & {
  databaseConnections: number;
  /** Private hosts, with their ports, that webhooks may go to; `platform/guard/allow.ts` reads it. */
  webhookAllow: string;
  logLevel: string;
  /** Undefined traces nothing. */
  traces: TraceConfig | undefined;
  /** Where this process serves its metrics, apart from everything public; undefined serves none. */
  metrics: { host: string; port: number } | undefined;
};

/** What processes that serve requests have. */
export type ServingConfig = ProcessConfig & {
  databaseUrl: string;
  host: string;
  port: number;
  /** Proxies whose X-Forwarded-For is trusted; without any, the client is the connecting address. */
  trustedProxies: readonly string[];
  peppers: Peppers;
  /** How long the process answers on, once it is told to stop. */
  drainMs: number;
};

/** What processes that serve clients have. */
export type ClientConfig = ServingConfig & {
  /** Shares rate limits between processes. Each process counts alone if this is unset or unreachable. */
  redisUrl: string | undefined;
  rateLimits: RateLimits;
  issuers: Issuers;
  /** Operations of an environment that may be queued; beyond this, requests are told to come back. */
  mostQueued: number;
  /** The issuer's minimum for a deposit in whole dollars, never below the specification's. */
  leastInvoiceDollars: number;
  sealingKeys: SealingKeys;
};

export type Config = ClientConfig & {
  /** Where clients reach us; shown in /openapi.json. */
  publicUrl: string;
  /** The documentation site, if there is one; /docs links to it. */
  docsUrl: string | undefined;
  crash: CrashSettings;
};

/** Reads the settings of the API, or throws an error that lists every missing or invalid one and its expected form. */
export function readConfig(env?: Env): Config {
  const values = readSettings('api', env);
  return {
    ...toClientConfig(values),
    publicUrl: values.CARDWRIGHT_PUBLIC_URL ?? `http://${values.CARDWRIGHT_HOST}:${values.CARDWRIGHT_PORT}`,
    docsUrl: values.CARDWRIGHT_DOCS_URL,
    crash: toCrash(values),
  };
}

/** The settings that arm a crash point. */
export const toCrash = ({ CARDWRIGHT_CRASH_AT, CARDWRIGHT_STALL_AT }: Values<keyof CrashSettings>): CrashSettings => ({
  CARDWRIGHT_CRASH_AT,
  CARDWRIGHT_STALL_AT,
});

/** What the settings of a process that serves clients mean. */
export function toClientConfig(
  values: Pick<ValuesOf<'api'>, keyof ValuesOf<'api'> & keyof ValuesOf<'portal'>>,
): ClientConfig {
  return {
    ...toServingConfig(values, values.CARDWRIGHT_DATABASE_URL),
    redisUrl: values.CARDWRIGHT_REDIS_URL,
    rateLimits: {
      readsPerSecond: values.CARDWRIGHT_READS_PER_SECOND,
      writesPerSecond: values.CARDWRIGHT_WRITES_PER_SECOND,
      statementsPerSecond: values.CARDWRIGHT_STATEMENTS_PER_SECOND,
      authenticationFailuresPerSecond: values.CARDWRIGHT_AUTHENTICATION_FAILURES_PER_SECOND,
    },
    issuers: toIssuers(values),
    mostQueued: values.CARDWRIGHT_MOST_QUEUED,
    leastInvoiceDollars: values.CARDWRIGHT_INVOICE_MINIMUM,
    sealingKeys: values.CARDWRIGHT_WEBHOOK_KEYS,
  };
}

/** What the settings of a process that serves requests mean. */
export function toServingConfig(
  values: Pick<ValuesOf<'api'>, keyof ValuesOf<'api'> & keyof ValuesOf<'desk'> & keyof Shared>,
  databaseUrl: string,
): ServingConfig {
  return {
    ...toProcessConfig(values),
    databaseUrl,
    host: values.CARDWRIGHT_HOST,
    port: values.CARDWRIGHT_PORT,
    trustedProxies: values.CARDWRIGHT_TRUSTED_PROXIES ?? [],
    peppers: values.CARDWRIGHT_PEPPERS,
    drainMs: values.CARDWRIGHT_DRAIN_MS,
  };
}

type Shared = Omit<ValuesOf<'api'>, 'CARDWRIGHT_WEBHOOK_KEYS'>;

/** What the settings that all four processes have mean. */
export function toProcessConfig(
  values: Parameters<typeof toExportConfig>[0] &
    Values<
      | 'CARDWRIGHT_DATABASE_CONNECTIONS'
      | 'CARDWRIGHT_WEBHOOK_ALLOW'
      | 'CARDWRIGHT_LOG_LEVEL'
      | 'CARDWRIGHT_METRICS_HOST'
      | 'CARDWRIGHT_METRICS_PORT'
      | 'CARDWRIGHT_TRACES_URL'
      | 'CARDWRIGHT_TRACES_RATIO'
    >,
): ProcessConfig {
  const { CARDWRIGHT_METRICS_PORT: port, CARDWRIGHT_TRACES_URL: url } = values;
  return {
    ...toExportConfig(values),
    databaseConnections: values.CARDWRIGHT_DATABASE_CONNECTIONS,
    webhookAllow: values.CARDWRIGHT_WEBHOOK_ALLOW ?? '',
    logLevel: values.CARDWRIGHT_LOG_LEVEL,
    metrics: port === undefined ? undefined : { host: values.CARDWRIGHT_METRICS_HOST, port },
    traces: url === undefined ? undefined : { url, ratio: values.CARDWRIGHT_TRACES_RATIO },
  };
}

type IssuerNames = `CARDWRIGHT_ISSUER_${'SANDBOX' | 'LIVE'}_${'URL' | 'KEY' | 'PUBLIC_KEY' | 'TIMEOUT_MS'}`;

/** The issuers of both environments. */
export const toIssuers = (values: Values<IssuerNames | 'CARDWRIGHT_ISSUER_SANDBOX_ADDRESSES'>): Issuers => ({
  sandbox: toIssuer(values, 'SANDBOX', values.CARDWRIGHT_ISSUER_SANDBOX_ADDRESSES),
  live: toIssuer(values, 'LIVE'), // only a sandbox has scenarios
});

function toIssuer(
  values: Values<IssuerNames>,
  environment: 'SANDBOX' | 'LIVE',
  addresses: ReadonlyMap<string, string> = new Map(),
): IssuerSettings | undefined {
  const url = values[`CARDWRIGHT_ISSUER_${environment}_URL`];
  const requestKey = values[`CARDWRIGHT_ISSUER_${environment}_KEY`];
  const notificationKeys = values[`CARDWRIGHT_ISSUER_${environment}_PUBLIC_KEY`];
  if (url === undefined || requestKey === undefined || notificationKeys === undefined) return undefined;
  const timeoutMs = values[`CARDWRIGHT_ISSUER_${environment}_TIMEOUT_MS`];
  return { url, addresses, requestKey, notificationKeys, timeoutMs };
}

/** `1:hex,2:hex`: every version that stored hashes still use. */
export const readPeppers = (text: string): Peppers => versions.to(text);

/** `1:hex,2:hex`: 32-byte keys by version. */
export const readVersions = (text: string): VersionedKeys => versions.to(text);

/** The same; 64 hex digits alone are version 1. */
export const readAuthSecrets = (text: string): VersionedKeys => versionsOrOne.to(text);

/** The current key with its version. */
export function currentKey({ current, byVersion }: VersionedKeys): { version: number; key: Buffer } {
  const key = byVersion.get(current);
  if (key === undefined) throw new Error(`version ${current} has no key`);
  return { version: current, key };
}
