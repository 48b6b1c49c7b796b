// The catalogue with its price history, and new prices from a given time on.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { orderTypes, served } from '../../cards/products/kinds.ts';
import {
  listPrices,
  listProducts,
  type Price,
  type PriceRow,
  type Product,
  setPrice,
  setProduct,
} from '../../cards/products/products.ts';
import { fromId, toId } from '../../foundation/ids.ts';
import { formatUsd, LARGEST_USD, parseUsd, type Usd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { operatorNames } from '../../identity/operators/operators.ts';
import type { Db } from '../../platform/db/db.ts';
import { Amount, IdPath, Instant, NoQuery, ShownAmount } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { InstantOrNull, Named, orNull, readWords, refusedAt, shownAt, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';
import { PriceChange, toPriceChange } from './price-contract.ts';
import { proposes, Reason } from './proposal-contract.ts';
import { asProposal } from './proposal-shown.ts';

const HIGHEST_RATE_BPS = 10_000; // the whole amount

const OrderType = Type.Enum([...orderTypes], { type: 'string' });

const Kind = Type.Enum(['card', 'service'], { type: 'string' });

const Status = Type.Enum(['active', 'inactive'], { type: 'string' });

const PriceShown = Type.Object({
  type: OrderType,
  fixedFee: ShownAmount,
  rateBps: Type.Integer({ description: 'Basis points: 20 is 0.2 %. Fees are rounded up to the cent.' }),
  minimumFee: ShownAmount,
  minimumAmount: ShownAmount,
  maximumAmount: ShownAmount,
  effectiveFrom: Type.Union([Instant, Type.Null()], { description: 'null: always.' }),
  state: Type.Enum(['past', 'current', 'scheduled'], { type: 'string' }),
  setBy: orNull(Named),
  setAt: InstantOrNull,
});

export const ProductOfDesk = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Kind,
  status: Status,
  createdAt: Instant,
  prices: Type.Array(PriceShown, {
    description: 'By type of operation, newest first; scheduled prices come first.',
  }),
});

const Sums = Type.Object(
  {
    fixedFee: Amount,
    rateBps: Type.Integer({ minimum: 0, maximum: HIGHEST_RATE_BPS }),
    minimumFee: Amount,
    minimumAmount: Amount,
    maximumAmount: Amount,
  },
  { additionalProperties: false },
);

const NewPrice = Type.Object({
  type: OrderType,
  ...Sums.properties,
  effectiveFrom: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'Now or later; without it, from the approval on.' }),
  ),
  reason: Reason,
});

export const SetProduct = Type.Object({
  productId: Type.Optional(Type.String({ description: 'The product to change; without it, a new one is added.' })),
  name: Words('As clients see it.'),
  kind: Kind,
  status: Status,
  prices: Type.Object(
    { issue: Type.Optional(Sums), topup: Type.Optional(Sums), service: Type.Optional(Sums) },
    {
      additionalProperties: false,
      description: 'From the approval on. Other prices stay unchanged.',
    },
  ),
  reason: Reason,
});

/** Lists products with all past and future prices, and proposes products and prices. */
export const productRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db, clock } = deps;
  app.get(
    '/desk/v1/products',
    {
      config: action('products.read'),
      schema: {
        tags: ['Products'],
        operationId: 'listProducts',
        summary: 'List products with the history of their prices',
        querystring: NoQuery,
        response: { 200: Type.Object({ data: Type.Array(ProductOfDesk) }), ...refusedAt(400) },
      },
    },
    async () => ({ data: await readProducts(db, clock.now()) }),
  );

  app.post(
    '/desk/v1/products',
    {
      config: action('products.set'),
      schema: {
        tags: ['Products'],
        operationId: 'setProduct',
        summary: 'Propose a product, or a change of one',
        querystring: NoQuery,
        body: SetProduct,
        response: proposes,
      },
    },
    async ({ body, operator }, reply) => {
      const answer = await setProduct(toolsOf(deps, operator), await readProduct(db, body));
      return reply.code(202).send(await asProposal(deps, operator, answer));
    },
  );

  app.post(
    '/desk/v1/products/:id/prices',
    {
      config: action('products.price'),
      schema: {
        tags: ['Products'],
        operationId: 'setPrice',
        summary: 'Propose a price from a given time on; earlier orders keep their price',
        params: IdPath,
        querystring: NoQuery,
        body: NewPrice,
        response: proposes,
      },
    },
    async ({ params, body, operator }, reply) => {
      const answer = await setPrice(toolsOf(deps, operator), {
        productId: fromId('product', params.id) ?? refuse('product_not_found'),
        type: body.type,
        price: readPrice(body),
        reason: readWords(body.reason),
        ...(body.effectiveFrom === undefined ? {} : { effectiveFrom: new Date(body.effectiveFrom) }),
      });
      return reply.code(202).send(await asProposal(deps, operator, answer));
    },
  );
};

