// The price of an order, requested while the form is filled in.

import type { Schemas } from '@cardwright/sdk';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { isZero, moneyText } from '../../../shared/money.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Product } from './products.ts';
import '../words/operations.ts';

/** The request of an operation. */
export type Order = Schemas['NewOperation'];

/** What an order takes over from an earlier one, beside the fields of its form. */
export type Repeated = { metadata: Readonly<Record<string, string>> };

/** The order with the metadata of the earlier one that it repeats. */
export const repeating = (earlier: Repeated | undefined, order: Order | undefined): Order | undefined =>
  order === undefined || earlier === undefined || Object.keys(earlier.metadata).length === 0
    ? order
    : { ...order, metadata: { ...earlier.metadata } };

export type Preview = Schemas['OperationPreview'];

export type Pricing = NonNullable<Product['pricing']['issue']>;

/** Debounce: one price request after typing, not one for each digit. */
const TYPED_MS = 350;

export type Price = {
  /** The price of the current order, never of an earlier one. */
  shown: Preview | undefined;
  asking: boolean;
  error: Error | null;
  again: () => void;
};

/** The price of an order; undefined while the order is incomplete. A card's name does not change it. */
export function usePrice(order: Order | undefined): Price {
  const { api, key } = useScope();
  const wanted = order === undefined ? '' : JSON.stringify({ ...order, name: undefined });
  const [asked] = useDebouncedValue(wanted, TYPED_MS);
  const current = asked === wanted;
  // The key begins with `balance`, because affordability depends on it: the live feed refetches both.
  const query = useQuery({
    queryKey: key('balance', 'price', asked),
    queryFn: () => answer(api.POST('/api/v1/operations/preview', { body: JSON.parse(asked) as Order })),
    enabled: asked !== '',
    staleTime: 0,
  });
  return {
    shown: wanted !== '' && current ? query.data : undefined,
    asking: wanted !== '' && (!current || query.isLoading),
    error: wanted !== '' && current ? query.error : null,
    again: () => void query.refetch(),
  };
}

/** The fee rule in words, or undefined without one. */
export function feeRule({ fixedFee, rateBps }: Pricing): string | undefined {
  const fixed = `$${moneyText(fixedFee)}`;
  const percent = String(rateBps / 100);
  if (isZero(fixedFee)) return rateBps === 0 ? undefined : t('operations.feeRule.rate', { percent });
  if (rateBps === 0) return t('operations.feeRule.fixed', { fixed });
  return t('operations.feeRule.both', { fixed, percent });
}

/** The name of the fee that depends on the amount. A minimum fee is not a percentage of it. */
export function rateFeeName(pricing: Pricing | undefined, amount: string, fee: string): string {
  const cents = (text: string) => BigInt(text.replace('.', ''));
  const rated = (cents(amount) * BigInt(pricing?.rateBps ?? 0) + 9_999n) / 10_000n;
  if (pricing === undefined || rated !== cents(fee)) return t('operations.fee');
  return t('operations.rateFee', { percent: pricing.rateBps / 100 });
}

/** What an amount may be and what it costs, for the help of its field. */
export function amountHelp(pricing: Pricing | undefined): string | undefined {
  if (pricing === undefined) return undefined;
  const range = t('operations.range', {
    least: `$${moneyText(pricing.minimumAmount)}`,
    most: `$${moneyText(pricing.maximumAmount)}`,
  });
  const rule = feeRule(pricing);
  return rule === undefined ? range : `${range} ${t('operations.feeRule', { rule })}`;
}
