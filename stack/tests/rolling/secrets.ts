// Every secret of a deployment in two versions, and the settings of each step from the first to the second, as in
// docs/runbooks/rotate-secrets.md.
import { randomBytes } from 'node:crypto';
import { newIssuerKeys } from '@cardwright/server/platform/cells/issuer-keys.ts';
import type { LoginRole } from '@cardwright/server/platform/db/migrate.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import type pg from 'pg';

/** A new version is accepted everywhere before it is used anywhere, and used everywhere before the old one is retired. */
export const steps = ['first', 'accepted', 'used', 'retired'] as const;

export type Step = (typeof steps)[number];

const newKey = () => randomBytes(32).toString('hex');

export type Rotation = ReturnType<typeof planRotation>;

/** The roles of the four processes: each gets a second login. */
const roles: readonly LoginRole[] = [
  'cardwright_api',
  'cardwright_worker',
  'cardwright_portal',
  'cardwright_desk',
  'cardwright_admin',
];

export function planRotation({ secrets, urlOf }: Pick<Stack, 'secrets' | 'urlOf'>) {
  const { requestKey, notificationPrivateKey, notificationPublicKey } = newIssuerKeys(2);
  const versioned = (first: string, second = newKey()): Record<Step, string> => ({
    first,
    accepted: `${first},2:accept:${second}`,
    used: `${first},2:${second}`,
    retired: `2:${second}`,
  });
  const settings: Record<string, Record<Step, string>> = {
    CARDWRIGHT_PEPPERS: versioned(secrets.peppers),
    CARDWRIGHT_WEBHOOK_KEYS: versioned(secrets.webhookKeys),
    CARDWRIGHT_DOCUMENT_KEYS: versioned(secrets.documentKeys),
    CARDWRIGHT_AUTH_SECRET: versioned(`1:${secrets.authSecret}`),
    CARDWRIGHT_ISSUER_SANDBOX_KEY: {
      first: secrets.issuer.requestKey,
      accepted: secrets.issuer.requestKey,
      used: requestKey,
      retired: requestKey,
    },
    CARDWRIGHT_ISSUER_SANDBOX_PUBLIC_KEY: {
      first: secrets.issuer.notificationPublicKey,
      accepted: `${secrets.issuer.notificationPublicKey},${notificationPublicKey}`,
      used: `${secrets.issuer.notificationPublicKey},${notificationPublicKey}`,
      retired: notificationPublicKey,
    },
  };
  const password = newKey();
  const nextUrlOf = (role: LoginRole) => {
    const url = new URL(urlOf(role));
    url.username = `${role}_next`;
    url.password = password;
    return url.href;
  };
  return {
    settings,
    /** What the issuer accepts and signs with. It gets the second keys before we use them. */
    issuer: {
      both: { ISSUER_SANDBOX_REQUEST_KEYS: `${secrets.issuer.requestKey},${requestKey}` },
      second: {
        ISSUER_SANDBOX_REQUEST_KEYS: requestKey,
        ISSUER_SANDBOX_NOTIFICATION_KEY: notificationPrivateKey,
      },
    },
    /** The settings of a process at a step. Database passwords change with the login: both work until one is retired. */
    settingsAt(step: Step, process: 'api' | 'worker' | 'portal' | 'desk'): Record<string, string> {
      const isNext = step === 'used' || step === 'retired';
      const login = isNext ? nextUrlOf : urlOf;
      return {
        ...Object.fromEntries(Object.entries(settings).map(([name, values]) => [name, values[step]])),
        CARDWRIGHT_DATABASE_URL: login(process === 'worker' ? 'cardwright_worker' : 'cardwright_api'),
        ...(process === 'portal' ? { CARDWRIGHT_PORTAL_DATABASE_URL: login('cardwright_portal') } : {}),
        ...(process === 'desk'
          ? {
              CARDWRIGHT_DESK_DATABASE_URL: login('cardwright_desk'),
              CARDWRIGHT_ADMIN_DATABASE_URL: login('cardwright_admin'),
            }
          : {}),
      };
    },
    /** Creates a second login for each role. Its sessions act as the role itself. */
    async addLogins(admin: pg.Pool): Promise<void> {
      for (const role of roles) {
        await admin.query(`create role ${role}_next login password '${password}' in role ${role}`);
        await admin.query(`alter role ${role}_next set role = '${role}'`);
      }
    },
    /** Whether the first logins work. */
    async setFirstLogins(admin: pg.Pool, login: 'login' | 'nologin'): Promise<void> {
      for (const role of roles) await admin.query(`alter role ${role} ${login}`);
    },
  };
}
