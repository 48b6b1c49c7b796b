// Sends queued emails as a worker does, until none is due.

import { startMailing } from '@cardwright/server/identity/verifications/letters.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import type { Letter } from '@cardwright/server/platform/mail/mail.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { until } from '../../until.ts';
import type { World } from '../../world.ts';

/** Sends due emails to a mail server that accepts everything, unless told to fail. */
export async function sendMails(
  world: World,
  worker: Db,
  refuse: (letter: Letter) => boolean = () => false,
): Promise<Letter[]> {
  const letters: Letter[] = [];
  const send = async (letter: Letter) => {
    if (refuse(letter)) throw new Error('the mail server is away');
    letters.push(letter);
  };
  const tools = { db: worker, clock: world.tools.clock, portalUrl: 'https://portal.test', onError: () => undefined };
  const mailing = startMailing({ ...tools, stop: neverStopped, mail: { send } });
  const due = async () =>
    (await world.admin.query('select from mails where next_at <= clock_timestamp() and parked_at is null')).rowCount;
  await until(due, (count) => count === 0);
  await mailing.stop();
  return letters;
}
