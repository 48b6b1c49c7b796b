// The order of things: what may be accepted beside what, and what the issuer may let through.
import type { Context } from '../harness/proof.ts';
import { type Company, centsOf, type Kind, type Limits } from './companies.ts';
import type { OperationFact, Ours, TheirOrder, TheirPayment, Theirs } from './facts.ts';
import { effectOf } from './judge.ts';

type Violation = Context['violation'];

/** Letters of an instant that name its day and its month. */
const DAY = 'YYYY-MM-DD'.length;
const MONTH = 'YYYY-MM'.length;

/** Whether a new operation may begin beside an unfinished one of the same card. */
function mayBeginBeside(next: Kind, unfinished: Kind): boolean {
  if (next === 'close' || unfinished === 'close') return false;
  if (next === 'topup' || unfinished === 'topup') return true;
  return next === 'freeze' && unfinished !== 'freeze';
}

/** The statuses in which each may begin. */
const allowedIn: Partial<Record<Kind, readonly string[]>> = {
  topup: ['active'],
  freeze: ['active'],
  unfreeze: ['frozen'],
  limits: ['active', 'frozen'],
  close: ['active', 'frozen'],
};

const statusAfter: Partial<Record<Kind, string>> = {
  issue: 'active',
  freeze: 'frozen',
  unfreeze: 'active',
  close: 'closed',
};

/**
 * Checks what was accepted against the life of its card at that moment. Everything that accepts or settles holds the
 * lock of the book and takes its time under it, so an earlier time is an earlier commit. Equal times prove nothing.
 */
export function judgeAcceptance({ operations }: Ours, violation: Violation): void {
  for (const [cardId, all] of Map.groupBy(operations, ({ card_id }) => card_id)) {
    if (cardId === null) continue;
    for (const next of all.filter(({ type }) => type !== 'issue')) {
      const status = statusAt(all, next);
      if (status !== undefined && !allowedIn[next.type]?.includes(status))
        violation('an operation was accepted in the wrong status of its card', { next, status });
      const crossed = all.find((each) => wasUnfinished(each, next) && !mayBeginBeside(next.type, each.type));
      if (crossed !== undefined)
        violation('an operation was accepted beside an unfinished one that it may cross', { next, crossed });
    }
  }
}

/** Whether it was accepted before the other, and decided after the other was accepted. */
const wasUnfinished = (each: OperationFact, next: OperationFact): boolean =>
  each !== next &&
  each.type !== 'issue' &&
  each.created_at < next.created_at &&
  (each.decided_at === null || each.decided_at > next.created_at);

/** The status of the card when an operation was accepted; undefined when something was decided at the same time. */
function statusAt(all: readonly OperationFact[], { created_at }: OperationFact): string | undefined {
  const decided = all
    .filter(({ status, type }) => status === 'completed' && statusAfter[type] !== undefined)
    .toSorted((a, b) => Number(a.decided_at) - Number(b.decided_at));
  if (decided.some(({ decided_at }) => Number(decided_at) === created_at.getTime())) return undefined;
  const last = decided.findLast(({ decided_at }) => decided_at !== null && decided_at < created_at);
  return last === undefined ? undefined : statusAfter[last.type];
}

/** A card at the issuer, as far as the replay has come. */
type Replayed = { status: string; limits: Limits | null; balance: bigint; payments: TheirPayment[]; isClear: boolean };

/**
 * Replays every card at the issuer in the order of its numbers: each decision must be the one of a real issuer. Returns
 * how many payments it decided.
 */
export function replayIssuer(company: Company, { orders, payments }: Theirs, violation: Violation): number {
  type Step = { number: bigint; token: string | null; order?: TheirOrder; payment?: TheirPayment };
  const steps: Step[] = [
    ...orders.filter(({ status }) => status === 'done').map((order) => ({ ...order, order })),
    ...payments.map((payment) => ({ ...payment, payment })),
  ].toSorted((a, b) => Number(a.number - b.number));
  const cards = new Map<string, Replayed>();
  let decided = 0;
  for (const { token, order, payment } of steps) {
    const card = cards.get(token ?? '') ?? { status: '', limits: null, balance: 0n, payments: [], isClear: true };
    cards.set(token ?? '', card);
    if (order !== undefined) applyOrder(card, order, violation);
    if (payment === undefined) continue;
    const asked = company.payments.get(payment.reference);
    const reason = whyDeclined(card, payment);
    if (asked?.isDecided && reason !== undefined) {
      decided++;
      if (reason !== payment.decline_reason)
        violation('the issuer decided a payment wrongly', { payment, reason, card: { ...card, payments: [] } });
    }
    card.balance += effectOf(payment) - payment.returned;
    card.payments.push(payment);
    // What waits can become something else later, and its first amount is not known any more.
    card.isClear &&= asked !== undefined && !asked.isOpen;
  }
  return decided;
}

function applyOrder(card: Replayed, order: TheirOrder, violation: Violation): void {
  if (card.status === 'closed') violation('the issuer acted on a closed card', { order });
  if (order.kind === 'topup' && card.status !== 'active')
    violation('the issuer topped up a card that is not active', { order });
  card.status = statusAfter[order.kind] ?? card.status;
  if (order.kind === 'limits') card.limits = order.limits;
  card.balance += order.amount - centsOf(order.returned ?? '0.00');
}

/** Why the issuer must decline a payment: '' when it must not, undefined when an open payment hides it. */
function whyDeclined(card: Replayed, payment: TheirPayment): string | undefined {
  if (payment.amount > 0n) return '';
  const cents = 0n - payment.amount;
  if (card.status === 'closed') return 'card_closed';
  if (card.status === 'frozen') return 'card_frozen';
  const exceeds = (spent: bigint, limit: string | null | undefined) =>
    payment.type !== 'fee' && typeof limit === 'string' && spent + cents > centsOf(limit);
  if (exceeds(0n, card.limits?.perTransaction)) return 'limit_exceeded';
  if (!card.isClear) return undefined;
  const instant = payment.occurred_at.toISOString();
  const spentIn = (period: string) =>
    card.payments
      .filter(({ type, amount }) => type !== 'fee' && amount < 0n)
      .filter(({ occurred_at }) => occurred_at.toISOString().startsWith(period))
      .reduce((spent, each) => spent - effectOf(each), 0n);
  if (exceeds(spentIn(instant.slice(0, DAY)), card.limits?.perDay)) return 'limit_exceeded';
  if (exceeds(spentIn(instant.slice(0, MONTH)), card.limits?.perMonth)) return 'limit_exceeded';
  return cents > card.balance ? 'insufficient_balance' : '';
}
