// The model, in plain arithmetic: where every cent is, at any moment on our side and at the end on both.
import type { Context } from '../harness/proof.ts';
import { actions, type Company, centsOf, FUNDS, type Limits } from './companies.ts';
import type { CardFact, OperationFact, Ours, PaymentFact, Theirs } from './facts.ts';

type Violation = Context['violation'];

/** Whether it is an action on a card: it holds nothing and costs nothing. */
const isAction = ({ type }: Pick<OperationFact, 'type'>): boolean => (actions as readonly string[]).includes(type);

const isFinal = ({ status }: OperationFact) => status === 'completed' || status === 'failed';
const isDone = ({ status }: OperationFact) => status === 'completed';
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const totalOf = ({ amount, fee }: OperationFact) => amount + fee;

/** What a payment has on its card now. */
export const effectOf = ({ status, amount }: Pick<PaymentFact, 'status' | 'amount'>): bigint =>
  status === 'pending' || status === 'settled' ? amount : 0n;

/** Limits as text, whatever the order of their names; none at all is three times none. */
export const limitsText = (limits: Limits | null): string =>
  [limits?.perTransaction, limits?.perDay, limits?.perMonth].map((limit) => limit ?? 'none').join(' ');

/** Checks what must hold in every snapshot of our tables. */
export function judgeOurs(ours: Ours, violation: Violation): void {
  judgeAccount(ours, violation);
  const operationsOf = Map.groupBy(ours.operations, ({ card_id }) => card_id ?? '');
  const paymentsOf = Map.groupBy(ours.payments, ({ card_id }) => card_id);
  for (const card of ours.cards)
    judgeCard(card, operationsOf.get(card.id) ?? [], paymentsOf.get(card.id) ?? [], violation);
  judgeEntries(ours, violation);
}

/** Deposits are what is available, held, spent on cards and fees, less what cards gave back. */
function judgeAccount({ operations, payments, balances }: Ours, violation: Violation): void {
  const held = sum(operations.filter((operation) => !isFinal(operation)).map(totalOf));
  const spent = sum(operations.filter(isDone).map(totalOf));
  const back = sum([...operations.filter(isDone), ...payments].map(({ returned }) => returned ?? 0n));
  if (balances.held !== held) violation('held money is not the cost of undecided operations', { balances, held });
  if (balances.available !== FUNDS - held - spent + back)
    violation('deposits are not available, held, spent and returned money', { balances, held, spent, back });
}

/** A card has what was put on it, moved by its payments, less what it gave back; its status is its last action's. */
function judgeCard(
  card: CardFact,
  operations: readonly OperationFact[],
  payments: readonly PaymentFact[],
  violation: Violation,
): void {
  const done = operations.filter(isDone).toSorted((a, b) => Number(a.decided_at) - Number(b.decided_at));
  const funded = sum(done.map(({ amount }) => amount));
  const paid = sum(payments.map(effectOf));
  const returned = sum([...done, ...payments].map((each) => each.returned ?? 0n));
  if (card.balance !== funded + paid - returned)
    violation('a card does not have what was put on it, paid and returned', { card, funded, paid, returned });
  const statuses = { issue: 'active', freeze: 'frozen', unfreeze: 'active', close: 'closed' };
  const moved = done.filter(({ type }) => type in statuses).at(-1);
  const status = statuses[moved?.type as keyof typeof statuses];
  if (card.status !== status) violation('the status of a card is not the one of its last action', { card, moved });
  const limits = done.filter(({ type }) => type === 'limits').at(-1)?.limits ?? null;
  if (limitsText(card.limits) !== limitsText(limits))
    violation('the limits of a card are not the last ones', { card, limits });
}

/** Exactly these entries: reservations with their end, and one return for each close and for each late payment. */
function judgeEntries({ operations, payments, entries, holds }: Ours, violation: Violation): void {
  const byReference = Map.groupBy(
    entries.filter(({ kind }) => kind !== 'sandbox_credit'),
    ({ reference }) => reference,
  );
  const expect = (reference: string, expected: readonly string[], about: object) => {
    const found = (byReference.get(reference) ?? []).map(
      ({ kind, available_delta, held_delta }) => `${kind} ${available_delta} ${held_delta}`,
    );
    byReference.delete(reference);
    if (found.join() !== expected.join()) violation('the ledger has other entries', { about, found, expected });
  };
  const returnOf = (amount: bigint | null) => (amount !== null && amount > 0n ? [`card_return ${amount} 0`] : []);
  for (const operation of operations) {
    const { reference } = operation;
    if (isAction(operation)) {
      expect(reference, isDone(operation) ? returnOf(operation.returned) : [], operation);
      if (holds.has(reference)) violation('an action on a card holds money', { operation });
      continue;
    }
    expect(reference, entriesOf(operation), operation);
    const state = isDone(operation) ? 'captured' : isFinal(operation) ? 'released' : 'open';
    if (holds.get(reference)?.state !== state) violation('a hold is not what its operation is', { operation });
  }
  for (const payment of payments) expect(payment.id, returnOf(payment.returned), payment);
  for (const [reference, left] of byReference) violation('entries that nothing explains', { reference, left });
}

