// The decisions that operators can take, and parsing of the amounts that they type.
import { LARGEST_USD, parseUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import { parseUsdt, type Usdt } from '../../foundation/money/usdt.ts';
import type { DecisionName, Subject } from './sql.ts';

/** Millionths of a USDT in a cent. */
export const MICROS_PER_CENT = 10_000n;

/** The decisions for each kind of subject. */
export const decisionsFor: Readonly<Record<Subject['kind'], readonly DecisionName[]>> = {
  operation: ['complete', 'fail'],
  invoice: ['accept', 'fail'],
  case: ['adjust', 'close', 'adopt'],
};

/** The value of USDT as a deposit: dollars, rounded down to the cent. */
export const asDeposit = (amount: Usdt): Usd => usd(amount / MICROS_PER_CENT);

/** The deposit for an amount of USDT, or undefined when it is not valid. */
export function parseDeposit(text: string): Usd | undefined {
  const arrived = parseUsdt(text);
  const cents = arrived === undefined ? 0n : asDeposit(arrived);
  return cents === 0n || cents > LARGEST_USD ? undefined : usd(cents);
}

/** The cents of a correction, which may have a sign; undefined when it is not valid. */
export function parseCorrection(text: string): Usd | undefined {
  const cents = parseUsd(text.replace(/^[-+]/, ''));
  if (cents === undefined || cents === 0n || cents > LARGEST_USD) return undefined;
  return text.startsWith('-') ? usd(0n - cents) : cents;
}
