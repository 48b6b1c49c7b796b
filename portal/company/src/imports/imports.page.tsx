// The imports of a company, newest first.
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import type { Import } from '../../../shared/portal-api.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { nameOf, statusOf } from './import.ts';
import { ManyMenu } from './many-menu.tsx';
import '../words/cards.ts';
import '../words/imports.ts';

const columns: readonly Column<Import>[] = [
  { head: t('imports.one'), cell: nameOf },
  { head: t('imports.status'), cell: (row) => <Status state={statusOf(row)} />, plain: true },
  { head: t('imports.created'), cell: ({ createdAt }) => <Time at={createdAt} />, plain: true },
  {
    head: t('imports.ordered'),
    cell: ({ accepted, rows }) => t('imports.orderedOf', { count: accepted, rows }),
    numeric: true,
  },
  { head: t('imports.total'), cell: ({ total }) => <Money amount={total} />, numeric: true },
];

/** The list of imports. */
export function Page() {
  const { api, key, path } = useScope();
  const may = useMayOrder();
  return (
    <Sheet
      title={t('imports.title')}
      lead={t('imports.lead')}
      back={{ to: path('cards'), words: t('cards.title') }}
      actions={may && <ManyMenu />}
    >
      <div className="surface">
        <List
          label={t('imports.title')}
          queryKey={key('imports', 'list')}
          read={(page) => answer(api.GET('/portal/v1/imports', { params: { query: page } }))}
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => path(`imports/${id}`)}
          empty={
            <Empty icon="statement" title={t('imports.none')}>
              {t('imports.noneWhy')} {!may && t('imports.noneMay')}
            </Empty>
          }
        />
      </div>
    </Sheet>
  );
}
