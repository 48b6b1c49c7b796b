// Parked background work, with release of one row or all of a kind.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { ParkedWork, Release } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { Named } from '../frame/named.tsx';
import { tell } from '../frame/told.ts';
import { t } from '../words/t.ts';
import { kindName } from './stuck.ts';

const columnsFor = (choose: (release: Release) => void): readonly Column<ParkedWork>[] => [
  { head: t('deskWork.kind'), cell: ({ kind }) => <strong>{kindName(kind)}</strong> },
  {
    head: t('frame.environment'),
    cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    plain: true,
  },
  {
    head: t('deskWork.company'),
    cell: ({ company }) => <Named id={company} />,
  },
  { head: t('deskFrame.reason'), cell: ({ reason }) => reason },
  { head: t('deskFrame.since'), cell: ({ parkedAt }) => <Time at={parkedAt} /> },
  {
    head: t('deskWork.actions'),
    actions: true,
    cell: ({ kind, environment, company, id }) => (
      <Button variant="default" size="compact-sm" onClick={() => choose({ kind, environment, row: { company, id } })}>
        {t('deskWork.release')}
        <span className="hidden-name"> ({id})</span>
      </Button>
    ),
  },
];

/** The parked rows, oldest first. */
export function ParkedWorkRows() {
  const parked = useQuery({
    queryKey: ['status', 'parked'],
    queryFn: () => answer(deskApi.GET('/desk/v1/work/parked')),
  });
  const [chosen, setChosen] = useState<Release>();
  const release = useWrite({
    write: (body: Release) => answer(deskApi.POST('/desk/v1/work/release', { body })),
    changes: [['status']],
    onDone: ({ released }) => {
      setChosen(undefined);
      tell(t('deskWork.done', { count: released }));
    },
  });
  const close = () => {
    setChosen(undefined);
    release.reset();
  };
  return (
    <Section title={t('deskWork.parked')}>
      <Loaded query={parked} skeleton={<RowsSkeleton rows={3} />}>
        {({ data }) => (
          <>
            <Rows
              label={t('deskWork.parked')}
              rows={data}
              columns={columnsFor(setChosen)}
              rowKey={({ kind, company, environment, id }) => `${kind} ${company} ${environment} ${id}`}
            />
            <AllOfAKind parked={data} choose={setChosen} />
          </>
        )}
      </Loaded>
      <Confirm
        opened={chosen !== undefined}
        onClose={close}
        title={t('deskWork.confirmTitle')}
        action={t('deskWork.release')}
        onConfirm={() => chosen && release.mutate(chosen)}
        pending={release.isPending}
        error={release.error}
      >
        {t('deskWork.confirm')}
      </Confirm>
    </Section>
  );
}

function AllOfAKind({ parked, choose }: { parked: readonly ParkedWork[]; choose: (release: Release) => void }) {
  const groups = [...Map.groupBy(parked, ({ kind, environment }) => `${kind} ${environment}`)];
  return (
    <Group mt="sm">
      {groups.flatMap(([key, rows]) => {
        const [first] = rows;
        if (first === undefined || rows.length < 2) return [];
        const { kind, environment } = first;
        return [
          <Button key={key} variant="default" size="xs" onClick={() => choose({ kind, environment })}>
            {t('deskWork.releaseAll', { kind: kindName(kind), environment })}
          </Button>,
        ];
      })}
    </Group>
  );
}
