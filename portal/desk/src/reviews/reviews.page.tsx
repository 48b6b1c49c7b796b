// The queue of reviews and cases of all companies, oldest first.
import { useQuery } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Matter } from '../../../shared/desk-api.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Figures } from '../frame/facts.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { maybe, t } from '../words/t.ts';
import classes from './reviews.module.css';
import { kindWord } from './words.ts';

const columns: readonly Column<Matter>[] = [
  {
    head: t('deskReviews.what'),
    cell: ({ kind, reason }) => (
      <span className={classes.matter}>
        <span>{kindWord(kind)}</span>
        <span className={classes.reason}>{reason}</span>
      </span>
    ),
  },
  { head: t('deskReviews.company'), cell: ({ company }) => company.name, plain: true },
  {
    head: t('frame.environment'),
    cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    plain: true,
  },
  { head: t('deskReviews.held'), cell: ({ held }) => <Money amount={held} />, numeric: true },
  { head: t('deskReviews.total'), cell: ({ total }) => <Money amount={total} />, numeric: true, wideOnly: true },
  { head: t('deskFrame.since'), cell: ({ since }) => <Time at={since} /> },
  {
    head: t('deskReviews.stands'),
    cell: ({ openProposal }) => <Status state={openProposal === null ? 'undecided' : 'proposed'} />,
    plain: true,
  },
];

/** The queue. */
export function Page() {
  useLookAgain('reviews');
  return (
    <Sheet title={t('deskReviews.title')} lead={t('deskReviews.lead')}>
      <Held />
      <Section title={t('deskReviews.queue')}>
        <List
          label={t('deskReviews.queue')}
          queryKey={['reviews', 'list']}
          read={(query) => answer(deskApi.GET('/desk/v1/reviews', { params: { query } }))}
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => `/reviews/${id}`}
          empty={
            <Empty icon="check" title={t('deskReviews.none')}>
              {t('deskReviews.noneWhy')}
            </Empty>
          }
        />
      </Section>
    </Sheet>
  );
}

/** The total money that reviews hold; the queue works without it. */
function Held() {
  const { data } = useQuery({ queryKey: ['status'], queryFn: () => answer(deskApi.GET('/desk/v1/status')) });
  if (data === undefined || data.reviews.length === 0) return null;
  return (
    <Figures
      figures={data.reviews.map(({ environment, held }) => ({
        name: maybe(`deskReviews.heldIn.${environment}`) ?? environment,
        value: <Money amount={held} />,
      }))}
    />
  );
}
