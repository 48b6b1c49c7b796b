// The catalogue: products and what operations on them cost. The same for every company and environment.
import type { Clock } from '../clock.ts';
import type { Db, Queryable } from '../db/db.ts';
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

/** The whole catalogue, oldest first. */
export async function listProducts(db: Queryable): Promise<Product[]> {
  const rows = await db.query<ProductRow>(sql`
    select p.id, p.name, p.kind, p.status, p.created_at, c.operation_type, c.fixed_fee, c.rate_bps, c.minimum_fee,
           c.minimum_amount, c.maximum_amount
      from products p
      left join product_prices c on c.product_id = p.id
     order by p.created_at, p.id, c.operation_type
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
      await tx.query(sql`
        insert into product_prices (product_id, operation_type, fixed_fee, rate_bps, minimum_fee, minimum_amount, maximum_amount)
        values (${id}, ${type}, ${price.fixedFee}, ${price.rateBps}, ${price.minimumFee}, ${price.minimumAmount}, ${price.maximumAmount})
        on conflict (product_id, operation_type) do update
          set fixed_fee = excluded.fixed_fee, rate_bps = excluded.rate_bps, minimum_fee = excluded.minimum_fee,
              minimum_amount = excluded.minimum_amount, maximum_amount = excluded.maximum_amount`);
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
