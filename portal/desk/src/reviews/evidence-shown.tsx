// The attempts and the issuer's answers in order of time, and earlier proposals.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dossier, ReviewProposal } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Id } from '../frame/facts.tsx';
import { t } from '../words/t.ts';
import classes from './reviews.module.css';
import { decidedWord, decisionWord, howWord, kindWord, outcomeWord } from './words.ts';

type Said = Dossier['said'][number];
type Case = Dossier['cases'][number];

/** A decision of two operators is never shown as the issuer's answer. */
const outcomeOf = (how: string, outcome: string): string =>
  how === 'decision' ? decidedWord(outcome) : outcomeWord(outcome);

const saidColumns: readonly Column<Said>[] = [
  { head: t('deskReviews.when'), cell: ({ at }) => <Time at={at} as="full" /> },
  { head: t('deskReviews.how.head'), cell: ({ how }) => howWord(how) },
  { head: t('deskReviews.outcome'), cell: ({ how, outcome }) => outcomeOf(how, outcome) },
  { head: t('deskReviews.words'), cell: ({ detail }) => <span className={classes.detail}>{detail}</span> },
];

/** One attempt and the issuer's answer. */
export function IssuerSaid({ said }: Pick<Dossier, 'said'>) {
  return (
    <Section title={t('deskReviews.issuerSaid')}>
      {said.length === 0 ? (
        <Empty icon="clock" title={t('deskReviews.saidNothing')}>
          {t('deskReviews.saidNothingWhy')}
        </Empty>
      ) : (
        <Rows
          label={t('deskReviews.issuerSaid')}
          rows={said}
          columns={saidColumns}
          rowKey={({ at, how, outcome }) => `${at} ${how} ${outcome}`}
        />
      )}
    </Section>
  );
}

/** All attempts, oldest first. */
export function Timeline({ timeline }: Pick<Dossier, 'timeline'>) {
  return (
    <Section title={t('deskReviews.timeline')}>
      <ol className={classes.timeline}>
        {timeline.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <Time at={at} as="full" />
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const caseColumns: readonly Column<Case>[] = [
  {
    head: t('deskReviews.case'),
    cell: ({ id, kind }) => (
      <Anchor component={Link} to={`/reviews/${id}`} size="sm">
        {kindWord(kind)} <Id>{id}</Id>
      </Anchor>
    ),
  },
  {
    head: t('deskReviews.words'),
    cell: ({ detail, closingNote }) => [detail, closingNote].filter(Boolean).join(' · '),
  },
  { head: t('deskReviews.opened'), cell: ({ openedAt }) => <Time at={openedAt} /> },
  { head: t('deskReviews.closed'), cell: ({ closedAt }) => (closedAt === null ? '–' : <Time at={closedAt} />) },
];

/** Cases about the same subject. */
export function Cases({ cases }: Pick<Dossier, 'cases'>) {
  if (cases.length === 0) return null;
  return (
    <Section title={t('deskReviews.cases')}>
      <Rows label={t('deskReviews.cases')} rows={cases} columns={caseColumns} rowKey={({ id }) => id} />
    </Section>
  );
}

const proposalColumns: readonly Column<ReviewProposal>[] = [
  {
    head: t('deskReviews.decision'),
    cell: ({ id, decision }) => (
      <Anchor component={Link} to={`/proposals/${id}`} size="sm">
        {decisionWord(decision)}
      </Anchor>
    ),
  },
  { head: t('deskReviews.reason'), cell: ({ reason }) => reason },
  { head: t('deskReviews.stands'), cell: ({ state }) => <Status state={state} />, plain: true },
  { head: t('deskReviews.proposedBy'), cell: ({ proposedBy }) => proposedBy.name },
  { head: t('deskReviews.decidedBy'), cell: ({ approvedBy, withdrawnBy }) => approvedBy ?? withdrawnBy ?? '–' },
  {
    head: t('deskReviews.when'),
    cell: ({ approvedAt, withdrawnAt, proposedAt }) => <Time at={approvedAt ?? withdrawnAt ?? proposedAt} />,
  },
];

/** Earlier proposals and decisions. */
export function EarlierProposals({ proposals }: { proposals: readonly ReviewProposal[] }) {
  if (proposals.length === 0) return null;
  return (
    <Section title={t('deskReviews.earlier')}>
      <Rows label={t('deskReviews.earlier')} rows={proposals} columns={proposalColumns} rowKey={({ id }) => id} />
    </Section>
  );
}
