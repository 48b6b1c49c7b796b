// How reviews and cases are shown to operators, and what a refused decision means.
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import { effectOf } from '../reviews/effect.ts';
import { type Dossier, isOpen, isUndecided, type Matter, openProposal, sinceOf, subjectOf } from '../reviews/read.ts';
import type { ProposalRow, Refusal, Subject } from '../reviews/sql.ts';
import { nextCheckAt, reasonOf, summaryOf } from '../reviews/summary.ts';
import { timelineOf } from '../reviews/timeline.ts';
import { waysFor } from '../reviews/ways.ts';
import { factsOfInvoice, toShownTransfers, transfersInWords } from './invoice-words.ts';
import { factsOfOperation } from './operation-words.ts';
import { facts, inOneLine, moment, type Shown, table } from './output.ts';
import { factsOfPayment, reportsInWords } from './payment-words.ts';
import { Problem } from './problem.ts';
import { command, wayInWords } from './ways-out.ts';

/** So much of a reason fits beside the rest of a line; `review show` has all of it. */
const SHORT_REASON = 60;

const refusals: Record<Refusal | 'card_number', string> = {
  absent: 'There is no such proposal: see `review list`.',
  operator_unknown: 'Your token has ended: ask another operator to add you, and use the new token.',
  same_operator: 'You proposed this yourself: another operator has to approve it.',
  proposer_disabled: 'Whoever proposed this can no longer act: withdraw it, and propose it again if it is right.',
  not_in_review: 'It is no longer in review, so nothing was changed: see `review show`.',
  case_closed: 'The case is closed already, so nothing was changed: see `review show`.',
  evidence_does_not_fit:
    'The evidence does not fit: to complete an issue, give --receipt, --card-token and --last4; a top-up or service ' +
    '--receipt only; anything else none of them.',
  card_is_known: 'A card of this company has this token already: ask the issuer for the token of the new card.',
  not_arrived: 'So much has not arrived for this invoice beyond what was credited: see `review show`.',
  more_arrived: 'Another transfer has arrived since this was proposed: withdraw it, look again, and propose it anew.',
  adjusted_already: 'Cases about this invoice were corrected by an amount: accepting it would credit money twice.',
  invoice_undecided: 'Its money can still be credited on the invoice itself: decide the invoice, see `review show`.',
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
  const { id, status } = subjectOf(dossier.about);
  return new Problem(
    `${toId(dossier.about.kind, id)} is ${status}, so nothing was changed: only a review is decided here.`,
  );
}

/** The id of a review or a case, as people type it. */
export const idOfSubject = ({ kind, id }: Subject): string => toId(kind, id);

/** What approving does, a line each. */
export const effectInWords = (proposal: ProposalRow, { about }: Matter): string =>
  effectOf(proposal, about)
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
    shown[index]?.held ?? '',
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
  const { about, found, company, scope, attempts, reports } = dossier;
  const shown = toShown(dossier);
  const first: [string, string][] = [
    ...(found === undefined ? [] : [['case', `${shown.id}: ${found.kind}`] as [string, string]]),
    ['company', `${company.name} (${shown.company}), ${scope.environment}`],
    ...(shown.reason === '' ? [] : [['reason', shown.reason] as [string, string]]),
    ['since', moment(sinceOf(dossier))],
  ];
  return {
    json: {
      ...shown,
      ...(about.kind === 'invoice' ? { transfers: toShownTransfers(about.invoice) } : {}),
      attempts: attempts.map(({ at, kind, outcome, detail }) => ({ at, kind, outcome, detail })),
      reports: reports.map(({ at, notification, outcome, said }) => ({ at, notification, outcome, said })),
      proposals: dossier.proposals.map(toShownProposal),
      timeline: timelineOf(dossier).map(([at, what]) => ({ at, what })),
    },
    text: [
      facts([...first, ...factsOf(dossier)]),
      ...(about.kind === 'invoice' ? [`Transfers\n${transfersInWords(about.invoice)}`] : []),
      `Evidence\n${about.kind === 'transaction' ? reportsInWords(reports) : attemptsInWords(dossier)}`,
      `Timeline\n${table(
        ['at', 'what'],
        timelineOf(dossier).map(([at, what]) => [moment(at), what]),
      )}`,
      waysOut(dossier),
    ].join('\n\n'),
  };
}

function factsOf(dossier: Dossier): [string, string][] {
  const { about } = dossier;
  switch (about.kind) {
    case 'operation':
      return factsOfOperation(about.operation, nextCheckOf(dossier));
    case 'invoice':
      return factsOfInvoice(about.invoice, nextCheckOf(dossier));
    case 'transaction':
      return factsOfPayment(about.payment);
  }
}

function attemptsInWords({ attempts }: Dossier): string {
  const rows = attempts.map(({ at, kind, outcome, detail }) => [moment(at), kind, outcome, detail]);
  return rows.length === 0 ? 'Nothing was tried.' : table(['at', 'how', 'says', 'detail'], rows);
}

/** A review or a case for scripts. */
export const toShown = summaryOf;

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

const short = (text: string) => (text.length <= SHORT_REASON ? text : `${text.slice(0, SHORT_REASON - 1)}…`);

function nextCheckOf(matter: Matter): string {
  const next = nextCheckAt(matter);
  return next === undefined ? '' : moment(next) || 'no more';
}

/** What can be done now, as commands to copy. */
function waysOut(dossier: Dossier): string {
  if (!isOpen(dossier)) return nothingLeft(dossier).join('\n');
  const proposal = openProposal(dossier);
  if (proposal !== undefined) return waysWith(proposal, dossier).join('\n');
  return waysFor(dossier).flatMap(wayInWords).join('\n');
}

/** A proposal that was overtaken does nothing any more, and still counts as one that waits. */
const nothingLeft = ({ cases, found, proposals }: Dossier): string[] => {
  const open = cases.filter(({ id, closed_at }) => closed_at === null && id !== found?.id);
  const overtaken = proposals.filter(isUndecided);
  return [
    'Nothing is left to decide here.',
    ...open.map(({ id }) => command(`show ${toId('case', id)}`)),
    ...overtaken.map(({ id }) => command(`withdraw ${toId('proposal', id)}`)),
  ];
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
