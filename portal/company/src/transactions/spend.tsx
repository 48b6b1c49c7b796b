// Spend by month, above the list. A chosen month filters the list.
import { Text } from '@mantine/core';
import { useAsked } from '../../../shared/asked.ts';
import { isZero, Money, moneyText } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { monthOf, monthText, useSpend, wholeMonthText } from '../spend/months.ts';
import { t } from '../words/t.ts';
import classes from './spend.module.css';
import '../words/transactions.ts';

/** A year, or half of one if nothing was spent before. */
const MONTHS = 12;
const FEWER_MONTHS = 6;

/** The number is only a height; the button's name has the text. */
const heightOf = (amount: string) => Math.max(Number.parseFloat(amount), 0);

/** The last months of one card or of all; nothing while there is nothing to show. */
export function SpendByMonth({ cardId }: { cardId: string | undefined }) {
  const { asked, ask } = useAsked();
  const spend = useSpend(MONTHS, cardId === undefined ? {} : { cardId }).data;
  if (spend === undefined || spend.months.every(({ spent }) => isZero(spent))) return null;
  const older = spend.months.slice(0, -FEWER_MONTHS);
  const months = older.every(({ spent }) => isZero(spent)) ? spend.months.slice(-FEWER_MONTHS) : spend.months;
  const most = Math.max(...spend.months.map(({ spent }) => heightOf(spent)), 1);
  const chosen = monthOf(asked('month'));
  const shown = months.find(({ month }) => month === chosen) ?? months.at(-1);
  const amount = shown !== undefined && (
    <Text size="sm" component="p" m={0}>
      <Text c="dimmed" component="span" inherit>
        {wholeMonthText(shown.month)}{' '}
      </Text>
      <Text fw={600} component="span" inherit>
        <Money amount={shown.spent} />
      </Text>
    </Text>
  );
  return (
    <Section title={cardId === undefined ? t('transactions.spend') : t('transactions.spendOfCard')} actions={amount}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div className={classes.months} role="group" aria-label={t('transactions.spend')}>
        {months.map(({ month, spent }) => (
          <button
            key={month}
            type="button"
            className={classes.month}
            aria-pressed={month === chosen}
            title={`$${moneyText(spent)}`}
            onClick={() => ask({ month: month === chosen ? undefined : month, from: undefined, to: undefined })}
          >
            <span className={classes.track}>
              <span className={classes.bar} style={{ height: `${(heightOf(spent) / most) * 100}%` }} />
            </span>
            {monthText(month)}
            <span className="hidden-name">
              {' '}
              {t('transactions.spent', { year: month.slice(0, 4), amount: `$${moneyText(spent)}` })}
            </span>
          </button>
        ))}
      </div>
      <Text c="dimmed" size="xs" px="lg" pb="sm">
        {t('transactions.spendNote')}
      </Text>
    </Section>
  );
}
