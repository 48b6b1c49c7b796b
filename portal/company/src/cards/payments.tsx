// Payments with one card.

import type { Schemas } from '@cardwright/sdk';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Card } from './card.ts';
import { PaymentStatus } from './payment-status.tsx';
import '../words/cards.ts';

type Payment = Schemas['Transaction'];

const columns: readonly Column<Payment>[] = [
  { head: t('cards.merchant'), cell: ({ merchant }) => merchant || t('cards.noMerchant') },
  { head: t('cards.paymentType'), cell: ({ type }) => t(`cards.type.${type}`), plain: true },
  { head: t('cards.status'), cell: (payment) => <PaymentStatus {...payment} />, plain: true },
  { head: t('cards.occurred'), cell: ({ occurredAt }) => <Time at={occurredAt} />, plain: true },
  {
    head: t('cards.paymentAmount'),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} signed />,
    numeric: true,
  },
];

/** The payments of one card, newest first. */
export function Payments({ card: { id } }: { card: Card }) {
  const { api, key } = useScope();
  return (
    <Section title={t('cards.payments')}>
      <List
        label={t('cards.payments')}
        queryKey={key('transactions', 'list', { cardId: id })}
        read={(page) => answer(api.GET('/api/v1/transactions', { params: { query: { ...page, cardId: id } } }))}
        columns={columns}
        rowKey={(payment) => payment.id}
        empty={<None />}
      />
    </Section>
  );
}

function None() {
  const { environment, path } = useScope();
  const may = useMayOrder() && environment === 'sandbox' && hasPage('developers/sandbox');
  const action = may && (
    <Anchor component={Link} to={path('developers/sandbox')} size="sm">
      {t('cards.makePayment')}
    </Anchor>
  );
  return (
    <Empty icon="receipt" title={t('cards.noPayments')} action={action}>
      {t('cards.noPaymentsWhy')}
    </Empty>
  );
}
