// The person's sessions; each other one can be ended.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../../shared/auth.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import { deviceOf } from './device.ts';
import '../words/security.ts';

type Session = {
  id: string;
  createdAt: string;
  ipAddress?: string | null;
  userAgent?: string | null;
};

async function readSessions(): Promise<{ here: string; sessions: Session[] }> {
  const [present, sessions] = await Promise.all([
    auth<{ session?: { id: string } }>('/portal/auth', 'get-session'),
    auth<Session[]>('/portal/auth', 'list-sessions'),
  ]);
  return { here: present.session?.id ?? '', sessions };
}

/** The sessions of the person, this one marked. */
export function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: readSessions });
  const [asking, setAsking] = useState(false);
  const end = useWrite({
    write: (id: string) => auth('/portal/auth', 'revoke-session', { id }),
    changes: [['sessions']],
  });
  const endAll = useWrite({
    write: () => auth('/portal/auth', 'revoke-other-sessions', {}),
    changes: [['sessions']],
    onDone: () => setAsking(false),
  });
  const { here = '', sessions: all = [] } = sessions.data ?? {};
  const columns: readonly Column<Session>[] = [
    { head: t('security.device'), cell: ({ userAgent }) => deviceOf(userAgent) },
    { head: t('security.address'), cell: ({ ipAddress }) => ipAddress ?? '' },
    { head: t('security.since'), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: t('security.actions'),
      actions: true,
      cell: ({ id, userAgent }) =>
        id === here ? (
          t('security.here')
        ) : (
          <Button variant="default" size="compact-sm" loading={end.isPending} onClick={() => end.mutate(id)}>
            {t('security.end')}
            <span className="hidden-name"> {deviceOf(userAgent)}</span>
          </Button>
        ),
    },
  ];
  const everywhere = all.length > 1 && (
    <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
      {t('security.endAll')}
    </Button>
  );
  return (
    <Section title={t('security.sessions')} actions={everywhere}>
      {sessions.isPending && <RowsSkeleton rows={3} />}
      {sessions.isError && <ProblemShown error={sessions.error} again={() => void sessions.refetch()} />}
      {end.error !== null && <ProblemShown error={end.error} />}
      {sessions.data !== undefined && (
        <Rows label={t('security.sessions')} rows={all} columns={columns} rowKey={({ id }) => id} />
      )}
      {all.length === 1 && (
        <Text size="sm" c="dimmed" px="lg" pb="md">
          {t('security.onlyHere')}
        </Text>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('security.endAll')}
        action={t('security.endAll')}
        pending={endAll.isPending}
        error={endAll.error}
        onConfirm={() => endAll.mutate()}
      >
        {t('security.endAllWhy')}
      </Confirm>
    </Section>
  );
}
