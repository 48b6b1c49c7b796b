// A proposal that waits: what it does, and who may approve it. Whoever proposed it cannot.
import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Dossier, Proposal } from '../../../shared/desk-api.ts';
import { Form } from '../../../shared/form.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { tell } from '../frame/told.ts';
import { useMe } from '../session.ts';
import { t } from '../words/t.ts';
import { EffectShown } from './effect-shown.tsx';
import classes from './reviews.module.css';
import { actionWord } from './words.ts';

type Props = { proposal: Proposal; dossier: Dossier };

/** The open proposal with its effect, and what the one who looks may do. */
export function OpenProposal({ proposal, dossier }: Props) {
  const [asking, setAsking] = useState<'approve' | 'withdraw'>();
  const me = useMe();
  const isMine = proposal.proposedBy.id === me.data?.operator.id;
  return (
    <Section title={t('deskReviews.waitsForApproval')}>
      <div className={classes.proposal}>
        <Text fw={600}>{actionWord(proposal.action)}</Text>
        <Text size="sm" mt={4}>
          {t('deskReviews.said', { name: proposal.proposedBy.name, reason: proposal.reason })}{' '}
          <Time at={proposal.proposedAt} />
        </Text>
        <EvidenceLine proposal={proposal} />
        {proposal.effect !== null && <EffectShown effect={proposal.effect} />}
        <Group mt="md" gap="sm">
          {proposal.mayApprove && <Button onClick={() => setAsking('approve')}>{t('deskReviews.approve')}</Button>}
          <Button variant="default" onClick={() => setAsking('withdraw')}>
            {t('deskReviews.withdraw')}
          </Button>
        </Group>
        {isMine && (
          <div className={classes.mine}>
            <Notice title={t('deskReviews.mineTitle')}>{t('deskReviews.mine')}</Notice>
          </div>
        )}
      </div>
      {asking === 'approve' && <Approve {...{ proposal, dossier }} onClose={() => setAsking(undefined)} />}
      {asking === 'withdraw' && <Withdraw {...{ proposal, dossier }} onClose={() => setAsking(undefined)} />}
    </Section>
  );
}

function EvidenceLine({ proposal: { receipt, cardToken, last4 } }: { proposal: Proposal }) {
  const told = [
    ...(receipt === '' ? [] : [`${t('deskReviews.receipt')}: ${receipt}`]),
    ...(cardToken === '' ? [] : [`${t('deskReviews.token')}: ${cardToken}`]),
    ...(last4 === '' ? [] : [`${t('deskReviews.last4')}: ${last4}`]),
  ];
  if (told.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {told.join(' · ')}
    </Text>
  );
}

type DialogProps = Props & { onClose: () => void };

/** The numbers stand above the button once more: whoever approves decides by them. */
function Approve({ proposal, dossier, onClose }: DialogProps) {
  const approve = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/proposals/{id}/approve', { params: { path: { id: proposal.id } } })),
    changes: [['reviews'], ['status']],
    onDone: () => {
      tell(t('deskReviews.approved'));
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('deskReviews.approveTitle')} size="lg">
      <Form
        submit={t('deskReviews.approve')}
        pending={approve.isPending}
        error={approve.error}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          approve.mutate();
        }}
      >
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm">
            {t('deskReviews.approveLead', { action: actionWord(proposal.action), company: dossier.company.name })}
          </Text>
          <EnvironmentBadge environment={dossier.environment} />
        </Group>
        <div>{proposal.effect !== null && <EffectShown effect={proposal.effect} />}</div>
        <Notice kind="warning">{t('deskReviews.forGood')}</Notice>
      </Form>
    </Modal>
  );
}

function Withdraw({ proposal, dossier, onClose }: DialogProps) {
  const withdraw = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/proposals/{id}/withdraw', { params: { path: { id: proposal.id } } })),
    changes: [['reviews'], ['status']],
    onDone: () => {
      tell(t('deskReviews.withdrawn'));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('deskReviews.withdrawTitle')}
      environment={dossier.environment}
      act={t('deskReviews.withdraw')}
      onConfirm={() => withdraw.mutate()}
      pending={withdraw.isPending}
      error={withdraw.error}
    >
      {t('deskReviews.withdrawWhy')}
    </Confirm>
  );
}
