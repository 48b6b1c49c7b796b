// Pay a sandbox invoice: exactly, or with a typical mistake.

import type { Schemas } from '@cardwright/sdk';
import { Button, Radio, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Outcome, Tool } from './tool.tsx';
import { movedBy } from './usdt.ts';
import '../words/sandbox.ts';

type Invoice = Schemas['FundingInvoice'];
type Way = 'exact' | 'less' | 'more' | 'late';

const ways = [
  ['exact', t('sandbox.exact'), t('sandbox.exactHelp')],
  ['less', t('sandbox.less'), t('sandbox.lessHelp')],
  ['more', t('sandbox.more'), t('sandbox.moreHelp')],
  ['late', t('sandbox.late'), t('sandbox.lateHelp')],
] as const satisfies readonly (readonly [Way, string, string])[];

const MINUTE_MS = 60_000;

/** Invoices that can be paid: exactly only while pending, late also afterwards. */
const isPayable = ({ status, payAmount, expiresAt }: Invoice) =>
  payAmount !== null && expiresAt !== null && (status === 'pending' || status === 'expired');

/** The transfer of a choice; undefined means the exact one. */
function transferOf(way: Way, { payAmount, expiresAt }: Invoice) {
  const amount = payAmount ?? '0';
  if (way === 'exact') return undefined;
  if (way === 'late') return { amount, occurredAt: new Date(Date.parse(expiresAt ?? '') + MINUTE_MS).toISOString() };
  return { amount: movedBy(amount, way === 'less' ? -1n : 1n) };
}

/** Selects the invoice and the kind of payment. */
export function InvoiceTool() {
  const { api, key, path } = useScope();
  const invoices = useQuery({
    queryKey: key('invoices', 'payable'),
    queryFn: () => answer(api.GET('/api/v1/card-account/invoices', { params: { query: { limit: 25 } } })),
  });
  const payable = invoices.data?.data.filter(isPayable) ?? [];
  // The result appears here, because a paid invoice leaves the list of payable ones.
  const pay = useWrite({
    write: ({ paid, way }: Paying) => {
      const body = transferOf(way, paid);
      const params = { path: { id: paid.id } };
      return body === undefined
        ? answer(api.POST('/api/v1/sandbox/invoices/{id}/complete', { params }))
        : answer(api.POST('/api/v1/sandbox/invoices/{id}/transfers', { params, body }));
    },
    changes: [key('invoices'), key('overview'), key('balance')],
  });
  const create = hasPage('fund') && (
    <Button component={Link} to={path('fund')} variant="default" mt="xs">
      {t('sandbox.toFund')}
    </Button>
  );
  return (
    <Tool title={t('sandbox.invoice')} why={t('sandbox.invoiceWhy')}>
      {invoices.isPending && <Skeleton height={120} />}
      {invoices.isError && <ProblemShown error={invoices.error} again={() => void invoices.refetch()} />}
      {pay.data !== undefined && <Outcome>{t('sandbox.paid', { status: stateWord(pay.data.status) })}</Outcome>}
      {invoices.data !== undefined &&
        (payable.length === 0 ? (
          <Empty icon="fund" title={t('sandbox.noInvoice')} action={create}>
            {t('sandbox.noInvoiceWhy')}
          </Empty>
        ) : (
          <Pay payable={payable} pending={pay.isPending} error={pay.error} onPay={pay.mutate} />
        ))}
    </Tool>
  );
}

type Paying = { paid: Invoice; way: Way };
type PayProps = {
  payable: readonly Invoice[];
  pending: boolean;
  error: unknown;
  onPay: (paying: Paying) => void;
};

function Pay({ payable, pending, error, onPay }: PayProps) {
  const [chosen, setChosen] = useState('');
  const [way, setWay] = useState<Way>('exact');
  const invoice = payable.find(({ id }) => id === chosen) ?? payable[0];
  return (
    <Form
      submit={t('sandbox.payAction')}
      pending={pending}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        if (invoice !== undefined) onPay({ paid: invoice, way });
      }}
    >
      <Select
        label={t('sandbox.whichInvoice')}
        allowDeselect={false}
        value={invoice?.id ?? null}
        onChange={(id) => setChosen(id ?? '')}
        data={payable.map(({ id, payAmount, status }) => ({
          value: id,
          label: t('sandbox.invoiceLabel', { amount: payAmount ?? '', status: stateWord(status), id: id.slice(-6) }),
        }))}
      />
      <Radio.Group label={t('sandbox.how')} value={way} onChange={(value) => setWay(value)}>
        <Stack gap="xs" mt="xs">
          {ways.map(([value, label, help]) => (
            <Radio key={value} value={value} label={label} description={help} />
          ))}
        </Stack>
      </Radio.Group>
    </Form>
  );
}
