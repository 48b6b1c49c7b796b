// The cards of a company or a cardholder, by name and last four digits, newest first.
import { Text } from '@mantine/core';
import { answer, deskApi } from '../../../shared/client.ts';
import type { CardRow } from '../../../shared/desk-api.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import type { Book } from './book.ts';
import { cardWords } from './words.ts';

const columns: readonly Column<CardRow>[] = [
  { head: t('deskBooks.card'), cell: cardWords },
  { head: t('deskBooks.holder'), cell: ({ holder }) => <Text size="sm">{holder?.name ?? '–'}</Text> },
  { head: t('deskBooks.balance'), cell: ({ balance }) => <Money amount={balance} />, numeric: true },
  { head: t('deskBooks.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('deskBooks.createdAt'), cell: ({ createdAt }) => <Time at={createdAt} /> },
];

type Props = Book & { holderId?: string; pageRows?: number };

/** Each leads to its page. */
export function Cards({ company, environment, pageRows, ...of }: Props) {
  const query = { environment, ...of };
  return (
    <Section title={t('deskBooks.cards')}>
      <List
        label={t('deskBooks.cards')}
        queryKey={['companies', 'cards', company, query]}
        read={(page) =>
          answer(
            deskApi.GET('/desk/v1/companies/{id}/cards', {
              params: { path: { id: company }, query: { ...query, ...page } },
            }),
          )
        }
        columns={columns}
        rowKey={({ id }) => id}
        linkOf={({ id }) => `/cards/${id}`}
        {...(pageRows === undefined ? {} : { pageRows })}
        empty={
          <Empty icon="card" title={t('deskBooks.noCards')}>
            {t('deskBooks.noCardsWhy')}
          </Empty>
        }
      />
    </Section>
  );
}
