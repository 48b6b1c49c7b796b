// The subject of a review: the operation, the invoice, the payment, or a record that only the issuer has.
import type { Dossier } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Money, moneyText } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Facts, Id } from '../frame/facts.tsx';
import { Named } from '../frame/named.tsx';
import { t } from '../words/t.ts';
import { kindWord } from './words.ts';

type About = Dossier['about'];
type Invoice = NonNullable<About['invoice']>;
type Transfer = Invoice['transfers'][number];

const at = (moment: string | null) => (moment === null ? null : <Time at={moment} as="full" />);
const usdt = (amount: string | null) => (amount === null ? null : <Money amount={amount} currency="USDT" />);

/** The subject's facts. */
export function About({ about, id }: { about: About; id: string }) {
  return (
    <Section title={t('deskReviews.about')}>
      {about.operation !== null && <Operation operation={about.operation} id={id} />}
      {about.invoice !== null && <InvoiceFacts invoice={about.invoice} id={id} />}
      {about.payment !== null && <Payment payment={about.payment} />}
      {about.unknown !== null && <Unknown unknown={about.unknown} />}
    </Section>
  );
}

/** A case links to its subject. */
function Lead({ to, id }: { to: string; id: string }) {
  if (to === id) return <Id>{to}</Id>;
  return <Named id={to} />;
}

type Operation = NonNullable<About['operation']>;

function limitsText(limits: Operation['limits']): string | null {
  if (limits === null) return null;
  const text = (amount: string | null) => (amount === null ? t('deskReviews.noLimit') : `$${moneyText(amount)}`);
  const { perTransaction, perDay, perMonth } = limits;
  return t('deskReviews.limit', {
    perTransaction: text(perTransaction),
    perDay: text(perDay),
    perMonth: text(perMonth),
  });
}

function Operation({ operation, id }: { operation: Operation; id: string }) {
  return (
    <Facts
      facts={[
        { name: t('deskReviews.operation'), value: <Lead to={operation.id} id={id} /> },
        { name: t('deskReviews.type'), value: kindWord(operation.type) },
        { name: t('deskReviews.status'), value: <Status state={operation.status} /> },
        { name: t('deskReviews.amount'), value: <Money amount={operation.amount} /> },
        { name: t('deskReviews.fee'), value: <Money amount={operation.fee} /> },
        { name: t('deskReviews.total'), value: <Money amount={operation.total} /> },
        { name: t('deskReviews.held'), value: <Money amount={operation.held} /> },
        { name: t('deskReviews.name'), value: operation.name },
        { name: t('deskReviews.recipient'), value: operation.recipient },
        { name: t('deskReviews.last4'), value: operation.cardLast4 },
        { name: t('deskReviews.limits'), value: limitsText(operation.limits) },
        { name: t('deskReviews.returned'), value: operation.returned && <Money amount={operation.returned} /> },
        { name: t('deskReviews.createdAt'), value: at(operation.createdAt) },
        { name: t('deskReviews.sentAt'), value: at(operation.sentAt) },
        { name: t('deskReviews.lastCheckAt'), value: at(operation.lastCheckAt) },
        { name: t('deskReviews.nextCheckAt'), value: at(operation.nextCheckAt) },
        { name: t('deskReviews.decidedAt'), value: at(operation.decidedAt) },
      ]}
    />
  );
}

const transferColumns: readonly Column<Transfer>[] = [
  { head: t('deskReviews.transfer'), cell: ({ id }) => <Id>{id}</Id> },
  { head: t('deskReviews.arrivedAt'), cell: ({ occurredAt }) => <Time at={occurredAt} as="full" /> },
  { head: t('deskReviews.fit'), cell: ({ fit }) => fit },
  { head: t('deskReviews.amount'), cell: ({ amount }) => usdt(amount), numeric: true },
];

