// Emails to operators: what was proposed, decided or withdrawn, and who gained access by breaking glass.
import type { Email } from '../../platform/mail/mail.ts';
import { type Mailing, startSending } from '../../platform/mail/queued.ts';
import type { Working } from '../../platform/work/run.ts';
import { neverStopped } from '../../platform/work/stop.ts';
import { dollars, effectOf, type Names } from './effect.ts';
import { findOperatorMail, finishOperatorMail, type Told } from './sql.ts';

/** All of them belong to no company, which may use an eighth of this: four. */
const CONCURRENCY = 32;

/** Ten seconds at first, an hour at most: decisions are urgent. */
const BACKOFF = { firstSeconds: 10, longestSeconds: 3_600 };

export type OperatorMailing = Mailing & {
  /** When it is not set, emails name the proposal without a link. */
  deskUrl: string | undefined;
};

/** `held`: the amount that an operation in review holds, in cents. */
export type ToldInFull = Told & { held?: string | null };

type BrokenGlass = { name: string; email: string; reason: string; from: string };

/** An email to one operator. */
export type OperatorMail = { to_name: string; to_address: string; created_at: Date } & (
  | { kind: 'proposed' | 'decided' | 'withdrawn'; details: ToldInFull }
  | { kind: 'broken_glass'; details: BrokenGlass }
);

/** Starts sending queued emails to operators. */
export const startMailingOperators = (mailing: OperatorMailing): Working =>
  startSending(mailing, {
    kind: 'operator_mail',
    stop: neverStopped, // decisions are announced even while all other work is stopped
    concurrency: CONCURRENCY,
    backoff: BACKOFF,
    find: (work) => findOperatorMail(mailing.db, work),
    emailOf: (mail) => emailOf(mail as OperatorMail, mailing.deskUrl),
    finish: (work, outcome) =>
      finishOperatorMail(mailing.db, work, outcome === 'sent' ? '' : 'not sent: the operator is disabled'),
  });

/** Keeps text that operators typed on one line. */
const inOneLine = (words: string): string => words.replace(/[\s\p{C}]+/gu, ' ').trim();

/** The text of a queued email. */
export function emailOf(mail: OperatorMail, deskUrl: string | undefined): Email {
  const { subject, lines } =
    mail.kind === 'broken_glass' ? brokenGlass(mail.details, deskUrl) : aboutProposal(mail.kind, mail.details, deskUrl);
  return {
    to: mail.to_address,
    subject: inOneLine(subject),
    text: [`Hello ${inOneLine(mail.to_name)},`, ...lines, 'Cardwright'].join('\n\n'),
  };
}

type Content = { subject: string; lines: string[] };

/** Actions in the words of a subject line. */
const actionsInWords: Readonly<Record<string, string>> = {
  'company.activate': 'switch on a live capability',
  'company.limits': 'change rate limits',
  'company.invite_owner': 'invite the first owner',
  'holder.erase': 'erase a cardholder',
  'key.create_live': 'create a live key',
  'key.rotate_live': 'rotate a live key',
  'product.set': 'add or change a product',
  'product.price': 'set a price',
  'operator.add': 'add an operator',
  'operator.enable': 'enable an operator',
  'operator.reset': 'reset two-factor authentication',
  'review.decide': 'decide a review',
};

