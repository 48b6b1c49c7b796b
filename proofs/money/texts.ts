// Process: parses and formats random amounts with the product's own functions. It carries the planted
// bug, if there is one.
import { formatUsd, parseUsd } from '@cardwright/server/foundation/money/usd.ts';
import { formatUsdt, parseUsdt } from '@cardwright/server/foundation/money/usdt.ts';
import { answerTask } from '../harness/apart.ts';
import { centsText, microsText, randomCents } from './reference.ts';

/** Further violations are not reported: one is enough. */
const MOST_TOLD = 5;

const LARGEST_CENTS = 100_000_000_000n;
const LARGEST_MICROS = 1_000_000_001_000_000n;

/** Texts that are not an amount of either kind. */
const never = [
  '',
  '.',
  '1.',
  '.5',
  '-1',
  '+1',
  '1e3',
  '1,5',
  ' 1',
  '1 ',
  '0x10',
  '1.0000000',
  '١',
  'NaN',
  '1.5.5',
  '1_000',
];

answerTask(async ({ rounds }: { rounds: number }, reports) => {
  const { random } = reports;
  let told = 0;
  const violation = (what: string, details: object) => {
    if (told++ < MOST_TOLD) reports.violation(what, details);
  };
  for (const text of never) {
    if (parseUsd(text) !== undefined) violation('an invalid amount is read as dollars', { text });
    if (parseUsdt(text) !== undefined) violation('an invalid amount is read as USDT', { text });
  }
  if (parseUsd('1.005') !== undefined) violation('a part of a cent is read as dollars', {});
  for (let round = 0; round < rounds; round++) {
    const cents = randomCents(random, LARGEST_CENTS);
    const dollars = centsText(cents);
    if (formatUsd(cents) !== dollars) violation('dollars are written wrongly', { dollars, written: formatUsd(cents) });
    if (formatUsd(-cents) !== `-${dollars}`) violation('dollars below zero are written wrongly', { dollars });
    for (const text of [dollars, shortest(dollars), `0${dollars}`]) {
      if (parseUsd(text) !== cents) violation('dollars are read wrongly', { text });
    }
    const micros = randomCents(random, LARGEST_MICROS);
    const usdt = microsText(micros);
    if (formatUsdt(micros) !== usdt) violation('USDT are written wrongly', { usdt, written: formatUsdt(micros) });
    for (const text of [usdt, shortest(usdt)]) {
      if (parseUsdt(text) !== micros) violation('USDT are read wrongly', { text });
    }
  }
  return { written: rounds * 8 };
});

/** The same amount in as few characters as possible. */
const shortest = (text: string) => text.replace(/\.?0+$/, '');
