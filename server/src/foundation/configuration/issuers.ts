// Settings of issuers: ours for each environment, and those of the simulated issuer itself.
import { needed, optional, withDefault } from './declare.ts';
import { notificationKey, publicKeys, requestKey, requestKeys } from './keys.ts';
import { anyOrigin, databaseUrl, listOf, matching, origin, port, text, wholeNumber, wrong } from './kinds.ts';
import { scenarioAddresses } from './places.ts';
import { logLevel } from './service.ts';

/**
 * Timeout for the issuer's complete answer; a later answer counts as no answer. This is an upper limit: a send mark
 * older than this means that its sender is gone.
 */
export const ISSUER_TIMEOUT_MS = 10_000;

/** The API verifies notifications and the portal shows what is connected; the worker sends. */
const BY = ['api', 'worker', 'portal'] as const;

const EXAMPLE = 'https://issuer.example.com';
const timeout = {
  ...wholeNumber({ from: 1, to: ISSUER_TIMEOUT_MS }),
  must: `be from 1 to ${ISSUER_TIMEOUT_MS}`,
};
const unset = 'the environment has no cards and accepts no notifications, if all settings of its issuer are unset';
const words = {
  URL: "Scheme, host and port of the environment's issuer.",
  KEY: 'Key that signs requests to the issuer, with its id.',
  PUBLIC_KEY: "Public keys of the issuer's notifications, with their ids; two during a rotation.",
  TIMEOUT_MS: 'For a whole request to the issuer, from requesting a connection to the last byte of the answer.',
};

export const issuerSettings = {
  CARDWRIGHT_ISSUER_SANDBOX_URL: optional(anyOrigin(EXAMPLE), { by: BY, unset, about: words.URL }),
  CARDWRIGHT_ISSUER_SANDBOX_KEY: optional(requestKey, { by: BY, secret: true, unset, about: words.KEY }),
  CARDWRIGHT_ISSUER_SANDBOX_PUBLIC_KEY: optional(publicKeys, { by: BY, unset, about: words.PUBLIC_KEY }),
  CARDWRIGHT_ISSUER_SANDBOX_ADDRESSES: optional(scenarioAddresses(anyOrigin(EXAMPLE)), {
    by: BY,
    unset: 'scenarios that no answer can simulate are not available',
    about: 'Addresses for the scenarios that no answer can simulate.',
  }),
  CARDWRIGHT_ISSUER_SANDBOX_TIMEOUT_MS: withDefault(String(ISSUER_TIMEOUT_MS), timeout, {
    by: BY,
    unit: 'milliseconds',
    about: words.TIMEOUT_MS,
  }),
  CARDWRIGHT_ISSUER_LIVE_URL: optional(origin(EXAMPLE), { by: BY, unset, about: words.URL }),
  CARDWRIGHT_ISSUER_LIVE_KEY: optional(requestKey, { by: BY, secret: true, unset, about: words.KEY }),
  CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: optional(publicKeys, { by: BY, unset, about: words.PUBLIC_KEY }),
  CARDWRIGHT_ISSUER_LIVE_TIMEOUT_MS: withDefault(String(ISSUER_TIMEOUT_MS), timeout, {
    by: BY,
    unit: 'milliseconds',
    about: words.TIMEOUT_MS,
  }),
};

const ISSUER = ['issuer-sandbox'] as const;

const frameAncestor = {
  ...text('https://portal.example.com'),
  to: (given: string) =>
    URL.canParse(given) && new URL(given).origin === given
      ? given
      : wrong('must be origins with spaces between them, such as https://portal.example.com'),
};

export const issuerSandboxSettings = {
  ISSUER_SANDBOX_DATABASE_URL: needed(databaseUrl('issuer_sandbox'), {
    by: ISSUER,
    secret: true,
    about: 'Database of the simulated issuer, with the role issuer_sandbox.',
  }),
  ISSUER_SANDBOX_HOST: withDefault('127.0.0.1', text('0.0.0.0'), { by: ISSUER, about: 'Address on which it listens.' }),
  ISSUER_SANDBOX_PORT: withDefault('3100', port, {
    by: ISSUER,
    about: 'Port on which it listens; 0 is any free port.',
  }),
  ISSUER_SANDBOX_EARLY_CLOSE_PORT: withDefault('0', port, {
    by: ISSUER,
    about: 'Port that closes connections early; 0 is any free port.',
  }),
  ISSUER_SANDBOX_REFUSED_PORT: withDefault('0', port, {
    by: ISSUER,
    about: 'Port that refuses connections; 0 is any free port.',
  }),
  ISSUER_SANDBOX_REQUEST_KEYS: needed(requestKeys, {
    by: ISSUER,
    secret: true,
    about: 'Keys with which requests may be signed, with their ids.',
  }),
  ISSUER_SANDBOX_NOTIFICATION_KEY: needed(notificationKey, {
    by: ISSUER,
    secret: true,
    about: 'Private key that signs notifications, with its id.',
  }),
  ISSUER_SANDBOX_NOTIFICATION_URL: needed(text('http://127.0.0.1:3000/issuer/sandbox/notifications'), {
    by: ISSUER,
    about: 'Where notifications are sent.',
  }),
  ISSUER_SANDBOX_PUBLIC_URL: optional(
    {
      ...matching(/^https?:\/\/[^\s?#]+$/, 'look like https://issuer.example.com', EXAMPLE),
      to: (given) =>
        URL.canParse(given) ? given.replace(/\/+$/, '') : wrong('must look like https://issuer.example.com'),
    },
    { by: ISSUER, unset: 'the address at which it listens', about: 'Address of its pages in browsers.' },
  ),
  ISSUER_SANDBOX_FRAME_ANCESTORS: optional(
    listOf(frameAncestor, { separator: ' ', must: 'be origins with spaces between them' }),
    {
      by: ISSUER,
      unset: 'no page may show its pages in a frame',
      about: 'Origins that may show its pages in a frame.',
    },
  ),
  ISSUER_SANDBOX_LOG_LEVEL: withDefault('warn', logLevel, {
    by: ISSUER,
    about: 'The least severe level that is logged.',
  }),
};
