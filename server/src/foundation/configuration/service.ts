// Settings of the four processes that serve and work: database, addresses, limits, secrets, exports, logs.
import { needed, optional, withDefault } from './declare.ts';
import { bucketKey, versions, versionsOrOne } from './keys.ts';
import {
  absolutePath,
  address,
  anyOrigin,
  databaseUrl,
  flag,
  listOf,
  matching,
  oneOf,
  origin,
  port,
  proxy,
  ratio,
  smtpUrl,
  text,
  wholeNumber,
} from './kinds.ts';
import { bucketAddress, webhookHosts } from './places.ts';

const SERVING = ['api', 'portal', 'desk'] as const;
const FOR_CLIENTS = ['api', 'portal'] as const;
const ALL = ['api', 'worker', 'portal', 'desk'] as const;
const READING_EXPORTS = [...ALL, 'admin'] as const;

/** About a minute of work for a cell. Beyond that, clients are told to come back. */
const MOST_QUEUED = '10000';

/** Seven years, the longest that tax and company law commonly ask for. */
const RETENTION_DAYS = '2557';

/** Negligible load for an issuer; more than four million reads a day. */
const RECONCILE_READS_PER_SECOND = '50';

/** The specification's minimum for an invoice. */
const LEAST_INVOICE_DOLLARS = 10;

/** More than any server serves well from one process. */
const MOST_CONNECTIONS = 1_000;

/** A proxy that checks every second and gives up after two failures has noticed by then, with time to spare. */
const DRAIN_MS = '5000';

/** Supervisors commonly kill a process after half a minute, and requests in flight need ten seconds of it. */
const LONGEST_DRAIN_MS = 15_000;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const logLevel = oneOf(LOG_LEVELS);

export const databaseSettings = {
  CARDWRIGHT_DATABASE_URL: needed(databaseUrl('cardwright_api'), {
    by: ['api', 'worker', 'portal'],
    secret: true,
    about: 'Database, with the role of the process: cardwright_worker for the worker, otherwise cardwright_api.',
  }),
  CARDWRIGHT_ADMIN_DATABASE_URL: needed(databaseUrl('cardwright_admin'), {
    by: ['desk'],
    secret: true,
    about: 'Database, with the role cardwright_admin.',
  }),
  CARDWRIGHT_PORTAL_DATABASE_URL: needed(databaseUrl('cardwright_portal'), {
    by: ['portal'],
    secret: true,
    about: 'Database of sign-in, with the role cardwright_portal.',
  }),
  CARDWRIGHT_DESK_DATABASE_URL: needed(databaseUrl('cardwright_desk'), {
    by: ['desk'],
    secret: true,
    about: 'Database of sign-in, with the role cardwright_desk.',
  }),
  CARDWRIGHT_DATABASE_CONNECTIONS: withDefault('10', wholeNumber({ from: 1, to: MOST_CONNECTIONS }), {
    by: ALL,
    unit: 'connections',
    about: 'Size of the pool that serves requests, or runs operations in a worker; the portal has two of this size.',
  }),
};

export const servingSettings = {
  CARDWRIGHT_HOST: withDefault('127.0.0.1', text('0.0.0.0'), {
    by: SERVING,
    about: 'Address on which the process listens.',
  }),
  CARDWRIGHT_PORT: withDefault('3000', port, {
    by: SERVING,
    about: 'Port on which the process listens; 0 is any free port.',
  }),
  CARDWRIGHT_PUBLIC_URL: optional(address('https://api.example.com'), {
    by: FOR_CLIENTS,
    unset: 'the API describes itself as http://CARDWRIGHT_HOST:CARDWRIGHT_PORT, and the portal shows no address',
    about: 'Address at which clients reach the API, shown in its description and on the pages.',
  }),
  CARDWRIGHT_DOCS_URL: optional(address('https://docs.example.com'), {
    by: FOR_CLIENTS,
    unset: 'the reference at /docs stands alone, and the portal links to it',
    about: 'Address of the documentation site, to which the reference at /docs and the portal link.',
  }),
  CARDWRIGHT_TRUSTED_PROXIES: optional(listOf(proxy), {
    by: SERVING,
    unset: 'the client is the connecting address, and every request gets an id of our own',
    about: 'Proxies whose X-Forwarded-For, X-Request-Id and traceparent are trusted.',
  }),
  CARDWRIGHT_DRAIN_MS: withDefault(DRAIN_MS, wholeNumber({ to: LONGEST_DRAIN_MS }), {
    by: SERVING,
    unit: 'milliseconds',
    about:
      'Time for which a process that is told to stop answers on while /health/ready refuses; longer than its proxy ' +
      'takes to notice.',
  }),
  CARDWRIGHT_METRICS_PORT: optional(port, {
    by: ALL,
    unset: 'neither metrics nor the health of a worker are served',
    about: 'Port on which the process serves /metrics, and a worker also /health/live and /health/ready.',
  }),
  CARDWRIGHT_METRICS_HOST: withDefault('127.0.0.1', text('10.0.0.7'), {
    by: ALL,
    about: 'Address on which the process serves /metrics; never a public one.',
  }),
  CARDWRIGHT_LOG_LEVEL: withDefault('info', logLevel, { by: ALL, about: 'The least severe level that is logged.' }),
  CARDWRIGHT_TRACES_URL: optional(anyOrigin('http://127.0.0.1:4318'), {
    by: ALL,
    unset: 'nothing is traced',
    about: 'OpenTelemetry collector that takes traces by OTLP over HTTP, at /v1/traces.',
  }),
  CARDWRIGHT_TRACES_RATIO: withDefault('0.1', ratio, {
    by: ALL,
    about: 'Share of requests that are traced; the sampling of a trusted proxy decides about those that it traces.',
  }),
};

