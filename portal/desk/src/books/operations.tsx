// The operations of a company, a card or a cardholder, newest first.
import { Text } from '@mantine/core';
import { answer, deskApi } from '../../../shared/client.ts';
import type { OperationRow } from '../../../shared/desk-api.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import type { Book } from './book.ts';
import { operationWords, subjectOf } from './words.ts';

const columns: readonly Column<OperationRow>[] = [
  { head: t('deskBooks.operation'), cell: (row) => operationWords({ ...row, subject: subjectOf(row) }) },
  { head: t('deskBooks.holder'), cell: ({ holder }) => <Text size="sm">{holder?.name ?? '–'}</Text> },
  { head: t('deskBooks.total'), cell: ({ total }) => <Money amount={total} />, numeric: true },
  { head: t('deskBooks.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('deskBooks.createdAt'), cell: ({ createdAt }) => <Time at={createdAt} /> },
];

type Props = Book & { cardId?: string; holderId?: string; pageRows?: number };

/** Each leads to its page among the reviews, which shows decided operations too. */
export function Operations({ company, environment, pageRows, ...of }: Props) {
  const query = { environment, ...of };
  return (
    <Section title={t('deskBooks.operations')}>
      <List
        label={t('deskBooks.operations')}
        queryKey={['companies', 'operations', company, query]}
        read={(page) =>
          answer(
            deskApi.GET('/desk/v1/companies/{id}/operations', {
              params: { path: { id: company }, query: { ...query, ...page } },
            }),
          )
        }
        columns={columns}
        rowKey={({ id }) => id}
        linkOf={({ id }) => `/reviews/${id}`}
        {...(pageRows === undefined ? {} : { pageRows })}
        empty={
          <Empty icon="operations" title={t('deskBooks.noOperations')}>
            {t('deskBooks.noOperationsWhy')}
          </Empty>
        }
      />
    </Section>
  );
}
