// The people of a company, and the invitation of its first owner. Until there is an owner, only operators can invite.
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Company, CompanyMember } from '../../../shared/desk-api.ts';
import { Form } from '../../../shared/form.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { looksLikeEmail } from '../../../shared/sign-in-form.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { Facts } from '../frame/facts.tsx';
import { mistakeInReason, ReasonInput } from '../frame/with-reason.tsx';
import { Proposed, proposing } from '../proposals/proposed.tsx';
import { maybe, t } from '../words/t.ts';
import classes from './companies.module.css';

/** The server's maximum length. */
const LONGEST_EMAIL = 320;

const columns: readonly Column<CompanyMember>[] = [
  {
    head: t('deskCompanies.name'),
    cell: ({ name, email }) => (
      <div>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      </div>
    ),
  },
  { head: t('deskCompanies.role'), cell: ({ role }) => maybe(`deskCompanies.role.${role}`) ?? role },
  {
    head: t('deskCompanies.secondFactor'),
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor ? t('deskCompanies.secondFactorOn') : t('deskCompanies.secondFactorOff'),
  },
  { head: t('deskFrame.since'), cell: ({ since }) => <Time at={since} /> },
];

/** All members; without an owner, the invitation of the first one. */
export function People({ company }: { company: Company }) {
  const [opened, setOpened] = useState(false);
  const { members, ownerInvitation } = company;
  const hasOwner = members.some(({ role }) => role === 'owner');
  const open = () => setOpened(true);
  return (
    <Section title={t('deskCompanies.people')}>
      {members.length > 0 && (
        <Rows label={t('deskCompanies.people')} rows={members} columns={columns} rowKey={({ id }) => id} />
      )}
      {!hasOwner && ownerInvitation !== null && <Invited invitation={ownerInvitation} onAgain={open} />}
      {!hasOwner && ownerInvitation === null && (
        <Empty
          icon="people"
          title={t('deskCompanies.noOwner')}
          action={<Button onClick={open}>{t('deskCompanies.inviteDots')}</Button>}
        >
          {t('deskCompanies.noOwnerWhy')}
        </Empty>
      )}
      {opened && <Invite company={company} onClose={() => setOpened(false)} />}
    </Section>
  );
}

type InvitedProps = { invitation: NonNullable<Company['ownerInvitation']>; onAgain: () => void };

function Invited({ invitation: { email, invitedBy, invitedAt, expiresAt, emailStatus }, onAgain }: InvitedProps) {
  return (
    <>
      <Facts
        facts={[
          { name: t('deskCompanies.invited'), value: email },
          {
            name: t('deskCompanies.invitedBy'),
            value: (
              <>
                {invitedBy}, <Time at={invitedAt} />
              </>
            ),
          },
          { name: t('deskCompanies.emailStatus'), value: t(`deskCompanies.emailStatus.${emailStatus}`) },
          { name: t('deskCompanies.invitedUntil'), value: <Time at={expiresAt} as="full" /> },
        ]}
      />
      <Group className={classes.body}>
        <Button variant="default" onClick={onAgain}>
          {t('deskCompanies.inviteAgainDots')}
        </Button>
      </Group>
    </>
  );
}

type Invitation = { email: string; reason: string };

/** Starts with the address invited before, so that inviting again resends it. */
function Invite({ company: { id, name, ownerInvitation }, onClose }: { company: Company; onClose: () => void }) {
  const form = useForm<Invitation>({
    initialValues: { email: ownerInvitation?.email ?? '', reason: '' },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : t('signIn.emailInvalid')),
      reason: mistakeInReason,
    },
  });
  const invite = useWrite({
    write: ({ email, reason }: Invitation) =>
      answer(
        deskApi.POST('/desk/v1/companies/{id}/owner-invitation', {
          params: { path: { id } },
          body: { email: email.trim(), reason: reason.trim() },
        }),
      ),
    changes: proposing,
  });
  return (
    <Modal opened onClose={onClose} title={t('deskCompanies.inviteTitle', { name })}>
      {invite.data !== undefined ? (
        <Proposed proposal={invite.data.proposal} onClose={onClose} />
      ) : (
        <Form
          submit={t('deskCompanies.invite')}
          pending={invite.isPending}
          error={invite.error}
          onCancel={onClose}
          onSubmit={form.onSubmit((invitation) => invite.mutate(invitation))}
        >
          <Text size="sm">{t('deskCompanies.inviteWhy')}</Text>
          {ownerInvitation !== null && (
            <Text size="sm">{t('deskCompanies.inviteEnds', { email: ownerInvitation.email })}</Text>
          )}
          <TextInput
            label={t('deskCompanies.email')}
            type="email"
            maxLength={LONGEST_EMAIL}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <ReasonInput description={t('deskProposals.reasonHelp')} {...form.getInputProps('reason')} />
        </Form>
      )}
    </Modal>
  );
}
