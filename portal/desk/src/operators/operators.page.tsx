// The operators: list, add, disable, enable, reset, and one's own tokens.
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
import { Time, useNow } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { tell } from '../frame/told.ts';
import { WithReason } from '../frame/with-reason.tsx';
import { ProposeWithReason } from '../proposals/proposed.tsx';
import { useMe } from '../session.ts';
import { t } from '../words/t.ts';
import { AddDialog } from './add-dialog.tsx';
import { Tokens } from './tokens.tsx';

type Asking = { action: 'invite' | 'reset' | 'disable' | 'enable'; operator: Operator };

/** All current and former operators. */
export function Page() {
  const operators = useQuery({ queryKey: ['operators'], queryFn: () => answer(deskApi.GET('/desk/v1/operators')) });
  const myId = useMe().data?.operator.id;
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const actions = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {t('deskOperators.addDots')}
    </Button>
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
      <Tokens />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {asking?.action === 'invite' && <Invite operator={asking.operator} onClose={close} />}
      {asking?.action === 'reset' && <Reset operator={asking.operator} onClose={close} />}
      {asking?.action === 'enable' && <Enable operator={asking.operator} onClose={close} />}
      {asking?.action === 'disable' && <Disable operator={asking.operator} onClose={close} />}
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
  { head: t('deskOperators.state'), cell: (operator) => <State {...operator} />, plain: true },
  { head: t('deskOperators.addedAt'), cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
  {
    head: t('deskOperators.actions'),
    actions: true,
    cell: (operator) => (
      <Group gap="xs">
        {actionsFor(operator, operator.id === myId).map((action) => (
          <Button key={action} variant="default" size="compact-sm" onClick={() => ask({ action, operator })}>
            {t(`deskOperators.${action}Dots`)}
            <span className="hidden-name"> {operator.name}</span>
          </Button>
        ))}
      </Group>
    ),
  },
];

/** Actions on an operator. Nobody needs a link or a reset for themselves: they are signed in. */
function actionsFor({ disabledAt }: Operator, isMe: boolean): readonly Asking['action'][] {
  if (disabledAt !== null) return ['enable'];
  return isMe ? ['disable'] : ['invite', 'reset', 'disable'];
}

/** Whether they can act, and from when they can approve. */
function State({ disabledAt, ableFrom }: Operator) {
  const now = useNow();
  if (disabledAt !== null)
    return (
      <Group gap="xs">
        <Status state="disabled" />
        <Time at={disabledAt} as="day" />
      </Group>
    );
  return (
    <div>
      <Status state="active" />
      {new Date(ableFrom) > now && (
        <Text size="xs" c="dimmed">
          {t('deskOperators.ableFrom')} <Time at={ableFrom} as="full" />
        </Text>
      )}
    </div>
  );
}

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
      action={t('deskOperators.invite')}
      onConfirm={() => invite.mutate()}
      pending={invite.isPending}
      error={invite.error}
    >
      <p>{t('deskOperators.inviteWhy', { email })}</p>
      <p>{t('deskFrame.asksCode')}</p>
    </Confirm>
  );
}

function Reset({ operator: { id, name }, onClose }: Props) {
  return (
    <ProposeWithReason
      onClose={onClose}
      title={t('deskOperators.resetTitle', { name })}
      action={t('deskOperators.reset')}
      propose={(reason) =>
        answer(deskApi.POST('/desk/v1/operators/{id}/reset', { params: { path: { id } }, body: { reason } }))
      }
    >
      {t('deskOperators.resetWhy', { name })}
    </ProposeWithReason>
  );
}

function Enable({ operator: { id, name }, onClose }: Props) {
  return (
    <ProposeWithReason
      onClose={onClose}
      title={t('deskOperators.enableTitle', { name })}
      action={t('deskOperators.enable')}
      propose={(reason) =>
        answer(deskApi.POST('/desk/v1/operators/{id}/enable', { params: { path: { id } }, body: { reason } }))
      }
    >
      {t('deskOperators.enableWhy', { name })}
    </ProposeWithReason>
  );
}

/** Needs one operator: it only stops something. */
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
      action={t('deskOperators.disable')}
      danger
      onAction={(reason) => disable.mutate(reason)}
      pending={disable.isPending}
      error={disable.error}
    >
      <p>{t('deskOperators.disableWhy', { name })}</p>
      <p>{t('deskFrame.asksCode')}</p>
    </WithReason>
  );
}