export const limitSettings = {
  CARDWRIGHT_REDIS_URL: optional(matching(/^rediss?:\/\/./, 'begin with redis:// or rediss://', 'redis://host:6379'), {
    by: FOR_CLIENTS,
    secret: true,
    unset: 'each process counts alone',
    about: 'Redis or Valkey that shares rate limits between processes.',
  }),
  CARDWRIGHT_READS_PER_SECOND: withDefault('50', wholeNumber(), {
    by: FOR_CLIENTS,
    unit: 'requests a second',
    about: 'Rate limit of reads for each company and environment, shared by its API keys.',
  }),
  CARDWRIGHT_WRITES_PER_SECOND: withDefault('10', wholeNumber(), {
    by: FOR_CLIENTS,
    unit: 'requests a second',
    about: 'Rate limit of writes for each company and environment, shared by its API keys.',
  }),
  CARDWRIGHT_STATEMENTS_PER_SECOND: withDefault('1', wholeNumber(), {
    by: FOR_CLIENTS,
    unit: 'requests a second',
    about: 'Rate limit of statements for each company and environment, shared by its API keys.',
  }),
  CARDWRIGHT_AUTHENTICATION_FAILURES_PER_SECOND: withDefault('10', wholeNumber(), {
    by: FOR_CLIENTS,
    unit: 'requests a second',
    about: 'Rate limit of failed authentications for each client address.',
  }),
  CARDWRIGHT_MOST_QUEUED: withDefault(MOST_QUEUED, wholeNumber(), {
    by: FOR_CLIENTS,
    unit: 'operations',
    about: 'Queued operations of an environment, beyond which requests are told to come back.',
  }),
  CARDWRIGHT_INVOICE_MINIMUM: withDefault(String(LEAST_INVOICE_DOLLARS), wholeNumber({ from: LEAST_INVOICE_DOLLARS }), {
    by: FOR_CLIENTS,
    unit: 'US dollars',
    about: "The issuer's minimum for a deposit.",
  }),
  CARDWRIGHT_RECONCILE_READS_PER_SECOND: withDefault(RECONCILE_READS_PER_SECOND, wholeNumber({ from: 1 }), {
    by: ['worker'],
    unit: 'records a second',
    about: "The issuer's records that a worker reads to compare them with ours.",
  }),
};

export const secretSettings = {
  CARDWRIGHT_CELL: withDefault('00', matching(/^[0-9A-Za-z]{2}$/, 'be two letters or digits', '00'), {
    by: ['portal', 'desk'],
    about: 'The cell, in every API key that is created.',
  }),
  CARDWRIGHT_PEPPERS: needed(versions, {
    by: SERVING,
    secret: true,
    about: 'Keys of the hashes of API keys and tokens, by version; without them no key works.',
  }),
  CARDWRIGHT_WEBHOOK_KEYS: optional(versions, {
    by: ALL,
    needed: ['api', 'worker', 'portal'],
    secret: true,
    unset: 'the desk refuses what needs the secrets of webhooks',
    about: 'Keys that seal webhook secrets and addresses of reveal pages, by version; the same in every process.',
  }),
  CARDWRIGHT_DOCUMENT_KEYS: needed(versions, {
    by: ['portal', 'desk'],
    secret: true,
    about: 'Keys that seal the documents of verifications, by version; the same in portal and desk.',
  }),
  CARDWRIGHT_AUTH_SECRET: needed(versionsOrOne, {
    by: ['portal', 'desk'],
    secret: true,
    about: 'Signs sessions and encrypts second factors, by version; the portal and the desk have one each.',
  }),
};

