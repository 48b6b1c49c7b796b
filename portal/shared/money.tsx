// Amounts are decimal texts. They are grouped as texts and never converted to numbers.
import { grouped } from './amount-typed.ts';

/** A formatted amount: `-1234.5` becomes `−1,234.50`. Digits beyond the second are kept, never rounded. */
export function moneyText(amount: string): string {
  const sign = amount.startsWith('-') ? '−' : '';
  const [whole = '0', fraction = ''] = amount.replace(/^[-+]/, '').split('.');
  return `${sign}${grouped(whole)}.${fraction.padEnd(2, '0')}`;
}

/** Whether the text of an amount is zero. */
export const isZero = (amount: string): boolean => /^[-+]?0*(\.0*)?$/.test(amount);

/** A valid input: dollars with at most two decimals, above zero. */
export const looksLikeAmount = (text: string): boolean => /^\d{1,10}(\.\d{1,2})?$/.test(text) && !isZero(text);

type Props = {
  amount: string;
  currency?: string;
  /** Shows a plus sign for incoming amounts. */
  signed?: boolean;
};

/** An amount in tabular figures, with its currency. */
export function Money({ amount, currency = 'USD', signed = false }: Props) {
  const plus = signed && !amount.startsWith('-') && !isZero(amount) ? '+' : '';
  const text = `${plus}${moneyText(amount)}`;
  return (
    <span className="figures">{currency === 'USD' ? text.replace(/^([+−]?)/, '$1$') : `${text} ${currency}`}</span>
  );
}