function InvoiceFacts({ invoice, id }: { invoice: Invoice; id: string }) {
  return (
    <>
      <Facts
        facts={[
          { name: t('deskReviews.invoice'), value: <Lead to={invoice.id} id={id} /> },
          { name: t('deskReviews.status'), value: <Status state={invoice.status} /> },
          { name: t('deskReviews.requested'), value: <Money amount={invoice.requestedAmount} /> },
          { name: t('deskReviews.deposit'), value: <Money amount={invoice.depositAmount} /> },
          { name: t('deskReviews.fee'), value: <Money amount={invoice.fee} /> },
          { name: t('deskReviews.credit'), value: <Money amount={invoice.creditAmount} /> },
          { name: t('deskReviews.toPay'), value: usdt(invoice.payAmount) },
          { name: t('deskReviews.arrived'), value: usdt(invoice.arrived) },
          { name: t('deskReviews.address'), value: invoice.address === null ? null : <Id>{invoice.address}</Id> },
          { name: t('deskReviews.createdAt'), value: at(invoice.createdAt) },
          { name: t('deskReviews.sentAt'), value: at(invoice.sentAt) },
          { name: t('deskReviews.expiresAt'), value: at(invoice.expiresAt) },
          { name: t('deskReviews.lastCheckAt'), value: at(invoice.lastCheckAt) },
          { name: t('deskReviews.nextCheckAt'), value: at(invoice.nextCheckAt) },
          { name: t('deskReviews.repeatedReads'), value: String(invoice.repeatedReads) },
          { name: t('deskReviews.decidedAt'), value: at(invoice.decidedAt) },
        ]}
      />
      {invoice.transfers.length > 0 && (
        <Rows
          label={t('deskReviews.transfers')}
          rows={invoice.transfers}
          columns={transferColumns}
          rowKey={(transfer) => transfer.id}
        />
      )}
    </>
  );
}

function Payment({ payment }: { payment: NonNullable<About['payment']> }) {
  return (
    <Facts
      facts={[
        { name: t('deskReviews.payment'), value: <Id>{payment.id}</Id> },
        { name: t('deskReviews.type'), value: kindWord(payment.type) },
        { name: t('deskReviews.status'), value: <Status state={payment.status} /> },
        { name: t('deskReviews.amount'), value: <Money amount={payment.amount} currency={payment.currency} /> },
        { name: t('deskReviews.merchant'), value: `${payment.merchant} ${payment.country}`.trim() },
        { name: t('deskReviews.reference'), value: payment.reference },
        { name: t('deskReviews.occurredAt'), value: at(payment.occurredAt) },
        { name: t('deskBooks.card'), value: <Named id={payment.card.id} /> },
        { name: t('deskReviews.cardBalance'), value: <Money amount={payment.card.balance} /> },
      ]}
    />
  );
}

function Unknown({ unknown }: { unknown: NonNullable<About['unknown']> }) {
  return (
    <Facts
      facts={[
        { name: t('deskReviews.unknown'), value: kindWord(unknown.kind) },
        { name: t('deskReviews.idHere'), value: <Id>{unknown.id}</Id> },
        { name: t('deskReviews.type'), value: unknown.type && kindWord(unknown.type) },
        { name: t('deskReviews.statusThere'), value: unknown.status },
        { name: t('deskReviews.amount'), value: unknown.amount && <Money amount={unknown.amount} /> },
        { name: t('deskReviews.feeIfAdopted'), value: unknown.fee && <Money amount={unknown.fee} /> },
        { name: t('deskReviews.name'), value: unknown.name },
        { name: t('deskReviews.recipient'), value: unknown.recipient },
        { name: t('deskReviews.product'), value: unknown.product },
        { name: t('deskReviews.holder'), value: unknown.holder && <Named id={unknown.holder} /> },
        { name: t('deskReviews.last4'), value: unknown.last4 },
        { name: t('deskReviews.receipt'), value: unknown.receipt },
        { name: t('deskReviews.createdAt'), value: at(unknown.createdAt) },
        { name: t('deskReviews.foundAt'), value: at(unknown.foundAt) },
        { name: t('deskReviews.resolution'), value: unknown.resolution },
        { name: t('deskReviews.decidedAt'), value: at(unknown.resolvedAt) },
      ]}
    />
  );
}