export const siteSettings = {
  CARDWRIGHT_PORTAL_URL: optional(origin('https://portal.example.com'), {
    by: ['portal', 'worker'],
    unset: 'http://CARDWRIGHT_HOST:CARDWRIGHT_PORT in the portal; needed by a worker that sends mail',
    about: 'Address of the portal in browsers and emails; no other origin is answered. Passkeys belong to its host.',
  }),
  CARDWRIGHT_DESK_URL: optional(origin('https://desk.example.com'), {
    by: ['desk', 'worker', 'admin'],
    unset: 'http://CARDWRIGHT_HOST:CARDWRIGHT_PORT in the desk; emails to operators have no link',
    about: 'Address of the desk in browsers and emails, and for the command line.',
  }),
  CARDWRIGHT_PORTAL_PAGES: optional(text('portal/dist/company'), {
    by: ['portal'],
    unset: 'no pages are served',
    about: "Directory of the portal's built pages.",
  }),
  CARDWRIGHT_DESK_PAGES: optional(text('portal/dist/desk'), {
    by: ['desk'],
    unset: 'no pages are served',
    about: "Directory of the desk's built pages.",
  }),
  CARDWRIGHT_PORTAL_DEVELOPMENT: withDefault('0', flag, {
    by: ['portal'],
    about: 'Lets anybody sign in as demo people without a password; refused where CARDWRIGHT_PORTAL_URL is https.',
  }),
  CARDWRIGHT_REVEAL_ORIGINS: optional(listOf(origin('https://issuer.example.com')), {
    by: ['portal'],
    unset: 'no card number can be shown',
    about: "Origins of the issuers' pages that show card numbers, which the portal shows in a frame.",
  }),
  CARDWRIGHT_SMTP_URL: optional(smtpUrl, {
    by: ['portal', 'desk', 'worker'],
    needed: ['portal', 'desk'],
    secret: true,
    unset: 'emails of the worker wait in the database',
    about: 'Mail server.',
  }),
  CARDWRIGHT_MAIL_FROM: optional(text('Cardwright <no-reply@example.com>'), {
    by: ['portal', 'desk', 'worker'],
    needed: ['portal', 'desk'],
    unset: 'needed by a worker that sends mail',
    about: 'Sender of emails.',
  }),
};

export const workSettings = {
  CARDWRIGHT_WEBHOOK_ALLOW: optional(webhookHosts, {
    by: ALL,
    unset: 'only public, encrypted addresses are allowed',
    about: 'Hosts with their ports to which webhooks may go although they are not public or not encrypted.',
  }),
  CARDWRIGHT_STOP_FILE: optional(absolutePath('/run/cardwright/stop'), {
    by: ['worker'],
    unset: 'no file stops the worker',
    about: 'While this file exists, the worker claims and sends nothing.',
  }),
  CARDWRIGHT_SEALS_DIRECTORY: optional(text('/var/lib/cardwright/seals'), {
    by: READING_EXPORTS,
    unset: 'chain heads stay in the database, and a loss of it goes unnoticed',
    about: 'Directory of exported chain heads, audit entries and marks, out of the reach of database administrators.',
  }),
  CARDWRIGHT_SEALS_BUCKET: optional(bucketAddress, {
    by: READING_EXPORTS,
    unset: 'CARDWRIGHT_SEALS_DIRECTORY is used',
    about: 'Bucket of an object store, by the S3 protocol, instead of the directory.',
  }),
  CARDWRIGHT_SEALS_BUCKET_KEY: optional(bucketKey, {
    by: READING_EXPORTS,
    secret: true,
    unset: 'needed with a bucket',
    about: 'Key of the bucket.',
  }),
  CARDWRIGHT_SEALS_BUCKET_REGION: withDefault('us-east-1', text('eu-central-1'), {
    by: READING_EXPORTS,
    about: 'Region of the bucket.',
  }),
  CARDWRIGHT_SEALS_BUCKET_RETENTION_DAYS: withDefault(RETENTION_DAYS, wholeNumber({ from: 1, to: 99_999 }), {
    by: READING_EXPORTS,
    unit: 'days',
    about: 'How long a bucket with object lock refuses to delete what it was given.',
  }),
  CARDWRIGHT_CRASH_AT: optional(text('after-claim:3'), {
    by: ['api', 'worker'],
    unset: 'the process does not crash on demand',
    about: 'For proofs: the crash point at which the process kills itself, and at which pass.',
  }),
  CARDWRIGHT_STALL_AT: optional(text('after-claim:3'), {
    by: ['api', 'worker'],
    unset: 'the process does not stall on demand',
    about: 'For proofs: the crash point at which the process stops until a SIGCONT.',
  }),
};
