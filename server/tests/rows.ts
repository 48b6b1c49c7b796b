// Rows inserted as administrator, for states that no endpoint creates. Each call returns the public id.
import { randomUUID } from 'node:crypto';
import { fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type pg from 'pg';

export type HolderValues = {
  name?: string;
  email?: string;
  kind?: string;
  status?: string;
  externalId?: string;
  createdAt?: Date;
};

export type CardValues = {
  name?: string;
  holderId: string;
  productId: string;
  last4?: string;
  issuerToken?: string;
  status?: string;
  balance?: bigint;
  createdAt?: Date;
};

export type OperationValues = {
  type?: string;
  status?: string;
  productId: string;
  amount?: bigint;
  fee?: bigint;
  holderId?: string;
  cardId?: string;
  receipt?: string;
  failure?: { code: string; message: string };
  review?: { reason: string; openedAt: Date; checkedAt?: Date; nextAt?: Date };
  createdAt?: Date;
};

export type TransactionValues = {
  cardId: string;
  reference?: string;
  type?: string;
  status?: string;
  amount?: bigint;
  merchant?: string;
  country?: string;
  description?: string;
  occurredAt?: Date;
};

export type InvoiceValues = {
  status?: string;
  /** The requested amount, in cents of whole dollars. */
  requested?: bigint;
  deposit?: bigint;
  fee?: bigint;
  expiresAt?: Date;
  failure?: { code: string; message: string };
  review?: { reason: string; openedAt: Date; checkedAt?: Date };
  /** The transfers seen by the issuer, in millionths. */
  transfers?: readonly { id: string; amount: bigint; occurredAt: Date }[];
  createdAt?: Date;
};

/** A row of a company's table: its scope and a new id, which has the given time, if any. */
const rowOf = (scope: Scope, at: Date) => ({
  company_id: scope.companyId,
  environment: scope.environment,
  id: newUuid(at),
});

/** Inserts cardholders in one statement. */
export async function insertHolders(admin: pg.Pool, scope: Scope, all: readonly HolderValues[]): Promise<string[]> {
  const rows = all.map(({ createdAt = new Date(), externalId = '', ...given }) => ({
    ...rowOf(scope, createdAt),
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    kind: 'individual',
    status: 'active',
    ...given,
    external_id: externalId,
    created_at: createdAt,
  }));
  await insert(admin, 'holders', rows);
  return rows.map((row) => toId('holder', row.id));
}

/** Inserts cards in one statement. */
export async function insertCards(admin: pg.Pool, scope: Scope, all: readonly CardValues[]): Promise<string[]> {
  const rows = all.map((card) => {
    const createdAt = card.createdAt ?? new Date();
    return {
      ...rowOf(scope, createdAt),
      holder_id: fromId('holder', card.holderId),
      product_id: fromId('product', card.productId),
      name: card.name ?? 'Travel',
      last4: card.last4 ?? '4242',
      issuer_token: card.issuerToken ?? randomUUID(),
      status: card.status ?? 'active',
      balance: String(card.balance ?? 0n),
      created_at: createdAt,
    };
  });
  await insert(admin, 'cards', rows);
  return rows.map((row) => toId('card', row.id));
}

/** Inserts operations in one statement. */
export async function insertOperations(
  admin: pg.Pool,
  scope: Scope,
  all: readonly OperationValues[],
): Promise<string[]> {
  const rows = all.map((operation) => {
    const createdAt = operation.createdAt ?? new Date();
    const { review } = operation;
    return {
      ...rowOf(scope, createdAt),
      type: operation.type ?? 'issue',
      status: operation.status ?? 'queued',
      product_id: fromId('product', operation.productId),
      amount: String(operation.amount ?? 50_00n),
      fee: String(operation.fee ?? 3_10n),
      holder_id: operation.holderId === undefined ? null : fromId('holder', operation.holderId),
      card_id: operation.cardId === undefined ? null : fromId('card', operation.cardId),
      name: '',
      recipient: '',
      receipt: operation.receipt ?? '',
      failure_code: operation.failure?.code ?? '',
      failure_message: operation.failure?.message ?? '',
      review_reason: review?.reason ?? '',
      review_opened_at: review?.openedAt ?? null,
      review_checked_at: review?.checkedAt ?? null,
      review_next_at: review?.nextAt ?? null,
      attempt: operation.status === 'processing' ? randomUUID() : null,
      sent_at: operation.status === 'processing' ? createdAt : null,
      next_at: isUnfinished(operation.status) ? NEVER : null,
      decided_at: operation.status === 'completed' || operation.status === 'failed' ? createdAt : null,
      accepted_at: createdAt,
      created_at: createdAt,
    };
  });
  await insert(admin, 'operations', rows);
  return rows.map((row) => toId('operation', row.id));
}

/** Keeps workers away from inserted rows. */
const NEVER = new Date('9999-01-01');
const isUnfinished = (status: string | undefined) =>
  status === undefined || status === 'queued' || status === 'processing';

/** Inserts card payments in one statement. */
export async function insertTransactions(
  admin: pg.Pool,
  scope: Scope,
  all: readonly TransactionValues[],
): Promise<string[]> {
  const rows = all.map((payment) => {
    const occurredAt = payment.occurredAt ?? new Date();
    return {
      ...rowOf(scope, occurredAt),
      card_id: fromId('card', payment.cardId),
      reference: payment.reference ?? randomUUID(),
      type: payment.type ?? 'purchase',
      status: payment.status ?? 'settled',
      amount: String(payment.amount ?? -12_34n),
      currency: 'USD',
      merchant: payment.merchant ?? 'Bookshop',
      country: payment.country ?? 'DE',
      description: payment.description ?? '',
      occurred_at: occurredAt,
      created_at: occurredAt,
    };
  });
  await insert(admin, 'transactions', rows);
  return rows.map((row) => toId('transaction', row.id));
}

/** How long a deposit can be paid. */
const PAYABLE_MS = 3_600_000;

/** Inserts invoices with their transfers; completed by default, because at most one can be unresolved. */
export async function insertInvoices(admin: pg.Pool, scope: Scope, all: readonly InvoiceValues[]): Promise<string[]> {
  const made = all.map(({ status = 'completed', requested = 100_00n, review, ...invoice }) => {
    const createdAt = invoice.createdAt ?? new Date();
    const deposit = invoice.deposit ?? requested;
    const isPayable = status !== 'creating' && status !== 'failed';
    const row = {
      ...rowOf(scope, createdAt),
      status,
      requested_amount: String(requested),
      deposit_amount: String(deposit),
      fee: String(invoice.fee ?? 1_50n),
      address: isPayable ? 'TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt' : null,
      pay_amount: isPayable ? String(requested * 10_000n + 4_217n) : null,
      expires_at: isPayable ? (invoice.expiresAt ?? new Date(createdAt.getTime() + PAYABLE_MS)) : null,
      failure_code: invoice.failure?.code ?? '',
      failure_message: invoice.failure?.message ?? '',
      review_reason: review?.reason ?? '',
      review_opened_at: review?.openedAt ?? null,
      review_checked_at: review?.checkedAt ?? null,
      decided_at: ['completed', 'expired', 'failed'].includes(status) ? createdAt : null,
      accepted_at: createdAt,
      created_at: createdAt,
    };
    const { company_id, environment, id } = row;
    const transfers = (invoice.transfers ?? []).map((transfer) => ({
      company_id,
      environment,
      invoice_id: id,
      transfer_id: transfer.id,
      amount: String(transfer.amount),
      occurred_at: transfer.occurredAt,
      seen_at: transfer.occurredAt,
    }));
    return { row, transfers };
  });
  await insert(
    admin,
    'invoices',
    made.map(({ row }) => row),
  );
  await insert(
    admin,
    'invoice_transfers',
    made.flatMap(({ transfers }) => transfers),
  );
  return made.map(({ row }) => toId('invoice', row.id));
}

async function insert(admin: pg.Pool, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await admin.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
