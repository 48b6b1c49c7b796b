// How reviews and cases are shown to operators, and what a refused decision means.
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import { effectOf } from '../reviews/effect.ts';
import { type Dossier, isOpen, type Matter, openProposal, sinceOf } from '../reviews/read.ts';
import type { ProposalRow, Refusal, Subject } from '../reviews/sql.ts';
import { facts, inOneLine, moment, type Shown, table } from './output.ts';
import { Problem } from './problem.ts';

/** So much of a reason fits beside the rest of a line; `review show` has all of it. */
const SHORT_REASON = 60;

const refusals: Record<Refusal | 'card_number', string> = {
  absent: 'There is no such proposal: see `review list`.',
  operator_unknown: 'Your token has ended: ask another operator to add you, and use the new token.',
  same_operator: 'You proposed this yourself: another operator has to approve it.',
  proposer_disabled: 'Whoever proposed this can no longer act: withdraw it, and propose it again if it is right.',
  not_in_review: 'The operation is no longer in review, so nothing was changed: see `review show`.',
  case_closed: 'The case is closed already, so nothing was changed: see `review show`.',
  evidence_does_not_fit:
    'The evidence does not fit: to complete an issue, give --receipt, --card-token and --last4; a top-up or service ' +
    '--receipt only; anything else none of them.',
  card_is_known: 'A card of this company has this token already: ask the issuer for the token of the new card.',
  insufficient_funds: 'The available balance would go below zero, so nothing was changed: propose a smaller amount.',
  proposed_already: 'There is an open proposal about it: approve or withdraw that one first, see `review show`.',
  approved_already: 'This was approved already, so nothing was changed: see `audit list`.',
  decided_already: 'This was approved or withdrawn already, so nothing was changed: see `audit list`.',
  withdrawn_already: 'This was withdrawn, so nothing was changed: propose it again if it is right.',
  card_number:
    'A text looks like a card number, which is kept nowhere: write * in place of all but its last four digits.',
};

/** The sentence for a decision that was not taken, with how things stand where that is known. */
export function problemOf(refusal: Refusal | 'card_number', dossier?: Dossier): Problem {
  const sentence = refusals[refusal];
  if (refusal !== 'not_in_review' || dossier === undefined) return new Problem(sentence);
  const { id, status } = dossier.operation;
  return new Problem(`${toId('operation', id)} is ${status}, so nothing was changed: only a review is decided here.`);
}

/** The id of a review or a case, as people type it. */
export const idOfSubject = ({ kind, id }: Subject): string => toId(kind, id);

/** What approving does, a line each. */
export const effectInWords = (proposal: ProposalRow, { operation }: Matter): string =>
  effectOf(proposal, operation)
    .map((sentence) => `  ${sentence}`)
    .join('\n');

/** What waits for a decision, one line each. */
export function showList(matters: readonly Matter[], limit: number): Shown {
  const shown = matters.map(toShown);
  const nextAfter = shown.length === limit ? (shown.at(-1)?.id ?? null) : null;
  const rows = matters.map((matter, index) => [
    shown[index]?.id ?? '',
    matter.company.name,
    matter.scope.environment,
    shown[index]?.kind ?? '',
    short(reasonOf(matter)),
    moment(sinceOf(matter)),
    formatUsd(matter.operation.held),
    nextCheckOf(matter),
    shown[index]?.openProposal ?? '',
  ]);
  const more = nextAfter === null ? '' : `\n\nThose behind: npm run admin -- review list --after ${nextAfter}`;
  return {
    json: { data: shown, nextAfter },
    text:
      rows.length === 0
        ? 'Nothing waits for a decision.'
        : table(
            ['id', 'company', 'environment', 'kind', 'reason', 'since', 'held', 'next check', 'open proposal'],
            rows,
          ) + more,
  };
}

/** Everything about one review or case, and the ways out as commands to copy. */
export function showDossier(dossier: Dossier): Shown {
  const { operation, found, company, scope, attempts } = dossier;
  const shown = toShown(dossier);
  const about: [string, string][] = [
    ...(found === undefined ? [] : [['case', `${shown.id}: ${found.kind}`] as [string, string]]),
    ['operation', `${shown.operation}: ${operation.type}, ${operation.status}`],
    ['company', `${company.name} (${shown.company}), ${scope.environment}`],
    ['reason', reasonOf(dossier)],
    ['since', moment(sinceOf(dossier))],
    ['total', `${shown.total} (${formatUsd(operation.amount)} and a fee of ${formatUsd(operation.fee)})`],
    ['held now', shown.held],
    [
      'sent as',
      `reference ${shown.operation}${operation.sent_at === null ? ', never' : `, ${moment(operation.sent_at)}`}`,
    ],
    ['last check', moment(operation.review_checked_at) || 'none yet'],
    ['next check', nextCheckOf(dossier) || 'none'],
  ];
  const evidence = attempts.map((attempt) => [moment(attempt.at), attempt.kind, attempt.outcome, attempt.detail]);
  return {
    json: {
      ...shown,
      attempts: attempts.map(({ at, kind, outcome, detail }) => ({ at, kind, outcome, detail })),
      proposals: dossier.proposals.map(toShownProposal),
      timeline: timelineOf(dossier).map(([at, what]) => ({ at, what })),
    },
    text: [
      facts(about),
      `Evidence\n${evidence.length === 0 ? 'Nothing was tried.' : table(['at', 'how', 'says', 'detail'], evidence)}`,
      `Timeline\n${table(
        ['at', 'what'],
        timelineOf(dossier).map(([at, what]) => [moment(at), what]),
      )}`,
      waysOut(dossier),
    ].join('\n\n'),
  };
}

