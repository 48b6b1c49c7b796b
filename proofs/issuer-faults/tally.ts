// The totals of a run, and the required outcome of every kind of fault.

import type { Context } from '../harness/proof.ts';
import { asArrived, hasBeenUnreachable, wasLiedTo } from './checks.ts';
import type { Fact, Facts } from './facts.ts';
import type { Ordered } from './menu.ts';
import type { Company } from './orders.ts';

export type Tally = ReturnType<typeof newTally>;

/** Nothing counted yet. */
export const newTally = () => ({
  accepted: 0,
  completed: 0,
  failed: 0,
  inReview: 0,
  requestsAtMost: 0,
  sentOnce: 0,
  neverSent: 0,
  ambiguous: 0,
  reviewsBefore: 0,
  settledByRead: 0,
  rejectedByRead: 0,
  readInVain: 0,
  unread: 0,
  lost: 0,
  refused: 0,
  refusedAgain: 0,
  contradictions: 0,
  cases: 0,
  liedTo: 0,
  overtime: 0,
  releasedWithoutReason: 0,
});

/** Whether a read got an answer: under load, an issuer may not answer in time. */
const wasAnswered = ({ attempts }: Fact): boolean =>
  attempts.some(({ kind, outcome }) => kind === 'read' && outcome !== 'unknown');

/** Adds a company whose operations are all decided or in review. */
export function addUp(tally: Tally, company: Company, facts: Facts, violation: Context['violation']): void {
  for (const asked of company.orders.values()) {
    const fact = facts.operations.get(asked.id);
    if (fact === undefined) continue;
    const ordered = asArrived(asked, fact);
    count(tally, ordered, fact);
    const { scenario } = ordered.fault;
    const isContradicted = scenario === 'contradicting_notification' && ordered.effect === 'done';
    if (isContradicted && !said(fact, 'notification', 'rejected'))
      violation('a contradiction left no trace', { id: fact.id, attempts: fact.attempts });
    const wanted = fact.status === 'completed' && said(fact, 'notification', 'rejected') ? 1 : 0;
    if (fact.cases !== wanted && !wasLiedTo(fact))
      violation('operators do not have a case for exactly each contradiction', {
        id: fact.id,
        cases: fact.cases,
        wanted,
      });
    // An answered read settles every operation that the issuer knows, and no other.
    if (fact.status === 'manual_review' && wasAnswered(fact) && ordered.effect !== 'none')
      violation('a read did not settle an operation that the issuer knows', {
        scenario,
        id: fact.id,
        attempts: fact.attempts,
      });
  }
}

const said = ({ attempts }: Fact, kind: string, outcome?: string) =>
  attempts.some((attempt) => attempt.kind === kind && (outcome === undefined || attempt.outcome === outcome));

function count(tally: Tally, { fault, effect }: Ordered, fact: Fact): void {
  const { status, requests, attempts } = fact;
  const isAmbiguous = fault.known === 'ambiguous';
  const byRead = fact.told[0]?.type === 'operation.manual_review' && status !== 'manual_review' && said(fact, 'read');
  tally.accepted++;
  if (status === 'completed') tally.completed++;
  if (status === 'failed') tally.failed++;
  if (status === 'manual_review') tally.inReview++;
  tally.requestsAtMost = Math.max(tally.requestsAtMost, requests);
  if (requests === 1) tally.sentOnce++;
  if (requests === 0) tally.neverSent++;
  if (isAmbiguous) tally.ambiguous++;
  if (byRead && status === 'completed') tally.settledByRead++;
  if (byRead && status === 'failed') tally.rejectedByRead++;
  if (status === 'manual_review' && said(fact, 'read')) tally.readInVain++;
  if (status === 'manual_review' && !said(fact, 'read')) tally.unread++;
  if (said(fact, 'lost')) tally.lost++;
  if (fault.known === 'refused') tally.refused++;
  if (attempts.filter(({ outcome }) => outcome === 'never_connected').length > 1) tally.refusedAgain++;
  if (status === 'completed' && said(fact, 'notification', 'rejected')) tally.contradictions++;
  tally.cases += fact.cases;
  if (status === 'failed' && effect === 'done' && wasLiedTo(fact)) tally.liedTo++;
  if (!isAmbiguous && fault.known === 'definite' && said(fact, 'send', 'unknown')) tally.overtime++;
  const isReasoned = fact.truth?.status === 'rejected' || hasBeenUnreachable(fact) || wasLiedTo(fact);
  if (fact.hold?.state === 'released' && !isReasoned) tally.releasedWithoutReason++;
}
