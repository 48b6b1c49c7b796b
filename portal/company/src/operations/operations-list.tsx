// Lists of operations, newest first.
import type { ReactNode } from 'react';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Operation, typeWords } from './operation.ts';

/** The columns of every list of operations. */
export const operationColumns: readonly Column<Operation>[] = [
  { head: t('operations.type'), cell: ({ type }) => typeWords(type) },
  { head: t('operations.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('operations.created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: t('operations.amount'), cell: ({ amount }) => <Money amount={amount} />, numeric: true, wideOnly: true },
  { head: t('operations.fee'), cell: ({ fee }) => <Money amount={fee} />, numeric: true, wideOnly: true },
  { head: t('operations.total'), cell: ({ total }) => <Money amount={total} />, numeric: true },
];

type Props = {
  label: string;
  filter: { type?: Operation['type'] | undefined; status?: Operation['status'] | undefined };
  empty: ReactNode;
};

/** The operations that match a filter. */
export function OperationsList({ label, filter, empty }: Props) {
  const { api, key, path } = useScope();
  return (
    <List
      label={label}
      queryKey={key('operations', 'list', filter)}
      read={(page) => answer(api.GET('/api/v1/operations', { params: { query: { ...page, ...filter } } }))}
      columns={operationColumns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => path(`operations/${id}`)}
      empty={empty}
    />
  );
}
