// Held funds: one row for each unfinished operation.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { type Named, named, readNames } from '../cards/names.ts';
import { identityOf } from '../operations/operation.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/overview.ts';

type Hold = Overview['holds'][number] & Named;

const columns: readonly Column<Hold>[] = [
  { head: t('overview.operation'), cell: (hold) => identityOf(hold) },
  { head: t('overview.status'), cell: ({ status }) => <Status state={status} />, plain: true },
  { head: t('overview.since'), cell: ({ since }) => <Time at={since} />, plain: true },
  { head: t('overview.amount'), cell: ({ amount }) => <Money amount={amount} />, numeric: true },
];

type Props = Pick<Overview, 'holds' | 'moreHolds'>;

/** The holds, or an explanation when there are none. */
export function Holds({ holds, moreHolds }: Props) {
  const { api, key, path } = useScope();
  const ids = holds.map(({ cardId, holderId }) => ({ cardId, holderId }));
  const names = useQuery({ queryKey: key('cards', 'names', ids), queryFn: () => readNames(api, ids) });
  return (
    <Section title={t('overview.whyHeld')}>
      {holds.length === 0 ? (
        <Text c="dimmed" size="sm" px="lg" pb="lg" maw={640}>
          {t('overview.noHolds')}
        </Text>
      ) : (
        <Rows
          label={t('overview.whyHeld')}
          rows={names.data === undefined ? holds : named(holds, names.data)}
          columns={columns}
          rowKey={({ operationId }) => operationId}
          linkOf={({ operationId }) => path(`operations/${operationId}`)}
        />
      )}
      {moreHolds > 0 && (
        <Text c="dimmed" size="sm" px="lg" pb="md">
          {t('overview.moreHolds', { count: moreHolds })}
        </Text>
      )}
      {holds.some(({ status }) => status === 'manual_review') && (
        <Text c="dimmed" size="sm" px="lg" pb="md">
          {t('overview.inReview')}
        </Text>
      )}
    </Section>
  );
}
