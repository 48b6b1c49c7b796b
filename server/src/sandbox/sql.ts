// The statements of the sandbox helpers: funding, simulated payments and transfers, the clock.

import type { TransactionStatus, TransactionType } from '../cards/transactions/sql.ts';
import type { Usd } from '../foundation/money/usd.ts';
import type { Usdt } from '../foundation/money/usdt.ts';
import type { RefusalCode } from '../foundation/refusals/refusals.ts';
import type { Scope } from '../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../platform/db/db.ts';
import { sql } from '../platform/db/sql.ts';
import type { Claim } from '../platform/idempotency/sql.ts';

export type NewFunding = { claim: Claim; keyId: string; amount: Usd };

/** Credits them all in one commit. Returns for each whether it was new; one with a known key was not. */
export async function fundSandboxes(db: Queryable, fundings: readonly NewFunding[]): Promise<boolean[]> {
  const [row] = await db.query<{ credited: boolean[] }>(sql`
    select fund_sandbox(${JSON.stringify(fundings.map(({ claim }) => claim))}::jsonb,
                        ${fundings.map(({ keyId }) => keyId)}::uuid[], ${fundings.map(({ amount }) => amount)}::bigint[]) as credited`);
  return row?.credited ?? [];
}

/** A simulated payment as the database takes it, in JSON: signed cents as text. */
export type NewSimulation = {
  id: string;
  shown_id: string;
  card_id: string;
  shown_card: string;
  reference: string;
  type: TransactionType;
  /** Null: the simulated issuer decides. */
  status: TransactionStatus | null;
  amount: string;
  merchant: string;
  country: string;
  description: string;
};

/** The result of a request: the bytes of its response, or why it had no effect; neither when its key is known. */
export type Simulated = { body?: string; refused?: RefusalCode; known?: true };

/** Accepts requests in one commit, each independently, and returns the results in order. */
export async function simulatePayments(
  db: Queryable,
  batch: readonly { request: NewSimulation; claim: Claim; keyId: string }[],
): Promise<Simulated[]> {
  const [row] = await db.query<{ answers: Simulated[] }>(sql`
    select simulate_payments(${JSON.stringify(batch.map(({ request }) => request))}::jsonb,
                             ${JSON.stringify(batch.map(({ claim }) => claim))}::jsonb, ${batch.map(({ keyId }) => keyId)}::uuid[]) as answers`);
  return row?.answers ?? [];
}

/** Whether a simulated payment has come back from the issuer, or never will; undefined while it is in transit. */
export async function findSimulated(tx: Tx, scope: Scope, id: string): Promise<'arrived' | 'refused' | undefined> {
  const [row] = await tx.query<{ arrived: boolean; refused: boolean }>(sql`
    select exists (select from transactions t where ${inScope(scope, 't')} and t.id = ${id}) as arrived, s.state = 'refused' as refused
      from simulated_payments s
     where ${inScope(scope, 's')} and s.id = ${id}`);
  if (row?.arrived) return 'arrived';
  return row?.refused ? 'refused' : undefined;
}

export type SimulationRow = {
  cardToken: string;
  type: TransactionType;
  status: TransactionStatus | null;
  amount: Usd;
  merchant: string;
  country: string;
  description: string;
  occurredAt: Date;
};

/** A simulated payment that the issuer does not have yet; undefined once it has it or refused it. */
export async function findSimulation(tx: Tx, scope: Scope, id: string): Promise<SimulationRow | undefined> {
  const [row] = await tx.query<SimulationRow>(sql`
    select c.issuer_token as "cardToken", s.type, s.status, s.amount, s.merchant, s.country, s.description,
           s.occurred_at as "occurredAt"
      from simulated_payments s
     cross join lateral (select x.issuer_token from cards x where ${inScope(scope, 'x')} and x.id = s.card_id limit 1) as c
     where ${inScope(scope, 's')} and s.id = ${id} and s.state = 'waiting'`);
  return row;
}

/** Records the issuer's answer about a simulated payment. */
export async function noteSimulation(
  db: Queryable,
  { companyId, environment }: Scope,
  id: string,
  state: 'carried' | 'refused',
): Promise<void> {
  await db.query(sql`select note_simulated_payment(${companyId}, ${environment}, ${id}, ${state})`);
}

/** A move of a sandbox's clock: its number, and the company's time after it. */
export type Advanced = { number: number; now: string } | { refused: RefusalCode };

/** Moves the time of a sandbox forward, in one commit with the key's permission check. */
export async function advanceClock(
  db: Queryable,
  { companyId, environment }: Scope,
  { keyId, seconds }: { keyId: string; seconds: number },
): Promise<Advanced> {
  const [row] = await db.query<{ advanced: Advanced }>(
    sql`select advance_clock(${companyId}, ${environment}, ${keyId}, ${seconds}) as advanced`,
  );
  if (row === undefined) throw new Error('the database answered nothing');
  return row.advanced;
}

/** True when the issuer has followed a move of the clock; undefined before. */
export async function hasFollowed(tx: Tx, scope: Scope, number: number): Promise<true | undefined> {
  const rows = await tx.query(sql`
    select from clock_advances where ${inScope(scope)} and number = ${number} and followed_at is not null`);
  return rows.length > 0 ? true : undefined;
}

/** The last move of a clock that the issuer has not followed. */
export async function findClockToFollow(
  tx: Tx,
  scope: Scope,
): Promise<{ number: bigint; aheadSeconds: bigint } | undefined> {
  const [row] = await tx.query<{ number: bigint; aheadSeconds: bigint }>(sql`
    select number, ahead_seconds as "aheadSeconds"
      from clock_advances
     where ${inScope(scope)} and followed_at is null
     order by number desc
     limit 1`);
  return row;
}

/** Records that the issuer's clock has followed a move. */
export async function noteClockFollowed(
  db: Queryable,
  { companyId, environment }: Scope,
  number: bigint,
): Promise<void> {
  await db.query(sql`select note_clock_followed(${companyId}, ${environment}, ${number})`);
}

/** A simulated transfer; without an amount, exactly the one that completes the invoice. */
export type WishedTransfer = { invoiceId: string; amount?: Usdt; occurredAt?: Date };

/** Accepts the request for a transfer, or returns the refusal. */
export async function simulateTransfer(
  db: Queryable,
  scope: Scope,
  { keyId, id, invoiceId, amount, occurredAt }: WishedTransfer & { keyId: string; id: string },
): Promise<RefusalCode | undefined> {
  const [row] = await db.query<{ refused: RefusalCode | null }>(sql`
    select simulate_transfer(${scope.companyId}, ${scope.environment}, ${keyId}, ${invoiceId}, ${id}, ${amount ?? null}, ${occurredAt ?? null})
           as refused`);
  return row?.refused ?? undefined;
}

export type SimulatedTransferRow = { invoiceId: string; amount: Usdt; occurredAt: Date | null };

/** A simulated transfer that the issuer does not have yet; undefined once it has it or refused it. */
export async function findSimulatedTransfer(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<SimulatedTransferRow | undefined> {
  const [row] = await tx.query<SimulatedTransferRow>(sql`
    select invoice_id as "invoiceId", amount, occurred_at as "occurredAt"
      from simulated_transfers
     where ${inScope(scope)} and id = ${id} and state = 'waiting'`);
  return row;
}

/** Records the issuer's answer about a simulated transfer. */
export async function noteSimulatedTransfer(
  db: Queryable,
  scope: Scope,
  id: string,
  state: 'carried' | 'refused',
): Promise<void> {
  await db.query(sql`select note_simulated_transfer(${scope.companyId}, ${scope.environment}, ${id}, ${state})`);
}
