// Companies with something of everything in both environments, made so that whatever leaks can be recognised.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '@cardwright/server/db/db.ts';
import { sql } from '@cardwright/server/db/sql.ts';
import { newUuid, toId } from '@cardwright/server/ids.ts';
import { deposit, reserve } from '@cardwright/server/ledger/postings.ts';
import { usd } from '@cardwright/server/money/usd.ts';
import type { Environment, Scope } from '@cardwright/server/scope.ts';
import { newCompany, newKey, type Tools } from './companies.ts';
import { insertInvoices } from './fixture-invoices.ts';
import { insert, newAmount, type Row, type RowOf } from './fixture-rows.ts';
import { insertWebhooks } from './fixture-webhooks.ts';

/** The objects of a tenant that have an id in a path, by the word before it. */
export type Named = 'operations' | 'transactions' | 'cards' | 'holders' | 'invoices' | 'webhooks';

/** One company in one environment: all that a key may ever see. */
export type Tenant = {
  name: string;
  scope: Scope;
  key: string;
  /** A word that stands in every text of this tenant and nowhere else. */
  word: string;
  /** Ids as the API shows them, newest first. */
  ids: Record<Named, string[]>;
  /** The same, as the database keeps them. */
  uuids: Record<Named, string[]>;
  externalIds: string[];
  idempotencyKey: string;
};

const environments: readonly Environment[] = ['sandbox', 'live'];

/** Rows of different tenants alternate in time, so that a cursor of one always points between rows of the others. */
const STEP_MS = 1_000;

/**
 * Companies with objects in both environments. The rows that no endpoint creates yet are put in by the administrator.
 */
export async function makeTenants(tools: Tools, db: Db, companies: number): Promise<Tenant[]> {
  const [product] = await db.query<{ id: string }>(sql`select id from products where kind = 'card' limit 1`);
  if (product === undefined) throw new Error('the catalogue has no card product');
  const tenants: Tenant[] = [];
  for (let company = 0; company < companies; company++) {
    const companyId = await newCompany(tools, `Company ${newWord()}`);
    for (const environment of environments) {
      const scope = { companyId, environment };
      const place = { scope, offsetMs: tenants.length * STEP_MS, productId: product.id };
      tenants.push(await fill(db, `company ${company} ${environment}`, await newKey(tools, scope), place));
    }
  }
  return tenants;
}

const newWord = () => `w7${randomBytes(6).toString('hex')}`;

type Place = { scope: Scope; offsetMs: number; productId: string };

async function fill(db: Db, name: string, key: string, place: Place): Promise<Tenant> {
  const word = newWord();
  const start = Date.now() - 3_600_000 - place.offsetMs;
  const rowOf: RowOf = (index) => {
    const at = new Date(start - index * 60_000);
    return {
      company_id: place.scope.companyId,
      environment: place.scope.environment,
      id: newUuid(at),
      created_at: at.toISOString(),
    };
  };
  const holders = holderRows(word, rowOf);
  const cards = cardRows(word, rowOf, place, holders);
  const operations = operationRows(word, rowOf, place, cards);
  const transactions = transactionRows(word, rowOf, cards);
  await insert(db, 'holders', holders);
  await insert(db, 'cards', cards);
  await insert(db, 'operations', operations);
  await insert(db, 'transactions', transactions);
  const events = await insertHistory(db, word, operations);
  const webhooks = await insertWebhooks(db, word, rowOf, events);
  await insertUndecided(db, word, operations);
  await insertAroundPayments(db, word, place.scope, transactions);
  const invoices = await insertInvoices(db, word, rowOf);
  await insertDifferences(db, word, place.scope);
  const idempotencyKey = `own-${word}`;
  await insertIdempotencyKey(db, place.scope, idempotencyKey, word);
  await fillBook(db, place.scope, word, operations);
  const uuids = {
    holders: holders.map((row) => row.id),
    cards: cards.map((row) => row.id),
    operations: operations.map((row) => row.id),
    transactions: transactions.map((row) => row.id),
    invoices: invoices.map((row) => row.id),
    webhooks: webhooks.map((row) => row.id),
  };
  return {
    name,
    scope: place.scope,
    key,
    word,
    uuids,
    ids: {
      holders: uuids.holders.map((id) => toId('holder', id)),
      cards: uuids.cards.map((id) => toId('card', id)),
      operations: uuids.operations.map((id) => toId('operation', id)),
      transactions: uuids.transactions.map((id) => toId('transaction', id)),
      invoices: uuids.invoices.map((id) => toId('invoice', id)),
      webhooks: uuids.webhooks.map((id) => toId('webhook', id)),
    },
    externalIds: holders.map((row) => String(row['external_id'])),
    idempotencyKey,
  };
}

