// The catalogue: products and what operations on them cost. The same for every company and environment.
import type { Clock } from '../clock.ts';
import type { Db, Queryable, Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { newUuid, toId } from '../ids.ts';
import type { Usd } from '../money/usd.ts';
import { type Actor, audit } from '../operators/audit.ts';

export type OperationType = 'issue' | 'topup' | 'service';

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
  kind: 'card' | 'service';
  status: 'active' | 'inactive';
  createdAt: Date;
  prices: Partial<Record<OperationType, Price>>;
};

/** A catalogue is read whole; more products than this would need paging first. */
const LARGEST_CATALOGUE = 1_000;

type ProductRow = {
  id: string;
  name: string;
  kind: Product['kind'];
  status: Product['status'];
  created_at: Date;
  operation_type: OperationType | null;
  fixed_fee: Usd;
  rate_bps: bigint;
  minimum_fee: Usd;
  minimum_amount: Usd;
  maximum_amount: Usd;
};

/** The whole catalogue with the prices of this moment, oldest first. */
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

/** Adds a product, or changes the one with this id: what is named here replaces what was. Answers its id. */
export async function setProduct(
  tools: { db: Db; clock: Clock; actor: Actor },
  product: Omit<Product, 'id' | 'createdAt'> & { id?: string },
): Promise<string> {
  const now = tools.clock.now();
  const id = product.id ?? newUuid(now);
  await tools.db.writeUnscoped(async (tx) => {
    const rows = await tx.query(sql`
      insert into products (id, name, kind, status, created_at)
      values (${id}, ${product.name}, ${product.kind}, ${product.status}, ${now})
      on conflict (id) do update set name = excluded.name, status = excluded.status where products.kind = excluded.kind
      returning id`);
    if (rows.length === 0) throw new Error('the kind of a product is for life');
    for (const [type, price] of Object.entries(product.prices)) {
      await insertPrice(tx, { productId: id, type, price, by: tools.actor, setAt: now });
    }
    await audit(tx, {
      at: now,
      actor: tools.actor,
      action: 'product.set',
      subject: toId('product', id),
      details: { name: product.name, kind: product.kind, status: product.status, prices: inText(product.prices) },
    });
  });
  return id;
}

/** Which operations a kind of product serves. */
export const served: Record<Product['kind'], readonly OperationType[]> = {
  card: ['issue', 'topup'],
  service: ['service'],
};

/** A clock may be behind by this much: a price that was meant to begin now is not refused for it. */
const BEHIND_MS = 60_000;

/**
 * Sets what a type of operation costs from a moment on, or from now. A scheduled price of the very same moment is
 * replaced; nothing that has begun is ever changed.
 */
export async function setPrice(
  tools: { db: Db; clock: Clock; actor: Actor },
  wish: { productId: string; type: OperationType; price: Price; effectiveFrom?: Date },
): Promise<'set' | 'product_not_found' | 'price_does_not_fit' | 'price_in_the_past'> {
  const now = tools.clock.now();
  const { productId, type, price, effectiveFrom } = wish;
  if (effectiveFrom !== undefined && effectiveFrom.getTime() < now.getTime() - BEHIND_MS) return 'price_in_the_past';
  const from = effectiveFrom !== undefined && effectiveFrom > now ? effectiveFrom : undefined;
  return tools.db.writeUnscoped(async (tx) => {
    const [product] = await tx.query<Pick<Product, 'kind'>>(sql`select kind from products where id = ${productId}`);
    if (product === undefined) return 'product_not_found';
    if (!served[product.kind].includes(type)) return 'price_does_not_fit';
    await insertPrice(tx, { productId, type, price, by: tools.actor, setAt: now, from });
    await audit(tx, {
      at: now,
      actor: tools.actor,
      action: 'product.price',
      subject: toId('product', productId),
      details: { effectiveFrom: from ?? now, prices: inText({ [type]: price }) },
    });
    return 'set';
  });
}

type NewPrice = { productId: string; type: string; price: Price; by: Actor; setAt: Date; from?: Date | undefined };

/** Begins a price at a moment to come, or at once: by the time of the database, which decides what is ordered when. */
async function insertPrice(tx: Tx, { productId, type, price, by, setAt, from }: NewPrice): Promise<void> {
  await tx.query(sql`
    insert into product_prices (product_id, operation_type, fixed_fee, rate_bps, minimum_fee, minimum_amount, maximum_amount,
                                effective_from, set_by, set_at)
    values (${productId}, ${type}, ${price.fixedFee}, ${price.rateBps}, ${price.minimumFee}, ${price.minimumAmount}, ${price.maximumAmount},
            coalesce(${from ?? null}::timestamptz, date_trunc('milliseconds', clock_timestamp())), ${by?.operatorId ?? null}, ${setAt})
    on conflict (product_id, operation_type, effective_from) do update
      set fixed_fee = excluded.fixed_fee, rate_bps = excluded.rate_bps, minimum_fee = excluded.minimum_fee,
          minimum_amount = excluded.minimum_amount, maximum_amount = excluded.maximum_amount, set_by = excluded.set_by,
          set_at = excluded.set_at`);
}

export type PriceRow = {
  product_id: string;
  type: OperationType;
  fixed_fee: Usd;
  rate_bps: bigint;
  minimum_fee: Usd;
  minimum_amount: Usd;
  maximum_amount: Usd;
  /** Null: from the beginning. */
  effective_from: Date | null;
  set_by: string | null;
  set_at: Date | null;
};

/** More prices than anybody sets; what is older is in the audit log. */
const MOST_PRICES = 10_000;

/** Every price that there was and will be, newest first. */
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

/** JSON has no bigint: the audit log keeps cents as text. */
const inText = (prices: Product['prices']): unknown =>
  JSON.parse(JSON.stringify(prices, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)));
