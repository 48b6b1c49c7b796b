// The invoices of an environment, newest first.
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import classes from './fund.module.css';
import { type Invoice, isOpen } from './funding.ts';
import '../words/fund.ts';

const columns: readonly Column<Invoice>[] = [
  { head: t('fund.invoice'), cell: ({ depositAmount }) => <Money amount={depositAmount} /> },
  { head: t('fund.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('fund.created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: t('fund.creditedShort'), cell: (invoice) => <Credited {...invoice} />, numeric: true },
];

function Credited(invoice: Invoice) {
  if (invoice.status === 'completed') return <Money amount={invoice.creditAmount} signed />;
  return <span className={classes.nothing}>{isOpen(invoice) ? t('fund.notYetCredited') : t('fund.notCredited')}</span>;
}

/** The list; its empty state mentions the form only to people who have it. */
export function Invoices({ mayMake }: { mayMake: boolean }) {
  const { api, key, path } = useScope();
  return (
    <Section title={t('fund.list')}>
      <List
        label={t('fund.list')}
        queryKey={key('invoices', 'list')}
        read={(query) => answer(api.GET('/api/v1/card-account/invoices', { params: { query } }))}
        columns={columns}
        rowKey={({ id }) => id}
        linkOf={({ id }) => path(`fund/${id}`)}
        empty={
          <Empty icon="fund" title={t('fund.none')}>
            {mayMake ? t('fund.noneWhy') : t('fund.noneRead')}
          </Empty>
        }
      />
    </Section>
  );
}
