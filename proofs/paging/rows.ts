// Rows of every list, many with the same timestamp, and writers that keep adding rows while clients page.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { Random } from '../harness/random.ts';
import {
  cardStatuses,
  EXTERNAL_IDS,
  holderKinds,
  holderStatuses,
  type Ids,
  type ListName,
  operationStatuses,
  operationTypes,
  transactionStatuses,
  transactionTypes,
} from './lists.ts';

/** A company in one environment. Every row names its owner, so that foreign rows are recognised. */
export type Tenant = {
  scope: Scope;
  key: string;
  /** A digit in every amount and in every name. */
  mark: number;
  ids: Ids;
};

type Row = Record<string, unknown>;

/** The shares of a company's rows among the lists. */
const shares: Record<ListName, number> = {
  transactions: 0.45,
  operations: 0.3,
  invoices: 0.1,
  cards: 0.08,
  holders: 0.07,
};

/** Number of distinct timestamps: with more rows than this, most rows share theirs with others. */
const MOMENTS = 400;

/** Rows in one statement. */
const ROWS_AT_ONCE = 1_000;

/** One of the few timestamps in the past. */
const momentOf = (random: Random, start: number) => new Date(start - random.integer(0, MOMENTS) * 60_000).toISOString();

/** Ids are random, so that their order is unrelated to time. */
const rowOf = ({ scope }: Tenant): Row => ({
  company_id: scope.companyId,
  environment: scope.environment,
  id: randomUUID(),
});

/** An amount in cents whose last digit is the mark. */
const amountOf = (random: Random, mark: number) => String(random.integer(100, 9_999) * 10 + mark);

const makers: Record<ListName, (random: Random, tenant: Tenant, at: string) => Row> = {
  holders: (random, tenant, at) => ({
    ...rowOf(tenant),
    name: `Holder ${tenant.mark}`,
    email: 'ada@example.com',
    kind: random.pick(holderKinds),
    status: random.pick(holderStatuses),
    external_id: `external-${random.integer(0, EXTERNAL_IDS - 1)}`,
    created_at: at,
  }),
  cards: (random, tenant, at) => ({
    ...rowOf(tenant),
    holder_id: oneOfFew(random, tenant.ids.holders),
    product_id: random.pick(tenant.ids.products),
    name: `Card ${tenant.mark}`,
    last4: '4242',
    issuer_token: randomUUID(),
    status: random.pick(cardStatuses),
    balance: '0',
    created_at: at,
  }),
  operations: (random, tenant, at) => {
    const [type, status] = [random.pick(operationTypes), random.pick(operationStatuses)];
    const isReview = status === 'manual_review';
    const cardId = oneOfFew(random, tenant.ids.cards);
    const owner = tenant.ids.owners.get(cardId);
    const isOrder = type === 'issue' || type === 'topup' || type === 'service';
    const hasCard = !isOrder || type === 'topup' || (type === 'issue' && status === 'completed');
    return {
      ...rowOf(tenant),
      type,
      status,
      name: `Operation ${tenant.mark}`, // an action on a card has no amount
      product_id: owner?.product_id,
      holder_id: type === 'service' ? null : owner?.holder_id,
      card_id: hasCard ? cardId : null,
      limits: type === 'limits' ? { perTransaction: null, perDay: '10.00', perMonth: null } : null,
      returned: type === 'close' && status === 'completed' ? '0' : null,
      amount: isOrder ? amountOf(random, tenant.mark) : '0',
      fee: '0',
      review_reason: isReview ? 'silence' : '',
      review_opened_at: isReview ? at : null,
      attempt: status === 'processing' ? randomUUID() : null,
      sent_at: status === 'processing' ? at : null,
      next_at: status === 'queued' || status === 'processing' ? '9999-01-01' : null,
      decided_at: status === 'completed' || status === 'failed' ? at : null,
      created_at: at,
    };
  },
  transactions: (random, tenant, at) => {
    const cardId = oneOfFew(random, tenant.ids.cards);
    return {
      ...rowOf(tenant),
      card_id: cardId,
      holder_id: tenant.ids.owners.get(cardId)?.holder_id,
      reference: randomUUID(),
      type: random.pick(transactionTypes),
      status: random.pick(transactionStatuses),
      amount: amountOf(random, tenant.mark),
      currency: 'USD',
      country: 'DE',
      occurred_at: at,
      created_at: new Date().toISOString(),
    };
  },
  // An unresolved invoice blocks the next one, so only the first is unresolved.
  invoices: (random, tenant, at) => {
    const dollars = BigInt(random.integer(10, 999) * 10 + tenant.mark);
    return {
      ...rowOf(tenant),
      status: random.pick(['completed', 'expired', 'failed']),
      requested_amount: String(dollars * 100n),
      deposit_amount: String(dollars * 100n),
      fee: '0',
      address: 'TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt',
      pay_amount: String(dollars * 1_000_000n),
      expires_at: at,
      decided_at: at,
      created_at: at,
    };
  },
};

