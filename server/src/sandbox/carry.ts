// What sandboxes asked for on its way to the simulated issuer. All of it may be told as often as necessary: a payment
// happens once per reference, a transfer once per id, and a clock is put to a place. So whatever was lost is simply
// told again.
import type { Db } from '../db/db.ts';
import { toId } from '../ids.ts';
import type { Issuer } from '../issuer/client.ts';
import { formatUsd } from '../money/usd.ts';
import { formatUsdt } from '../money/usdt.ts';
import {
  type ClockToFollow,
  listClocksToFollow,
  listSimulatedTransfers,
  listSimulations,
  noteClockFollowed,
  noteSimulatedTransfer,
  noteSimulation,
  type SimulatedTransferRow,
  type SimulationRow,
} from './sql.ts';

/** Of each kind, what one look takes up at most; what is left comes first at the next. */
const CARRIED_AT_ONCE = 50;

type Carrying = { db: Db; issuer: Issuer; onError: (error: unknown) => void };

/** Tells the simulated issuer of every payment, transfer and clock that it does not know of, once each. */
export async function carrySimulations(carrying: Carrying): Promise<void> {
  const [payments, transfers, clocks] = await Promise.all([
    listSimulations(carrying.db, CARRIED_AT_ONCE),
    listSimulatedTransfers(carrying.db, CARRIED_AT_ONCE),
    listClocksToFollow(carrying.db, CARRIED_AT_ONCE),
  ]);
  await Promise.all([
    ...payments.map((payment) => carryPayment(carrying, payment)),
    ...transfers.map((transfer) => carryTransfer(carrying, transfer)),
    ...clocks.map((clock) => carryClock(carrying, clock)),
  ]);
}

async function carryPayment({ db, issuer, onError }: Carrying, payment: SimulationRow): Promise<void> {
  const { companyId, environment, id, cardToken, type, status, merchant, country, description } = payment;
  const outcome = await issuer.simulatePayment({
    account: toId('company', companyId),
    reference: toId('transaction', id),
    cardToken,
    type,
    status,
    amount: formatUsd(payment.amount < 0n ? 0n - payment.amount : payment.amount),
    merchant,
    country,
    ...(description === '' ? {} : { description }),
    occurredAt: payment.occurredAt.toISOString(),
  });
  if (outcome.kind === 'unknown') return; // the next look tells it again
  if (outcome.kind === 'refused') onError(new Error(`the simulated issuer refused a payment: ${outcome.reason}`));
  await noteSimulation(db, { companyId, environment }, id, outcome.kind === 'done' ? 'carried' : 'refused');
}

async function carryTransfer({ db, issuer, onError }: Carrying, transfer: SimulatedTransferRow): Promise<void> {
  const outcome = await issuer.simulateTransfer({
    account: toId('company', transfer.companyId),
    reference: toId('invoice', transfer.invoiceId),
    id: `tx_${transfer.id}`,
    amount: formatUsdt(transfer.amount),
    ...(transfer.occurredAt === null ? {} : { occurredAt: transfer.occurredAt.toISOString() }),
  });
  if (outcome.kind === 'unknown') return; // the next look tells it again
  if (outcome.kind === 'refused') onError(new Error(`the simulated issuer refused a transfer: ${outcome.reason}`));
  await noteSimulatedTransfer(db, transfer, transfer.id, outcome.kind === 'done' ? 'carried' : 'refused');
}

async function carryClock({ db, issuer, onError }: Carrying, clock: ClockToFollow): Promise<void> {
  const outcome = await issuer.putClock(toId('company', clock.companyId), Number(clock.aheadSeconds));
  if (outcome.kind === 'done') await noteClockFollowed(db, clock, clock.number);
  if (outcome.kind === 'refused') onError(new Error(`the simulated issuer refused a clock: ${outcome.reason}`));
}
