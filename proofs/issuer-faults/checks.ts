// The invariants of every operation at any moment, and of all of them together: both sides' books are compared.

import type { Context } from '../harness/proof.ts';
import type { Fact, Facts } from './facts.ts';
import { isAction, type Ordered, totalOf, usdText } from './menu.ts';
import { type Company, FUNDS } from './orders.ts';

/** How long an unreachable issuer is retried; only then is the hold released. */
const GIVE_UP_MS = 15 * 60_000;

/** The phase of a run: while running, operations may be under way; when quiet, only unreachable ones may wait. */
export type Moment = 'running' | 'quiet' | 'over';

type Violation = Context['violation'];

/** Checks everything known about one company. Shares no code with the settlement of operations. */
export function judge(company: Company, facts: Facts, moment: Moment, violation: Violation): void {
  let held = 0n;
  let spent = 0n;
  let returned = 0n;
  for (const fact of facts.operations.values()) {
    if (fact.status === 'completed') returned += fact.returned ?? 0n;
    if (fact.status !== 'completed' && fact.status !== 'failed') held += totalOf(fact);
    if (fact.status === 'completed') spent += totalOf(fact);
    const ordered = company.orders.get(fact.id);
    // While a run goes on, a client may not have read the answer to an order that is already stored.
    if (ordered !== undefined) judgeOperation(asArrived(ordered, fact), fact, moment, violation);
    else if (moment !== 'running') violation('an operation that nobody ordered', { id: fact.id });
  }
  if (held !== facts.balances.held)
    violation('held money is not the cost of undecided operations', { held: facts.balances.held, undecided: held });
  if (facts.balances.available !== FUNDS - held - spent + returned)
    violation('available money is not the funds minus held and spent, plus returned', {
      ...facts.balances,
      undecided: held,
      spent,
      returned,
    });
  if (facts.sequences.some((sequence, index) => sequence !== BigInt(index + 1)))
    violation('events are not numbered without a gap', { account: company.account });
  if (facts.lastSequence !== BigInt(facts.sequences.length))
    violation('the event counter differs from the number of events', {
      account: company.account,
      last: facts.lastSequence,
    });
  if (moment === 'running') return;
  for (const id of company.orders.keys()) {
    if (!facts.operations.has(id)) violation('an accepted order is gone', { id });
  }
  judgeCards(company, facts, violation);
}

/**
 * The possible outcome of an order, whatever it asked for: one that arrives after its deadline is rejected, one that
 * never arrived has no effect. Only stalled workers and busy machines cause either.
 */
export function asArrived(ordered: Ordered, { truth, requests }: Fact): Ordered {
  if (truth?.code === 'expired') return { ...ordered, effect: 'rejected' };
  return requests === 0 ? { ...ordered, effect: 'none' } : ordered;
}

function judgeOperation(ordered: Ordered, fact: Fact, moment: Moment, violation: Violation): void {
  const { scenario, known } = ordered.fault;
  const wrong = (what: string, details: object = {}) =>
    violation(what, {
      scenario,
      kind: fact.type,
      id: fact.id,
      status: fact.status,
      ...details,
      attempts: fact.attempts,
    });

  if (fact.requests > 1) wrong('an order was sent more than once', { requests: fact.requests });
  if (fact.unsigned > 0) wrong('an order was sent without a valid signature');
  if (known === 'refused' && fact.requests > 0) wrong('the issuer heard of an order that nobody could have sent');
  if (fact.type !== ordered.kind || fact.amount !== ordered.amount || fact.fee !== ordered.fee)
    wrong('an operation is not what was ordered', { amount: fact.amount, fee: fact.fee, ordered });
  if (fact.truth !== undefined && fact.truth.status !== ordered.effect)
    wrong('the issuer did something else than the menu says', { truth: fact.truth });

  judgeStatus(ordered, fact, moment, wrong);
  judgeEvidence(ordered, fact, wrong);
  judgeMoney(ordered, fact, wrong);
  judgeEvents(ordered, fact, wrong);
}

type Wrong = (what: string, details?: object) => void;

