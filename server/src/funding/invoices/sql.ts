// The statements of invoices.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Usdt } from '../../foundation/money/usdt.ts';
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readShownPage, type Shown } from '../../platform/db/lists.ts';
import { name, type Sql, sql } from '../../platform/db/sql.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';
import type { ClaimRequest, Work, Claim as WorkClaim } from '../../platform/work/sql.ts';
import { POLICY_TEXT } from './policy.ts';

export const invoiceStatuses = ['creating', 'pending', 'completed', 'expired', 'failed', 'manual_review'] as const;

export type InvoiceRow = {
  id: string;
  status: (typeof invoiceStatuses)[number];
  requested_amount: Usd;
  deposit_amount: Usd;
  fee: Usd;
  address: string | null;
  pay_amount: Usdt | null;
  expires_at: Date | null;
  answer: string | null;
  failure_code: string;
  failure_message: string;
  review_reason: string;
  review_opened_at: Date | null;
  review_checked_at: Date | null;
  created_at: Date;
};

/** A transfer for an invoice that the issuer has seen. */
export type TransferRow = { invoice_id: string; transfer_id: string; amount: Usdt; occurred_at: Date };

/** An invoice with its transfers, oldest first. */
export type InvoiceWithTransfers = InvoiceRow & { transfers: TransferRow[] };

const columns =
  'id, status, requested_amount, deposit_amount, fee, address, pay_amount, expires_at, answer, failure_code, ' +
  'failure_message, review_reason, review_opened_at, review_checked_at, created_at';

/** The result of a request for an invoice: created, known by its key, or refused without an effect. */
export type Created = { created?: true; known?: true; refused?: RefusalCode; unresolved?: string };

/** Creates an invoice with its idempotency key in one commit; the worker asks the issuer. */
export async function createInvoice(
  db: Queryable,
  {
    claim,
    keyId,
    minimum,
    ...asked
  }: { claim: Claim; keyId: string; minimum: Usd; id: string; amount: Usd; scenario: string },
): Promise<Created> {
  const invoice = JSON.stringify({ ...asked, amount: String(asked.amount) });
  const [row] = await db.query<{ created: Created }>(sql`
    select create_invoice(${JSON.stringify(claim)}::jsonb, ${keyId}, ${invoice}::jsonb, ${minimum}) as created`);
  if (row === undefined) throw new Error('an invoice was neither created nor refused');
  return row.created;
}

/** Stores the response to a client, if there is none yet, and returns the stored one. */
export async function fixAnswer(
  db: Queryable,
  scope: Scope,
  { keyId, id, body }: { keyId: string; id: string; body: string },
): Promise<string> {
  const [row] = await db.query<{ answer: string }>(sql`
    select fix_invoice_answer(${scope.companyId}, ${scope.environment}, ${keyId}, ${id}, ${body}) as answer`);
  return row?.answer ?? body;
}

/** One invoice of this company and environment. */
export async function findInvoice(tx: Tx, scope: Scope, id: string): Promise<InvoiceWithTransfers | undefined> {
  const rows = await tx.query<InvoiceRow>(sql`
    select ${name(columns)} from invoices where ${inScope(scope)} and id = ${id}`);
  return (await withTransfers(tx, scope, rows))[0];
}

const TEXT = sql`invoice_text(p.whole, shown_id('inv', p.id), ${POLICY_TEXT})`;

/** An invoice as the API shows it, and what was fixed as the answer of its request. */
export type ShownInvoice = Pick<InvoiceRow, 'id' | 'status' | 'answer'> & { text: string };

/** One invoice of this company and environment, as the API shows it. */
export async function showInvoice(tx: Tx, scope: Scope, id: string): Promise<ShownInvoice | undefined> {
  const [row] = await tx.query<ShownInvoice>(sql`
    select p.id, (p.whole).status, (p.whole).answer, ${TEXT} as text
      from (select i as whole, i.id from invoices i where ${inScope(scope, 'i')} and i.id = ${id}) p`);
  return row;
}

/** A page of invoices, newest first. */
export async function listInvoices(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  filter: { status?: string },
): Promise<Shown[]> {
  return readShownPage(tx, scope, { table: 'invoices', time: 'created_at', text: TEXT }, page, {
    oneOf: [{ column: 'status', wanted: filter.status, values: invoiceStatuses }],
  });
}

