// The invoices of a company, newest first.
import { answer, deskApi } from '../../../shared/client.ts';
import type { InvoiceRow } from '../../../shared/desk-api.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import type { Book } from './book.ts';
import { invoiceWords } from './words.ts';

const columns: readonly Column<InvoiceRow>[] = [
  { head: t('deskBooks.invoice'), cell: ({ depositAmount }) => invoiceWords(depositAmount) },
  { head: t('deskBooks.credit'), cell: ({ creditAmount }) => <Money amount={creditAmount} />, numeric: true },
  { head: t('deskBooks.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('deskBooks.createdAt'), cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Each leads to its page among the reviews, which shows decided invoices too. */
export function Invoices({ company, environment, pageRows }: Book & { pageRows: number }) {
  return (
    <Section title={t('deskBooks.invoices')}>
      <List
        label={t('deskBooks.invoices')}
        queryKey={['companies', 'invoices', company, environment]}
        read={(page) =>
          answer(
            deskApi.GET('/desk/v1/companies/{id}/invoices', {
              params: { path: { id: company }, query: { environment, ...page } },
            }),
          )
        }
        columns={columns}
        rowKey={({ id }) => id}
        linkOf={({ id }) => `/reviews/${id}`}
        pageRows={pageRows}
        empty={
          <Empty icon="fund" title={t('deskBooks.noInvoices')}>
            {t('deskBooks.noInvoicesWhy')}
          </Empty>
        }
      />
    </Section>
  );
}
