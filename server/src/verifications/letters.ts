// The letters that owners get about their company, carried out of the queue: one that was queued in a commit goes out
// until the mail server takes it, and one whose commit did not happen was never queued.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../db/db.ts';
import { toId } from '../ids.ts';
import type { Letter, Mail } from '../people/mail.ts';
import { firstOwnerLetter } from '../people/words.ts';
import { noteMail, type TakenMail, takeMails } from './sql.ts';

/** Taken at once; the lease outlasts a mail server that lets each of them wait as long as it may. */
const MAILS_AT_ONCE = 10;
const LEASE_SECONDS = 300;

/** Tried again after a minute, then after twice as long each time, up to this. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** A mail server that takes nothing for so long will not take this. */
const GIVEN_UP_AFTER_MS = 7 * 24 * 3_600_000;

export type Carrying = {
  db: Queryable;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  portalUrl: string;
  onError: (error: unknown) => void;
};

/** Sends the letters that are due. Answers how many the mail server took. */
export async function carryLetters(tools: Carrying): Promise<number> {
  const lease = randomUUID();
  const taken = await takeMails(tools.db, { lease, seconds: LEASE_SECONDS, limit: MAILS_AT_ONCE });
  let sent = 0;
  for (const mail of taken) {
    const problem = await tools.mail.send(letterOf(mail, tools.portalUrl)).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (problem === undefined) sent += 1;
    else tools.onError(problem);
    await noteMail(tools.db, mail, {
      lease,
      isSent: problem === undefined,
      againAt: nextTry(mail, tools.clock.now()),
      problem: problem instanceof Error ? problem.message : '',
    });
  }
  return sent;
}

function nextTry({ tries, created_at }: TakenMail, now: Date): Date | undefined {
  if (now.getTime() - created_at.getTime() > GIVEN_UP_AFTER_MS) return undefined;
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
}

/** The letter that a queued mail is. */
export function letterOf(mail: TakenMail, portalUrl: string): Letter {
  if (mail.kind !== 'owner_invited') return decisionLetter(mail, portalUrl);
  const link = `${portalUrl}/invitations/${toId('invitation', mail.id)}`;
  return firstOwnerLetter(mail.to_address, {
    company: mail.company_name,
    link,
    until: new Date(mail.details.until ?? 0),
  });
}

function decisionLetter(mail: TakenMail, portalUrl: string): Letter {
  const link = `${portalUrl}/c/${toId('company', mail.company_id)}/verification`;
  const reason = (mail.details.reason ?? '').trim();
  const [subject, lines] =
    mail.kind === 'verification_approved'
      ? ([
          `${mail.company_name} is verified`,
          ['Your company is verified. Its people can use everything now.', link],
        ] as const)
      : ([
          `${mail.company_name} could not be verified yet`,
          [
            'We could not verify your company with what you handed in.',
            ...(reason === '' ? [] : [`The reason: ${reason}`]),
            `Change what is needed and hand it in again: ${link}`,
          ],
        ] as const);
  return {
    to: mail.to_address,
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: [`Hello ${mail.to_name},`, ...lines, 'Cardwright'].join('\n\n'),
  };
}
