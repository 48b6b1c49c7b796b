// Every setting of the simulated issuer, as declared with those of all processes.
import type { NotificationKey } from '@cardwright/server/foundation/configuration/keys.ts';
import { type Environment, readSettings } from '@cardwright/server/foundation/configuration/read.ts';

export type { NotificationKey };

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

/** Reads the settings, or throws which are missing or wrong and what they should be. Port 0 is any free port. */
export function readConfig(env?: Environment): IssuerConfig {
  const values = readSettings('issuer-sandbox', env);
  return {
    databaseUrl: values.ISSUER_SANDBOX_DATABASE_URL,
    host: values.ISSUER_SANDBOX_HOST,
    port: values.ISSUER_SANDBOX_PORT,
    earlyClosePort: values.ISSUER_SANDBOX_EARLY_CLOSE_PORT,
    refusedPort: values.ISSUER_SANDBOX_REFUSED_PORT,
    requestKeys: values.ISSUER_SANDBOX_REQUEST_KEYS,
    notificationKey: values.ISSUER_SANDBOX_NOTIFICATION_KEY,
    notificationUrl: values.ISSUER_SANDBOX_NOTIFICATION_URL,
    publicUrl: values.ISSUER_SANDBOX_PUBLIC_URL,
    frameAncestors: values.ISSUER_SANDBOX_FRAME_ANCESTORS ?? [],
    logLevel: values.ISSUER_SANDBOX_LOG_LEVEL,
  };
}
