// Approve or withdraw a proposal: in the list, on its page or in a review.
import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Proposal } from '../../../shared/desk-api.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { tell } from '../frame/told.ts';
import { t } from '../words/t.ts';
import classes from './proposals.module.css';
import { whyNotWord } from './words.ts';

type Props = {
  proposal: Pick<Proposal, 'id' | 'mayApprove' | 'whyNot' | 'environment'>;
  /** What is approved, in a sentence. */
  lead: string;
  /** The effect of approval, shown above the button. */
  effect: ReactNode;
  /** In a table row: small buttons, with full labels for screen readers. */
  inRow?: string;
};

/** The viewer's options for an open proposal, and why approval is not among them. */
export function Decide({ proposal, lead, effect, inRow }: Props) {
  const [asking, setAsking] = useState<'approve' | 'withdraw'>();
  const close = () => setAsking(undefined);
  const size = inRow === undefined ? 'sm' : 'compact-sm';
  const named = inRow !== undefined && <span className="hidden-name"> {inRow}</span>;
  return (
    <>
      <Group gap="xs" justify={inRow === undefined ? 'flex-start' : 'flex-end'}>
        {proposal.mayApprove && (
          <Button size={size} onClick={() => setAsking('approve')}>
            {inRow === undefined ? t('deskProposals.approve') : t('deskProposals.approveDots')}
            {named}
          </Button>
        )}
        <Button variant="default" size={size} onClick={() => setAsking('withdraw')}>
          {inRow === undefined ? t('deskProposals.withdraw') : t('deskProposals.withdrawDots')}
          {named}
        </Button>
      </Group>
      {proposal.whyNot !== null && <WhyNot code={proposal.whyNot} inRow={inRow !== undefined} />}
      {asking === 'approve' && <Approve {...{ proposal, lead, effect }} onClose={close} />}
      {asking === 'withdraw' && <Withdraw {...{ proposal }} onClose={close} />}
    </>
  );
}

function WhyNot({ code, inRow }: { code: string; inRow: boolean }) {
  if (inRow) return <p className={classes.why}>{whyNotWord(code)}</p>;
  return (
    <div className={classes.notice}>
      <Notice>{whyNotWord(code)}</Notice>
    </div>
  );
}

/** Approval may change anything that the desk shows. */
const changes = [
  ['proposals'],
  ['reviews'],
  ['status'],
  ['companies'],
  ['products'],
  ['operators'],
  ['recovery'],
] as const;

type DialogProps = Pick<Props, 'proposal'> & { onClose: () => void };

/** Repeats the effect above the button, because the approver decides by it. */
function Approve({ proposal, lead, effect, onClose }: DialogProps & Pick<Props, 'lead' | 'effect'>) {
  const approve = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/proposals/{id}/approve', { params: { path: { id: proposal.id } } })),
    changes,
    onDone: () => {
      tell(t('deskProposals.approved'));
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('deskProposals.approveTitle')} size="lg">
      <Form
        submit={t('deskProposals.approve')}
        pending={approve.isPending}
        error={approve.error}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          approve.mutate();
        }}
      >
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm">{lead}</Text>
          {proposal.environment !== null && <EnvironmentBadge environment={proposal.environment} />}
        </Group>
        <div>{effect}</div>
        <Notice kind="warning">{t('deskProposals.approveWhy')}</Notice>
      </Form>
    </Modal>
  );
}

function Withdraw({ proposal, onClose }: DialogProps) {
  const withdraw = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/proposals/{id}/withdraw', { params: { path: { id: proposal.id } } })),
    changes,
    onDone: () => {
      tell(t('deskProposals.withdrawn'));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('deskProposals.withdraw')}
      {...(proposal.environment === null ? {} : { environment: proposal.environment })}
      action={t('deskProposals.withdraw')}
      onConfirm={() => withdraw.mutate()}
      pending={withdraw.isPending}
      error={withdraw.error}
    >
      {t('deskProposals.withdrawWhy')}
    </Confirm>
  );
}
