// The settings of every process of a new cell, with fresh secrets that no other cell has.
import { randomBytes } from 'node:crypto';
import type { ProcessName } from '../../foundation/configuration/declare.ts';
import type { SettingName } from '../../foundation/configuration/settings.ts';
import type { LoginRole } from '../db/migrate.ts';
import type { Passwords } from './database.ts';
import { newIssuerKeys } from './issuer-keys.ts';
import { type CellPlan, partsOf, type ServerKind } from './plan.ts';

export type Settings = Partial<Record<SettingName, string>>;

/** Processes and commands that get a directory of their own: each has only the secrets that it reads. */
export const preparedProcesses = ['api', 'worker', 'portal', 'desk', 'issuer-sandbox', 'migrate', 'admin'] as const;
type Prepared = (typeof preparedProcesses)[number] & ProcessName;

/** Processes of a small cell share a machine, so each has a port of its own for its metrics. */
const METRICS_PORTS = { api: 9464, worker: 9465, portal: 9466, desk: 9467 } as const;

/** Where a machine keeps heads and marks. Units of systemd write to nothing outside of its parent. */
const LOCAL_SEALS = '/var/lib/cardwright/seals';

/** The settings of each process. Secrets of a cell are created here, and exist nowhere else. */
export function cellSettings(plan: CellPlan, passwords: Passwords): Readonly<Record<Prepared, Settings>> {
  const url = (role: LoginRole) => plan.database.replace('//', `//${role}:${passwords[role]}@`);
  const issuer = issuerSettings();
  const common: Settings = { CARDWRIGHT_SEALS_DIRECTORY: plan.seals ?? LOCAL_SEALS };
  const keyed: Settings = { ...common, CARDWRIGHT_WEBHOOK_KEYS: newKeys() };
  const peppered: Settings = { ...keyed, CARDWRIGHT_PEPPERS: newKeys() };
  const mail: Settings = { CARDWRIGHT_SMTP_URL: plan.smtp, CARDWRIGHT_MAIL_FROM: plan.mailFrom };
  const documents: Settings = { CARDWRIGHT_DOCUMENT_KEYS: newKeys(), CARDWRIGHT_CELL: plan.name };
  const portalUrl = { CARDWRIGHT_PORTAL_URL: `https://portal.${plan.name}.${plan.domain}` };
  const deskUrl = { CARDWRIGHT_DESK_URL: `https://desk.${plan.name}.${plan.domain}` };
  const api: Settings = {
    ...peppered,
    ...issuer.ours,
    CARDWRIGHT_ISSUER_SANDBOX_URL: `http://${plan.servers.issuer[0]}`,
    CARDWRIGHT_DATABASE_URL: url('cardwright_api'),
    CARDWRIGHT_PUBLIC_URL: `https://api.${plan.domain}`,
    ...(plan.redis === undefined ? {} : { CARDWRIGHT_REDIS_URL: plan.redis }),
  };
  return {
    api: { ...api, ...listening(plan, 'api') },
    worker: {
      ...keyed,
      ...issuer.ours,
      ...mail,
      ...portalUrl,
      ...deskUrl,
      CARDWRIGHT_ISSUER_SANDBOX_URL: `http://${plan.servers.issuer[0]}`,
      CARDWRIGHT_DATABASE_URL: url('cardwright_worker'),
      CARDWRIGHT_STOP_FILE: '/run/cardwright/stop',
      CARDWRIGHT_METRICS_PORT: String(METRICS_PORTS.worker),
    },
    portal: {
      ...api,
      ...mail,
      ...documents,
      ...portalUrl,
      ...listening(plan, 'portal'),
      CARDWRIGHT_PORTAL_DATABASE_URL: url('cardwright_portal'),
      CARDWRIGHT_AUTH_SECRET: newKeys(),
    },
    desk: {
      ...peppered,
      ...mail,
      ...documents,
      ...deskUrl,
      ...listening(plan, 'desk'),
      CARDWRIGHT_ADMIN_DATABASE_URL: url('cardwright_admin'),
      CARDWRIGHT_DESK_DATABASE_URL: url('cardwright_desk'),
      CARDWRIGHT_AUTH_SECRET: newKeys(),
    },
    'issuer-sandbox': {
      ...issuer.theirs,
      ISSUER_SANDBOX_HOST: hostOf(plan, 'issuer'),
      ISSUER_SANDBOX_PORT: portOf(plan, 'issuer'),
      ISSUER_SANDBOX_DATABASE_URL: url('issuer_sandbox'),
      ISSUER_SANDBOX_NOTIFICATION_URL: `http://${plan.servers.api[0]}/issuer/sandbox/notifications`,
    },
    migrate: {
      CARDWRIGHT_OWNER_DATABASE_URL: url('cardwright_owner'),
      ...(plan.operators === undefined ? {} : { CARDWRIGHT_FIRST_OPERATORS: plan.operators }),
    },
    admin: { ...common, ...deskUrl, CARDWRIGHT_READER_DATABASE_URL: url('cardwright_reader') },
  };
}

/** A process behind the router: its address, and whom it believes about clients. */
const listening = (plan: CellPlan, kind: 'api' | 'portal' | 'desk'): Settings => ({
  CARDWRIGHT_HOST: hostOf(plan, kind),
  CARDWRIGHT_PORT: portOf(plan, kind),
  CARDWRIGHT_TRUSTED_PROXIES: plan.proxies,
  CARDWRIGHT_METRICS_PORT: String(METRICS_PORTS[kind]),
});

const portOf = ({ servers }: CellPlan, kind: ServerKind) => partsOf(servers[kind][0] ?? '').port;

/** Loopback stays loopback. Otherwise every machine of the kind listens on its own addresses. */
const hostOf = ({ servers }: CellPlan, kind: ServerKind) =>
  servers[kind].every((server) => partsOf(server).host === '127.0.0.1') ? '127.0.0.1' : '0.0.0.0';

/** The first version of a key of 256 bits. */
const newKeys = () => `1:${randomBytes(32).toString('hex')}`;

/** What the processes and the simulated issuer sign with. */
function issuerSettings(): { ours: Settings; theirs: Settings } {
  const { requestKey, notificationPrivateKey, notificationPublicKey } = newIssuerKeys(1);
  return {
    ours: {
      CARDWRIGHT_ISSUER_SANDBOX_KEY: requestKey,
      CARDWRIGHT_ISSUER_SANDBOX_PUBLIC_KEY: notificationPublicKey,
    },
    theirs: {
      ISSUER_SANDBOX_REQUEST_KEYS: requestKey,
      ISSUER_SANDBOX_NOTIFICATION_KEY: notificationPrivateKey,
    },
  };
}
