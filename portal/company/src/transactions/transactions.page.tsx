// Payments with the company's cards.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { type Card, cardWords, useCards } from '../cards/card.ts';
import { PaymentStatus } from '../cards/payment-status.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { ClearFilters, Filters, type Transaction, useFilters } from './filters.tsx';
import classes from './transactions.module.css';

const columnsOf = (cards: ReadonlyMap<string, Card>): readonly Column<Transaction>[] => [
  { head: t('transactions.merchant'), cell: (transaction) => <Merchant {...transaction} /> },
  { head: t('transactions.card'), cell: ({ cardId }) => <OfCard id={cardId} card={cards.get(cardId)} /> },
  { head: t('transactions.status'), cell: (transaction) => <PaymentStatus {...transaction} /> },
  { head: t('transactions.when'), cell: ({ occurredAt }) => <Time at={occurredAt} /> },
  { head: t('transactions.amount'), cell: (transaction) => <Amount {...transaction} />, numeric: true },
];

function Merchant({ type, merchant, country, description }: Transaction) {
  const more = [t(`transactions.kind.${type}`), country, description].filter((part) => part !== '').join(' · ');
  return (
    <div>
      <Text size="sm" fw={550}>
        {merchant === '' ? t('transactions.noMerchant') : merchant}
      </Text>
      <Text size="xs" c="dimmed">
        {more}
      </Text>
    </div>
  );
}

function OfCard({ id, card }: { id: string; card: Card | undefined }) {
  const { path } = useScope();
  const words = card === undefined ? `…${id.slice(-6)}` : cardWords(card);
  if (!hasPage('cards/$id')) return <span className="figures">{words}</span>;
  return (
    <Anchor component={Link} to={path(`cards/${id}`)} inherit c="inherit" className="figures">
      {words}
    </Anchor>
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
  const cards = new Map(useCards().map((card) => [card.id, card]));
  return (
    <Sheet title={t('transactions.title')} lead={t('transactions.lead')}>
      <Stack gap="lg">
        <Filters isFiltered={isFiltered} />
        <div className="surface">
          <List
            label={t('transactions.title')}
            queryKey={key('transactions', filters)}
            read={(page) => answer(api.GET('/api/v1/transactions', { params: { query: { ...page, ...filters } } }))}
            columns={columnsOf(cards)}
            rowKey={({ id }) => id}
            empty={isFiltered ? <NothingFits /> : <NothingYet />}
          />
        </div>
      </Stack>
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
