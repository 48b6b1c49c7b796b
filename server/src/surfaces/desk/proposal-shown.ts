// Proposals as the desk shows them to the current operator.
import type { Static } from 'typebox';
import { listProducts, type Product } from '../../cards/products/products.ts';
import { fromId, toId } from '../../foundation/ids.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Proposed as ProposedAction } from '../../identity/operators/act.ts';
import { listOperators } from '../../identity/operators/operators.ts';
import { effectOf, findDossierOf, readNames } from '../../oversight/proposals/effect.ts';
import { findProposal, type ProposalRow } from '../../oversight/proposals/sql.ts';
import { stateOf, whyNot } from '../../oversight/proposals/state.ts';
import { type Dossier, openProposal } from '../../oversight/reviews/read.ts';
import { shownAt, shownAtOrNull } from './contract.ts';
import type { DeskDeps, DeskOperator } from './deps.ts';
import { mayByToken } from './operator.ts';
import { toPriceChanges } from './price-contract.ts';
import type { Proposal, Proposed } from './proposal-contract.ts';

/** Proposals with the effect of approving them, and whether this operator may. */
export async function toProposals(
  { db, clock }: DeskDeps,
  operator: DeskOperator,
  rows: readonly ProposalRow[],
): Promise<Static<typeof Proposal>[]> {
  const now = clock.now();
  const isPriced = (row: ProposalRow) => pricing.has(row.action) && stateOf(row, now) === 'open';
  const [names, operators, products, dossiers] = await Promise.all([
    readNames(db, rows),
    listOperators(db),
    rows.some(isPriced) ? listProducts(db) : [],
    Promise.all(rows.map(async (row) => (stateOf(row, now) === 'open' ? findDossierOf(db, row) : undefined))),
  ]);
  return rows.map((row, index) => {
    const dossier = dossiers[index];
    const refusal =
      whyNot(row, { operatorId: operator.id, operators, now }) ??
      (mayByToken(operator.by, row.action) ? whyOvertaken(row, dossier) : 'token_may_not');
    return {
      ...factsOf(row, now),
      subjectName: names.get(row.told.subject) ?? nameIn(row.told.details),
      companyName: names.get(row.told.company ?? '') ?? null,
      effect: effectOf(row, { names, dossier }),
      priceChanges: isPriced(row) ? priceChangesOf(row, products) : [],
      mayApprove: refusal === undefined,
      whyNot: refusal ?? null,
    };
  });
}

/** The actions that set prices. */
const pricing: ReadonlySet<string> = new Set(['product.price', 'product.set']);

/** A product that is only proposed has no price yet. */
function priceChangesOf({ told: { subject, details } }: ProposalRow, products: readonly Product[]) {
  const id = fromId('product', subject) ?? '';
  const known = products.find((product) => product.id === id);
  return toPriceChanges(details, known ?? { id, name: nameIn(details) ?? '', prices: {} });
}

/** The name of what is only proposed: a product, a key or an operator. */
const nameIn = ({ name }: ProposalRow['told']['details']): string | null => (typeof name === 'string' ? name : null);

/** One proposal, or a refusal. */
export async function readProposal(
  deps: DeskDeps,
  operator: DeskOperator,
  id: string,
): Promise<Static<typeof Proposal>> {
  const row = (await findProposal(deps.db, id)) ?? refuse('proposal_not_found');
  const [shown] = await toProposals(deps, operator, [row]);
  return shown ?? refuse('proposal_not_found');
}

/** The response of an action that needs two people: its proposal, or the refusal. */
export async function asProposal(
  deps: DeskDeps,
  operator: DeskOperator,
  answer: ProposedAction | { refused: string },
): Promise<Static<typeof Proposed>> {
  if ('refused' in answer) refuse(codeOf(answer.refused));
  return { proposal: await readProposal(deps, operator, answer.proposed) };
}

/** Database refusals with another name at the desk. */
const renamed: Readonly<Record<string, RefusalCode>> = {
  absent: 'proposal_not_found',
  insufficient_funds: 'balance_too_low',
  card_number: 'card_number_refused',
  no_such_live_key: 'key_not_active',
  replaced_already: 'key_replaced',
};

/** The error code of a refusal. */
export const codeOf = (refusal: string): RefusalCode => renamed[refusal] ?? (refusal as RefusalCode);

/** A proposal whose subject was decided meanwhile is closed, although nobody withdrew it. */
function whyOvertaken(row: ProposalRow, dossier: Dossier | undefined): RefusalCode | undefined {
  if (dossier === undefined || openProposal(dossier)?.id === row.id) return undefined;
  return row.subject_kind === 'case' ? 'case_closed' : 'not_in_review';
}

const factsOf = (row: ProposalRow, now: Date) => ({
  id: toId('proposal', row.id),
  action: row.action,
  subject: row.told.subject,
  companyId: row.told.company,
  environment: row.environment,
  reviewId: row.subject_kind === null ? null : row.told.subject,
  reason: row.told.reason,
  details: row.told.details,
  proposer: { id: toId('operator', row.proposed_by), name: row.told.proposer },
  proposedAt: shownAt(row.proposed_at),
  expiresAt: shownAt(row.expires_at),
  approver: namedOrNull(row.approved_by, row.told.approver),
  approvedAt: shownAtOrNull(row.approved_at),
  withdrawer: namedOrNull(row.withdrawn_by, row.told.withdrawer),
  withdrawnAt: shownAtOrNull(row.withdrawn_at),
  state: stateOf(row, now),
});

const namedOrNull = (id: string | null, name: string | null) =>
  id === null ? null : { id: toId('operator', id), name: name ?? '' };
