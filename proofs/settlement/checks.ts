// The final invariants of every invoice, by the issuer's own books: a payment that is exact and in time is
// credited, once, and nothing else is; every other transfer is visible.

import type { Context } from '../harness/proof.ts';
import { microsText } from '../money/reference.ts';
import type { Fact } from './facts.ts';
import { ambiguousScenarios } from './fates.ts';

type Violation = Context['violation'];

/** 1.5 % of a deposit in cents, rounded up. */
const feeOf = (cents: bigint) => (cents * 3n + 199n) / 200n;

/** Whether a transfer of exactly the required amount happened before the instant of expiry. */
export const isPaid = ({ deposit, arrived }: Fact): boolean =>
  arrived.some((each) => each.amount === deposit?.pay_amount && isInTime(deposit, each.occurred_at));

const isInTime = (deposit: Fact['deposit'], at: Date) => deposit !== undefined && at < deposit.expires_at;

/** Whether anything arrived besides the credited transfer. */
export const isOdd = (fact: Fact): boolean => fact.arrived.length > (isPaid(fact) ? 1 : 0);

/** Checks one invoice against both sides' books. */
export function judgeInvoice(fact: Fact, violation: Violation): void {
  const wrong = (what: string) => violation(what, fact);
  judgeStatus(fact, wrong);
  judgeMoney(fact, wrong);
  judgeTransfers(fact, wrong);
  judgeEvents(fact, wrong);
  judgeAttempts(fact, wrong);
}

function judgeStatus(fact: Fact, wrong: (what: string) => void): void {
  const { deposit, status } = fact;
  if (fact.fee !== feeOf(fact.requested_amount) || fact.deposit_amount !== fact.requested_amount)
    wrong('an invoice has another amount or fee than it was created with');
  if (deposit === undefined) {
    if (status !== 'failed' && status !== 'manual_review') wrong('there is no deposit, and the invoice has one');
    return;
  }
  if (deposit.rejected) {
    if (status !== 'failed') wrong('the issuer rejected it, and it is not failed');
    return;
  }
  // Its own notification said that it was rejected: trusted if it came before the answer, which may have been lost.
  if (status === 'failed' && fact.scenario === 'contradicting_notification' && fact.arrived.length === 0) return;
  const isSame =
    fact.address === deposit.address &&
    fact.pay_amount === deposit.pay_amount &&
    fact.expires_at?.getTime() === deposit.expires_at.getTime();
  if (!isSame) wrong('an invoice has another deposit than the issuer');
  if (!expectedStatuses(fact).includes(status)) wrong(`an invoice is not ${expectedStatuses(fact).join(' or ')}`);
}

/** The required final status of an invoice, once everything was reported and its time is over. */
function expectedStatuses(fact: Fact): string[] {
  if (isPaid(fact)) return ['completed'];
  const isMismatched = fact.arrived.some(({ occurred_at }) => isInTime(fact.deposit, occurred_at));
  if (!isMismatched) return ['expired'];
  // Reported after the expiry, it stays expired, and people decide.
  return fact.told.some(({ type }) => type === 'invoice.expired') ? ['expired'] : ['manual_review'];
}

/** A completed invoice has two entries, to the cent; every other has none. */
function judgeMoney(fact: Fact, wrong: (what: string) => void): void {
  const entries = fact.entries.map(
    ({ kind, available_delta, held_delta }) => `${kind} ${available_delta} ${held_delta}`,
  );
  const credited = [`deposit ${fact.requested_amount} 0`, `deposit_fee ${-feeOf(fact.requested_amount)} 0`];
  if (isPaid(fact) && entries.length === 0) wrong('an exact payment in time was not credited');
  else if (entries.join() !== (isPaid(fact) ? credited.join() : ''))
    wrong('an invoice was not credited as it was paid');
}

/** Every transfer is shown; one that was not credited is in review with its amount, or has a case. */
function judgeTransfers(fact: Fact, wrong: (what: string) => void): void {
  const text = (transfers: Fact['arrived']) =>
    transfers.map(({ id, amount, occurred_at }) => `${id} ${amount} ${occurred_at.toISOString()}`).join();
  if (text(fact.arrived) !== text(fact.observed)) wrong('other transfers are shown than arrived');
  if (!isOdd(fact)) return;
  if (fact.status !== 'manual_review') {
    const kind = fact.status === 'completed' ? 'repeated_payment' : 'late_payment';
    if (!fact.cases.includes(kind)) wrong('a payment that was not credited is no case');
    return;
  }
  const amount = fact.arrived
    .filter(({ occurred_at }) => isInTime(fact.deposit, occurred_at))
    .reduce((sum, each) => sum + each.amount, 0n);
  if (!fact.review_reason.includes(microsText(amount))) wrong('a review does not tell what arrived');
}

/** Each change has one event, the last one shows the final status, and nothing follows a completion. */
function judgeEvents({ told, status, requested_amount }: Fact, wrong: (what: string) => void): void {
  const types = told.map(({ type }) => type);
  for (const final of ['completed', 'expired', 'failed'] as const)
    if (types.filter((type) => type === `invoice.${final}`).length > 1)
      wrong(`an invoice was told to be ${final} twice`);
  if (types.some((type, index) => type === types[index + 1])) wrong('a change of an invoice was told twice');
  if (types.at(-1) !== `invoice.${status}`) wrong('the last event of an invoice is not how it stands');
  if (told.some((event) => event.type !== `invoice.${event.status}`)) wrong('an event is not about what it says');
  const credit = requested_amount - feeOf(requested_amount);
  if (told.some((event) => BigInt(event.credit.replace('.', '')) !== credit)) wrong('an event tells another credit');
}

/** The issuer was asked at most once; no invalid answer was trusted; nothing expired without a read. */
function judgeAttempts(fact: Fact, wrong: (what: string) => void): void {
  const { attempts, sends, reads, status, told } = fact;
  const isSaid = (outcome: string) => outcome !== 'unknown' && outcome !== 'never_connected';
  if (sends > 1) wrong('the issuer was asked for a deposit twice');
  if (
    ambiguousScenarios.includes(fact.scenario) &&
    attempts.some(({ kind, outcome }) => kind === 'send' && isSaid(outcome))
  )
    wrong('an answer was believed that could not be relied on');
  if (attempts.filter(({ kind, outcome }) => kind === 'read' && isSaid(outcome)).length > reads)
    wrong('an answer was noted to a question that the issuer was never asked');
  const isExpired = told.some(({ type }) => type === 'invoice.expired');
  if (isExpired && !attempts.some(({ detail }) => detail.startsWith('the issuer says expired')))
    wrong('an invoice expired, and the issuer did not say so');
  const isRefused = attempts.some(({ outcome }) => outcome === 'never_connected' || outcome === 'rejected');
  if (status === 'failed' && !isRefused) wrong('an invoice failed that nobody had refused');
}