function aboutProposal(
  kind: 'proposed' | 'decided' | 'withdrawn',
  told: ToldInFull,
  deskUrl: string | undefined,
): Content {
  const what = actionsInWords[told.action] ?? told.action;
  const about = [`About: ${told.subject}`, ...(told.company === null ? [] : [`Company: ${told.company}`])];
  const facts = [
    ...about,
    ...(told.environment === null ? [] : [`Environment: ${told.environment}`]),
    `Reason: ${inOneLine(told.reason)}`,
    ...evidenceOf(told),
  ].join('\n');
  const effect = sentencesOf(told).map((sentence) => `- ${inOneLine(sentence)}`);
  const link = deskUrl === undefined ? `At the desk: ${told.proposal}` : `${deskUrl}/proposals/${told.proposal}`;
  const [proposer, approver, withdrawer] = [told.proposer, told.approver ?? '', told.withdrawer ?? ''].map(inOneLine);
  switch (kind) {
    case 'proposed':
      return {
        subject: `Approval needed: ${what}`,
        lines: [
          `${proposer} proposes to ${what}.`,
          facts,
          ['Approving it does this:', ...effect].join('\n'),
          `Any operator other than ${proposer} can approve it until ${instant(told.expiresAt)}. Any operator can withdraw it.`,
          link,
        ],
      };
    case 'decided':
      return {
        subject: `Approved: ${what}`,
        lines: [
          `${approver} approved the proposal of ${proposer} to ${what}. It is done.`,
          facts,
          ['It did this:', ...effect].join('\n'),
          link,
          'If your name is here and this was not you, tell the other operators immediately: they can disable you.',
        ],
      };
    case 'withdrawn':
      return {
        subject: `Withdrawn: ${what}`,
        lines: [`${withdrawer} withdrew the proposal of ${proposer} to ${what}. Nothing was changed.`, facts, link],
      };
  }
}

/** The effect of approving, from what the proposal stored. An email reads nothing more. */
function sentencesOf(told: ToldInFull): string[] {
  if (told.action === 'review.decide') return sentencesOfDecision(told);
  const { name, email } = told.details;
  const person = typeof name === 'string' && typeof email === 'string' ? `${name} (${email})` : undefined;
  const names: Names = new Map(person === undefined ? [] : [[told.subject, person]]);
  const sentences = effectOf({ id: '', action: told.action, told }, { names, dossier: undefined });
  return sentences.length > 0 ? sentences : [JSON.stringify(told.details)];
}

function sentencesOfDecision({ subject, details, held }: ToldInFull): string[] {
  const { decision, cents } = details;
  const amount = dollars(typeof cents === 'string' ? cents : '0');
  const total = held == null ? 'The money' : dollars(held);
  const isOver = (status: string) => `${subject} is permanently ${status}, and the company is notified.`;
  switch (decision) {
    case 'complete':
      return [`${total} on hold is charged.`, isOver('completed')];
    case 'accept':
      return [`A deposit of ${amount} is credited, less our fee.`, isOver('completed')];
    case 'fail':
      return [subject.startsWith('inv_') ? 'Nothing is credited.' : `${total} on hold is released.`, isOver('failed')];
    case 'adjust':
      return [`The company's available balance changes by ${amount}.`, `${subject} is closed.`];
    default:
      return [`${subject} is closed. No money moves.`];
  }
}

/** An instant, to the minute. */
const instant = (at: string): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The evidence of a review decision, beside its reason. */
function evidenceOf({ action, details }: ToldInFull): string[] {
  if (action !== 'review.decide') return [];
  const { receipt, last4 } = details;
  return [
    ...(typeof receipt === 'string' ? [`Issuer's receipt: ${inOneLine(receipt)}`] : []),
    ...(typeof last4 === 'string' ? [`Card ending in: ${inOneLine(last4)}`] : []),
  ];
}

function brokenGlass({ name, email, reason, from }: BrokenGlass, deskUrl: string | undefined): Content {
  return {
    subject: `Break-glass: ${name} becomes an operator`,
    lines: [
      `Somebody with the database owner's credentials added ${inOneLine(name)} (${inOneLine(email)}) as an operator, without a proposal.`,
      `Reason: ${inOneLine(reason)}`,
      `They can sign in and approve from ${instant(from)}.`,
      `If this should not happen, disable this operator before then: ${deskUrl === undefined ? 'at the desk under Operators' : `${deskUrl}/operators`}`,
      "Then replace the owner's password, because somebody else has it.",
    ],
  };
}
