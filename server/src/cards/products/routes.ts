// The catalogue with its prices.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { idOf, NoQuery, ShownAmount } from '../../platform/http/schema.ts';
import { listProducts, type Price, type Product } from './products.ts';

const PriceShown = Type.Object({
  fixedFee: ShownAmount,
  rateBps: Type.Integer({ description: 'Basis points: 20 is 0.2 %. Fees are rounded up to the cent.' }),
  minimumAmount: ShownAmount,
  maximumAmount: ShownAmount,
});

export const ProductShown = Type.Object(
  {
    id: idOf('product'),
    name: Type.String({ examples: ['Virtual card'] }),
    kind: Type.Enum(['card', 'service'], { type: 'string' }),
    status: Type.Enum(['active', 'inactive'], { type: 'string' }),
    pricing: Type.Object(
      { issue: Type.Optional(PriceShown), topup: Type.Optional(PriceShown), service: Type.Optional(PriceShown) },
      {
        description: 'By type of operation. A card product serves issue and topup.',
        examples: [
          {
            issue: { fixedFee: '3.00', rateBps: 20, minimumAmount: '10.00', maximumAmount: '10000.00' },
            topup: { fixedFee: '0.00', rateBps: 20, minimumAmount: '1.00', maximumAmount: '10000.00' },
          },
        ],
      },
    ),
  },
  { $id: 'Product' },
);

/** Lists the catalogue with its prices. */
export const productRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/products',
    {
      config: access({ permission: 'any', limit: 'reads' }),
      schema: {
        tags: ['Products'],
        operationId: 'listProducts',
        summary: 'List products and prices',
        querystring: NoQuery,
        response: { 200: Type.Object({ data: Type.Array(Type.Ref('Product')) }) },
      },
    },
    async () => ({ data: (await listProducts(db)).map(toShown) }),
  );
};

const toShown = (product: Product): Static<typeof ProductShown> => ({
  id: toId('product', product.id),
  name: product.name,
  kind: product.kind,
  status: product.status,
  pricing: Object.fromEntries(Object.entries(product.prices).map(([type, price]) => [type, toPriceShown(price)])),
});

const toPriceShown = (price: Price): Static<typeof PriceShown> => ({
  fixedFee: formatUsd(price.fixedFee),
  rateBps: Number(price.rateBps),
  minimumAmount: formatUsd(price.minimumAmount),
  maximumAmount: formatUsd(price.maximumAmount),
});
