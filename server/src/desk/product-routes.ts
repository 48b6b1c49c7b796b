// The catalogue with the history of its prices, and new prices from a moment on.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Db } from '../db/db.ts';
import { Amount, IdPath, Instant, NoQuery, ShownAmount } from '../http/schema.ts';
import { fromId, toId } from '../ids.ts';
import { formatUsd, LARGEST_USD, parseUsd, type Usd } from '../money/usd.ts';
import { operatorNames } from '../operators/operators.ts';
import { listPrices, listProducts, type Price, type PriceRow, type Product, setPrice } from '../products/products.ts';
import { refuse } from '../refusals.ts';
import { act } from './acts.ts';
import { InstantOrNull, Named, orNull, refusedAt, shownAt } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

const HIGHEST_RATE_BPS = 10_000; // the whole amount

const OperationType = Type.Enum(['issue', 'topup', 'service'], { type: 'string' });

const PriceShown = Type.Object({
  type: OperationType,
  fixedFee: ShownAmount,
  rateBps: Type.Integer({ description: 'Basis points: 20 is 0.2 %. Fees are rounded up to the cent.' }),
  minimumFee: ShownAmount,
  minimumAmount: ShownAmount,
  maximumAmount: ShownAmount,
  effectiveFrom: Type.Union([Instant, Type.Null()], { description: 'null: from the beginning.' }),
  state: Type.Enum(['past', 'current', 'scheduled'], { type: 'string' }),
  setBy: orNull(Named),
  setAt: InstantOrNull,
});

const ProductOfDesk = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['card', 'service'], { type: 'string' }),
  status: Type.Enum(['active', 'inactive'], { type: 'string' }),
  createdAt: Instant,
  prices: Type.Array(PriceShown, {
    description: 'By type of operation, newest first; what is scheduled stands first.',
  }),
});

const NewPrice = Type.Object({
  type: OperationType,
  fixedFee: Amount,
  rateBps: Type.Integer({ minimum: 0, maximum: HIGHEST_RATE_BPS }),
  minimumFee: Amount,
  minimumAmount: Amount,
  maximumAmount: Amount,
  effectiveFrom: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'Now or later; without it, now.' }),
  ),
});

/** Lists products with every price they had and will have, and sets prices. */
export const productRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db, clock } = deps;
  app.get(
    '/desk/v1/products',
    {
      config: act('products.read'),
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
    '/desk/v1/products/:id/prices',
    {
      config: act('products.price'),
      schema: {
        tags: ['Products'],
        operationId: 'setPrice',
        summary: 'Set a price from a moment on; what is ordered before costs what it cost',
        params: IdPath,
        querystring: NoQuery,
        body: NewPrice,
        response: { 201: ProductOfDesk, ...refusedAt(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const answer = await setPrice(toolsOf(deps, request.operator), {
        productId: fromId('product', params.id) ?? refuse('product_not_found'),
        type: body.type,
        price: readPrice(body),
        ...(body.effectiveFrom === undefined ? {} : { effectiveFrom: new Date(body.effectiveFrom) }),
      });
      if (answer !== 'set') refuse(answer);
      const product = (await readProducts(db, clock.now())).find(({ id }) => id === params.id);
      return reply.code(201).send(product ?? refuse('product_not_found'));
    },
  );
};

function readPrice(body: Static<typeof NewPrice>): Price {
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
