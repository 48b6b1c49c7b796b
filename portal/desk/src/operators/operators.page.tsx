// The operators: who they are, adding one, one's own token, ending one.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Operator } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { tell } from '../frame/told.ts';
import { WithReason } from '../frame/with-reason.tsx';
import { useMe } from '../session.ts';
import { t } from '../words/t.ts';
import { AddDialog } from './add-dialog.tsx';
import { OwnToken } from './own-token.tsx';

type Asking = { act: 'invite' | 'disable'; operator: Operator };

/** Everybody who has or had a desk. */
export function Page() {
  const operators = useQuery({ queryKey: ['operators'], queryFn: () => answer(deskApi.GET('/desk/v1/operators')) });
  const myId = useMe().data?.operator.id;
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const actions = (
    <>
      <OwnToken />
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
        {t('deskOperators.addDots')}
      </Button>
    </>
  );
  return (
    <Sheet title={t('deskOperators.title')} lead={t('deskOperators.lead')} actions={actions}>
      <Loaded query={operators}>
        {({ data }) => (
          <Section title={t('deskOperators.all')}>
            <Rows
              label={t('deskOperators.title')}
              rows={data}
              columns={columnsFor(myId, setAsking)}
              rowKey={({ id }) => id}
            />
          </Section>
        )}
      </Loaded>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {asking?.act === 'invite' && <Invite operator={asking.operator} onClose={close} />}
      {asking?.act === 'disable' && <Disable operator={asking.operator} onClose={close} />}
    </Sheet>
  );
}

const columnsFor = (myId: string | undefined, ask: (asking: Asking) => void): readonly Column<Operator>[] => [
  {
    head: t('deskOperators.name'),
    cell: ({ id, name, email }) => (
      <div>
        <Text size="sm" fw={600}>
          {id === myId ? t('deskOperators.you', { name }) : name}
        </Text>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </div>
    ),
  },
  {
    head: t('deskOperators.state'),
    cell: ({ disabledAt }) =>
      disabledAt === null ? (
        <Status state="active" />
      ) : (
        <Group gap="xs">
          <Status state="disabled" />
          <Time at={disabledAt} as="day" />
        </Group>
      ),
  },
  { head: t('deskOperators.addedAt'), cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
  {
    head: t('deskOperators.act'),
    acts: true,
    cell: (operator) =>
      operator.disabledAt === null ? (
        <Group gap="xs" wrap="nowrap">
          {operator.id !== myId && (
            <Button variant="default" size="compact-sm" onClick={() => ask({ act: 'invite', operator })}>
              {t('deskOperators.inviteDots')}
              <span className="hidden-name"> {operator.name}</span>
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => ask({ act: 'disable', operator })}>
            {t('deskOperators.disableDots')}
            <span className="hidden-name"> {operator.name}</span>
          </Button>
        </Group>
      ) : (
        '–'
      ),
  },
];

type Props = { operator: Operator; onClose: () => void };

function Invite({ operator: { id, name, email }, onClose }: Props) {
  const invite = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/operators/{id}/invite', { params: { path: { id } } })),
    onDone: () => {
      tell(t('deskOperators.invited', { email }));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('deskOperators.inviteTitle', { name })}
      act={t('deskOperators.invite')}
      onConfirm={() => invite.mutate()}
      pending={invite.isPending}
      error={invite.error}
    >
      <p>{t('deskOperators.inviteWhy', { email })}</p>
      <p>{t('deskFrame.asksCode')}</p>
    </Confirm>
  );
}

function Disable({ operator: { id, name }, onClose }: Props) {
  const disable = useWrite({
    write: (reason: string) =>
      answer(deskApi.POST('/desk/v1/operators/{id}/disable', { params: { path: { id } }, body: { reason } })),
    changes: [['operators'], ['me']],
    onDone: () => {
      tell(t('deskOperators.disabled', { name }));
      onClose();
    },
  });
  return (
    <WithReason
      opened
      onClose={onClose}
      title={t('deskOperators.disableTitle', { name })}
      act={t('deskOperators.disable')}
      danger
      onAct={(reason) => disable.mutate(reason)}
      pending={disable.isPending}
      error={disable.error}
    >
      <p>{t('deskOperators.disableWhy', { name })}</p>
      <p>{t('deskFrame.asksCode')}</p>
    </WithReason>
  );
}
