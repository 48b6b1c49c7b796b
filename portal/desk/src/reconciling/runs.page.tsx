// Reconciliations: our books compared with the issuers' records, newest first.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Run } from '../../../shared/desk-api.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { t } from '../words/t.ts';
import { BeginDialog } from './begin-dialog.tsx';

const figure = (count: number) => <span className="figures">{String(count)}</span>;

const columns: readonly Column<Run>[] = [
  { head: t('deskReconciling.startedAt'), cell: ({ startedAt }) => <Time at={startedAt} as="full" /> },
  { head: t('deskReconciling.state'), cell: ({ state }) => <Status state={state} />, plain: true },
  {
    head: t('frame.environment'),
    cell: ({ environment }) =>
      environment === null ? t('deskFrame.both') : <EnvironmentBadge environment={environment} />,
  },
  { head: t('deskReconciling.askedBy'), cell: ({ askedBy }) => askedBy?.name ?? t('deskReconciling.daily') },
  { head: t('deskReconciling.compared'), cell: ({ compared }) => figure(compared), numeric: true },
  { head: t('deskReconciling.notRead'), cell: ({ notRead }) => figure(notRead), numeric: true, wideOnly: true },
  {
    head: t('deskReconciling.breaks'),
    cell: ({ breaks }) => (breaks === 0 ? figure(breaks) : <strong>{figure(breaks)}</strong>),
    numeric: true,
  },
];

/** The runs, and starting one. */
export function Page() {
  useLookAgain('reconciliations');
  const [beginning, setBeginning] = useState(false);
  return (
    <Sheet
      title={t('deskReconciling.title')}
      lead={t('deskReconciling.lead')}
      actions={<Button onClick={() => setBeginning(true)}>{t('deskReconciling.beginDots')}</Button>}
    >
      <Section title={t('deskReconciling.runs')}>
        <List
          label={t('deskReconciling.runs')}
          queryKey={['reconciliations', 'list']}
          read={async ({ limit, cursor }) => {
            const query = { limit, ...(cursor === undefined ? {} : { before: cursor }) };
            const { data, nextBefore } = await answer(deskApi.GET('/desk/v1/reconciliations', { params: { query } }));
            return { data, nextCursor: nextBefore };
          }}
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => `/reconciliation/${id}`}
          empty={
            <Empty icon="operations" title={t('deskReconciling.none')}>
              {t('deskReconciling.noneWhy')}
            </Empty>
          }
        />
      </Section>
      {beginning && <BeginDialog onClose={() => setBeginning(false)} />}
    </Sheet>
  );
}
