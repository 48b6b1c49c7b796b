// What a new price changes: before, change and after of each part, and an example. The server computes all of it.
import { Stack, Text } from '@mantine/core';
import type { PriceChange } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { isZero, moneyText } from '../../../shared/money.tsx';
import { maybe, t } from '../words/t.ts';
import { rateText } from './price.ts';

type Part = PriceChange['parts'][number];

const sameShown = '–';

/** The value of a part: dollars, or a rate in percent. */
function shown({ part }: Part, value: string | null): string {
  if (value === null) return t('deskProducts.noPrice');
  return part === 'rateBps' ? rateText(Number(value)) : moneyText(value).replace(/^−?/, '$&$$');
}

/** A change with its sign; a dash where nothing changes. */
function changeShown(part: Part): string {
  const { change } = part;
  if (change === null || isZero(change)) return sameShown;
  if (change.startsWith('-')) return `−${shown(part, change.slice(1))}`;
  return `+${shown(part, change)}`;
}

const isChanged = ({ before, change }: Part) => before === null || (change !== null && !isZero(change));

const columns: readonly Column<Part>[] = [
  { head: t('deskProducts.part'), cell: ({ part }) => t(`deskProducts.part.${part}`) },
  {
    head: t('deskProducts.before'),
    cell: (part) => <span className="figures">{shown(part, part.before)}</span>,
    numeric: true,
  },
  {
    head: t('deskProducts.change'),
    cell: (part) => <span className="figures">{changeShown(part)}</span>,
    numeric: true,
  },
  {
    head: t('deskProducts.after'),
    cell: (part) => (
      <span className="figures">
        {isChanged(part) ? <strong>{shown(part, part.after)}</strong> : shown(part, part.after)}
      </span>
    ),
    numeric: true,
  },
];

/** The example as a sentence, then the table. */
export function PriceChanges({ change }: { change: PriceChange }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{exampleOf(change)}</Text>
      <Rows label={t('deskProducts.comparison')} rows={change.parts} columns={columns} rowKey={({ part }) => part} />
    </Stack>
  );
}

/** "A $500.00 top-up costs $501.00 today and would cost $502.50." */
function exampleOf({ type, example: { amount, before, after } }: PriceChange): string {
  const what = maybe(`deskProducts.example.${type}`, { amount: `$${moneyText(amount)}` }) ?? type;
  if (before === null) return t('deskProducts.exampleNew', { what, after: `$${moneyText(after)}` });
  const values = { what, before: `$${moneyText(before)}`, after: `$${moneyText(after)}` };
  return before === after
    ? t('deskProducts.exampleSame', { what, before: values.before })
    : t('deskProducts.example', values);
}
