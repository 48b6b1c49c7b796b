// One operation: its outcome, the effect on the money, and the next step.
import { Anchor, SimpleGrid, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { DetailSkeleton, RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { cardWords, limitsText } from '../cards/card.ts';
import type { Named } from '../cards/names.ts';
import { copied, Facts, stated } from '../orders/facts.tsx';
import { MetadataSection } from '../orders/metadata.tsx';
import { useProductName } from '../orders/products.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { isAction, type Operation, titleOf } from './operation.ts';
import classes from './operations.module.css';
import { Outcome } from './outcome.tsx';
import { followMs, useOperation } from './query.ts';
import { Timeline } from './timeline.tsx';
import '../words/operations.ts';

/** The page of an operation; it updates automatically. */
export function Page() {
  const { path } = useScope();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const operation = useOperation(id);
  const product = useProductName(operation.data?.productId ?? '');
  return (
    <Sheet
      title={operation.data === undefined ? t('operations.one') : titleOf(operation.data, product)}
      beside={operation.data !== undefined && <Status state={operation.data.status} />}
      back={{ to: path('operations'), words: t('operations.title') }}
    >
      {operation.isPending && <DetailSkeleton columns={2} />}
      {operation.isError && operation.data === undefined && (
        <ProblemShown error={operation.error} again={() => void operation.refetch()} />
      )}
      {operation.data !== undefined && <Shown key={id} operation={operation.data} product={product} />}
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

type Shown = { operation: Operation & Named; product: string | undefined };

function Shown({ operation, product }: Shown) {
  const timeline = useTimeline(operation);
  return (
    <Stack gap="lg">
      <Outcome operation={operation} tried={timeline.data?.steps.find(({ kind }) => kind === 'not_connected')} />
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
            <Details operation={operation} product={product} />
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

function Details({ operation, product }: Shown) {
  const { path } = useScope();
  const { id, createdAt, limits, card, holder } = operation;
  const { receipt } = operation.result;
  const facts = [
    { name: t('operations.created'), value: <Time at={createdAt} as="full" /> },
    holder === undefined
      ? undefined
      : {
          name: t('operations.holder'),
          value: (
            <Anchor component={Link} to={path(`holders/${holder.id}`)} size="sm">
              {holder.name}
            </Anchor>
          ),
        },
    card === undefined
      ? stated(t('operations.card'), operation.name)
      : {
          name: t('operations.card'),
          value: (
            <Anchor component={Link} to={path(`cards/${card.id}`)} size="sm">
              {cardWords(card)}
            </Anchor>
          ),
        },
    stated(t('operations.recipient'), operation.recipient),
    stated(t('operations.product'), product ?? ''),
    limits === undefined ? undefined : { name: t('operations.limits'), value: limitsText(limits) },
    copied(t('operations.receipt'), receipt ?? ''),
    copied(t('operations.id'), id),
  ];
  return (
    <div className={classes.inside}>
      <Facts facts={facts} />
    </div>
  );
}
