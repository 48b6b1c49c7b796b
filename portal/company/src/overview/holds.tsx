// Held funds: one row for each unfinished operation.
import { Text } from '@mantine/core';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';

type Hold = Overview['holds'][number];

const columns: readonly Column<Hold>[] = [
  { head: t('overview.operation'), cell: ({ what }) => what },
  { head: t('overview.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('overview.since'), cell: ({ since }) => <Time at={since} /> },
  { head: t('overview.amount'), cell: ({ amount }) => <Money amount={amount} />, numeric: true },
];

/** The holds, or an explanation when there are none. */
export function Holds({ holds, more }: { holds: readonly Hold[]; more: number }) {
  const { path } = useScope();
  return (
    <Section title={t('overview.whyHeld')}>
      {holds.length === 0 ? (
        <Text c="dimmed" size="sm" px="lg" pb="lg" maw={640}>
          {t('overview.noHolds')}
        </Text>
      ) : (
        <Rows
          label={t('overview.whyHeld')}
          rows={holds}
          columns={columns}
          rowKey={({ operationId }) => operationId}
          linkOf={hasPage('operations/$id') ? ({ operationId }) => path(`operations/${operationId}`) : undefined}
        />
      )}
      {more > 0 && (
        <Text c="dimmed" size="sm" px="lg" pb="md">
          {t('overview.moreHolds', { count: more })}
        </Text>
      )}
    </Section>
  );
}
