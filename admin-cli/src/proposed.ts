// Output of proposals, and the next step after a refusal.

import type { Proposal, Proposed } from '@cardwright/server/surfaces/desk/proposal-contract.ts';
import type { Static } from 'typebox';
import type { Sentences } from './desk.ts';
import { facts, inOneLine, moment, type Shown, table } from './output.ts';

type Proposal = Static<typeof Proposal>;

/** Messages for refused proposals, approvals and withdrawals, with the command that helps. */
export const deciding: Sentences = {
  proposal_not_found: 'Proposal not found: see `proposal list --all`.',
  case_closed: 'The case is already closed. Nothing was changed: see `review show`.',
  evidence_does_not_fit:
    'The evidence does not match the decision: completing an issue needs --receipt, --card-token and --last4; ' +
    'completing any other operation needs --receipt only; any other decision takes none of them.',
  card_number_refused:
    'A text looks like a card number, which is never stored: write * for all but its last four digits.',
  not_arrived: 'This amount has not arrived for the invoice beyond what was credited: see `review show`.',
  invoice_undecided: 'The money can still be credited on the invoice itself: decide the invoice, see `review show`.',
  not_adoptable:
    'This record cannot be adopted: it has no reference of ours, is not complete, or was replaced by a later change. ' +
    'Explain it with --close.',
  depends_on_unknown:
    'Its cardholder or card is not known here, or an older order for its card is not decided: see `review list`, and ' +
    'decide that case first.',
  other_invoice_unresolved: 'Another invoice of the company is unresolved: adopt this one when that one is final.',
  funds_missing: 'The available balance does not cover the order and its fee. Nothing was changed.',
  proposed_already:
    'There is already an open proposal about it: approve or withdraw that one first, see `proposal list`.',
  approved_already: 'This was already approved. Nothing was changed: see `audit list`.',
  decided_already: 'This was already approved or withdrawn. Nothing was changed: see `audit list`.',
  stands_already: 'Nothing was changed: it already has this status.',
  email_taken: 'An operator with this address already exists: see `operator list`, or use another.',
  company_not_found: 'Company not found: see `company list`.',
  holder_not_found: 'No cardholder of this company and environment has this id. Nothing was changed.',
  holder_has_cards:
    'A card of this cardholder is not closed. The company closes every card first. Nothing was changed.',
  holder_busy:
    'The registration, an operation, a review or a case of this cardholder is not finished: see `review list`. ' +
    'Nothing was changed.',
  product_not_found: 'Product not found: see `product list`.',
  price_does_not_fit: 'This kind of product has no price for this type of operation: see `product list`.',
  key_not_active: 'The key is no longer active. Nothing was changed: see `key list`.',
  key_replaced: 'The key was already replaced. Nothing was changed: rotate its successor.',
};

/** The next step for a proposal. */
export const nextSteps = (id: string): string =>
  `Another operator must approve it: cardwright-admin proposal approve ${id}, or at the desk under Proposals.`;

/** The result of a command that proposed something. */
export const showProposed = ({ proposal }: Static<typeof Proposed>): Shown => ({
  json: { proposal },
  text: `Proposed as ${proposal.id}. ${nextSteps(proposal.id)}`,
});

/** Proposals, one line each. */
export function showProposals(
  proposals: readonly Proposal[],
  { all, hasMore }: { all: boolean; hasMore: boolean },
): Shown {
  const nextBefore = hasMore ? (proposals.at(-1)?.id ?? null) : null;
  const lines = proposals.map((each) => [
    each.id,
    each.action,
    each.subject,
    each.proposer.name,
    moment(each.proposedAt),
    all ? each.state : moment(each.expiresAt),
    each.reason,
  ]);
  const head = ['id', 'action', 'subject', 'proposed by', 'proposed', all ? 'state' : 'expires', 'reason'];
  const older = `\n\nOlder ones: cardwright-admin proposal list${all ? ' --all' : ''} --before ${nextBefore}`;
  return {
    json: { data: proposals.map(toShown), nextBefore },
    text: lines.length === 0 ? 'No open proposals.' : table(head, lines) + (nextBefore === null ? '' : older),
  };
}

/** Everything about one proposal, with its effect. */
export function showProposal(proposal: Proposal): Shown {
  const { id, companyId, environment, approvedAt, withdrawnAt, effect, state } = proposal;
  const company = environment === null ? companyId : `${companyId}, ${environment}`;
  const rows: [string, string][] = [
    ['proposal', id],
    ['action', proposal.action],
    ['subject', proposal.subject],
    ...(companyId === null ? [] : [['company', company] as [string, string]]),
    ['reason', proposal.reason],
    ['proposed', byInWords(proposal.proposedAt, proposal.proposer)],
    ...(approvedAt === null ? [] : [['approved', byInWords(approvedAt, proposal.approver)] as [string, string]]),
    ...(withdrawnAt === null ? [] : [['withdrawn', byInWords(withdrawnAt, proposal.withdrawer)] as [string, string]]),
    ['expires', moment(proposal.expiresAt)],
    ['state', state],
  ];
  return {
    json: toShown(proposal),
    text: [
      facts(rows),
      ...(effect.length === 0 ? [] : [['Effect of the approval:', ...effect.map(inOneLine)].join('\n  ')]),
      ...(state === 'open'
        ? [`${nextSteps(id)}\nAny operator may withdraw it: cardwright-admin proposal withdraw ${id}`]
        : []),
    ].join('\n\n'),
  };
}

/** A proposal for scripts. */
const toShown = ({ companyId, reviewId, ...rest }: Proposal) => ({ ...rest, company: companyId, review: reviewId });

const byInWords = (at: string, by: Proposal['approver']): string =>
  by === null ? `${moment(at)}, because it expired` : `${moment(at)} by ${inOneLine(by.name)}`;