/** A status has its reason at the issuer: captures and releases follow the issuer's effects. */
function judgeStatus({ fault, kind, amount }: Ordered, fact: Fact, moment: Moment, wrong: Wrong): void {
  const { truth } = fact;
  switch (fact.status) {
    case 'completed':
      if (truth?.status !== 'done') return wrong('completed, and the issuer has not done it', { truth });
      if (truth.amount_cents !== amount || truth.kind !== kind)
        wrong('completed, and the issuer did something else', { truth, amount });
      if (fact.receipt === '') wrong('completed without a receipt');
      return;
    case 'failed':
      if (truth?.status === 'rejected' || wasLiedTo(fact)) return;
      if (fault.known !== 'refused') return wrong('released without a definite rejection', { truth });
      if (!hasBeenUnreachable(fact)) wrong('released before the end of the 15 minutes', { since: fact.refused_since });
      return;
    case 'manual_review':
      if (fact.review_reason === '') wrong('a review without a reason');
      // A stalled worker's claims are lost, and only that worker knows that nothing was sent.
      if (fault.known === 'refused' && !fact.attempts.some(({ kind }) => kind === 'lost'))
        wrong('a review of what was never sent');
      return;
    case 'queued':
      if (moment === 'over' || (moment === 'quiet' && fault.known !== 'refused')) wrong('left in the queue');
      return;
    default:
      if (moment === 'over' || (moment === 'quiet' && fault.known !== 'refused')) wrong('left on its way');
  }
}

/** A lie of the issuer that came before its answer: a verified notification is trusted, as the protocol says. */
export const wasLiedTo = ({ attempts }: Fact): boolean => {
  const first = attempts.find(isDefinite);
  return first?.kind === 'notification' && first.outcome === 'rejected';
};

/** The time of a read is when it was noted: the issuer may have answered this much earlier. */
const LONGEST_READ_MS = 10_000;

const isDefinite = ({ outcome }: { outcome: string }) => outcome === 'done' || outcome === 'rejected';

/** Time is taken from the evidence, which sandbox clocks do not move. */
export function hasBeenUnreachable({ refused_since, attempts }: Fact): boolean {
  const end = attempts.at(-1)?.at;
  return refused_since !== null && end !== undefined && end.getTime() - refused_since.getTime() >= GIVE_UP_MS;
}

/** Knowledge and its time: an ambiguous answer settles nothing, and a definite one is not ignored. */
function judgeEvidence({ fault, effect }: Ordered, fact: Fact, wrong: Wrong): void {
  const { attempts, status, arrivedAt } = fact;
  const said = (...ways: string[]) => attempts.filter(({ kind }) => ways.includes(kind)).map(({ outcome }) => outcome);
  const isFinal = status === 'completed' || status === 'failed';
  const outcome = status === 'completed' ? 'done' : 'rejected';
  const first = attempts.find(isDefinite);
  if (isFinal && first?.outcome !== outcome) wrong('decided otherwise than by the first definite answer', { first });
  if (fault.known === 'ambiguous') {
    if (attempts.some((attempt) => attempt.kind === 'send' && isDefinite(attempt)))
      wrong('an answer that does not fit was believed');
    if (said('notification').length > 0) wrong('a notification that the issuer never sent');
    if (isFinal && !said('read').includes(outcome)) wrong('decided before a read gave a definite answer');
  }
  if (!isFinal && first !== undefined) wrong('undecided although the issuer gave a definite answer', { first });
  // A read shows the issuer's books, whatever the answer to the order looked like. Before an order arrived, they show
  // nothing: a stalled sender is taken for lost, its order is read, and only then does the order arrive.
  const definite = effect === 'none' ? 'absent' : effect;
  for (const { kind, outcome: answer, at } of attempts) {
    if (kind !== 'read' || answer === definite || answer === 'unknown') continue;
    const isBefore = arrivedAt === undefined || at.getTime() - LONGEST_READ_MS < arrivedAt.getTime();
    if (answer !== 'absent' || !isBefore) wrong('a read said something else than the issuer knows', { answer });
  }
}

/**
 * A hold is reserved once and ends once: captured with its fee, or released. Undecided operations keep it. An action on
 * a card has none; a close returns the balance of its card once.
 */
