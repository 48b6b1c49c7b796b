// Settings of the portal and the desk, and the demo people.
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { DEMO_PASSWORD, demoPeople } from '@cardwright/server/identity/people/development.ts';
import { hashPassword } from '@cardwright/server/identity/people/passwords.ts';
import { asAdministrator } from '@cardwright/server/platform/db/migrate.ts';
import type { Mails } from './mails.ts';
import { localUrl } from './ports.ts';
import type { StackSecrets } from './secrets.ts';

/** Sender of emails. */
export const MAIL_FROM = 'Cardwright <no-reply@cardwright.example>';

/** Settings of the portal or the desk, in addition to the shared ones. */
export function signInSettings(
  process: 'PORTAL' | 'DESK',
  own: { url: string; databaseUrl: string; smtpUrl: string; pages: string | undefined; secrets: StackSecrets },
): Record<string, string> {
  return {
    [`CARDWRIGHT_${process}_URL`]: own.url,
    [`CARDWRIGHT_${process}_DATABASE_URL`]: own.databaseUrl,
    ...(own.pages === undefined ? {} : { [`CARDWRIGHT_${process}_PAGES`]: own.pages }),
    CARDWRIGHT_AUTH_SECRET: own.secrets.authSecret,
    CARDWRIGHT_DOCUMENT_KEYS: own.secrets.documentKeys,
    CARDWRIGHT_SMTP_URL: own.smtpUrl,
    CARDWRIGHT_MAIL_FROM: MAIL_FROM,
  };
}

/** Settings of a worker that sends emails to members and operators. */
export function mailSettings({ mails, portalPort, deskPort }: Emails): Record<string, string> {
  if (mails === undefined) return {};
  return {
    CARDWRIGHT_SMTP_URL: mails.url,
    CARDWRIGHT_MAIL_FROM: MAIL_FROM,
    CARDWRIGHT_PORTAL_URL: localUrl(portalPort ?? 0),
    ...(deskPort === undefined ? {} : { CARDWRIGHT_DESK_URL: localUrl(deskPort) }),
  };
}

type Emails = { mails: Mails | undefined; portalPort: number | undefined; deskPort: number | undefined };

/** Makes the demo people members of a company, as database administrator; existing ones stay. */
export async function seedPeople(databaseUrl: string, companyId: string): Promise<void> {
  await asAdministrator(databaseUrl, async (client) => {
    for (const { email, name, role } of demoPeople) {
      const now = new Date();
      const { rowCount } = await client.query('select from people.users where email = $1', [email]);
      if (rowCount !== 0) continue;
      const userId = newUuid(now);
      await client.query(
        `insert into people.users (id, name, email, email_verified, created_at, updated_at) values ($1, $2, $3, true, $4, $4)`,
        [userId, name, email, now],
      );
      await client.query(
        `insert into people.accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
         values ($1, $2, $2::uuid::text, 'credential', $3, $4, $4)`,
        [newUuid(now), userId, await hashPassword(DEMO_PASSWORD), now],
      );
      await client.query('insert into members (company_id, user_id, role, since) values ($1, $2, $3, $4)', [
        companyId,
        userId,
        role,
        now,
      ]);
    }
  });
}
