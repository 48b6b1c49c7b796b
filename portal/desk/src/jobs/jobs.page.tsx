// Jobs that failed after all their attempts, and retrying them.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Job } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { Data } from '../frame/data.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { tell } from '../frame/told.ts';
import { t } from '../words/t.ts';
import { QueueRows } from './queue-rows.tsx';
import { UnplacedSection } from './unplaced-section.tsx';

const columnsFor = (again: (jobs: readonly Job[]) => void): readonly Column<Job>[] => [
  { head: t('deskJobs.queue'), cell: ({ queue }) => <strong>{queue}</strong> },
  { head: t('deskJobs.error'), cell: ({ error }) => error ?? t('deskJobs.noError') },
  { head: t('deskJobs.data'), cell: ({ data }) => <Data data={data} /> },
  { head: t('deskJobs.tries'), cell: ({ tries }) => <span className="figures">{String(tries)}</span>, numeric: true },
  { head: t('deskJobs.gaveUp'), cell: ({ failedAt }) => <Time at={failedAt} /> },
  {
    head: t('deskJobs.actions'),
    actions: true,
    cell: (job) => (
      <Button variant="default" size="compact-sm" onClick={() => again([job])}>
        {t('deskJobs.again')}
        <span className="hidden-name"> ({job.id})</span>
      </Button>
    ),
  },
];

/** The queues and their failed jobs. */
export function Page() {
  useLookAgain('jobs');
  const jobs = useQuery({ queryKey: ['jobs'], queryFn: () => answer(deskApi.GET('/desk/v1/jobs')) });
  const [chosen, setChosen] = useState<readonly Job[]>([]);
  const redrive = useWrite({
    write: (ids: string[]) => answer(deskApi.POST('/desk/v1/jobs/redrive', { body: { ids } })),
    changes: [['jobs'], ['status']],
    onDone: ({ redriven }) => {
      setChosen([]);
      tell(t('deskJobs.done', { count: redriven }));
    },
  });
  const close = () => {
    setChosen([]);
    redrive.reset();
  };
  return (
    <Sheet title={t('deskJobs.title')} lead={t('deskJobs.lead')}>
      <Loaded query={jobs}>
        {({ dead, queues }) => (
          <>
            <Section title={t('deskJobs.dead')} actions={<AllAgain dead={dead} onClick={() => setChosen(dead)} />}>
              {dead.length === 0 ? (
                <Empty icon="check" title={t('deskJobs.none')}>
                  {t('deskJobs.noneWhy')}
                </Empty>
              ) : (
                <Rows label={t('deskJobs.dead')} rows={dead} columns={columnsFor(setChosen)} rowKey={({ id }) => id} />
              )}
            </Section>
            <UnplacedSection />
            <Section title={t('deskJobs.queues')}>
              <QueueRows queues={queues} />
            </Section>
          </>
        )}
      </Loaded>
      <Confirm
        opened={chosen.length > 0}
        onClose={close}
        title={t('deskJobs.confirmTitle')}
        action={t('deskJobs.again')}
        onConfirm={() => redrive.mutate(chosen.map(({ id }) => id))}
        pending={redrive.isPending}
        error={redrive.error}
      >
        {t('deskJobs.confirm', { count: chosen.length })}
      </Confirm>
    </Sheet>
  );
}

function AllAgain({ dead, onClick }: { dead: readonly Job[]; onClick: () => void }) {
  if (dead.length < 2) return null;
  return (
    <Button variant="default" size="xs" leftSection={<Icon name="refresh" size={14} />} onClick={onClick}>
      {t('deskJobs.allAgain', { count: dead.length })}
    </Button>
  );
}
