// The balance over time: a chart, and a table with the same figures.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, Rows } from '../../../shared/list.tsx';
import { isZero, Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { Segments } from '../../../shared/segments.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { utcDayText } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import { Chart } from './chart.tsx';
import classes from './overview.module.css';
import '../words/overview.ts';

type Day = Overview['movement'][number];

/** The ranges to choose from, in days. */
const ranges = [7, 30, 90] as const;

export type Range = (typeof ranges)[number];

const columns: readonly Column<Day>[] = [
  { head: t('overview.day'), cell: ({ day }) => utcDayText(day) },
  { head: t('overview.in'), cell: (day) => <Money amount={day.in} />, numeric: true },
  { head: t('overview.out'), cell: ({ out }) => <Money amount={out} />, numeric: true },
  { head: t('overview.closingShort'), cell: ({ closing }) => <Money amount={closing} />, numeric: true },
];

type Props = { movement: readonly Day[]; range: Range; onRange: (range: Range) => void };

/** The last days. */
export function Movement({ movement, range, onRange }: Props) {
  const [asTable, setAsTable] = useState(false);
  const still = movement.every((day) => isZero(day.in) && isZero(day.out) && isZero(day.closing));
  const choices = (
    <Group gap="xs">
      <Segments
        label={t('overview.range')}
        value={range}
        choices={ranges.map((days) => ({ value: days, label: t('overview.days', { days }) }))}
        onChoose={onRange}
      />
      {!still && (
        <Button variant="default" size="compact-sm" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('overview.chart') : t('overview.table')}
        </Button>
      )}
    </Group>
  );
  return (
    <Section title={t('overview.movement')} actions={choices}>
      {still && (
        <Empty icon="overview" title={t('overview.noMovement')}>
          {t('overview.noMovementWhy')}
        </Empty>
      )}
      {!still && asTable && (
        <Rows label={t('overview.movement')} rows={movement.toReversed()} columns={columns} rowKey={({ day }) => day} />
      )}
      {!still && !asTable && (
        <div className={classes.chart}>
          <Chart movement={movement} />
        </div>
      )}
      {!still && (
        <Text c="dimmed" size="xs" px="lg" pb="sm">
          {t('overview.movementNote')}
        </Text>
      )}
    </Section>
  );
}
