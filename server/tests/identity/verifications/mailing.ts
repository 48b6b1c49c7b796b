// Sends queued emails as a worker does, until none is due.

import { startMailing } from '@cardwright/server/identity/verifications/emails.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import type { Email } from '@cardwright/server/platform/mail/mail.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { until } from '../../until.ts';
import type { World } from '../../world.ts';

/** Sends due emails to a mail server that accepts everything, unless told to fail. */
export async function sendMails(
  world: World,
  worker: Db,
  refuse: (message: Email) => boolean = () => false,
): Promise<Email[]> {
  const emails: Email[] = [];
  const send = async (message: Email) => {
    if (refuse(message)) throw new Error('the mail server is away');
    emails.push(message);
  };
  const tools = { db: worker, clock: world.tools.clock, portalUrl: 'https://portal.test', onError: () => undefined };
  const mailing = startMailing({ ...tools, stop: neverStopped, mail: { send } });
  const due = async () =>
    (await world.admin.query('select from mails where next_at <= clock_timestamp() and parked_at is null')).rowCount;
  await until(due, (count) => count === 0);
  await mailing.stop();
  return emails;
}
