// What a new price would change: each part of it, and the cost of one operation before and after.
import { type Usd, usd } from '../../foundation/money/usd.ts';
import type { Price } from './products.ts';

/** An amount that people order often: $500.00. A price that does not allow it is shown for the nearest it allows. */
const EXAMPLE_AMOUNT = 500_00n;

/** The parts of a price, in the order in which people read them. */
export const priceParts = ['fixedFee', 'rateBps', 'minimumFee', 'minimumAmount', 'maximumAmount'] as const;

export type PriceComparison = {
  /** `before` and `change` are undefined if there is no price yet. */
  parts: { part: (typeof priceParts)[number]; before?: bigint; change?: bigint; after: bigint }[];
  /** The total with the fee; `before` is undefined if the amount cannot be ordered today. */
  example: { amount: Usd; before?: Usd; after: Usd };
};

/** The fee of an operation, rounded up to the cent, as the database computes it (weigh_operations). */
function feeOf({ fixedFee, rateBps, minimumFee }: Price, amount: Usd): Usd {
  const fee = fixedFee + (amount * rateBps + 9_999n) / 10_000n;
  return usd(fee > minimumFee ? fee : minimumFee);
}

/** Compares a price with the one that would replace it. */
export function comparePrices(before: Price | undefined, after: Price): PriceComparison {
  const amount = usd(nearest(EXAMPLE_AMOUNT, after));
  const total = (price: Price) => usd(amount + feeOf(price, amount));
  const isOrdered = before !== undefined && nearest(amount, before) === amount;
  return {
    parts: priceParts.map((part) => ({
      part,
      after: after[part],
      ...(before === undefined ? {} : { before: before[part], change: after[part] - before[part] }),
    })),
    example: { amount, after: total(after), ...(isOrdered ? { before: total(before) } : {}) },
  };
}

function nearest(amount: bigint, { minimumAmount, maximumAmount }: Price): bigint {
  if (amount < minimumAmount) return minimumAmount;
  return amount > maximumAmount ? maximumAmount : amount;
}
