// Lists of operations, newest first.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { cardWords, useCards } from '../cards/card.ts';
import { useHolders } from '../holders/holder.ts';
import { useProductNames } from '../orders/price.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { isAction, type Operation, typeWords } from './operation.ts';

/** Names for the ids of an operation. */
type Names = {
  card: (operation: Operation) => string | undefined;
  holder: (operation: Operation) => string | undefined;
  product: (operation: Operation) => string | undefined;
};

/** The columns of a list of operations; `ofCard` if all are of one card. */
const columnsOf = (names: Names, ofCard: boolean): readonly Column<Operation>[] => [
  {
    head: t('operations.type'),
    cell: (operation) => <TwoLines first={typeWords(operation.type)} second={names.product(operation)} />,
  },
  ...(ofCard ? [] : [subjectOf(names)]),
  { head: t('operations.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('operations.created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: t('operations.amount'),
    cell: (operation) => <Cost {...operation} of="amount" />,
    numeric: true,
    wideOnly: true,
  },
  { head: t('operations.fee'), cell: (operation) => <Cost {...operation} of="fee" />, numeric: true, wideOnly: true },
  { head: t('operations.total'), cell: (operation) => <Cost {...operation} of="total" />, numeric: true },
];

const subjectOf = (names: Names): Column<Operation> => ({
  head: t('operations.subject'),
  cell: (operation) => (
    <TwoLines first={names.card(operation) ?? (operation.recipient || '–')} second={names.holder(operation)} />
  ),
});

function TwoLines({ first, second }: { first: string; second: string | undefined }) {
  return (
    <span>
      {first}
      {second !== undefined && (
        <Text size="xs" c="dimmed" fw={400} component="span" display="block">
          {second}
        </Text>
      )}
    </span>
  );
}

/** An action on a card costs nothing. */
function Cost({ of, ...operation }: Operation & { of: 'amount' | 'fee' | 'total' }) {
  return isAction(operation) ? '–' : <Money amount={operation[of]} />;
}

/** The names of cards, cardholders and products, as far as they are known. */
function useNames(): Names {
  const cards = new Map(useCards().map((card) => [card.id, cardWords(card)]));
  const holders = new Map((useHolders().data ?? []).map(({ id, name }) => [id, name]));
  const products = useProductNames();
  return {
    card: ({ cardId, name }) => cards.get(cardId) ?? (name === '' ? undefined : name),
    holder: ({ holderId }) => holders.get(holderId),
    product: ({ productId }) => products.get(productId),
  };
}

type Props = {
  label: string;
  filter: { type?: Operation['type'] | undefined; status?: Operation['status'] | undefined; cardId?: string };
  empty: ReactNode;
};

/** The operations that match a filter. */
export function OperationsList({ label, filter, empty }: Props) {
  const { api, key, path } = useScope();
  const columns = columnsOf(useNames(), filter.cardId !== undefined);
  return (
    <List
      label={label}
      queryKey={key('operations', 'list', filter)}
      read={(page) => answer(api.GET('/api/v1/operations', { params: { query: { ...page, ...filter } } }))}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => path(`operations/${id}`)}
      empty={empty}
    />
  );
}
