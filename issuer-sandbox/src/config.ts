// Every setting of the simulated issuer, read once from environment variables named ISSUER_SANDBOX_…
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ConfigError } from '@cardwright/server/foundation/config.ts';

/** The private key of our notifications, and the id of its public key. */
export type NotificationKey = { id: string; privateKey: KeyObject };

/** The secrets that sign incoming requests, by key id. */
export type RequestKeys = ReadonlyMap<string, Buffer>;

export type IssuerConfig = {
  databaseUrl: string;
  host: string;
  port: number;
  earlyClosePort: number;
  refusedPort: number;
  requestKeys: RequestKeys;
  notificationKey: NotificationKey;
  notificationUrl: string;
  /** Undefined: the address at which it listens. */
  publicUrl: string | undefined;
  frameAncestors: readonly string[];
  logLevel: string;
};

/** Reads the settings, or throws which one is missing or wrong and what it should be. Port 0 is any free port. */
export function readConfig(env: NodeJS.ProcessEnv): IssuerConfig {
  return {
    databaseUrl: required(env, 'DATABASE_URL', 'postgres://issuer_sandbox:…@host:5432/cardwright'),
    host: env['ISSUER_SANDBOX_HOST'] ?? '127.0.0.1',
    port: portOf(env, 'PORT', 3100),
    earlyClosePort: portOf(env, 'EARLY_CLOSE_PORT', 0),
    refusedPort: portOf(env, 'REFUSED_PORT', 0),
    requestKeys: readRequestKeys(required(env, 'REQUEST_KEYS', 'k1:<64 hex digits>, made with: openssl rand -hex 32')),
    notificationKey: readNotificationKey(
      required(
        env,
        'NOTIFICATION_KEY',
        'n1:<base64>, made with: openssl genpkey -algorithm ed25519 -outform DER | base64',
      ),
    ),
    notificationUrl: required(env, 'NOTIFICATION_URL', 'http://127.0.0.1:3000/issuer/sandbox/notifications'),
    publicUrl: readPublicUrl(env['ISSUER_SANDBOX_PUBLIC_URL']),
    frameAncestors: readOrigins(env['ISSUER_SANDBOX_FRAME_ANCESTORS']),
    logLevel: env['ISSUER_SANDBOX_LOG_LEVEL'] ?? 'warn',
  };
}

function required(env: NodeJS.ProcessEnv, name: string, example: string): string {
  const value = env[`ISSUER_SANDBOX_${name}`];
  if (value === undefined || value === '') throw new ConfigError(`Set ISSUER_SANDBOX_${name}, for example: ${example}`);
  return value;
}

function portOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = env[`ISSUER_SANDBOX_${name}`];
  if (value === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(value)) throw new ConfigError(`ISSUER_SANDBOX_${name} must be a port; it is "${value}"`);
  return Number(value);
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^https?:\/\/[^\s?#]+$/.test(text) || !URL.canParse(text)) {
    throw new ConfigError('ISSUER_SANDBOX_PUBLIC_URL must look like https://issuer.example.com');
  }
  return text.replace(/\/+$/, '');
}

/** Origins, with nothing else that could get into a header. */
function readOrigins(text: string | undefined): readonly string[] {
  const origins = (text ?? '').split(' ').filter((origin) => origin !== '');
  if (origins.some((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)) {
    throw new ConfigError(
      'ISSUER_SANDBOX_FRAME_ANCESTORS must be origins with spaces between them, such as https://portal.example.com',
    );
  }
  return origins;
}

function readRequestKeys(text: string): RequestKeys {
  const keys = new Map<string, Buffer>();
  for (const part of text.split(',')) {
    const match = /^([\w-]{1,64}):([0-9a-f]{64})$/.exec(part.trim());
    if (match === null) throw new ConfigError('ISSUER_SANDBOX_REQUEST_KEYS must look like k1:<64 hex digits>,k2:…');
    keys.set(match[1] ?? '', Buffer.from(match[2] ?? '', 'hex'));
  }
  return keys;
}

function readNotificationKey(text: string): NotificationKey {
  const [, id = '', der = ''] = /^([\w-]{1,64}):([A-Za-z0-9+/=]+)$/.exec(text) ?? [];
  try {
    const privateKey = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
    if (privateKey.asymmetricKeyType === 'ed25519') return { id, privateKey };
  } catch {
    // Reported below, without the key's text.
  }
  throw new ConfigError('ISSUER_SANDBOX_NOTIFICATION_KEY must be id:<base64 of an Ed25519 private key, PKCS 8, DER>');
}
