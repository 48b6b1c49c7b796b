// The last step of forms whose action needs two operators, and a form that asks only for a reason.
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Proposal } from '../../../shared/desk-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { ReasonForm } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

/** The response of an action that needs two operators. */
export type Proposing = { proposal: Proposal };

/** Queries to refetch after a proposal. */
export const proposing = [['proposals'], ['status'], ['recovery']] as const;

/** The proposal in a response of an action that only sometimes needs two operators. */
export async function proposalOf<Answer extends object>(answered: Promise<Answer | Proposing>): Promise<Proposing> {
  const answer = await answered;
  if ('proposal' in answer) return answer;
  throw new TypeError('this was done by one operator');
}

/** Says that another operator must approve, and links to the proposal. */
export function Proposed({ proposal, onClose }: Proposing & { onClose: () => void }) {
  return (
    <Stack gap="md">
      <div>
        <Text fw={600} size="sm">
          {t('deskProposals.ended')}
        </Text>
        <Text size="sm">{t('deskProposals.endedWhy')}</Text>
      </div>
      <Group justify="space-between">
        <Anchor component={Link} to={`/proposals/${proposal.id}`} size="sm">
          {t('deskProposals.see')}
        </Anchor>
        <Button onClick={onClose} data-autofocus>
          {t('deskProposals.done')}
        </Button>
      </Group>
    </Stack>
  );
}

type Props = {
  onClose: () => void;
  title: string;
  /** The effect of approval. */
  children: ReactNode;
  environment?: 'sandbox' | 'live';
  /** Label of the button. */
  action: string;
  propose: (reason: string) => Promise<Proposing>;
  onProposed?: () => void;
};

/** Asks for the reason, proposes, and links to the proposal. */
export function ProposeWithReason({ onClose, title, children, environment, action, propose, onProposed }: Props) {
  const sent = useWrite({ write: propose, changes: proposing, onDone: onProposed });
  return (
    <Modal opened onClose={onClose} title={title}>
      {sent.data !== undefined ? (
        <Proposed proposal={sent.data.proposal} onClose={onClose} />
      ) : (
        <ReasonForm
          {...(environment === undefined ? {} : { environment })}
          readers={t('deskProposals.reasonHelp')}
          action={action}
          onAction={(reason) => sent.mutate(reason)}
          onClose={onClose}
          pending={sent.isPending}
          error={sent.error}
        >
          <p>{children}</p>
          <p>{t('deskProposals.nothingYet')}</p>
        </ReasonForm>
      )}
    </Modal>
  );
}
