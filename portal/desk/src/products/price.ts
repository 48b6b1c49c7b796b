// Prices as texts: form values and formatting.
import type { NewPrice, Price, Product } from '../../../shared/desk-api.ts';
import { mistakeInReason } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

export type PriceType = Price['type'];

/** The operation types that a kind of product has prices for. */
export const typesOf = ({ kind }: Product): readonly PriceType[] =>
  kind === 'card' ? ['issue', 'topup'] : ['service'];

/** Basis points as a percentage: 20 is `0.20 %`. */
export const rateText = (bps: number): string => {
  const digits = String(bps).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)} %`;
};

/** The typed values; an empty start means now. */
export type Typed = {
  type: PriceType;
  fixedFee: string;
  rateBps: string;
  minimumFee: string;
  minimumAmount: string;
  maximumAmount: string;
  from: string;
  reason: string;
};

/** The current price as form values. */
export function typedOf(product: Product, type: PriceType): Typed {
  const now = product.prices.find((price) => price.type === type && price.state === 'current');
  return {
    type,
    fixedFee: now?.fixedFee ?? '0.00',
    rateBps: String(now?.rateBps ?? 0),
    minimumFee: now?.minimumFee ?? '0.00',
    minimumAmount: now?.minimumAmount ?? '',
    maximumAmount: now?.maximumAmount ?? '',
    from: '',
    reason: '',
  };
}

const amount = (text: string) => (/^\d{1,10}(\.\d{1,2})?$/.test(text.trim()) ? null : t('deskProducts.amountInvalid'));

/** Errors by field. */
export const checks = {
  fixedFee: amount,
  minimumFee: amount,
  minimumAmount: amount,
  maximumAmount: amount,
  rateBps: (text: string) =>
    /^\d{1,5}$/.test(text.trim()) && Number(text) <= 10_000 ? null : t('deskProducts.rateInvalid'),
  from: (text: string) => (text === '' || new Date(text) > new Date() ? null : t('deskProducts.fromInvalid')),
  reason: mistakeInReason,
} as const;

/** The price as a request body. */
export const priceOf = (typed: Typed): NewPrice => ({
  type: typed.type,
  fixedFee: typed.fixedFee.trim(),
  rateBps: Number(typed.rateBps),
  minimumFee: typed.minimumFee.trim(),
  minimumAmount: typed.minimumAmount.trim(),
  maximumAmount: typed.maximumAmount.trim(),
  reason: typed.reason.trim(),
  ...(typed.from === '' ? {} : { effectiveFrom: new Date(typed.from).toISOString() }),
});
