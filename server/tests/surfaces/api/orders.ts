// Orders as clients send them, and their rows in the database.
import { fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { expect } from 'vitest';
import type { Company, World } from '../../world.ts';

export const path = '/api/v1/operations';

/** One order of each kind, with its total. `products` is called when an order is created. */
export const ordersOf = (products: () => World['products']) => ({
  issue: (holderId: string, more: object = {}) => ({
    type: 'issue',
    productId: products().card,
    amount: '50.00',
    expectedTotal: '53.10',
    holderId,
    ...more,
  }),
  topup: (cardId: string, more: object = {}) => ({
    type: 'topup',
    amount: '50.00',
    expectedTotal: '50.10',
    cardId,
    ...more,
  }),
  service: (more: object = {}) => ({
    type: 'service',
    productId: products().service,
    amount: '5.00',
    expectedTotal: '5.00',
    recipient: 'ada@example.com',
    ...more,
  }),
});

/** An unknown id. */
export const absent = (kind: 'holder' | 'card' | 'product') => toId(kind, newUuid(new Date()));

/** A refusal as a response. */
export const refused = (status: number, code: string, more: object = {}) => ({ status, body: { code, ...more } });

/** Sets how much of this month's quota a company has used. */
export async function setUsed({ admin }: World, { scope }: Company, used: number): Promise<void> {
  await admin.query(`insert into issue_quotas values ($1, $2, date_trunc('month', now() at time zone 'UTC'), $3)`, [
    scope.companyId,
    scope.environment,
    used,
  ]);
}

/** The used quota of a company. */
export async function usedOf({ admin }: World, { scope }: Company): Promise<number | undefined> {
  const text = 'select used from issue_quotas where company_id = $1';
  return (await admin.query<{ used: number }>(text, [scope.companyId])).rows[0]?.used;
}

/** A company's operations in the database: rows, holds, and how many are due. */
export async function effectsOf(
  { admin }: World,
  { scope }: Company,
): Promise<{ operations: number; holds: number; due: number }> {
  const { rows } = await admin.query(
    `select (select count(*)::integer from operations where company_id = $1) as operations,
            (select count(*)::integer from ledger.holds where company_id = $1) as holds,
            (select count(*)::integer from operations where company_id = $1 and next_at <= clock_timestamp()) as due`,
    [scope.companyId],
  );
  return rows[0];
}

/** Expects that a refused request had no effect and did not use up its key. */
export async function expectNothingHappened(
  world: World,
  company: Company,
  key: string,
  available: string,
): Promise<void> {
  expect(await company.balance()).toEqual({ available, held: '0.00' });
  expect(await effectsOf(world, company)).toEqual({ operations: 0, holds: 0, due: 0 });
  expect(await company.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
}

/** An inactive product of the catalogue. */
export async function insertInactiveProduct({ admin, products }: World): Promise<string> {
  const id = newUuid(new Date());
  await admin.query(
    `insert into products select (jsonb_populate_record(p, jsonb_build_object('id', $1::uuid, 'status', 'inactive'))).*
       from products p where id = $2`,
    [id, fromId('product', products.card)],
  );
  await admin.query(
    `insert into product_prices select (jsonb_populate_record(p, jsonb_build_object('product_id', $1::uuid))).*
       from product_prices p where product_id = $2`,
    [id, fromId('product', products.card)],
  );
  return toId('product', id);
}