function entriesOf(operation: OperationFact): string[] {
  const { amount, fee, status } = operation;
  const total = totalOf(operation);
  const reservation = `reservation ${0n - total} ${total}`;
  if (status === 'completed') return [reservation, `capture 0 ${0n - amount}`, `fee 0 ${0n - fee}`];
  return status === 'failed' ? [reservation, `release ${total} ${0n - total}`] : [reservation];
}

/** Compares both sides once nothing is on its way. */
export function judgeBoth(company: Company, ours: Ours, theirs: Theirs, violation: Violation): void {
  judgePromises(company, ours, violation);
  judgeOrders(ours, theirs, violation);
  judgeCards(ours, theirs, violation);
  judgePayments(ours, theirs, violation);
}

/** Everything that a client was told of exists, as it was asked for, and nothing else does. */
function judgePromises(company: Company, ours: Ours, violation: Violation): void {
  const operations = new Map(ours.operations.map((operation) => [operation.reference, operation]));
  for (const [id, asked] of company.operations) {
    const found = operations.get(id);
    if (found === undefined) violation('an accepted operation is gone', { id, asked });
    else if (found.type !== asked.kind || found.amount !== asked.amount)
      violation('an operation is not what was asked for', { asked, found });
    else if (asked.limits !== undefined && limitsText(found.limits) !== limitsText(asked.limits))
      violation('an operation has other limits than were asked for', { asked, found });
  }
  if (operations.size !== company.operations.size)
    violation('there are operations that nobody was told of', { ours: operations.size, told: company.operations.size });
  const payments = new Set(ours.payments.map(({ reference }) => reference));
  for (const reference of company.payments.keys())
    if (!payments.has(reference)) violation('a payment is gone', { reference });
  if (payments.size !== company.payments.size)
    violation('there are payments that nobody asked for', { ours: payments.size, told: company.payments.size });
}

/** Codes of operations that fail without the issuer: cancelled, or given up after 15 minutes without a connection. */
const NEVER_SENT = ['cancelled', 'issuer_unreachable'];

/** Each operation reached the issuer at most once, and is what the issuer made of it. */
function judgeOrders(ours: Ours, theirs: Theirs, violation: Violation): void {
  const orders = new Map(theirs.orders.map((order) => [order.reference, order]));
  for (const operation of ours.operations) {
    const { reference, status } = operation;
    const order = orders.get(reference);
    orders.delete(reference);
    const requests = theirs.requests.get(reference) ?? 0;
    if (requests > 1) violation('an operation was sent more than once', { operation, requests });
    const wasNotSent = status === 'failed' && NEVER_SENT.includes(operation.failure_code);
    if (wasNotSent && requests > 0) violation('a cancelled operation was sent', { operation });
    if (wasNotSent && order === undefined) continue;
    const expected = order === undefined ? 'manual_review' : order.status === 'done' ? 'completed' : 'failed';
    if (status !== expected) violation('we and the issuer disagree about an operation', { operation, order });
    if (operation.type === 'close' && status === 'completed' && operation.returned !== centsOf(order?.returned ?? ''))
      violation('a close returned another amount than the issuer returned', { operation, order });
  }
  for (const order of orders.values()) violation('the issuer has an order that we do not', order);
}

/** Statuses, balances and limits are the same on both sides. */
function judgeCards(ours: Ours, theirs: Theirs, violation: Violation): void {
  const cards = new Map(theirs.cards.map((card) => [card.token, card]));
  for (const card of ours.cards) {
    const their = cards.get(card.token);
    cards.delete(card.token);
    const isSame =
      card.status === their?.status &&
      card.balance === their.balance &&
      limitsText(card.limits) === limitsText(their.limits);
    if (!isSame) violation('a card is another one at the issuer', { card, their });
    if (card.status === 'closed' && card.balance > 0n) violation('a closed card has money', { card });
  }
  for (const card of cards.values()) violation('the issuer has a card that we do not', card);
  const funded = sum(theirs.orders.filter(({ status }) => status === 'done').map(({ amount }) => amount));
  const back = sum(theirs.orders.map(({ returned }) => centsOf(returned ?? '0.00')));
  const paid = sum(theirs.payments.map((payment) => effectOf(payment) - payment.returned));
  const left = sum(theirs.cards.map(({ balance }) => balance));
  if (left !== funded + paid - back) violation('the issuer lost or made money', { funded, paid, back, left });
}

/** Payments are the same on both sides, with the same reasons and returns. */
function judgePayments(ours: Ours, theirs: Theirs, violation: Violation): void {
  const tokenOf = new Map(ours.cards.map(({ id, token }) => [id, token]));
  const payments = new Map(theirs.payments.map((payment) => [payment.reference, payment]));
  for (const payment of ours.payments) {
    const their = payments.get(payment.reference);
    payments.delete(payment.reference);
    const isSame =
      their !== undefined &&
      tokenOf.get(payment.card_id) === their.token &&
      payment.type === their.type &&
      payment.status === their.status &&
      payment.amount === their.amount &&
      (payment.decline_reason ?? '') === their.decline_reason &&
      (payment.returned ?? 0n) === their.returned;
    if (!isSame) violation('a payment is another one at the issuer', { payment, their });
  }
  for (const payment of payments.values()) violation('the issuer has a payment that we do not', payment);
}
