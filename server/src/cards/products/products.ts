// The catalogue: products and their prices. The same for every company and environment.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { Usd } from '../../foundation/money/usd.ts';
import { type Actor, type Proposed, propose } from '../../identity/operators/act.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { OrderType, ProductKind } from './kinds.ts';

export type Price = {
  fixedFee: Usd;
  rateBps: bigint;
  minimumFee: Usd;
  minimumAmount: Usd;
  maximumAmount: Usd;
};

export type Product = {
  id: string;
  name: string;
  kind: ProductKind;
  status: 'active' | 'inactive';
  createdAt: Date;
  prices: Partial<Record<OrderType, Price>>;
};

/** A catalogue is read whole; more products than this would need paging first. */
const LARGEST_CATALOGUE = 1_000;

type ProductRow = {
  id: string;
  name: string;
  kind: Product['kind'];
  status: Product['status'];
  created_at: Date;
  operation_type: OrderType | null;
  fixed_fee: Usd;
  rate_bps: bigint;
  minimum_fee: Usd;
  minimum_amount: Usd;
  maximum_amount: Usd;
};

/** The whole catalogue with the current prices, oldest first. */
export async function listProducts(db: Queryable): Promise<Product[]> {
  const rows = await db.query<ProductRow>(sql`
    select p.id, p.name, p.kind, p.status, p.created_at, c.operation_type, c.fixed_fee, c.rate_bps, c.minimum_fee,
           c.minimum_amount, c.maximum_amount
      from products p
     cross join unnest(array['issue', 'service', 'topup']) as t (type)
      left join lateral (
        select * from product_prices x
         where x.product_id = p.id and x.operation_type = t.type and x.effective_from <= clock_timestamp()
         order by x.effective_from desc
         limit 1) as c on true
     order by p.created_at, p.id, t.type
     limit ${LARGEST_CATALOGUE * 3}`);
  const products = new Map<string, Product>();
  for (const row of rows) {
    const { id, name, kind, status } = row;
    const product = products.get(id) ?? { id, name, kind, status, createdAt: row.created_at, prices: {} };
    products.set(id, product);
    if (row.operation_type !== null) product.prices[row.operation_type] = toPrice(row);
  }
  return [...products.values()];
}

/** Proposes to add a product, or to change the one with this id. Given fields replace the old ones. */
export async function setProduct(
  tools: { db: Db; clock: Clock; actor: Actor },
  { reason, ...product }: Omit<Product, 'id' | 'createdAt'> & { id?: string; reason: string },
): Promise<Proposed | { refused: string }> {
  const id = product.id ?? newUuid(tools.clock.now());
  return propose(tools.db, tools.actor, { action: 'product.set', given: { ...product, id }, reason });
}

/** A clock may be behind by this much: a price that was meant to begin now is not refused. */
const BEHIND_MS = 60_000;

/**
 * Proposes the price of a type of operation from a given time, or from its approval. It replaces a scheduled price of
 * exactly the same time; a price that has taken effect is never changed.
 */
export async function setPrice(
  tools: { db: Db; clock: Clock; actor: Actor },
  wish: { productId: string; type: OrderType; price: Price; effectiveFrom?: Date; reason: string },
): Promise<Proposed | { refused: string }> {
  const { productId, type, price, effectiveFrom, reason } = wish;
  const tooEarly = tools.clock.now().getTime() - BEHIND_MS;
  if (effectiveFrom !== undefined && effectiveFrom.getTime() < tooEarly) return { refused: 'price_in_the_past' };
  const given = { product: productId, type, price, effectiveFrom };
  return propose(tools.db, tools.actor, { action: 'product.price', given, reason });
}

export type PriceRow = {
  product_id: string;
  type: OrderType;
  fixed_fee: Usd;
  rate_bps: bigint;
  minimum_fee: Usd;
  minimum_amount: Usd;
  maximum_amount: Usd;
  /** Null: always. */
  effective_from: Date | null;
  set_by: string | null;
  set_at: Date | null;
};

/** More prices than anybody sets; the audit log has older ones. */
const MOST_PRICES = 10_000;

/** Every past and future price, newest first. */
export async function listPrices(db: Queryable): Promise<PriceRow[]> {
  return db.query<PriceRow>(sql`
    select c.product_id, c.operation_type as type, c.fixed_fee, c.rate_bps, c.minimum_fee, c.minimum_amount, c.maximum_amount,
           nullif(c.effective_from, '-infinity') as effective_from, c.set_by, c.set_at
      from product_prices c
     order by c.product_id, c.operation_type, c.effective_from desc
     limit ${MOST_PRICES}`);
}

const toPrice = (row: ProductRow): Price => ({
  fixedFee: row.fixed_fee,
  rateBps: row.rate_bps,
  minimumFee: row.minimum_fee,
  minimumAmount: row.minimum_amount,
  maximumAmount: row.maximum_amount,
});
