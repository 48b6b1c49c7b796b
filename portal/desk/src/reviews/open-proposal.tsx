// A review's pending proposal, with its effect in numbers.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Dossier, ReviewProposal } from '../../../shared/desk-api.ts';
import { Section } from '../../../shared/page.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { Time } from '../../../shared/time.tsx';
import { Decide } from '../proposals/decide.tsx';
import { proposalQuery } from '../proposals/query.ts';
import { t } from '../words/t.ts';
import { EffectShown } from './effect-shown.tsx';
import classes from './reviews.module.css';
import { decisionWord } from './words.ts';

type Props = { proposal: ReviewProposal; dossier: Dossier };

/** The open proposal, its effect, and the viewer's options. */
export function OpenProposal({ proposal, dossier: { company } }: Props) {
  const shown = useQuery(proposalQuery(proposal.id));
  const effect = proposal.effect !== null && <EffectShown effect={proposal.effect} />;
  return (
    <Section
      title={t('deskReviews.waitsForApproval')}
      actions={
        <Anchor component={Link} to={`/proposals/${proposal.id}`} size="sm">
          {t('deskProposals.see')}
        </Anchor>
      }
    >
      <div className={classes.proposal}>
        <Text fw={600}>{decisionWord(proposal.decision)}</Text>
        <Text size="sm" mt={4}>
          {t('deskProposals.by', { name: proposal.proposedBy.name, reason: proposal.reason })}{' '}
          <Time at={proposal.proposedAt} />
        </Text>
        <EvidenceLine proposal={proposal} />
        {effect}
        <div className={classes.decide}>
          {shown.isError && <ProblemShown error={shown.error} again={() => void shown.refetch()} />}
          {shown.data !== undefined && (
            <Decide
              proposal={shown.data}
              lead={t('deskReviews.approveLead', { decision: decisionWord(proposal.decision), company: company.name })}
              effect={effect}
            />
          )}
        </div>
      </div>
    </Section>
  );
}

function EvidenceLine({ proposal: { receipt, cardToken, last4 } }: { proposal: ReviewProposal }) {
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
