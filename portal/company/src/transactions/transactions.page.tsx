// Payments with the company's cards.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAsked } from '../../../shared/asked.ts';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { cardWords } from '../cards/card.ts';
import { type Named, withNames } from '../cards/names.ts';
import { PaymentStatus } from '../cards/payment-status.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Export } from './export.tsx';
import { ClearFilters, type Transaction, TransactionFilters, useFilters } from './filters.tsx';
import { Payment } from './payment.tsx';
import { SpendByMonth } from './spend.tsx';
import classes from './transactions.module.css';
import '../words/transactions.ts';

const columns: readonly Column<Transaction & Named>[] = [
  { head: t('transactions.merchant'), cell: (transaction) => <Merchant {...transaction} />, grows: true },
  { head: t('transactions.card'), cell: (transaction) => <OfCard {...transaction} />, plain: true },
  { head: t('transactions.status'), cell: (transaction) => <PaymentStatus {...transaction} />, plain: true },
  { head: t('transactions.when'), cell: ({ occurredAt }) => <Time at={occurredAt} />, plain: true },
  { head: t('transactions.amount'), cell: (transaction) => <Amount {...transaction} />, numeric: true },
];

function Merchant({ type, merchant, country }: Transaction) {
  const more = [t(`transactions.kind.${type}`), country].filter((part) => part !== '').join(' · ');
  return (
    <span>
      {merchant || t('transactions.noMerchant')}
      <Text size="xs" c="dimmed" fw={400} component="span" display="block">
        {more}
      </Text>
    </span>
  );
}

function OfCard({ cardId, card, holder }: Transaction & Named) {
  const { path } = useScope();
  return (
    <div>
      <Anchor component={Link} to={path(`cards/${cardId}`)} inherit c="inherit" className="figures">
        {card === undefined ? t('transactions.card') : cardWords(card)}
      </Anchor>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {holder?.name}
      </Text>
    </div>
  );
}

/** Declined and reversed payments moved nothing, so they are dimmed. */
function Amount({ amount, currency, status }: Transaction) {
  const moved = status === 'pending' || status === 'settled';
  return (
    <span className={moved ? undefined : classes.still}>
      <Money amount={amount} currency={currency} signed />
    </span>
  );
}

/** The list, filtered by the address. */
export function Page() {
  const { api, key } = useScope();
  const filters = useFilters();
  const isFiltered = Object.keys(filters).length > 0;
  const { asked, ask } = useAsked();
  return (
    <Sheet title={t('transactions.title')} lead={t('transactions.lead')} actions={<Export filters={filters} />}>
      <Stack gap="lg">
        <SpendByMonth cardId={filters.cardId} />
        <TransactionFilters isFiltered={isFiltered} />
        <div className="surface">
          <List
            label={t('transactions.title')}
            queryKey={key('transactions', filters)}
            read={async (page) =>
              withNames(
                api,
                await answer(api.GET('/portal/v1/transactions', { params: { query: { ...page, ...filters } } })),
              )
            }
            columns={columns}
            rowKey={({ id }) => id}
            onOpen={({ id }) => ask({ payment: id })}
            empty={isFiltered ? <NothingFits /> : <NothingYet />}
          />
        </div>
      </Stack>
      <Payment id={asked('payment')} onClose={() => ask({ payment: undefined })} />
    </Sheet>
  );
}

const NothingFits = () => (
  <Empty icon="search" title={t('transactions.noneFits')} action={<ClearFilters />}>
    {t('transactions.noneFitsWhy')}
  </Empty>
);

function NothingYet() {
  const { path, environment } = useScope();
  const canSimulate = environment === 'sandbox' && hasPage('developers/sandbox');
  const next = canSimulate
    ? { to: path('developers/sandbox'), words: t('transactions.noneSandbox') }
    : { to: path('cards'), words: t('transactions.noneCards') };
  const button = (
    <Button component={Link} to={next.to} variant="default" mt="xs">
      {next.words}
    </Button>
  );
  return (
    <Empty icon="receipt" title={t('transactions.none')} action={(canSimulate || hasPage('cards')) && button}>
      {t('transactions.noneWhy')}
    </Empty>
  );
}
