// What operators can decide, and the amounts that it takes, as they are typed.
import { LARGEST_USD, parseUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import { parseUsdt, type Usdt } from '../../foundation/money/usdt.ts';
import type { Action, Subject } from './sql.ts';

/** Millionths of a USDT in a cent. */
export const MICROS_PER_CENT = 10_000n;

/** What can be decided about what. */
export const actionsFor: Readonly<Record<Subject['kind'], readonly Action[]>> = {
  operation: ['complete', 'fail'],
  invoice: ['accept', 'fail'],
  case: ['adjust', 'close'],
};

/** What USDT is worth as a deposit: dollars, rounded down to the cent. */
export const asDeposit = (amount: Usdt): Usd => usd(amount / MICROS_PER_CENT);

/** The deposit that an amount of USDT is worth, or undefined when it is none. */
export function parseDeposit(text: string): Usd | undefined {
  const arrived = parseUsdt(text);
  const cents = arrived === undefined ? 0n : asDeposit(arrived);
  return cents === 0n || cents > LARGEST_USD ? undefined : usd(cents);
}

/** The cents of a correction, which may have a sign; undefined when it is none. */
export function parseCorrection(text: string): Usd | undefined {
  const cents = parseUsd(text.replace(/^[-+]/, ''));
  if (cents === undefined || cents === 0n || cents > LARGEST_USD) return undefined;
  return text.startsWith('-') ? usd(0n - cents) : cents;
}
