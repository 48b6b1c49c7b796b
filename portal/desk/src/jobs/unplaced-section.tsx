// Unplaced notifications: subject, reason, and closing those that are not ours.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { UnplacedNotification } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { tell } from '../frame/told.ts';
import { WithReason } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

const columnsFor = (close: (notification: UnplacedNotification) => void): readonly Column<UnplacedNotification>[] => [
  { head: t('deskJobs.about'), cell: ({ about }) => <strong>{about}</strong> },
  {
    head: t('frame.environment'),
    cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    plain: true,
  },
  { head: t('deskJobs.amount'), cell: ({ amount }) => <span className="figures">{amount}</span>, numeric: true },
  { head: t('deskJobs.whyUnplaced'), cell: ({ reason }) => reason },
  { head: t('deskJobs.received'), cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  {
    head: t('deskJobs.actions'),
    actions: true,
    cell: (notification) => (
      <Button variant="default" size="compact-sm" onClick={() => close(notification)}>
        {t('deskJobs.close')}
        <span className="hidden-name"> ({notification.id})</span>
      </Button>
    ),
  },
];

/** The queue of unplaced notifications. */
export function UnplacedSection() {
  useLookAgain('notifications');
  const notifications = useQuery({
    queryKey: ['notifications'],
    queryFn: () => answer(deskApi.GET('/desk/v1/notifications')),
  });
  const [closing, setClosing] = useState<UnplacedNotification>();
  return (
    <Section title={t('deskJobs.unplaced')}>
      <Loaded query={notifications} skeleton={<RowsSkeleton rows={3} />}>
        {({ unplaced }) =>
          unplaced.length === 0 ? (
            <Empty icon="check" title={t('deskJobs.noneUnplaced')}>
              {t('deskJobs.noneUnplacedWhy')}
            </Empty>
          ) : (
            <>
              <Text size="sm">{t('deskJobs.unplacedLead')}</Text>
              <Rows
                label={t('deskJobs.unplaced')}
                rows={unplaced}
                columns={columnsFor(setClosing)}
                rowKey={({ id }) => id}
              />
            </>
          )
        }
      </Loaded>
      {closing !== undefined && <Close notification={closing} onClose={() => setClosing(undefined)} />}
    </Section>
  );
}

function Close({ notification, onClose }: { notification: UnplacedNotification; onClose: () => void }) {
  const close = useWrite({
    write: (reason: string) =>
      answer(
        deskApi.POST('/desk/v1/notifications/{id}/close', {
          params: { path: { id: notification.id } },
          body: { reason },
        }),
      ),
    changes: [['notifications'], ['status']],
    onDone: () => {
      onClose();
      tell(t('deskJobs.closed'));
    },
  });
  return (
    <WithReason
      opened
      onClose={onClose}
      title={t('deskJobs.closeTitle')}
      environment={notification.environment}
      action={t('deskJobs.closeAction')}
      onAction={(reason) => close.mutate(reason)}
      pending={close.isPending}
      error={close.error}
      danger
    >
      {t('deskJobs.closeText')}
    </WithReason>
  );
}
