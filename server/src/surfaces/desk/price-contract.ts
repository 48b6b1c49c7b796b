// The changes of a price in the desk's contract.
import { type Static, Type } from 'typebox';
import { comparePrices, type PriceComparison, priceParts } from '../../cards/products/compare.ts';
import type { Price, Product } from '../../cards/products/products.ts';
import { toId } from '../../foundation/ids.ts';
import { formatUsd, usd } from '../../foundation/money/usd.ts';
import { ShownAmount } from '../../platform/http/schema.ts';
import { Named, orNull } from './contract.ts';

const Part = Type.Object({
  part: Type.Enum([...priceParts], { type: 'string' }),
  before: orNull(Type.String({ description: 'An amount, or basis points; null if there is no price yet.' })),
  change: orNull(Type.String({ description: 'With a minus sign if it falls.' })),
  after: Type.String(),
});

export const PriceChange = Type.Object({
  product: Named,
  type: Type.String({ examples: ['topup'] }),
  parts: Type.Array(Part),
  example: Type.Object(
    {
      amount: ShownAmount,
      before: Type.Union([ShownAmount, Type.Null()], { description: 'null: it cannot be ordered today.' }),
      after: ShownAmount,
    },
    { description: 'The total of one operation with its fee, today and with the new price.' },
  ),
});

type Priced = { product: Pick<Product, 'id' | 'name' | 'prices'>; type: keyof Product['prices']; price: Price };

/** What a new price of a product would change. */
export function toPriceChange({ product, type, price }: Priced): Static<typeof PriceChange> {
  const { parts, example } = comparePrices(product.prices[type], price);
  return {
    product: { id: toId('product', product.id), name: product.name },
    type,
    parts: parts.map(toPart),
    example: {
      amount: formatUsd(example.amount),
      before: example.before === undefined ? null : formatUsd(example.before),
      after: formatUsd(example.after),
    },
  };
}

function toPart({ part, before, change, after }: PriceComparison['parts'][number]) {
  const shown = part === 'rateBps' ? String : formatUsd;
  return {
    part,
    before: before === undefined ? null : shown(before),
    change: change === undefined ? null : shown(change),
    after: shown(after),
  };
}

type Cents = Record<(typeof priceParts)[number], string | number>;

/** The price changes in the details of a proposal: cents, as the database keeps them. */
export function toPriceChanges(
  details: Readonly<Record<string, unknown>>,
  product: Priced['product'],
): Static<typeof PriceChange>[] {
  const prices = Object.entries((details['prices'] ?? {}) as Record<Priced['type'], Cents>);
  return prices.map(([type, cents]) => {
    const of = (part: (typeof priceParts)[number]) => usd(BigInt(cents[part]));
    const price = {
      fixedFee: of('fixedFee'),
      rateBps: BigInt(cents.rateBps),
      minimumFee: of('minimumFee'),
      minimumAmount: of('minimumAmount'),
      maximumAmount: of('maximumAmount'),
    };
    return toPriceChange({ product, type: type as Priced['type'], price });
  });
}
