// Emails to owners about their company.
import { toId } from '../../foundation/ids.ts';
import type { Email } from '../../platform/mail/mail.ts';
import { type Mailing, startSending } from '../../platform/mail/queued.ts';
import type { Working } from '../../platform/work/run.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import { firstOwnerEmail, invitedEmail } from '../people/words.ts';
import { findMail, finishMail, type TakenMail } from './sql.ts';

/** One per company at a time, and few for a mail server. */
const CONCURRENCY = 8;

/** A minute at first, six hours at most, as mail servers that defer mail expect. */
const BACKOFF = { firstSeconds: 60, longestSeconds: 6 * 3_600 };

/** Outcomes of an email, with reasons. */
const ends = {
  sent: { outcome: 'sent', reason: '' },
  nobody: { outcome: 'given_up', reason: 'no owner any more, or the invitation has ended' },
} as const;

/** Starts sending the queued emails to companies' members. */
export const startMailing = (mailing: Mailing & { stop: StopFile; portalUrl: string }): Working =>
  startSending(mailing, {
    kind: 'mail',
    stop: mailing.stop,
    concurrency: CONCURRENCY,
    backoff: BACKOFF,
    find: (work) => findMail(mailing.db, work),
    emailOf: (mail) => emailOf(mail, mailing.portalUrl),
    finish: (work, outcome) => finishMail(mailing.db, work, ends[outcome]),
  });

/** Composes the email of a queued row. */
function emailOf(mail: TakenMail, portalUrl: string): Email {
  if (mail.kind === 'member_invited') return memberEmail(mail, portalUrl);
  if (mail.kind !== 'owner_invited') return decisionEmail(mail, portalUrl);
  const link = `${portalUrl}/invitations/${toId('invitation', mail.id)}`;
  return firstOwnerEmail(mail.to_address, {
    company: mail.company_name,
    link,
    until: new Date(mail.details.until ?? 0),
  });
}

function memberEmail(mail: TakenMail, portalUrl: string): Email {
  const { email = '', role = '', by = '' } = mail.details;
  const link = `${portalUrl}/c/${toId('company', mail.company_id)}/team`;
  const to = { name: mail.to_name, email: mail.to_address };
  return invitedEmail(to, { company: mail.company_name, email, role, by, link });
}

function decisionEmail(mail: TakenMail, portalUrl: string): Email {
  const link = `${portalUrl}/c/${toId('company', mail.company_id)}/verification`;
  const reason = (mail.details.reason ?? '').trim();
  const [subject, lines] =
    mail.kind === 'verification_approved'
      ? ([
          `${mail.company_name} is verified`,
          ['Your company is verified. You can now use cards, funding, keys and webhooks.', link],
        ] as const)
      : ([
          `${mail.company_name} couldn't be verified yet`,
          [
            "We couldn't verify your company with the information that you submitted.",
            ...(reason === '' ? [] : [`Reason: ${reason}`]),
            `Update your verification and submit it again: ${link}`,
          ],
        ] as const);
  return {
    to: mail.to_address,
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: [`Hello ${mail.to_name},`, ...lines, 'Cardwright'].join('\n\n'),
  };
}
