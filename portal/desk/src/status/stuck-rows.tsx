// The table of stuck items.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { maybe, t } from '../words/t.ts';
import classes from './status.module.css';
import type { Stuck } from './stuck.ts';

const columnsFor = (mostCounted: number): readonly Column<Stuck>[] => [
  {
    head: t('deskStatus.stuckWhat'),
    cell: ({ what, why }) => (
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {what}
        </Text>
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      </div>
    ),
  },
  {
    head: t('frame.environment'),
    cell: ({ environment }) => (environment === null ? '–' : <EnvironmentBadge environment={environment} />),
  },
  {
    head: t('deskStatus.count'),
    cell: ({ count }) => (
      <span className="figures">
        {count > mostCounted ? t('deskFrame.moreThan', { count: mostCounted }) : String(count)}
      </span>
    ),
    numeric: true,
  },
  {
    head: t('deskStatus.held'),
    cell: ({ held }) => (held === null ? '–' : <Money amount={held} />),
    numeric: true,
  },
  { head: t('deskStatus.oldest'), cell: ({ since }) => <Time at={since} /> },
  {
    head: t('deskStatus.way'),
    cell: ({ way, what, to }) => (
      <div className={classes.words}>
        <Text size="sm">{way}</Text>
        {to !== undefined && (
          <Anchor component={Link} to={to} size="sm">
            {maybe(`deskStatus.go.${to.slice(1)}`)}
            <span className="hidden-name"> ({what})</span>
          </Anchor>
        )}
      </div>
    ),
  },
];

/** Stuck items, oldest first. */
export function StuckRows({ stuck, mostCounted }: { stuck: readonly Stuck[]; mostCounted: number }) {
  if (stuck.length === 0)
    return (
      <Empty icon="check" title={t('deskStatus.moves')}>
        {t('deskStatus.movesWhy')}
      </Empty>
    );
  return <Rows label={t('deskStatus.stuck')} rows={stuck} columns={columnsFor(mostCounted)} rowKey={({ id }) => id} />;
}