async function withTransfers(tx: Tx, scope: Scope, rows: readonly InvoiceRow[]): Promise<InvoiceWithTransfers[]> {
  const transfers =
    rows.length === 0
      ? []
      : await tx.query<TransferRow>(sql`
          select t.invoice_id, t.transfer_id, t.amount, t.occurred_at
            from unnest(${rows.map(({ id }) => id)}::uuid[]) as i (id)
            join invoice_transfers t on ${inScope(scope, 't')} and t.invoice_id = i.id
           order by t.occurred_at, t.transfer_id`);
  const byInvoice = Map.groupBy(transfers, ({ invoice_id }) => invoice_id);
  return rows.map((row) => ({ ...row, transfers: byInvoice.get(row.id) ?? [] }));
}

/** A leased invoice. `send` is ours, once; `attempt` names its one send. */
export type DueInvoice = Work & {
  todo: 'send' | 'lost' | 'read';
  attempt: string | null;
  amount: Usd;
  scenario: string;
};

type TakenRow = Omit<DueInvoice, 'todo'> & { todo: DueInvoice['todo'] | 'later'; walkedTo: string | null };

/** Leases due invoices. An invoice to send is marked as sent before this returns. `isMore`: others may be due. */
export async function takeDueInvoices(
  db: Queryable,
  { environment, token, ...request }: ClaimRequest,
  waitSeconds: number,
): Promise<WorkClaim<DueInvoice> & { isMore: boolean }> {
  const rows = await db.query<TakenRow>(sql`
    select company_id as "companyId", id, attempts, walked_to as "walkedTo", todo, attempt, amount, scenario
      from take_due_invoices(${environment}, ${token}, ${request.leaseSeconds}, ${waitSeconds}, ${request.atMost}, ${request.perCompany},
                             ${request.exceptCompanies}::uuid[], ${request.walkFrom})`);
  const work = rows.flatMap(({ companyId, id, attempts, todo, attempt, amount, scenario }) =>
    todo === 'later' ? [] : [{ companyId, environment, id, attempts, token, todo, attempt, amount, scenario }],
  );
  return { work, walkedTo: rows[0]?.walkedTo ?? undefined, isMore: rows.length > 0 };
}

/** Clears a mark after proof that nothing was sent. */
export async function unmarkInvoice(
  db: Queryable,
  { companyId, environment, id, token }: Work,
  { againAfterSeconds, evidence }: { againAfterSeconds: number; evidence: string },
): Promise<void> {
  await db.query(sql`
    select unmark_invoice(${companyId}, ${environment}, ${id}, ${token}, ${againAfterSeconds}, ${evidence})`);
}

/** What was learned of an invoice's deposit, and how, as the database takes it. */
export type InvoiceUpdate = {
  companyId: string;
  environment: Environment;
  invoiceId: string;
  how: 'send' | 'read' | 'notification' | 'lost';
  token?: string;
  /** For a read: its lease. A read that lost it does not move the due time. */
  lease?: string;
  outcome: 'open' | 'rejected' | 'absent' | 'unknown' | 'never_connected';
  detail: string;
  deposit?: {
    status: string;
    address: string;
    payAmount: string;
    expiresAt: Date;
    transfers: { id: string; amount: string; occurredAt: Date }[];
  };
  code?: string;
  message?: string;
  shownId: string;
  shownCompany: string;
  eventId: string;
  shownEvent: string;
  policy: string;
};

export type SettledInvoice = 'settled' | 'noted' | 'contradiction' | 'absent';

/** Settles invoices by what was learned of them, in one commit. */
export async function settleInvoices(db: Queryable, updates: readonly InvoiceUpdate[]): Promise<SettledInvoice[]> {
  const [row] = await db.query<{ results: SettledInvoice[] }>(
    sql`select settle_invoices(${JSON.stringify(updates)}::jsonb) as results`,
  );
  return row?.results ?? [];
}

/** Finds invoices by their ids alone, before a scope can be entered. */
export async function findOwners(
  db: Queryable,
  named: readonly { environment: Environment; invoiceId: string }[],
): Promise<(Scope & { invoiceId: string; amount: Usd })[]> {
  return db.query<Scope & { invoiceId: string; amount: Usd }>(sql`
    select company_id as "companyId", environment, id as "invoiceId", requested_amount as amount
      from owners_of_invoices(${named.map((each) => each.environment)}::environment[], ${named.map((each) => each.invoiceId)}::uuid[])`);
}

/** Selects the ids of those invoices, of any companies, that have another status than the given one. */
export const changedInvoices = (all: readonly { scope: Scope; id: string; status: string }[]): Sql => sql`
  select id from find_changed_invoices(${all.map(({ scope }) => scope.companyId)}::uuid[],
                                       ${all.map(({ scope }) => scope.environment)}::environment[],
                                       ${all.map(({ id }) => id)}::uuid[], ${all.map(({ status }) => status)}::text[]) as id`;