/** A review or a case for scripts. */
export const toShown = (matter: Matter) => {
  const { subject, scope, company, operation, found } = matter;
  const proposal = openProposal(matter);
  return {
    id: idOfSubject(subject),
    kind: found?.kind ?? operation.type,
    open: isOpen(matter),
    company: toId('company', scope.companyId),
    companyName: company.name,
    environment: scope.environment,
    operation: toId('operation', operation.id),
    status: operation.status,
    reason: reasonOf(matter),
    since: sinceOf(matter),
    total: formatUsd(operation.amount + operation.fee),
    held: formatUsd(operation.held),
    nextCheckAt: operation.status === 'manual_review' ? operation.review_next_at : null,
    openProposal: proposal === undefined ? null : toId('proposal', proposal.id),
  };
};

const toShownProposal = (row: ProposalRow) => ({
  id: toId('proposal', row.id),
  action: row.action,
  reason: row.reason,
  receipt: row.receipt,
  cardToken: row.card_token,
  last4: row.last4,
  amount: row.amount === null ? null : formatUsd(row.amount),
  proposedBy: row.proposer,
  proposedAt: row.proposed_at,
  approvedBy: row.approver,
  approvedAt: row.approved_at,
  withdrawnBy: row.withdrawer,
  withdrawnAt: row.withdrawn_at,
});

const reasonOf = ({ found, operation }: Matter) => found?.detail ?? operation.review_reason;

const short = (text: string) => (text.length <= SHORT_REASON ? text : `${text.slice(0, SHORT_REASON - 1)}…`);

const nextCheckOf = ({ operation }: Matter) =>
  operation.status === 'manual_review' ? moment(operation.review_next_at) || 'no more' : '';

/** What happened, in the order of time. */
function timelineOf({ operation, cases, proposals }: Dossier): [Date, string][] {
  const events: [Date | null, string][] = [
    [operation.created_at, 'accepted, and the total held'],
    [operation.sent_at, 'marked as sent to the issuer'],
    [operation.review_opened_at, `in review: ${operation.review_reason}`],
    [operation.decided_at, operation.status],
    ...cases.flatMap((row): [Date | null, string][] => [
      [row.opened_at, `${toId('case', row.id)} opened: ${row.detail}`],
      [row.closed_at, `${toId('case', row.id)} closed: ${row.closing_note}`],
    ]),
    ...proposals.flatMap((row): [Date | null, string][] => [
      [row.proposed_at, `${toId('proposal', row.id)}: ${row.proposer} proposed to ${row.action}: ${row.reason}`],
      [row.approved_at, `${toId('proposal', row.id)}: ${row.approver} approved`],
      [row.withdrawn_at, `${toId('proposal', row.id)}: ${row.withdrawer} withdrew`],
    ]),
  ];
  return events
    .filter((event): event is [Date, string] => event[0] !== null)
    .toSorted(([one], [other]) => one.getTime() - other.getTime());
}

/** What can be done now, as commands to copy. */
function waysOut(dossier: Dossier): string {
  if (!isOpen(dossier)) return nothingLeft(dossier).join('\n');
  const proposal = openProposal(dossier);
  if (proposal !== undefined) return waysWith(proposal, dossier).join('\n');
  return (dossier.found === undefined ? waysOfReview(dossier) : waysOfCase(dossier)).join('\n');
}

const command = (rest: string) => `  npm run admin -- review ${rest}`;

/** Nobody should copy a reason that says nothing. */
const REASON = '--reason "WHO SAID SO"';

const nothingLeft = ({ cases, found }: Dossier): string[] => {
  const open = cases.filter(({ id, closed_at }) => closed_at === null && id !== found?.id);
  return ['Nothing is left to decide here.', ...open.map(({ id }) => command(`show ${toId('case', id)}`))];
};

/** What waits for a second operator, with its evidence and its effect. */
function waysWith(proposal: ProposalRow, matter: Matter): string[] {
  const { receipt, card_token, last4 } = proposal;
  const card = card_token === '' ? '' : `, card ${inOneLine(card_token)} ending in ${last4}`;
  const id = toId('proposal', proposal.id);
  return [
    `${inOneLine(proposal.proposer)} proposes to ${proposal.action}: ${inOneLine(proposal.reason)}`,
    ...(receipt === '' ? [] : [`Evidence: receipt ${inOneLine(receipt)}${card}.`]),
    'Approving it does this, at once and for good:',
    effectInWords(proposal, matter),
    '',
    'Another operator approves:',
    command(`approve ${id}`),
    'Any operator takes it back:',
    command(`withdraw ${id}`),
  ];
}

function waysOfReview({ subject, operation }: Matter): string[] {
  const id = idOfSubject(subject);
  const card = operation.type === 'issue' ? ' --card-token TOKEN --last4 0000' : '';
  return [
    'The issuer did it, and told you its receipt:',
    command(`propose ${id} --complete --receipt RECEIPT${card} ${REASON}`),
    'The issuer did not do it, and will not do it any more:',
    command(`propose ${id} --fail ${REASON}`),
    'Neither is certain: wait. The money stays held, and the issuer is asked again.',
  ];
}

/** What a company got or paid for nothing is the total, where the contradiction is right. */
function waysOfCase({ subject, operation }: Matter): string[] {
  const id = idOfSubject(subject);
  const total = formatUsd(operation.amount + operation.fee);
  return [
    ...(operation.status === 'completed'
      ? ['The issuer did not do it after all, so the company paid for nothing:', adjusting(id, total)]
      : []),
    ...(operation.status === 'failed'
      ? ['The issuer did it after all, so the company got it for nothing:', adjusting(id, `-${total}`)]
      : []),
    'Nothing has to be corrected:',
    command(`propose ${id} --close ${REASON}`),
  ];
}

const adjusting = (id: string, amount: string) => command(`propose ${id} --adjust ${amount} ${REASON}`);
