// Claims and settlements read what they are about, also by plans from when the tables were nearly empty.
import { randomUUID } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId, NOBODY } from '@cardwright/server/foundation/ids.ts';
import { updateOf } from '@cardwright/server/operations/run/update.ts';
import { INDEX_PLANS } from '@cardwright/server/platform/db/db.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { order, traces } from './on-its-way.ts';

let world: World;
let worker: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  await stopAutovacuum();
  worker = new pg.Client({ connectionString: world.stack.urlOf('cardwright_worker'), options: INDEX_PLANS });
  await worker.connect();
});
afterAll(async () => {
  await worker?.end();
  await world?.stop();
});

const { service, topup } = traces(() => world);

/** Autovacuum would renew the statistics, and with them the plans, between two calls that are compared. */
async function stopAutovacuum(): Promise<void> {
  await world.admin.query(
    `do $$ declare name regclass; begin
       for name in select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) loop
         execute format('alter table %s set (autovacuum_enabled = off)', name);
       end loop;
     end $$`,
  );
}

/** Blocks that a statement touches. */
async function blocksOf(statement: string, values: readonly unknown[]): Promise<number> {
  type Explained = { 'QUERY PLAN': [{ Plan: Record<string, number> }] };
  const { rows } = await worker.query<Explained>(`explain (analyze, buffers, format json) ${statement}`, [...values]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** Orders operations; none is due yet. */
async function orderAll(company: Company, number: number, what: () => object): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < number) {
    ids.push(fromId('operation', await order(company, what())) ?? '');
  }
  await world.admin.query(
    `update operations set next_at = clock_timestamp() + interval '1 hour' where status = 'queued'`,
  );
  return ids;
}

/** Claims and settles an operation; the blocks that the claim, the mark and the settlement touch. */
async function carryOut({ scope: { companyId, environment } }: Company, operationId: string): Promise<number[]> {
  await world.admin.query('update operations set next_at = clock_timestamp() where id = $1', [operationId]);
  const token = randomUUID();
  const claimed = await blocksOf('select * from claim_work($1, $2, $3, 30, 64, 8, $4, $5)', [
    'operation',
    environment,
    token,
    [],
    NOBODY,
  ]);
  const marked = await blocksOf(`select * from claim_operations($1, $2, $3, $4, 10, 900, '{}', '{}', '{}', '{}')`, [
    environment,
    token,
    [companyId],
    [operationId],
  ]);
  const work = { companyId, environment, operationId, id: operationId, attempts: 1, token };
  const done = { kind: 'done', receipt: 'R-1' } as const;
  const update = updateOf(systemClock, work, done, { how: 'send', token });
  const settled = await blocksOf('select settle_operations($1)', [JSON.stringify([update])]);
  return [claimed, marked, settled];
}

/** Gives a company a long history of everything that operations meet, all of it waiting. */
async function makeBacklog(companyId: string): Promise<void> {
  await world.admin.query(
    `insert into operations (company_id, environment, id, type, status, product_id, amount, fee, recipient, name, metadata, created_at, updated_at,
                             accepted_at, next_at, attempts, last_error)
     select company_id, environment, gen_random_uuid(), type, 'queued', product_id, amount, fee, recipient, name, metadata, created_at,
            updated_at, accepted_at, clock_timestamp() + interval '1 hour', 0, ''
       from (select * from operations where company_id = $1 and status = 'queued' limit 1) as o, generate_series(1, 20000)`,
    [companyId],
  );
  await world.admin.query(
    `insert into ledger.holds (company_id, environment, reference, amount, reason, created_at)
     select $1, 'sandbox', 'held_' || number, 1, 'Service', clock_timestamp() from generate_series(1, 20000) as number`,
    [companyId],
  );
  await world.admin.query(
    `insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at, company_id, next_at)
     select 'sandbox', gen_random_uuid(), sha256(number::text::bytea), false, 'key', 'signature', clock_timestamp(), $1,
            clock_timestamp() + interval '1 hour'
       from generate_series(1, 20000) as number`,
    [companyId],
  );
}

/** The blocks of operations of one kind, by plans from when there were few rows and by plans of several statistics. */
async function countBlocks(company: Company, what: () => object): Promise<Record<string, number[]>> {
  const [first, second, ...later] = await orderAll(company, 8, what);
  await carryOut(company, first ?? ''); // plans every statement
  await makeBacklog(company.scope.companyId);
  const blocks: Record<string, number[]> = { 'nearly empty': await carryOut(company, second ?? '') };
  // New statistics make new plans at the next call, which reads the catalog, so the call after it counts.
  for (const tables of [
    'operations',
    'operations, cards, holders, companies',
    'operations, ledger.holds, ledger.books',
  ]) {
    await world.admin.query(`vacuum analyze ${tables}`);
    await carryOut(company, later.shift() ?? '');
    blocks[tables] = await carryOut(company, later.shift() ?? '');
  }
  await world.admin.query(`delete from ledger.holds where reference like 'held_%'`); // no book knows them
  return blocks;
}

test('however many operations, holds and notifications the company has', async () => {
  const blocks = await countBlocks(await world.company({ available: '1000.00' }), service);
  for (const [name, counts] of Object.entries(blocks))
    expect(Math.max(...counts), `${name}: ${counts.join()}`).toBeLessThan(300);
});

test('however many cards the company has', async () => {
  const company = await world.company({ available: '1000.00' });
  const holderId = await company.insertHolder();
  const cardId = await company.insertCard({ holderId });
  await world.admin.query(
    `insert into cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
     select company_id, environment, gen_random_uuid(), holder_id, product_id, name, last4, gen_random_uuid(), status, 0, created_at
       from (select * from cards where company_id = $1 limit 1) as k, generate_series(1, 20000)`,
    [company.scope.companyId],
  );
  await world.admin.query('analyze cards'); // cards are issued one by one, so statistics know them
  const blocks = await countBlocks(company, () => topup(cardId));
  for (const [name, counts] of Object.entries(blocks))
    expect(Math.max(...counts), `${name}: ${counts.join()}`).toBeLessThan(300);
});
