// Lists of operations, newest first.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { type Named, withNames } from '../cards/names.ts';
import { useProductNames } from '../orders/products.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { identityOf, isAction, type Operation, typeWords } from './operation.ts';
import '../words/operations.ts';

type Row = Operation & Named;

/** The name of a product, as far as it is known. */
type ProductName = (operation: Operation) => string | undefined;

/** The columns of a list of operations; `ofCard` if all are of one card. */
const columnsOf = (product: ProductName, ofCard: boolean): readonly Column<Row>[] => [
  {
    head: t('operations.one'),
    cell: (operation) => <Identity operation={operation} product={product(operation)} ofCard={ofCard} />,
  },
  { head: t('operations.status'), cell: ({ status }) => <Status state={status} />, plain: true },
  { head: t('operations.created'), cell: ({ createdAt }) => <Time at={createdAt} />, plain: true },
  {
    head: t('operations.amount'),
    cell: (operation) => <Cost {...operation} of="amount" />,
    numeric: true,
    wideOnly: true,
  },
  { head: t('operations.fee'), cell: (operation) => <Cost {...operation} of="fee" />, numeric: true, wideOnly: true },
  { head: t('operations.total'), cell: (operation) => <Cost {...operation} of="total" />, numeric: true },
];

type IdentityProps = { operation: Row; product: string | undefined; ofCard: boolean };

/** "Top-up · Travel ••2001", and below it the cardholder and the product. */
function Identity({ operation, product, ofCard }: IdentityProps) {
  const more = [ofCard ? undefined : operation.holder?.name, product].filter((part) => part !== undefined);
  return (
    <span>
      {ofCard ? typeWords(operation.type) : identityOf(operation)}
      {more.length > 0 && (
        <Text size="xs" c="dimmed" fw={400} component="span" display="block">
          {more.join(' · ')}
        </Text>
      )}
    </span>
  );
}

/** An action on a card costs nothing. */
function Cost({ of, ...operation }: Operation & { of: 'amount' | 'fee' | 'total' }) {
  return isAction(operation) ? '–' : <Money amount={operation[of]} />;
}

type Props = {
  label: string;
  filter: {
    type?: Operation['type'] | undefined;
    status?: Operation['status'] | undefined;
    cardId?: string;
    /** Words of a card, a cardholder or a recipient, instead of an id. */
    search?: string | undefined;
  };
  empty: ReactNode;
};

/** The operations that match a filter. */
export function OperationsList({ label, filter, empty }: Props) {
  const { api, key, path } = useScope();
  const { search, ...others } = filter;
  const { type, status } = filter;
  const products = useProductNames();
  return (
    <List
      label={label}
      queryKey={key('operations', 'list', filter)}
      read={async (page) =>
        withNames(
          api,
          await (search === undefined
            ? answer(api.GET('/api/v1/operations', { params: { query: { ...page, ...others } } }))
            : answer(api.GET('/portal/v1/operations', { params: { query: { ...page, type, status, search } } }))),
        )
      }
      columns={columnsOf(({ productId }) => products.get(productId), filter.cardId !== undefined)}
      rowKey={({ id }) => id}
      linkOf={({ id }) => path(`operations/${id}`)}
      empty={empty}
    />
  );
}
