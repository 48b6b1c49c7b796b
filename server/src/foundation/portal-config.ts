// The settings of the processes that people sign in to, read once from environment variables named CARDWRIGHT_…
import {
  type Config,
  ConfigError,
  readConfig,
  readOrigin,
  readVersions,
  required,
  type SealingKeys,
  type VersionedKeys,
} from './config.ts';

/** Settings for signing people in, shared by the portal and the desk. */
export type SignInConfig = {
  /** Connects as the role of the sign-in tables. */
  signInDatabaseUrl: string;
  /** Scheme, host and port as people's browsers see them. */
  publicUrl: string;
  /** Sign cookies and links, and encrypt two-factor secrets. */
  authSecrets: VersionedKeys;
  smtpUrl: string;
  mailFrom: string;
  /** Directory of the built pages; undefined serves none. */
  pages: string | undefined;
  /** Lets anybody sign in as demo people without a password. Never enable it where others can reach the process. */
  development: boolean;
};

export type PortalConfig = Omit<Config, 'publicUrl'> &
  SignInConfig & {
    /** Public address of the API; if undefined, the pages show no address. */
    apiUrl: string | undefined;
    /** Origins of the issuers' pages that show card numbers; the portal's pages may show them in a frame. */
    revealOrigins: readonly string[];
    /** Keys that seal verification documents. */
    documentKeys: SealingKeys | undefined;
  };

/** Reads the portal's settings, or throws an error that names the missing or invalid one and its expected form. */
export function readPortalConfig(env: NodeJS.ProcessEnv): PortalConfig {
  const config = readConfig(env);
  const keys = env['CARDWRIGHT_DOCUMENT_KEYS'] ?? '';
  return {
    ...config,
    ...readSignInConfig(env, { process: 'PORTAL', role: 'cardwright_portal', ...config }),
    apiUrl: env['CARDWRIGHT_PUBLIC_URL'] || undefined,
    revealOrigins: (env['CARDWRIGHT_REVEAL_ORIGINS'] ?? '')
      .split(',')
      .filter((origin) => origin !== '')
      .map((origin) => readOrigin('CARDWRIGHT_REVEAL_ORIGINS', origin)),
    documentKeys: keys === '' ? undefined : readVersions('CARDWRIGHT_DOCUMENT_KEYS', keys),
  };
}

/** Reads the sign-in settings; `process` is part of their names. */
export function readSignInConfig(
  env: NodeJS.ProcessEnv,
  own: { process: 'PORTAL' | 'DESK'; role: string; host: string; port: number },
): SignInConfig {
  const prefix = `CARDWRIGHT_${own.process}`;
  const publicUrl = readOrigin(`${prefix}_URL`, env[`${prefix}_URL`] || `http://${own.host}:${own.port}`);
  const development = env[`${prefix}_DEVELOPMENT`] === '1';
  if (development && publicUrl.startsWith('https://')) {
    throw new ConfigError(
      `${prefix}_DEVELOPMENT lets anybody in without a password: it must not be set where ${prefix}_URL is https`,
    );
  }
  return {
    signInDatabaseUrl: required(env, `${prefix}_DATABASE_URL`, `postgres://${own.role}:…@host:5432/cardwright`),
    publicUrl,
    authSecrets: readAuthSecrets(
      required(env, 'CARDWRIGHT_AUTH_SECRET', '1:<64 hex digits>, made with: openssl rand -hex 32'),
    ),
    smtpUrl: readSmtp(required(env, 'CARDWRIGHT_SMTP_URL', 'smtp://user:password@host:587')),
    mailFrom: required(env, 'CARDWRIGHT_MAIL_FROM', 'Cardwright <no-reply@example.com>'),
    pages: env[`${prefix}_PAGES`] || undefined,
    development,
  };
}

/** `1:hex,2:hex` like every versioned setting; 64 hex digits alone are version 1. */
export const readAuthSecrets = (text: string): VersionedKeys =>
  readVersions('CARDWRIGHT_AUTH_SECRET', /^[0-9a-f]{64}$/.test(text) ? `1:${text}` : text);

function readSmtp(text: string): string {
  if (!URL.canParse(text) || !['smtp:', 'smtps:'].includes(new URL(text).protocol)) {
    throw new ConfigError('CARDWRIGHT_SMTP_URL must begin with smtp:// or smtps://');
  }
  return text;
}
