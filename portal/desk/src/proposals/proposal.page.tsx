// One proposal: effect, proposer, reason and expiry.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy } from '../../../shared/copy.tsx';
import type { Proposal } from '../../../shared/desk-api.ts';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useId } from '../address.ts';
import { Facts, Id } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { Named } from '../frame/named.tsx';
import { PriceChanges } from '../products/price-change.tsx';
import { t } from '../words/t.ts';
import { Decide } from './decide.tsx';
import classes from './proposals.module.css';
import { proposalQuery } from './query.ts';
import { Sentences } from './sentences.tsx';
import { leadOf, titleOf } from './words.ts';

/** The page that emails link to. */
export function Page() {
  const id = useId();
  useLookAgain('proposals');
  const proposal = useQuery(proposalQuery(id));
  const { environment } = proposal.data ?? { environment: null };
  return (
    <Sheet
      title={proposal.data === undefined ? t('deskProposals.one') : titleOf(proposal.data)}
      back={{ to: '/proposals', words: t('deskProposals.title') }}
      actions={environment === null ? undefined : <EnvironmentBadge environment={environment} />}
    >
      <Loaded query={proposal} skeleton={<DetailSkeleton />}>
        {(shown) => <Shown proposal={shown} />}
      </Loaded>
    </Sheet>
  );
}

function Shown({ proposal }: { proposal: Proposal }) {
  const { effect, priceChanges, state, reviewId } = proposal;
  const isOpen = state === 'open';
  return (
    <>
      <Section
        title={isOpen ? t('deskProposals.effect') : t('deskProposals.effectDecided')}
        actions={<Status state={isOpen ? 'proposed' : state} />}
      >
        <div className={classes.body}>
          <Sentences effect={effect} />
          {priceChanges.map((change) => (
            <div key={change.type} className={classes.notice}>
              <PriceChanges change={change} />
            </div>
          ))}
          {reviewId !== null && (
            <Anchor component={Link} to={`/reviews/${reviewId}`} size="sm" display="inline-block" mt="sm">
              {t('deskProposals.toReview')}
            </Anchor>
          )}
          {isOpen && (
            <div className={classes.notice}>
              <Decide proposal={proposal} lead={leadOf(proposal)} effect={<Sentences effect={effect} />} />
            </div>
          )}
        </div>
      </Section>
      <Section title={t('deskProposals.facts')}>
        <Facts facts={factsOf(proposal)} />
      </Section>
    </>
  );
}

const factsOf = (proposal: Proposal) => [
  { name: t('deskProposals.proposedBy'), value: proposal.proposer.name },
  { name: t('deskFrame.reason'), value: proposal.reason },
  { name: t('deskProposals.proposedAt'), value: <Time at={proposal.proposedAt} as="full" /> },
  { name: t('deskProposals.validUntil'), value: <Time at={proposal.expiresAt} as="full" /> },
  { name: t('deskProposals.approvedBy'), value: deciderOf(proposal.approver, proposal.approvedAt) },
  { name: t('deskProposals.withdrawnBy'), value: deciderOf(proposal.withdrawer, proposal.withdrawnAt) },
  {
    name: t('deskProposals.subject'),
    value: proposal.subject !== proposal.companyId && <Named id={proposal.subject} />,
  },
  {
    name: t('deskProposals.company'),
    value: proposal.companyId !== null && <Named id={proposal.companyId} />,
  },
  {
    name: t('deskProposals.id'),
    value: (
      <>
        <Id>{proposal.id}</Id> <Copy text={proposal.id} what={t('deskProposals.id')} size="compact-xs" />
      </>
    ),
  },
];

const deciderOf = (decider: Proposal['approver'], at: string | null) =>
  decider !== null &&
  at !== null && (
    <>
      {decider.name}, <Time at={at} as="full" />
    </>
  );
