// How many cards there are, and how much is on them.
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { moneyText } from '../../../shared/money.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Card } from './card.ts';
import classes from './cards.module.css';
import '../words/cards.ts';

/** The number and the balance of all cards, or of those in one status; undefined until they are known. */
export function useCardTotal(status: Card['status'] | undefined): { cards: number; balance: string } | undefined {
  const { api, key } = useScope();
  const totals = useQuery({
    queryKey: key('cards', 'totals'),
    queryFn: () => answer(api.GET('/portal/v1/cards/totals')),
  }).data;
  if (totals === undefined || status === undefined) return totals;
  return totals.byStatus.find((of) => of.status === status) ?? { cards: 0, balance: '0.00' };
}

/** The total in words. */
export function CardTotal({ cards, balance }: { cards: number; balance: string }) {
  const amount = `$${moneyText(balance)}`;
  return (
    <p className={`${classes.total} figures`}>
      {cards === 1
        ? t('cards.totalOne', { amount })
        : t('cards.total', { count: cards.toLocaleString('en-US'), amount })}
    </p>
  );
}
