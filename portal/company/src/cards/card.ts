// Card types and labels for the pages.
import type { components } from '../../../shared/api.d.ts';
import type { Key } from '../words/t.ts';

export type Card = components['schemas']['Card'];

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