function judgeMoney({ returns }: Ordered, fact: Fact, wrong: Wrong): void {
  const { amount, fee, status } = fact;
  const total = totalOf(fact);
  const reservation = `reservation ${0n - total} ${total}`;
  const ends: Record<string, [string, string[]]> = {
    completed: ['captured', [`capture 0 ${0n - amount}`, `fee 0 ${0n - fee}`]],
    failed: ['released', [`release ${total} ${0n - total}`]],
  };
  const [state, entries] = ends[status] ?? ['open', []];
  const found = fact.entries.map(({ kind, available_delta, held_delta }) => `${kind} ${available_delta} ${held_delta}`);
  if (isAction(fact.type)) {
    const expected = returns > 0n && status === 'completed' ? `card_return ${returns} 0` : '';
    if (found.join() !== expected) wrong('the ledger says something else', { entries: found, expected });
    if (fact.hold !== undefined) wrong('an action holds money', { hold: fact.hold });
    return;
  }
  if (found.join() !== [reservation, ...entries].join()) wrong('the ledger says something else', { entries: found });
  if (fact.hold?.state !== state || fact.hold.amount !== total)
    wrong('the hold is not what it should be', { hold: fact.hold });
}

/** Each settlement has one event with the right content; a review has its own event before. */
function judgeEvents({ fault }: Ordered, fact: Fact, wrong: Wrong): void {
  const types = fact.told.map(({ type }) => type.replace('operation.', ''));
  const isOpen = fact.status === 'queued' || fact.status === 'processing';
  const wasReviewed = types[0] === 'manual_review';
  const expected = isOpen
    ? []
    : wasReviewed && fact.status !== 'manual_review'
      ? ['manual_review', fact.status]
      : [fact.status];
  if (types.join() !== expected.join()) wrong('what was told is not what happened', { types });
  if (fault.known === 'ambiguous' && !isOpen && !wasReviewed) wrong('decided without a review');
  for (const { type, object } of fact.told) {
    if (`operation.${object.status}` !== type || object.total !== usdText(totalOf(fact)))
      wrong('an event tells something else than its operation', { type, object });
  }
}

/** Each card that we show exists at the issuer, with the same money except for unknown outcomes. */
function judgeCards(company: Company, facts: Facts, violation: Violation): void {
  const unknownTo = new Map<string, bigint>();
  let captured = 0n;
  let done = 0n;
  let unsettled = 0n;
  const issued = new Set<string>();
  const actedOn = new Set<string>(); // by actions of which we do not know that they are done
  for (const fact of facts.operations.values()) {
    const { truth, type, status, amount } = fact;
    if (status === 'completed') captured += amount;
    if (truth?.status !== 'done') continue;
    done += truth.amount_cents;
    if (status !== 'completed') unsettled += truth.amount_cents;
    if (truth.token === null) continue;
    if (isAction(type)) {
      if (status !== 'completed') actedOn.add(truth.token);
    } else if (status !== 'completed') {
      unknownTo.set(truth.token, (unknownTo.get(truth.token) ?? 0n) + amount);
    } else if (type === 'issue') {
      const card = facts.cards.get(fact.card_id ?? '');
      if (card === undefined || issued.has(card.id)) violation('an issued card does not exist', { id: fact.id, card });
      issued.add(fact.card_id ?? '');
    }
  }
  if (done !== captured + unsettled)
    violation('money at the issuer differs from the captured money', {
      account: company.account,
      done,
      captured,
      unsettled,
    });
  if (issued.size + company.made.size !== facts.cards.size)
    violation('cards and completed issues differ in number', { cards: facts.cards.size, issued: issued.size });
  for (const { id, token, balance, status } of facts.cards.values()) {
    if (token === 'ict_nobody' || actedOn.has(token)) continue; // unknown to the issuer on purpose, or to us
    const theirs = facts.issuerCards.get(token);
    const unknown = unknownTo.get(token) ?? 0n;
    if (theirs?.status !== status || theirs.balance !== balance + unknown)
      violation('a card is another one at the issuer', { id, balance, status, theirs, unknown });
  }
}