const holderRows = (word: string, rowOf: RowOf): Row[] =>
  ['individual', 'corporate'].map((kind, index) => ({
    ...rowOf(index),
    name: `Holder ${word}`,
    email: `${kind}@${word}.example`,
    kind,
    status: 'active',
    external_id: `${word}-external-${index}`,
    issuer_token: `${word}-holder-token-${index}`,
  }));

const cardRows = (word: string, rowOf: RowOf, place: Place, holders: readonly Row[]): Row[] =>
  holders.map((holder, index) => ({
    ...rowOf(index),
    holder_id: holder.id,
    product_id: place.productId,
    name: `Card ${word}`,
    last4: '4242',
    issuer_token: `${word}-token-${index}`,
    status: index === 0 ? 'active' : 'frozen',
    balance: String(newAmount()),
  }));

/** One operation in every status, each with a text that only this tenant may read. */
function operationRows(word: string, rowOf: RowOf, place: Place, cards: readonly Row[]): Row[] {
  const texts = { name: word, recipient: word, receipt: `${word}-receipt`, failure_code: '', failure_message: '' };
  const now = new Date().toISOString();
  return (['queued', 'processing', 'completed', 'failed', 'manual_review'] as const).map((status, index) => ({
    ...rowOf(index),
    type: ['issue', 'service', 'topup', 'issue', 'topup'][index],
    status,
    product_id: place.productId,
    amount: String(newAmount()),
    fee: String(newAmount()),
    card_id: cards[index % cards.length]?.id,
    ...texts,
    ...(status === 'failed' ? { failure_code: 'rejected', failure_message: `Refused ${word}` } : {}),
    review_reason: status === 'manual_review' ? `Unclear ${word}` : '',
    review_opened_at: status === 'manual_review' ? now : null,
    scenario: '',
    attempt: status === 'processing' ? randomUUID() : null,
    sent_at: status === 'processing' ? now : null,
    decided_at: status === 'completed' || status === 'failed' ? now : null,
  }));
}

const transactionRows = (word: string, rowOf: RowOf, cards: readonly Row[]): Row[] =>
  (['purchase', 'refund', 'purchase'] as const).map((type, index) => {
    const row = rowOf(index);
    return {
      ...row,
      card_id: cards[index % cards.length]?.id,
      reference: `${word}-reference-${index}`,
      type,
      status: 'settled',
      amount: String(type === 'refund' ? newAmount() : -newAmount()),
      currency: 'USD',
      merchant: `Merchant ${word}`,
      country: 'DE',
      description: `Bought at ${word}`,
      occurred_at: row['created_at'],
    };
  });

/** What running operations leaves behind: an attempt and an event for each, and a month's quota. Answers the events. */
async function insertHistory(db: Db, word: string, operations: readonly Row[]): Promise<Row[]> {
  const rows = operations.map(({ id, company_id, environment, created_at }, index) => {
    const scope = { company_id, environment };
    const [outcome, detail, month] = ['unknown', `Tried for ${word}`, '2026-01-01'];
    return {
      attempt: { ...scope, operation_id: id, number: 1, kind: 'send', at: created_at, outcome, detail },
      event: { ...scope, sequence: index + 1, id: randomUUID(), type: 'test', body: `"${word}"`, created_at },
      counter: {
        ...scope,
        last: operations.length,
        fanned_out: operations.length,
        is_listened: true,
        is_behind: false,
      },
      quota: { ...scope, month, used: operations.length },
    };
  });
  const once = rows.slice(0, 1);
  await insert(
    db,
    'operation_attempts',
    rows.map(({ attempt }) => attempt),
  );
  const events = rows.map(({ event }) => event);
  await insert(db, 'events', events);
  await insert(
    db,
    'event_counters',
    once.map(({ counter }) => counter),
  );
  await insert(
    db,
    'issue_quotas',
    once.map(({ quota }) => quota),
  );
  return events;
}

