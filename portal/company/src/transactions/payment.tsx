// Everything about one card payment, beside the list.
import { Anchor, Drawer, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Money } from '../../../shared/money.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Time } from '../../../shared/time.tsx';
import { cardWords } from '../cards/card.ts';
import { type Named, named, readNames } from '../cards/names.ts';
import { PaymentStatus } from '../cards/payment-status.tsx';
import { copied, Facts, stated } from '../orders/facts.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Transaction } from './filters.tsx';
import classes from './transactions.module.css';
import '../words/operations.ts';
import '../words/transactions.ts';

/** The drawer of a payment; closed without an id. */
export function Payment({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { api, key } = useScope();
  const payment = useQuery({
    queryKey: key('transactions', 'one', id),
    queryFn: async (): Promise<Transaction & Named> => {
      const read = await answer(api.GET('/api/v1/transactions/{id}', { params: { path: { id: id ?? '' } } }));
      return named([read], await readNames(api, [read]))[0] ?? read;
    },
    enabled: id !== undefined,
  });
  const merchant = payment.data?.merchant ?? '';
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" title={merchant || t('transactions.one')}>
      {payment.isPending && <RowsSkeleton rows={5} />}
      {payment.isError && <ProblemShown error={payment.error} again={() => void payment.refetch()} />}
      {payment.data !== undefined && <Shown payment={payment.data} />}
    </Drawer>
  );
}

function Shown({ payment }: { payment: Transaction & Named }) {
  const { path } = useScope();
  const { amount, currency, type, country, description, reference, occurredAt, cardId, card, holder, id } = payment;
  return (
    <Stack gap="md">
      <p className={classes.total}>
        <Money amount={amount} currency={currency} signed />
      </p>
      <Facts
        facts={[
          { name: t('transactions.status'), value: <PaymentStatus {...payment} /> },
          { name: t('transactions.kind'), value: t(`transactions.kind.${type}`) },
          { name: t('transactions.when'), value: <Time at={occurredAt} as="full" /> },
          {
            name: t('transactions.card'),
            value: (
              <Anchor component={Link} to={path(`cards/${cardId}`)} size="sm">
                {card === undefined ? t('operations.toCard') : cardWords(card)}
              </Anchor>
            ),
          },
          holder && {
            name: t('transactions.holder'),
            value: (
              <Anchor component={Link} to={path(`holders/${holder.id}`)} size="sm">
                {holder.name}
              </Anchor>
            ),
          },
          stated(t('transactions.country'), country),
          stated(t('transactions.description'), description),
          copied(t('transactions.reference'), reference),
          copied(t('transactions.id'), id),
        ]}
      />
    </Stack>
  );
}
