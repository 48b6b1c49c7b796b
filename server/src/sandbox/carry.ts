// Sends sandbox requests to the simulated issuer. Each is idempotent there: a payment by its reference, a transfer by
// its id, and a clock is set, not moved. So a lost answer is simply retried.

import { toId } from '../foundation/ids.ts';
import { formatUsd } from '../foundation/money/usd.ts';
import { formatUsdt } from '../foundation/money/usdt.ts';
import type { Simulated } from '../issuer/answers.ts';
import type { Issuer } from '../issuer/client.ts';
import type { Db } from '../platform/db/db.ts';
import { backoffSeconds, type Outcome, startWork, type Working } from '../platform/work/run.ts';
import type { Work } from '../platform/work/sql.ts';
import type { StopFile } from '../platform/work/stop.ts';
import {
  findClockToFollow,
  findSimulatedTransfer,
  findSimulation,
  noteClockFollowed,
  noteSimulatedTransfer,
  noteSimulation,
} from './sql.ts';

/** Longer than one request to the issuer (10 s) and two statements. */
const LEASE_SECONDS = 30;

/** Concurrent requests of one kind in one process, four per company: the simulated issuer is no bottleneck. */
const CONCURRENCY = 32;

/** Fallback for a lost wake-up: a client waits for five seconds. */
const POLL_MS = 1_000;

/** Developers wait for their sandbox: it recovers soon after its issuer does. */
const LONGEST_BACKOFF_SECONDS = 30;

type Carrying = { db: Db; stop: StopFile; issuer: Issuer; onError: (error: unknown) => void };
type Carry = (carrying: Carrying, work: Work) => Promise<Outcome>;

/** Starts one loop for each kind of request, so that no kind delays another. */
export function startSandboxRequests(carrying: Carrying): Working[] {
  const start = (kind: string, carry: Carry) =>
    startWork({
      db: carrying.db,
      stop: carrying.stop,
      kind,
      environment: 'sandbox',
      leaseSeconds: LEASE_SECONDS,
      concurrency: CONCURRENCY,
      pollMs: POLL_MS,
      run: (work) => work.map((each) => carry(carrying, each)),
      onError: carrying.onError,
    });
  return [
    start('simulated_payment', carryPayment),
    start('simulated_transfer', carryTransfer),
    start('sandbox_clock', carryClock),
  ];
}

async function carryPayment({ db, issuer, onError }: Carrying, work: Work): Promise<Outcome> {
  const payment = await db.read(work, (tx) => findSimulation(tx, work, work.id));
  if (payment === undefined) return 'done';
  const { cardToken, type, status, amount, merchant, country, description, occurredAt } = payment;
  const answer = await issuer.simulatePayment({
    account: toId('company', work.companyId),
    reference: toId('transaction', work.id),
    cardToken,
    type,
    ...(status === null ? {} : { status }),
    amount: formatUsd(amount < 0n ? 0n - amount : amount),
    merchant,
    country,
    ...(description === '' ? {} : { description }),
    occurredAt: occurredAt.toISOString(),
  });
  if (answer.kind === 'unknown') return retry(work, answer.reason);
  if (answer.kind === 'refused') onError(refusal('payment', answer));
  await noteSimulation(db, work, work.id, answer.kind === 'done' ? 'carried' : 'refused');
  return 'done';
}

async function carryTransfer({ db, issuer, onError }: Carrying, work: Work): Promise<Outcome> {
  const transfer = await db.read(work, (tx) => findSimulatedTransfer(tx, work, work.id));
  if (transfer === undefined) return 'done';
  const answer = await issuer.simulateTransfer({
    account: toId('company', work.companyId),
    reference: toId('invoice', transfer.invoiceId),
    id: `tx_${work.id}`,
    amount: formatUsdt(transfer.amount),
    ...(transfer.occurredAt === null ? {} : { occurredAt: transfer.occurredAt.toISOString() }),
  });
  if (answer.kind === 'unknown') return retry(work, answer.reason);
  if (answer.kind === 'refused') onError(refusal('transfer', answer));
  await noteSimulatedTransfer(db, work, work.id, answer.kind === 'done' ? 'carried' : 'refused');
  return 'done';
}

/** Sets the issuer's clock to our last move, which settles every earlier one. */
async function carryClock({ db, issuer }: Carrying, work: Work): Promise<Outcome> {
  const clock = await db.read(work, (tx) => findClockToFollow(tx, work));
  if (clock === undefined) return 'done';
  const answer = await issuer.putClock(toId('company', work.companyId), Number(clock.aheadSeconds));
  if (answer.kind === 'unknown') return retry(work, answer.reason);
  if (answer.kind === 'refused') throw refusal('clock', answer); // parked: a clock has no refused state
  await noteClockFollowed(db, work, clock.number);
  return 'done';
}

const retry = ({ attempts }: Work, reason: string): Outcome => ({
  retryAfterSeconds: Math.min(backoffSeconds(attempts), LONGEST_BACKOFF_SECONDS),
  reason,
});

const refusal = (what: string, { reason }: Extract<Simulated, { kind: 'refused' }>) =>
  new Error(`the simulated issuer refused a ${what}: ${reason}`);