/** What waits for operators: a case, and a proposal that nobody approved. */
async function insertUndecided(db: Db, word: string, [operation]: readonly Row[]): Promise<void> {
  const [operator] = await db.query<{ id: string }>(sql`select id from operators limit 1`);
  if (operation === undefined || operator === undefined) throw new Error('there is nobody to decide, or nothing');
  const { company_id, environment, id, created_at } = operation;
  const row = { company_id, environment, id: randomUUID(), subject_kind: 'operation', subject_id: id };
  const nothing = { receipt: '', card_token: '', last4: '' };
  await insert(db, 'cases', [
    { ...row, kind: 'contradiction', detail: `Seen by ${word}`, opened_at: created_at, closing_note: '' },
  ]);
  await insert(db, 'proposals', [
    { ...row, ...nothing, action: 'fail', reason: `Said ${word}`, proposed_by: operator.id, proposed_at: created_at },
  ]);
}

/** What payments leave behind, and what a sandbox asks of its issuer. */
async function insertAroundPayments(db: Db, word: string, scope: Scope, [payment]: readonly Row[]): Promise<void> {
  if (payment === undefined) throw new Error('there is no payment');
  const { id, company_id, environment, created_at, card_id } = payment;
  const owner = { company_id, environment };
  const report = { transaction_id: id, number: 1, at: created_at, notification: `evt-${word}`, outcome: 'recorded' };
  await insert(db, 'transaction_reports', [{ ...owner, ...report, said: `Said of ${word}` }]);
  if (scope.environment === 'live') return;
  const wish = { id: randomUUID(), card_id, type: 'purchase', status: 'settled', merchant: `Wished by ${word}` };
  const times = { occurred_at: created_at, asked_at: created_at };
  await insert(db, 'simulated_payments', [
    { ...owner, ...wish, ...times, amount: '-100', country: 'DE', description: word, state: 'carried' },
  ]);
  const move = { number: 1, seconds: 60, ahead_seconds: 60, advanced_at: created_at, followed_at: created_at };
  await insert(db, 'clock_advances', [{ ...owner, ...move }]);
}

/** What a reconciliation has found, and what it has seen once. */
async function insertDifferences(db: Db, word: string, scope: Scope): Promise<void> {
  const at = new Date().toISOString();
  const row = {
    company_id: scope.companyId,
    environment: scope.environment,
    run_id: randomUUID(),
    kind: 'card_balance',
  };
  await insert(db, 'reconciliation_breaks', [
    { ...row, subject: word, ours: word, theirs: word, gap: word, since: at, explained: false },
  ]);
  await insert(db, 'reconciliation_suspects', [
    { ...row, subject: word, part: 'cards', key: word, gap: word, seen_at: at },
  ]);
}

async function insertIdempotencyKey(db: Db, scope: Scope, key: string, word: string): Promise<void> {
  await db.query(sql`
    insert into idempotency_keys (company_id, environment, key, method, path, request_digest, field_digests,
                                  response_status, response_body, resource_id, created_at)
    values (${scope.companyId}, ${scope.environment}, ${key}, 'POST', '/api/v1/sandbox/funding', sha256(${word}::bytea), '{}',
            200, ${`{"made":"${word}"}`}, ${`sbf_${word}`}, now())`);
}

/** Money of its own, and a hold on some of it. */
async function fillBook(db: Db, scope: Scope, word: string, operations: readonly Row[]): Promise<void> {
  const [queued] = operations;
  if (queued === undefined) return;
  await db.write(scope, (tx) =>
    deposit(tx, scope, { reference: `${word}-deposit`, amount: usd(newAmount() * 10n), fee: usd(newAmount()) }),
  );
  await db.write(scope, (tx) =>
    reserve(tx, scope, {
      reference: toId('operation', queued.id),
      amount: usd(newAmount()),
      reason: `Held for ${word}`,
    }),
  );
}