/** Half of the rows belong to the first two, so that a filter by one of them has several pages. */
const oneOfFew = (random: Random, ids: readonly string[]) =>
  random.oneIn(2) ? random.pick(ids.slice(0, 2)) : random.pick(ids);

/** The first two cards belong to the first two holders and products, so that filters by all three match rows. */
function ownFirst(cards: readonly Row[], { holders, products }: Ids): void {
  for (const [index, card] of cards.slice(0, 2).entries())
    Object.assign(card, { holder_id: holders[index], product_id: products[index % products.length] });
}

/** Fills a tenant's lists with this many rows, and returns them with the ids that its filters take. */
export async function fillLists(
  db: Db,
  random: Random,
  empty: Omit<Tenant, 'ids'> & { products: readonly string[] },
  rows: number,
): Promise<Tenant> {
  const start = Date.now() - 3_600_000;
  let ids: Ids = { cards: [], holders: [], products: empty.products, owners: new Map() };
  const fill = async (list: ListName): Promise<Row[]> => {
    const tenant: Tenant = { ...empty, ids };
    const count = Math.max(20, Math.round(rows * shares[list]));
    const made: Row[] = Array.from({ length: count }, () => makers[list](random, tenant, momentOf(random, start)));
    if (list === 'cards') ownFirst(made, ids);
    for (let at = 0; at < made.length; at += ROWS_AT_ONCE) await insert(db, list, made.slice(at, at + ROWS_AT_ONCE));
    return made;
  };
  const idOf = (row: Row) => String(row['id']);
  ids = { ...ids, holders: (await fill('holders')).map(idOf) };
  const cards = await fill('cards');
  const owners = cards.map(({ id, holder_id, product_id }) => [String(id), { holder_id, product_id }] as const);
  ids = { ...ids, cards: cards.map(idOf), owners: new Map(owners) };
  for (const list of ['operations', 'transactions', 'invoices'] as const) await fill(list);
  const tenant = { ...empty, ids };
  const [pending] = [makers.invoices(random, tenant, momentOf(random, start))];
  await insert(db, 'invoices', [{ ...pending, status: 'pending', decided_at: null }]);
  return tenant;
}

/** Columns that may be left out get their default. */
async function insert(db: Db, list: ListName, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const [table, columns] = [new Sql([list], []), new Sql([Object.keys(first).join(', ')], [])];
  await db.query(sql`
    insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`);
}

/** A writer's pause between two statements, so that clients make progress on a small machine. */
const WRITE_EVERY_MS = 5;

/**
 * Starts a writer, which adds rows to every list: of now, of a shared timestamp, and of the past. Returns a function
 * that stops it and returns the number of rows written.
 */
export function startWriter(db: Db, random: Random, tenants: readonly Tenant[]): { stop(): Promise<number> } {
  const start = Date.now();
  let written = 0;
  const stopping = new AbortController();
  const lists = Object.keys(makers) as ListName[];
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      const [tenant, list] = [random.pick(tenants), random.pick(lists)];
      const at = random.pick([
        () => new Date().toISOString(),
        () => momentOf(random, start - 3_600_000), // a timestamp that others have
        () => new Date(start - random.integer(0, 86_400_000)).toISOString(),
      ]);
      const rows = Array.from({ length: random.integer(1, 5) }, () => makers[list](random, tenant, at()));
      await insert(db, list, rows);
      written += rows.length;
      await sleep(WRITE_EVERY_MS);
    }
  })();
  writing.catch(() => undefined); // stop() reports it
  return {
    async stop() {
      stopping.abort();
      await writing;
      return written;
    },
  };
}
