// The balance over time: a chart, and a table with the same figures.
import { Button, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type Column, Rows } from '../../../shared/list.tsx';
import { isZero, Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { utcDayText } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import classes from './overview.module.css';

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

type Day = Overview['movement'][number];

const columns: readonly Column<Day>[] = [
  { head: t('overview.day'), cell: ({ day }) => utcDayText(day) },
  { head: t('overview.in'), cell: (day) => <Money amount={day.in} />, numeric: true },
  { head: t('overview.out'), cell: ({ out }) => <Money amount={out} />, numeric: true },
  { head: t('overview.closingShort'), cell: ({ closing }) => <Money amount={closing} />, numeric: true },
];

/** The last thirty days. */
export function Movement({ movement }: { movement: readonly Day[] }) {
  const [asTable, setAsTable] = useState(false);
  const still = movement.every((day) => isZero(day.in) && isZero(day.out) && isZero(day.closing));
  if (still)
    return (
      <Section title={t('overview.movement')}>
        <Empty icon="overview" title={t('overview.noMovement')}>
          {t('overview.noMovementWhy')}
        </Empty>
      </Section>
    );
  const change = (
    <Button variant="default" size="compact-sm" onClick={() => setAsTable(!asTable)}>
      {asTable ? t('overview.chart') : t('overview.table')}
    </Button>
  );
  return (
    <Section title={t('overview.movement')} actions={change}>
      {asTable ? (
        <Rows label={t('overview.movement')} rows={movement.toReversed()} columns={columns} rowKey={({ day }) => day} />
      ) : (
        <div className={classes.chart}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <Chart movement={movement} />
          </Suspense>
        </div>
      )}
      <Text c="dimmed" size="xs" px="lg" pb="sm">
        {t('overview.movementNote')}
      </Text>
    </Section>
  );
}
