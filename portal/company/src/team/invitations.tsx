// Invite members, and the pending invitations.
import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { Form } from '../../../shared/form.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import type { Invitation, Role } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { looksLikeEmail } from '../../../shared/sign-in-form.tsx';
import { Time } from '../../../shared/time.tsx';
import { toast } from '../../../shared/toast.tsx';
import { PartNeedsSecondFactor } from '../security/second-factor-first.tsx';
import { useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';
import { useMay } from './may.ts';
import { RoleChoice, roleWord } from './roles.tsx';
import '../words/team.ts';

/** The dialog that sends an invitation. */
export function Invite({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { api, key } = useCompanyScope();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'viewer' },
    validate: { email: (email) => (looksLikeEmail(email) ? null : t('team.emailInvalid')) },
  });
  const invite = useWrite({
    write: ({ email, role }: typeof form.values) =>
      answer(api.POST('/portal/v1/team/invitations', { body: { email: email.trim(), role } })),
    changes: [key('team')],
    onDone: ({ email }) => {
      toast(t('team.invited', { email }));
      close();
    },
  });
  const close = () => {
    form.reset();
    invite.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t('team.invite')}>
      <Form
        submit={t('team.inviteAction')}
        pending={invite.isPending}
        error={invite.error}
        onCancel={close}
        onSubmit={form.onSubmit((values) => invite.mutate(values))}
      >
        <PartNeedsSecondFactor>{t('team.inviteNeeds')}</PartNeedsSecondFactor>
        <TextInput
          label={t('team.email')}
          description={t('team.emailHelp')}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleChoice {...form.getInputProps('role')} />
      </Form>
    </Modal>
  );
}

const columns: readonly Column<Invitation>[] = [
  { head: t('team.email'), cell: ({ email }) => email },
  { head: t('team.role'), cell: ({ role }) => roleWord(role), plain: true },
  { head: t('team.invitedBy'), cell: ({ invitedBy }) => invitedBy, wideOnly: true },
  { head: t('team.expires'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];

/** Pending invitations; owners can revoke them. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { api, key } = useCompanyScope();
  const may = useMay();
  const [leaving, setLeaving] = useState<Invitation>();
  const withdraw = useWrite({
    write: ({ id }: Invitation) => answer(api.DELETE('/portal/v1/team/invitations/{id}', { params: { path: { id } } })),
    changes: [key('team')],
    onDone: () => setLeaving(undefined),
  });
  const actions: Column<Invitation> = {
    head: t('team.actions'),
    actions: true,
    cell: (invitation) => (
      <Button variant="default" size="compact-sm" onClick={() => setLeaving(invitation)}>
        {t('team.withdraw')}
        <span className="hidden-name"> {invitation.email}</span>
      </Button>
    ),
  };
  return (
    <Section title={t('team.invitations')}>
      <Rows
        label={t('team.invitations')}
        rows={invitations}
        columns={may.manageTeam ? [...columns, actions] : columns}
        rowKey={({ id }) => id}
      />
      <Confirm
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t('team.withdrawOf')}
        action={t('team.withdrawOf')}
        pending={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => leaving !== undefined && withdraw.mutate(leaving)}
      >
        {t('team.withdrawWhy', { email: leaving?.email ?? '' })}
      </Confirm>
    </Section>
  );
}
