// Rows read in order and up to a limit: the functions read as many as they return, whatever waits behind.
import { randomUUID } from 'node:crypto';
import { NOBODY } from '@cardwright/server/foundation/ids.ts';
import { INDEX_PLANS } from '@cardwright/server/platform/db/db.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { traces } from '../operations/run/on-its-way.ts';
import { type Company, startWorld, type World } from '../world.ts';

let world: World;
let worker: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  worker = new pg.Client({ connectionString: world.stack.urlOf('cardwright_worker'), options: INDEX_PLANS });
  await worker.connect();
});
afterAll(async () => {
  await worker?.end();
  await world?.stop();
});

const { service } = traces(() => world);

/** The blocks that a statement touches, and the rows that it returns. */
async function costOf(statement: string, values: readonly unknown[]): Promise<{ blocks: number; rows: number }> {
  type Explained = { 'QUERY PLAN': [{ Plan: Record<string, number> }] };
  const { rows } = await worker.query<Explained>(`explain (analyze, buffers, format json) ${statement}`, [...values]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { blocks, rows: plan['Actual Rows'] ?? 0 };
}

/** Functions whose order no index has: they sort the few rows of one object. */
const SORTS_A_FEW = [
  'count_waiting', // pauses
  'holder_with_external_id',
  'keep_invoice_answer', // attempts of an invoice
  'list_unplaced_about', // its index is over unplaced ones of both environments
  'take_due_invoices', // attempts of an invoice
];

/** Parked rows have an index of their own, over both environments. */
const PARKED = /^w\.parked_at$/;

// The policy of the posting role lets it read everything. Under a policy, Postgres takes an equality for a constant of the
// order only if its operator is leakproof. That of an enum is not: without the environment in `order by`, all rows of the
// environment are read and sorted.
test('functions of the posting role that read a few rows of an environment in order name it first', async () => {
  const { rows } = await world.admin.query<{ name: string; text: string }>(
    `select p.proname as name, pg_get_functiondef(p.oid) as text
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'ledger') and p.prokind = 'f' and pg_get_userbyid(p.proowner) = 'cardwright_posting'`,
  );
  const ordered =
    /\benvironment = (?:(?!select|union).)*?order by (?<order>(?:(?!limit|\)|;).)*?)\s+(?:limit|for no key|for update)/gis;
  const found = rows.flatMap(({ name, text }) =>
    Array.from(text.replaceAll(/--[^\n]*/g, '').matchAll(ordered), ({ groups }) => ({
      name,
      order: groups?.['order'] ?? '',
    })),
  );
  expect(found.length).toBeGreaterThan(20);
  const without = found.filter(
    ({ name, order }) =>
      !/^(\w+\.company_id, )?\w+\.environment\b/.test(order) && !SORTS_A_FEW.includes(name) && !PARKED.test(order),
  );
  expect(without).toEqual([]);
});

async function queue(company: Company, count: number): Promise<void> {
  await company.post('/api/v1/operations', service());
  await world.admin.query(
    `insert into operations (company_id, environment, id, type, status, product_id, amount, fee, recipient, name, metadata, created_at, updated_at,
                             accepted_at, next_at, attempts, last_error)
     select company_id, environment, gen_random_uuid(), type, 'queued', product_id, amount, fee, recipient, name, metadata, created_at,
            updated_at, accepted_at, clock_timestamp() - interval '1 minute', 0, ''
       from operations, generate_series(1, $2) where company_id = $1`,
    [company.scope.companyId, count],
  );
}

test('a claim behind 40,000 due operations of one company', async () => {
  const [busy, other] = [await world.company({ available: '1000.00' }), await world.company({ available: '10.00' })];
  const claim = () =>
    costOf(`select * from claim_work('operation', 'sandbox', $1, 30, 64, 8, '{}', $2)`, [randomUUID(), NOBODY]);
  await claim(); // plans it
  await queue(busy, 40_000);
  await queue(other, 0);
  const cost = await claim();
  expect(cost.rows).toBe(9);
  expect(cost.blocks).toBeLessThan(1_500);
});

test('the next entries to seal, of a book with thousands', async () => {
  const { companyId, environment } = (await world.company()).scope;
  const each = <Item>(item: () => Item) => Array.from({ length: 5_000 }, item);
  await world.admin.query(`select ledger.post($1, $2, $3, $4, $5, $6)`, [
    each(() => companyId),
    each(() => environment),
    each(() => 'adjustment'),
    each(() => randomUUID()),
    each(() => 'Correction'),
    each(() => 1),
  ]);
  await world.admin.query('analyze ledger.entries');
  const read = () => costOf('select * from ledger.read_unsealed($1, $2, 64)', [[companyId], [environment]]);
  await read(); // plans it
  const cost = await read();
  expect(cost.rows).toBe(64);
  expect(cost.blocks).toBeLessThan(30);
});
