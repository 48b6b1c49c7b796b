// One operation: its outcome, the effect on the money, and the next step.
import { Anchor, Group, SimpleGrid, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import type { OperationTimeline } from '../../../shared/portal-api.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { PageSkeleton, RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { limitsText } from '../cards/card.ts';
import { Facts } from '../orders/facts.tsx';
import { MetadataSection } from '../orders/metadata.tsx';
import { useProductName } from '../orders/price.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { isAction, type Operation, typeWords } from './operation.ts';
import classes from './operations.module.css';
import { Outcome } from './outcome.tsx';
import { followMs, useOperation } from './query.ts';
import { Timeline } from './timeline.tsx';

/** The page of an operation; it updates automatically. */
export function Page() {
  const { path } = useScope();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const operation = useOperation(id);
  const title = operation.data === undefined ? t('operations.one') : typeWords(operation.data.type);
  return (
    <Sheet title={title} back={{ to: path('operations'), words: t('operations.title') }}>
      {operation.isPending && <PageSkeleton />}
      {operation.isError && operation.data === undefined && (
        <ProblemShown error={operation.error} again={() => void operation.refetch()} />
      )}
      {operation.data !== undefined && <Shown key={id} operation={operation.data} />}
    </Sheet>
  );
}

/** The timeline, refetched with each change of the operation and while one is expected. */
function useTimeline(operation: Operation) {
  const { api, key } = useScope();
  const { id, status, review } = operation;
  return useQuery({
    queryKey: key('operations', 'timeline', id, status, review?.lastCheckedAt),
    queryFn: () => answer(api.GET('/portal/v1/operations/{id}/timeline', { params: { path: { id } } })),
    placeholderData: keepPreviousData,
    refetchInterval: followMs(operation),
  });
}

function Shown({ operation }: { operation: Operation }) {
  const timeline = useTimeline(operation);
  return (
    <Stack gap="lg">
      <Outcome operation={operation} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title={t('operations.timeline')}>
          {timeline.isPending && <RowsSkeleton rows={3} />}
          {timeline.isError && timeline.data === undefined && (
            <ProblemShown error={timeline.error} again={() => void timeline.refetch()} />
          )}
          {timeline.data !== undefined && <Timeline operation={operation} happened={timeline.data.steps} />}
        </Section>
        <Stack gap="lg">
          {(!isAction(operation) || operation.result.returnedAmount !== undefined) && (
            <Section title={t('operations.money')}>
              <div className={classes.inside}>
                <Facts facts={moneyOf(operation)} />
              </div>
            </Section>
          )}
          <Section title={t('operations.details')}>
            <Details operation={operation} about={timeline.data?.about} />
          </Section>
          <MetadataSection metadata={operation.metadata} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

const whereTheMoneyIs = {
  queued: t('operations.held'),
  processing: t('operations.held'),
  manual_review: t('operations.held'),
  completed: t('operations.taken'),
  failed: t('operations.givenBack'),
} as const satisfies Record<Operation['status'], string>;

function moneyOf({ amount, fee, total, status, result: { returnedAmount } }: Operation) {
  if (returnedAmount !== undefined)
    return [{ name: t('operations.returned'), value: <Money amount={returnedAmount} /> }];
  return [
    { name: t('operations.amount'), value: <Money amount={amount} /> },
    { name: t('operations.fee'), value: <Money amount={fee} /> },
    { name: t('operations.total'), value: <Money amount={total} />, strong: true },
    { name: whereTheMoneyIs[status], value: <Money amount={total} /> },
  ];
}

type DetailsProps = { operation: Operation; about: OperationTimeline['about'] | undefined };

function Details({ operation, about }: DetailsProps) {
  const { path } = useScope();
  const { id, status, createdAt, limits, productId } = operation;
  const { receipt } = operation.result;
  const product = useProductName(productId);
  const cardId = operation.cardId === '' ? undefined : operation.cardId;
  const cardName = about?.card?.name ?? about?.name ?? '';
  const holder = about?.holder;
  const facts = [
    { name: t('operations.status'), value: <Status state={status} /> },
    { name: t('operations.created'), value: <Time at={createdAt} as="full" /> },
    holder === undefined
      ? undefined
      : {
          name: t('operations.holder'),
          value: (
            <Anchor component={Link} to={path('cards')} search={{ holder: holder.id } as never} size="sm">
              {holder.name}
            </Anchor>
          ),
        },
    cardId === undefined
      ? named(t('operations.card'), cardName)
      : {
          name: t('operations.card'),
          value: (
            <Anchor component={Link} to={path(`cards/${cardId}`)} size="sm">
              {cardName === '' ? t('operations.toCard') : cardName}
            </Anchor>
          ),
        },
    named(t('operations.recipient'), operation.recipient),
    named(t('operations.product'), product ?? ''),
    limits === undefined ? undefined : { name: t('operations.limits'), value: limitsText(limits) },
    receipt === undefined || receipt === ''
      ? undefined
      : { name: t('operations.receipt'), value: <Copied text={receipt} what={t('operations.receipt')} /> },
    { name: t('operations.id'), value: <Copied text={id} what={t('operations.id')} /> },
  ];
  return (
    <div className={classes.inside}>
      <Facts facts={facts} />
    </div>
  );
}

/** A fact, left out if its text is empty. */
const named = (name: string, value: string) => (value === '' ? undefined : { name, value });

const Copied = ({ text, what }: { text: string; what: string }) => (
  <Group gap={8} justify="flex-end">
    <span className={classes.code}>{text}</span>
    <Copy text={text} what={what} size="compact-xs" />
  </Group>
);
