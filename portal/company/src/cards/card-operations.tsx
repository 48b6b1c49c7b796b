// The operations of one card. The server lists operations by company, and only completed ones name their card, so this
// searches them page by page, newest first.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { operationColumns } from '../operations/operations-list.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';

/** The server's maximum page size. */
const AT_ONCE = 100;

/** The card's issue and its top-ups. */
export function CardOperations({ cardId }: { cardId: string }) {
  const { api, key, path } = useScope();
  const query = useInfiniteQuery({
    queryKey: key('operations', 'completed'),
    queryFn: ({ pageParam }) =>
      answer(
        api.GET('/api/v1/operations', {
          params: {
            query: { status: 'completed', limit: AT_ONCE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const looked = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const rows = looked.filter(({ result }) => result.cardId === cardId);
  return (
    <Section title={t('cards.operations')}>
      {query.isPending && <RowsSkeleton rows={2} />}
      {query.isError && <ProblemShown error={query.error} again={() => void query.refetch()} />}
      {rows.length > 0 && (
        <Rows
          label={t('cards.operations')}
          rows={rows}
          columns={operationColumns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => path(`operations/${id}`)}
        />
      )}
      {query.isSuccess && (
        <Group justify="space-between" px="lg" py="sm">
          <Text size="xs" c="dimmed">
            {rows.length > 0 ? t('cards.operationsNote') : noneWords(looked.length, query.hasNextPage)}
          </Text>
          {query.hasNextPage && (
            <Button
              variant="default"
              size="xs"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('cards.lookBack')}
            </Button>
          )}
        </Group>
      )}
    </Section>
  );
}

const noneWords = (count: number, more: boolean) =>
  more ? t('cards.noOperations', { count }) : t('cards.noOperationsAtAll');
