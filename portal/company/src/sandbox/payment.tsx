// Use a sandbox card: a purchase that the simulated issuer decides, a refund, a declined purchase.

import type { Schemas } from '@cardwright/sdk';
import { Button, Group, Select, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { AmountInput, Form } from '../../../shared/form.tsx';
import { looksLikeAmount, moneyText } from '../../../shared/money.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { declineWords } from '../cards/payment-status.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Outcome, Tool } from './tool.tsx';
import '../words/sandbox.ts';

type Card = Schemas['Card'];
type Kind = 'purchase' | 'refund' | 'decline';
type Values = { cardId: string; kind: Kind; amount: string; merchant: string; country: string };

const kinds = [
  { value: 'purchase', label: t('sandbox.purchase') },
  { value: 'refund', label: t('sandbox.refund') },
  { value: 'decline', label: t('sandbox.decline') },
];

/** Selects the card and the payment. */
export function PaymentTool() {
  const { api, key, path } = useScope();
  const cards = useQuery({
    queryKey: key('cards', 'usable'),
    queryFn: () => answer(api.GET('/api/v1/cards', { params: { query: { limit: 100 } } })),
    // A frozen card shows how its payments are declined.
    select: ({ data }) => data.filter(({ status }) => status === 'active' || status === 'frozen'),
  });
  const issue = hasPage('cards') && (
    <Button component={Link} to={path('cards')} variant="default" mt="xs">
      {t('sandbox.toCards')}
    </Button>
  );
  return (
    <Tool title={t('sandbox.payment')} why={t('sandbox.paymentWhy')}>
      {cards.isPending && <Skeleton height={160} />}
      {cards.isError && <ProblemShown error={cards.error} again={() => void cards.refetch()} />}
      {cards.data !== undefined &&
        (cards.data.length === 0 ? (
          <Empty icon="card" title={t('sandbox.noCard')} action={issue}>
            {t('sandbox.noCardWhy')}
          </Empty>
        ) : (
          <Use cards={cards.data} />
        ))}
    </Tool>
  );
}

/** A purchase has none: the issuer looks at balance, status and limits, as a real one would. */
const statusOf = { purchase: {}, refund: { status: 'settled' }, decline: { status: 'declined' } } as const;

const paymentOf = ({ cardId, kind, amount, merchant, country }: Values) => ({
  cardId,
  type: kind === 'refund' ? ('refund' as const) : ('purchase' as const),
  ...statusOf[kind],
  amount: amount.trim(),
  merchant: merchant.trim(),
  country: country.trim().toUpperCase(),
});

function Use({ cards }: { cards: readonly Card[] }) {
  const { api, key } = useScope();
  const form = useForm<Values>({
    initialValues: {
      cardId: cards[0]?.id ?? '',
      kind: 'purchase',
      amount: '12.34',
      merchant: 'Bookshop',
      country: 'DE',
    },
    validate: {
      amount: (amount) => (looksLikeAmount(amount.trim()) ? null : t('sandbox.amountInvalid')),
      merchant: (merchant) => (merchant.trim() === '' ? t('sandbox.merchantMissing') : null),
      country: (country) => (/^[A-Za-z]{2}$/.test(country.trim()) ? null : t('sandbox.countryInvalid')),
    },
  });
  const use = useWrite({
    keyed: true,
    write: (values: Values, intent) =>
      answer(
        api.POST('/api/v1/sandbox/transactions', {
          params: { header: { 'Idempotency-Key': intent } },
          body: paymentOf(values),
        }),
      ),
    changes: [key('cards'), key('transactions')],
  });
  const made = use.data;
  return (
    <Form
      submit={t('sandbox.useAction')}
      pending={use.isPending}
      error={use.error}
      startOver={use.startOver}
      onSubmit={form.onSubmit((values) => use.mutate(values))}
    >
      <Select
        label={t('sandbox.card')}
        allowDeselect={false}
        searchable={cards.length > 10}
        data={cards.map(({ id, name, last4, balance }) => ({
          value: id,
          label: t('sandbox.cardLabel', { name, last4, balance: moneyText(balance) }),
        }))}
        {...form.getInputProps('cardId')}
      />
      <Select label={t('sandbox.kind')} allowDeselect={false} data={kinds} {...form.getInputProps('kind')} />
      <Group grow align="flex-start">
        <AmountInput label={t('sandbox.amount')} {...form.getInputProps('amount')} />
        <TextInput label={t('sandbox.country')} maxLength={2} {...form.getInputProps('country')} />
      </Group>
      <TextInput label={t('sandbox.merchant')} maxLength={120} {...form.getInputProps('merchant')} />
      {made !== undefined && (
        <Outcome>
          {t('sandbox.used', {
            amount: moneyText(made.amount).replace(/^−?/, '$&$$'),
            merchant: made.merchant,
            status: stateWord(made.status).toLowerCase(),
          })}{' '}
          {declineWords(made)}
        </Outcome>
      )}
    </Form>
  );
}
