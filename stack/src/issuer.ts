// The simulated issuer of a stack, and the server's settings for it.
import type { IssuerReady } from '@cardwright/issuer-sandbox/scenarios.ts';
import type { IssuerKeys } from '@cardwright/server/platform/cells/issuer-keys.ts';
import { freePort, localUrl } from './ports.ts';
import { type RunningProcess, startProcess } from './processes.ts';

export type Issuer = IssuerReady & {
  /** Its own records, for its own role. */
  databaseUrl: string;
  /** The current process. */
  process: RunningProcess;
  /** Environment of the server's processes for this issuer. */
  serverSettings: Record<string, string>;
  /** Restarts it at the same addresses, as after a kill, with changed settings if there are any. */
  restart(changed?: Record<string, string>): Promise<RunningProcess>;
};

/** Starts the issuer on free ports, which it keeps across restarts. */
export async function startIssuer(options: {
  databaseUrl: string;
  secrets: IssuerKeys;
  notificationUrl: string;
  log: 'inherit' | 'ignore';
  /** Origin of the portal, which shows the issuer's reveals in a frame. */
  portalUrl?: string | undefined;
  /** Additional settings. */
  settings?: Record<string, string>;
  /** Called for every process, so that its owner can stop it. */
  onStarted: (process: RunningProcess) => void;
}): Promise<Issuer> {
  const port = await freePort();
  const env: Record<string, string> = {
    ISSUER_SANDBOX_FRAME_ANCESTORS: options.portalUrl ?? '',
    ISSUER_SANDBOX_PUBLIC_URL: localUrl(port),
    ...options.settings,
    ISSUER_SANDBOX_DATABASE_URL: options.databaseUrl,
    ISSUER_SANDBOX_REQUEST_KEYS: options.secrets.requestKey,
    ISSUER_SANDBOX_NOTIFICATION_KEY: options.secrets.notificationPrivateKey,
    ISSUER_SANDBOX_NOTIFICATION_URL: options.notificationUrl,
    ISSUER_SANDBOX_PORT: String(port),
    ISSUER_SANDBOX_EARLY_CLOSE_PORT: String(await freePort()),
    ISSUER_SANDBOX_REFUSED_PORT: String(await freePort()),
  };
  const start = async () => {
    const started = await startProcess('issuer', { env, log: options.log });
    options.onStarted(started);
    return started;
  };
  const first = await start();
  const { url, addresses } = first.said as IssuerReady;
  const issuer: Issuer = {
    url,
    addresses,
    databaseUrl: options.databaseUrl,
    process: first,
    serverSettings: {
      CARDWRIGHT_ISSUER_SANDBOX_URL: url,
      CARDWRIGHT_REVEAL_ORIGINS: localUrl(port),
      CARDWRIGHT_ISSUER_SANDBOX_KEY: options.secrets.requestKey,
      CARDWRIGHT_ISSUER_SANDBOX_PUBLIC_KEY: options.secrets.notificationPublicKey,
      CARDWRIGHT_ISSUER_SANDBOX_ADDRESSES: Object.entries(addresses)
        .map(([scenario, address]) => `${scenario}=${address}`)
        .join(','),
    },
    async restart(changed = {}) {
      Object.assign(env, changed);
      issuer.process = await start();
      return issuer.process;
    },
  };
  return issuer;
}
