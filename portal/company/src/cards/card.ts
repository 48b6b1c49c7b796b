// Card types, labels and queries for the pages.

import type { Schemas } from '@cardwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { moneyText } from '../../../shared/money.tsx';
import { useScope } from '../session.ts';
import { type Key, t } from '../words/t.ts';
import '../words/cards.ts';

export type Card = Schemas['Card'];

/** A card in a list. */
export type CardRow = Card & { holderName: string };
export type Limits = Card['limits'];

export const cardStatuses = [
  'active',
  'frozen',
  'blocked',
  'closed',
  'expired',
] as const satisfies readonly Card['status'][];

/** Explains a status other than active. */
export const whyNotActive = {
  frozen: 'cards.frozenWhy',
  blocked: 'cards.blockedWhy',
  closed: 'cards.closedWhy',
  expired: 'cards.expiredWhy',
} as const satisfies Record<Exclude<Card['status'], 'active'>, Key>;

/** A card's label: its name and last four digits. */
export const cardWords = ({ name, last4 }: Pick<Card, 'name' | 'last4'>): string => `${name} ••${last4}`;

/** One card; nothing is read without an id. */
export function useCard(id: string | undefined) {
  const { api, key } = useScope();
  return useQuery({
    queryKey: key('cards', 'one', id),
    queryFn: () => answer(api.GET('/api/v1/cards/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: id !== undefined,
  });
}

export const limitNames = ['perTransaction', 'perDay', 'perMonth'] as const satisfies readonly (keyof Limits)[];

/** Limits in one line, without those that are not set. */
export function limitsText(limits: Limits): string {
  const set = limitNames.flatMap((name) => {
    const amount = limits[name];
    return amount === null ? [] : [t(`cards.limit.${name}`, { amount: `$${moneyText(amount)}` })];
  });
  return set.length === 0 ? t('cards.noLimits') : set.join(', ');
}
