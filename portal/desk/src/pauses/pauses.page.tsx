// Pauses: the kill switch of sending, and the orders it holds back.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Pause } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { tell } from '../frame/told.ts';
import { t } from '../words/t.ts';
import { PauseDialog } from './pause-dialog.tsx';

const whatOf = ({ product }: Pause): string => product?.name ?? t('deskFrame.everything');

const columnsFor = (end: (pause: Pause) => void): readonly Column<Pause>[] => [
  { head: t('deskPauses.what'), cell: (pause) => <strong>{whatOf(pause)}</strong> },
  {
    head: t('frame.environment'),
    cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    plain: true,
  },
  { head: t('deskFrame.reason'), cell: ({ reason }) => reason },
  { head: t('deskPauses.by'), cell: ({ pausedBy }) => pausedBy.name },
  { head: t('deskFrame.since'), cell: ({ pausedAt }) => <Time at={pausedAt} /> },
  {
    head: t('deskPauses.actions'),
    actions: true,
    cell: (pause) => (
      <Button variant="default" size="compact-sm" onClick={() => end(pause)}>
        {t('deskPauses.endDots')}
        <span className="hidden-name"> {whatOf(pause)}</span>
      </Button>
    ),
  },
];

/** Current pauses, and adding one. */
export function Page() {
  useLookAgain('pauses');
  const pauses = useQuery({ queryKey: ['pauses'], queryFn: () => answer(deskApi.GET('/desk/v1/pauses')) });
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Pause>();
  const add = (
    <Button color="red.8" leftSection={<Icon name="pause" size={16} />} onClick={() => setAdding(true)}>
      {t('deskPauses.addDots')}
    </Button>
  );
  return (
    <Sheet title={t('deskPauses.title')} lead={t('deskPauses.lead')} actions={add}>
      <Loaded query={pauses}>
        {({ data }) => (
          <Section title={t('deskPauses.now')}>
            {data.length === 0 ? (
              <Empty icon="check" title={t('deskPauses.none')}>
                {t('deskPauses.noneWhy')}
              </Empty>
            ) : (
              <Rows label={t('deskPauses.now')} rows={data} columns={columnsFor(setEnding)} rowKey={({ id }) => id} />
            )}
          </Section>
        )}
      </Loaded>
      {adding && <PauseDialog onClose={() => setAdding(false)} />}
      {ending !== undefined && <End pause={ending} onClose={() => setEnding(undefined)} />}
    </Sheet>
  );
}

function End({ pause, onClose }: { pause: Pause; onClose: () => void }) {
  const end = useWrite({
    write: () => answer(deskApi.DELETE('/desk/v1/pauses/{id}', { params: { path: { id: pause.id } } })),
    changes: [['pauses'], ['status']],
    onDone: () => {
      tell(t('deskPauses.ended'));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('deskPauses.endTitle', { what: whatOf(pause) })}
      environment={pause.environment}
      action={t('deskPauses.end')}
      onConfirm={() => end.mutate()}
      pending={end.isPending}
      error={end.error}
    >
      {t('deskPauses.endWhy', { reason: pause.reason })}
    </Confirm>
  );
}
