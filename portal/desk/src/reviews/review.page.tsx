// One review or case: held funds, pending proposal, resolutions and evidence.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Dossier } from '../../../shared/desk-api.ts';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useId } from '../address.ts';
import { Figures } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { t } from '../words/t.ts';
import { About } from './about.tsx';
import { Cases, EarlierProposals, IssuerSaid, Timeline } from './evidence-shown.tsx';
import { OpenProposal } from './open-proposal.tsx';
import { Ways } from './ways.tsx';
import { kindWord } from './words.ts';

/** A review with its evidence and actions. */
export function Page() {
  const id = useId();
  useLookAgain('reviews');
  const review = useQuery({
    queryKey: ['reviews', 'one', id],
    queryFn: () => answer(deskApi.GET('/desk/v1/reviews/{id}', { params: { path: { id } } })),
  });
  const title = review.data === undefined ? t('deskReviews.one') : kindWord(review.data.kind);
  return (
    <Sheet
      title={title}
      back={{ to: '/reviews', words: t('deskReviews.title') }}
      lead={review.data && <Whose {...review.data} />}
      actions={review.data && <EnvironmentBadge environment={review.data.environment} />}
    >
      <Loaded query={review} skeleton={<DetailSkeleton />}>
        {(dossier) => <Shown key={dossier.id} dossier={dossier} />}
      </Loaded>
    </Sheet>
  );
}

function Whose({ company, reason }: Dossier) {
  return (
    <>
      <Anchor component={Link} to={`/companies/${company.id}`} inherit>
        {company.name}
      </Anchor>
      {reason !== '' && <> · {reason}</>}
    </>
  );
}

function Shown({ dossier }: { dossier: Dossier }) {
  const open = dossier.proposals.find(({ state }) => state === 'open');
  return (
    <>
      {!dossier.open && <Notice>{t('deskReviews.nothingLeft')}</Notice>}
      <Figures figures={figuresOf(dossier)} />
      {/* Remounts for another proposal, so that an open dialog never approves a different one. */}
      {open !== undefined && <OpenProposal key={open.id} proposal={open} dossier={dossier} />}
      <Ways ways={dossier.ways} environment={dossier.environment} />
      <IssuerSaid said={dossier.said} />
      <Timeline timeline={dossier.timeline} />
      <About about={dossier.about} id={dossier.id} />
      <Cases cases={dossier.cases.filter(({ id }) => id !== dossier.id)} />
      <EarlierProposals proposals={dossier.proposals.filter(({ state }) => state !== 'open')} />
    </>
  );
}

const figuresOf = ({ held, total, since, nextCheckAt, status, open, balance }: Dossier) => [
  { name: t('deskReviews.held'), value: <Money amount={held} /> },
  { name: t('deskReviews.total'), value: <Money amount={total} /> },
  { name: t('deskReviews.available'), value: <Money amount={balance.available} /> },
  { name: t('deskReviews.status'), value: <Status state={status} /> },
  { name: t('deskFrame.since'), value: <Time at={since} /> },
  ...(open
    ? [
        {
          name: t('deskReviews.nextCheckAt'),
          value: nextCheckAt === null ? t('deskReviews.noCheck') : <Time at={nextCheckAt} ahead />,
        },
      ]
    : []),
];
