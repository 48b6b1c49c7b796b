// Bugs that the proof of money must catch.
import type { Plant } from '../harness/plant.ts';

const inUsd = (find: string, replace: string) => ({ file: 'foundation/money/usd.ts', find, replace });
const inUsdt = (find: string, replace: string) => ({ file: 'foundation/money/usdt.ts', find, replace });

export const moneyBugs: Record<string, Plant> = {
  'fee-rounded-down': {
    what: 'the fee of a deposit is rounded down',
    functions: [{ name: 'deposit_fee', find: '+ 9999', replace: '+ 0' }],
  },
  'fee-rounded-to-nearest': {
    what: 'the fee of a deposit is rounded to the nearest cent',
    functions: [{ name: 'deposit_fee', find: '+ 9999', replace: '+ 5000' }],
  },
  'order-fee-rounded-down': {
    what: 'the rate of an order is rounded down',
    functions: [{ name: 'weigh_operations', find: '+ 9999', replace: '+ 0' }],
  },
  'minimum-fee-forgotten': {
    what: 'an order below the smallest fee is charged its rate only',
    functions: [{ name: 'weigh_operations', find: 'GREATEST(price.minimum_fee,', replace: 'GREATEST((0)::bigint,' }],
  },
  'tenths-are-hundredths': {
    what: 'one decimal is read as hundredths',
    source: [inUsd("cents.padEnd(2, '0')", "cents.padStart(2, '0')")],
  },
  'through-a-number': {
    what: 'dollars pass through a floating-point number',
    source: [
      inUsd(
        "return (BigInt(dollars) * 100n + BigInt(cents.padEnd(2, '0'))) as Usd;",
        'return BigInt(Math.trunc(Number(`${dollars}.${cents || 0}`) * 100)) as Usd;',
      ),
    ],
  },
  'a-third-decimal': {
    what: 'a part of a cent is read and dropped',
    source: [
      inUsd('(\\d{1,2}))?$/', '(\\d{1,3}))?$/'),
      inUsd("cents.padEnd(2, '0')", "cents.padEnd(2, '0').slice(0, 2)"),
    ],
  },
  'millionths-are-rounded': {
    what: 'USDT are written with their last decimal rounded',
    source: [inUsdt('const digits = amount.toString()', 'const digits = (((amount + 5n) / 10n) * 10n).toString()')],
  },
  'millionths-lose-zeros': {
    what: 'USDT below one lose the zeros behind the point',
    source: [inUsdt("padStart(7, '0')", "padStart(1, '0')")],
  },
  'database-loses-zeros': {
    what: 'the database writes millionths without their leading zeros',
    functions: [
      {
        name: 'usdt_text',
        find: 'lpad(((micros % (1000000)::bigint))::text, 6,',
        replace: 'lpad(((micros % (1000000)::bigint))::text, 1,',
      },
    ],
  },
  'deposit-keeps-the-fee': {
    what: 'a deposit is credited without its fee taken off',
    functions: [{ name: 'ledger.deposit', find: "'Deposit fee', fee)", replace: "'Deposit fee', 0)" }],
  },
};
