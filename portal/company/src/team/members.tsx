// The members of a company; owners change roles and remove members.
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { Form } from '../../../shared/form.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Member, Role } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { Time } from '../../../shared/time.tsx';
import { queries } from '../queries.ts';
import { useSecondFactorFirst } from '../security/second-factor-first.tsx';
import { useCompanyScope, useMe } from '../session.ts';
import { t } from '../words/t.ts';
import { useMay } from './may.ts';
import { RoleChoice, roles, roleWord } from './roles.tsx';
import '../words/team.ts';

const columns = (myself: string | undefined): readonly Column<Member>[] => [
  {
    head: t('team.person'),
    cell: ({ userId, name, email }) => (
      <div>
        <Text size="sm" fw={550}>
          {name} {userId === myself && t('team.you')}
        </Text>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </div>
    ),
  },
  { head: t('team.role'), cell: ({ role }) => roleWord(role), plain: true },
  {
    head: t('team.secondFactor'),
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? t('team.hasSecondFactor') : t('team.noSecondFactor')),
  },
  { head: t('team.since'), cell: ({ since }) => <Time at={since} as="day" />, wideOnly: true },
];

/** All members of the company. */
export function Members({ members }: { members: readonly Member[] }) {
  const may = useMay();
  const myself = useMe().data?.user.id;
  const [changing, setChanging] = useState<Member>();
  const [removing, setRemoving] = useState<Member>();
  const owners = members.filter(({ role }) => role === 'owner').length;
  const actions: Column<Member> = {
    head: t('team.actions'),
    actions: true,
    cell: (member) =>
      member.role === 'owner' && owners === 1 ? (
        <Text size="sm" c="dimmed">
          {t('team.lastOwner')}
        </Text>
      ) : (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button variant="default" size="compact-sm" onClick={() => setChanging(member)}>
            {t('team.change')}
            <span className="hidden-name"> {member.name}</span>
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => setRemoving(member)}>
            {t('team.remove')}
            <span className="hidden-name"> {member.name}</span>
          </Button>
        </Group>
      ),
  };
  return (
    <Section title={t('team.members')}>
      <Rows
        label={t('team.members')}
        rows={members}
        columns={may.manageTeam ? [...columns(myself), actions] : columns(myself)}
        rowKey={({ userId }) => userId}
      />
      {owners === 1 && members.length > 1 && may.manageTeam && (
        <Text size="xs" c="dimmed" px="lg" pb="md">
          {t('team.lastOwnerWhy')}
        </Text>
      )}
      {changing !== undefined && (
        <ChangeRole key={changing.userId} member={changing} onClose={() => setChanging(undefined)} />
      )}
      {removing !== undefined && (
        <RemoveMember
          key={removing.userId}
          member={removing}
          isMyself={removing.userId === myself}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  );
}

function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const { api, key } = useCompanyScope();
  const [role, setRole] = useState<Role>(member.role);
  const change = useWrite({
    write: () =>
      answer(
        api.PATCH('/portal/v1/team/members/{userId}', {
          params: { path: { userId: member.userId } },
          body: { role },
        }),
      ),
    changes: [key('team'), ['me']],
    onDone: onClose,
  });
  const first = useSecondFactorFirst();
  return (
    <Modal opened onClose={onClose} title={t('team.changeOf', { name: member.name })}>
      {first ?? (
        <Form
          submit={t('team.changeAction')}
          pending={change.isPending}
          error={change.error}
          onCancel={onClose}
          onSubmit={(event) => {
            event.preventDefault();
            if (role === member.role) onClose();
            else change.mutate();
          }}
        >
          <RoleChoice value={role} onChange={(chosen) => setRole(roles.find((one) => one === chosen) ?? member.role)} />
          <Text size="sm" c="dimmed">
            {t('team.changeWhy')}
          </Text>
        </Form>
      )}
    </Modal>
  );
}

type RemoveProps = { member: Member; isMyself: boolean; onClose: () => void };

function RemoveMember({ member: { userId, name }, isMyself, onClose }: RemoveProps) {
  const { api, key } = useCompanyScope();
  const navigate = useNavigate();
  const [withKeys, setWithKeys] = useState(true);
  const first = useSecondFactorFirst();
  const leave = async () => {
    // The start page opens the first company of `me`, which must no longer be this one.
    await queries.invalidateQueries({ queryKey: ['me'] });
    await navigate({ to: '/' });
  };
  const remove = useWrite({
    write: () => {
      const query = { keys: withKeys ? 'revoke' : 'keep' } as const;
      return answer(api.DELETE('/portal/v1/team/members/{userId}', { params: { path: { userId }, query } }));
    },
    changes: isMyself ? [] : [key('team'), key('keys')],
    onDone: () => {
      onClose();
      if (isMyself) void leave();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('team.removeOf', { name })}
      action={t('team.removeAction')}
      instead={first}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <Stack gap="md">
        {isMyself ? t('team.removeYourself') : t('team.removeWhy', { name })}
        <Checkbox
          label={isMyself ? t('team.removeYourKeys') : t('team.removeKeys', { name })}
          description={t('team.removeKeysWhy')}
          checked={withKeys}
          onChange={(event) => setWithKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Confirm>
  );
}