/** Shows what a new price changes. */
export const priceRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, { db }) => {
  app.post(
    '/desk/v1/products/:id/prices/preview',
    {
      config: action('products.price'),
      schema: {
        tags: ['Products'],
        operationId: 'previewPrice',
        summary: 'Preview what a new price changes, with an example; nothing is proposed',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Object({ type: OrderType, ...Sums.properties }),
        response: { 200: PriceChange, ...refusedAt(400, 404, 409, 413, 415) },
      },
    },
    async ({ params, body: { type, ...sums } }) => {
      const id = fromId('product', params.id);
      const product = (await listProducts(db)).find((each) => each.id === id) ?? refuse('product_not_found');
      if (!served[product.kind].includes(type)) refuse('price_does_not_fit');
      return toPriceChange({ product, type, price: readPrice(sums) });
    },
  );
};

async function readProduct(db: Db, { productId, kind, prices, ...rest }: Static<typeof SetProduct>) {
  const id = productId === undefined ? undefined : (fromId('product', productId) ?? refuse('product_not_found'));
  const current = id === undefined ? undefined : (await listProducts(db)).find((product) => product.id === id);
  if (id !== undefined && current === undefined) refuse('product_not_found');
  if (current !== undefined && current.kind !== kind) refuse('product_kind_fixed');
  const priced = orderTypes.flatMap((type) => {
    const sums = prices[type];
    if (sums !== undefined && !served[kind].includes(type)) refuse('price_does_not_fit');
    return sums === undefined ? [] : [[type, readPrice(sums)] as const];
  });
  return {
    ...rest,
    ...(id === undefined ? {} : { id }),
    kind,
    name: readWords(rest.name),
    prices: Object.fromEntries(priced),
    reason: readWords(rest.reason),
  };
}

function readPrice(body: Static<typeof Sums>): Price {
  const price = {
    fixedFee: readSum(body.fixedFee),
    rateBps: BigInt(body.rateBps),
    minimumFee: readSum(body.minimumFee),
    minimumAmount: readSum(body.minimumAmount),
    maximumAmount: readSum(body.maximumAmount),
  };
  if (price.minimumAmount === 0n || price.minimumAmount > price.maximumAmount) {
    refuse('amount_invalid', { message: 'The minimum must be above zero and at most the maximum.' });
  }
  return price;
}

function readSum(text: string): Usd {
  const amount = parseUsd(text);
  if (amount === undefined || amount > LARGEST_USD) refuse('amount_invalid');
  return amount;
}

async function readProducts(db: Db, now: Date): Promise<Static<typeof ProductOfDesk>[]> {
  const [products, prices] = await Promise.all([listProducts(db), listPrices(db)]);
  const operators = new Set(prices.flatMap(({ set_by }) => (set_by === null ? [] : [set_by])));
  const names = await operatorNames(db, [...operators]);
  return products.map((product) => toShown(product, prices, { names, now }));
}

type Around = { names: ReadonlyMap<string, string>; now: Date };

function toShown(product: Product, prices: readonly PriceRow[], { names, now }: Around): Static<typeof ProductOfDesk> {
  const own = prices.filter(({ product_id }) => product_id === product.id);
  const isCurrent = (row: PriceRow) =>
    own.find(({ type, effective_from }) => type === row.type && (effective_from ?? now) <= now) === row;
  return {
    id: toId('product', product.id),
    name: product.name,
    kind: product.kind,
    status: product.status,
    createdAt: shownAt(product.createdAt),
    prices: own.map((row) => ({
      type: row.type,
      fixedFee: formatUsd(row.fixed_fee),
      rateBps: Number(row.rate_bps),
      minimumFee: formatUsd(row.minimum_fee),
      minimumAmount: formatUsd(row.minimum_amount),
      maximumAmount: formatUsd(row.maximum_amount),
      effectiveFrom: row.effective_from === null ? null : shownAt(row.effective_from),
      state: isCurrent(row) ? 'current' : (row.effective_from ?? now) > now ? 'scheduled' : 'past',
      setBy: row.set_by === null ? null : { id: toId('operator', row.set_by), name: names.get(row.set_by) ?? '' },
      setAt: row.set_at === null ? null : shownAt(row.set_at),
    })),
  };
}
