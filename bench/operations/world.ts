// Companies that order cards: their keys, holders known to the issuer, and enough money for a whole measurement.
import { randomUUID } from 'node:crypto';
import { newCompany, newKey, operatorTools } from '@cardwright/proofs/harness/companies.ts';
import { inParallel } from '@cardwright/proofs/harness/proof.ts';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import type pg from 'pg';
import { type NextRequest, postBytes } from '../harness/http-clients.ts';

/** Cents that each company begins with: more than any measurement spends. */
const MONEY = 100_000_000_00n;

/** The number of connections of the operator's tools. */
const AT_ONCE = 4;

/** The repeated order: a card with ten dollars. */
export const AMOUNT = 10_00n;
export const TOTAL = 13_02n;

export type Orderer = { companyId: string; key: string; holderId: string };
export type OperationWorld = { productId: string; orderers: Orderer[] };

/** Creates the companies, and a table from which pgbench draws them: bench.orderers. */
export async function makeWorld(stack: Stack, database: pg.Pool, companies: number): Promise<OperationWorld> {
  const tools = operatorTools(stack);
  try {
    const orderers: Orderer[] = [];
    await inParallel(companies, AT_ONCE, async (index) => {
      const companyId = await newCompany(tools, `Bench ${index}`);
      const key = await newKey(tools, { companyId, environment: 'sandbox' });
      orderers.push({ companyId, key, holderId: newUuid(new Date()) });
    });
    const ids = orderers.map(({ companyId }) => companyId);
    await database.query(
      `insert into holders (company_id, environment, id, name, email, kind, status, external_id, created_at)
       select c, 'sandbox', h, 'Ada Lovelace', 'ada@example.com', 'individual', 'pending', '', clock_timestamp()
         from unnest($1::uuid[], $2::uuid[]) as x (c, h)`,
      [ids, orderers.map(({ holderId }) => holderId)],
    );
    for (const id of ids) {
      await database.query(`select ledger.post_one($1, 'sandbox', 'sandbox_credit', $2, 'Money to spend', $3)`, [
        id,
        `sbf_${randomUUID()}`,
        MONEY,
      ]);
    }
    await database.query(`
      create schema bench;
      create table bench.orderers as
        select (row_number() over (order by h.company_id))::integer as number, h.company_id, h.id as holder_id, k.id as key_id
          from holders h join api_keys k on k.company_id = h.company_id;
      create unique index on bench.orderers (number);
      grant usage on schema bench to cardwright_api;
      grant select on bench.orderers to cardwright_api;
      analyze;`);
    const { rows } = await database.query<{ id: string }>(`select id from products where kind = 'card' limit 1`);
    return { productId: rows[0]?.id ?? '', orderers };
  } finally {
    await tools.db.close();
  }
}

/** Requests that order cards for these companies in turn, each under a new key. */
export function ordersOf({ productId }: OperationWorld, orderers: readonly Orderer[]): NextRequest {
  const bodies = orderers.map(({ holderId, key }) => ({ key, body: orderBody(productId, holderId) }));
  let at = 0;
  return () => {
    const chosen = bodies[at++ % bodies.length];
    if (chosen === undefined) throw new Error('there is no company to order for');
    return postBytes('/api/v1/operations', { ...chosen, idempotencyKey: randomUUID() });
  };
}

/** The body of an order, as JSON. */
export const orderBody = (productId: string, holderId: string) =>
  JSON.stringify({
    type: 'issue',
    productId: toId('product', productId),
    amount: '10.00',
    expectedTotal: '13.02',
    holderId: toId('holder', holderId),
  });
