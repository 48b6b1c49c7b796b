// The history of invoices, on both sides: our tables and the issuer's own, read by the administrator.

import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db, Queryable } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';

type Transfer = { id: string; amount: bigint; occurred_at: Date };
type Deposit = { rejected: boolean; address: string; pay_amount: bigint; expires_at: Date };
type Entry = { kind: string; available_delta: bigint; held_delta: bigint };
type Told = { type: string; sequence: bigint; status: string; credit: string };
type Attempt = { kind: string; outcome: string; detail: string };

/** One invoice and everything that refers to it. */
export type Fact = {
  company_id: string;
  /** Its id at the API and at the issuer. */
  reference: string;
  status: string;
  requested_amount: bigint;
  deposit_amount: bigint;
  fee: bigint;
  address: string | null;
  pay_amount: bigint | null;
  expires_at: Date | null;
  review_reason: string;
  scenario: string;
  /** The issuer's deposit, if there is one. */
  deposit: Deposit | undefined;
  /** Transfers in the issuer's own books. */
  arrived: Transfer[];
  /** Transfers that we show. */
  observed: Transfer[];
  entries: Entry[];
  told: Told[];
  /** The kinds of its open cases. */
  cases: string[];
  attempts: Attempt[];
  /** How often the issuer was asked for the deposit, and how often for its status. */
  sends: number;
  reads: number;
};

type Row = Pick<
  Fact,
  | 'company_id'
  | 'status'
  | 'requested_amount'
  | 'deposit_amount'
  | 'fee'
  | 'address'
  | 'pay_amount'
  | 'expires_at'
  | 'review_reason'
  | 'scenario'
> & { id: string };

/** Every sandbox invoice with everything that refers to it, in one snapshot: watched ones are still polled. */
export async function readFacts(db: Db): Promise<Fact[]> {
  const { rows, theirs, ours } = await db.readUnscoped(async (tx) => ({
    rows: await tx.query<Row>(sql`
      select company_id, id, status, requested_amount, deposit_amount, fee, address, pay_amount, expires_at, review_reason, scenario
        from invoices where environment = 'sandbox' order by company_id, created_at, id`),
    theirs: await readTheirs(tx),
    ours: await readOurs(tx),
  }));
  return rows.map(({ id, ...row }) => {
    const reference = toId('invoice', id);
    return {
      ...row,
      reference,
      deposit: theirs.deposits.get(reference)?.[0],
      arrived: theirs.transfers.get(reference) ?? [],
      sends: theirs.sends.get(reference) ?? 0,
      reads: theirs.reads.get(reference) ?? 0,
      observed: ours.transfers.get(id) ?? [],
      entries: ours.entries.get(reference) ?? [],
      told: ours.told.get(reference) ?? [],
      cases: (ours.cases.get(id) ?? []).map(({ kind }) => kind),
      attempts: ours.attempts.get(id) ?? [],
    };
  });
}

type Named<Other> = Other & { reference: string };
const byReference = <Other>(rows: Named<Other>[]) => Map.groupBy(rows, ({ reference }) => reference);

/** The issuer's books. */
async function readTheirs(db: Queryable) {
  const deposits = await db.query<Named<Deposit>>(sql`
    select reference, rejected, address, amount_cents * 10000 + pay_fraction_micros as pay_amount, expires_at from issuer_sandbox.deposits`);
  const transfers = await db.query<Named<Transfer>>(sql`
    select reference, id, amount_micros as amount, occurred_at from issuer_sandbox.transfers order by occurred_at, id`);
  const requests = await db.query<{ reference: string; sends: number; reads: number }>(sql`
    select coalesce(reference, replace(path, '/v1/deposits/', '')) as reference,
           count(*) filter (where method = 'POST')::integer as sends, count(*) filter (where method = 'GET')::integer as reads
      from issuer_sandbox.requests
     where path like '/v1/deposits%'
     group by 1`);
  return {
    deposits: byReference(deposits),
    transfers: byReference(transfers),
    sends: new Map(requests.map(({ reference, sends }) => [reference, sends])),
    reads: new Map(requests.map(({ reference, reads }) => [reference, reads])),
  };
}

/** Our books. */
async function readOurs(db: Queryable) {
  const transfers = await db.query<Named<Transfer>>(sql`
    select invoice_id as reference, transfer_id as id, amount, occurred_at
      from invoice_transfers where environment = 'sandbox' order by occurred_at, transfer_id`);
  const entries = await db.query<Named<Entry>>(sql`
    select reference, kind::text, available_delta, held_delta from ledger.entries where environment = 'sandbox' order by company_id, sequence`);
  const told = await db.query<Named<Told>>(sql`
    select e.type, e.sequence, e.body::json #>> '{data,object,id}' as reference, e.body::json #>> '{data,object,status}' as status,
           e.body::json #>> '{data,object,creditAmount}' as credit
      from events e where e.environment = 'sandbox' order by e.company_id, e.sequence`);
  const cases = await db.query<Named<{ kind: string }>>(sql`
    select subject_id as reference, kind from cases where subject_kind = 'invoice' and environment = 'sandbox' and closed_at is null`);
  const attempts = await db.query<Named<Attempt>>(sql`
    select invoice_id as reference, kind, outcome, detail from invoice_attempts where environment = 'sandbox' order by invoice_id, number`);
  return {
    transfers: byReference(transfers),
    entries: byReference(entries),
    told: byReference(told),
    cases: byReference(cases),
    attempts: byReference(attempts),
  };
}
