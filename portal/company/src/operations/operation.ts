// Operation types and labels.
import type { Schemas } from '@cardwright/sdk';
import { moneyText } from '../../../shared/money.tsx';
import { cardWords } from '../cards/card.ts';
import type { Named } from '../cards/names.ts';
import { maybe, t } from '../words/t.ts';
import '../words/operations.ts';

export type Operation = Schemas['Operation'];

export const operationTypes = [
  'issue',
  'topup',
  'service',
  'freeze',
  'unfreeze',
  'close',
  'limits',
] as const satisfies readonly Operation['type'][];

export const operationStatuses = [
  'queued',
  'processing',
  'manual_review',
  'completed',
  'failed',
] as const satisfies readonly Operation['status'][];

/** Operations that cost money and hold it; the others are actions on a card. */
const orders: readonly Operation['type'][] = ['issue', 'topup', 'service'];

/** Whether it is an action on a card, which costs and holds nothing. */
export const isAction = ({ type }: Operation): boolean => !orders.includes(type);

/** Label of an operation's type. */
export const typeWords = (type: Operation['type']): string => t(`operations.type.${type}`);

type Identity = Named & Pick<Operation, 'name' | 'recipient'> & { type: string };

/** "Top-up · Travel ••2001": the type, then the card, the name of the card to come, or the recipient. */
export function identityOf({ type, card, name, recipient }: Identity): string {
  const subject = card === undefined ? name || recipient : cardWords(card);
  return [maybe(`operations.type.${type}`) ?? '', subject].filter((part) => part !== '').join(' · ');
}

/** What an operation does, as its title: "$500.00 top-up to Travel". Only the type, while no name is known. */
export function titleOf(operation: Operation & Named, product = t('operations.type.service')): string {
  const { type, card, name, recipient } = operation;
  const { amount } = amountsOf(operation);
  const subject = card?.name ?? (name || recipient);
  if (subject === '') return isAction(operation) ? typeWords(type) : `${typeWords(type)} · ${amount}`;
  switch (type) {
    case 'issue':
    case 'topup':
      return t(`operations.titled.${type}`, { amount, subject });
    case 'service':
      return t('operations.titled.service', { amount, product, subject });
    default:
      return t(`operations.titled.${type}`, { subject });
  }
}

/** An operation's amounts, formatted for sentences. */
export const amountsOf = ({ amount, fee, total, result }: Operation) => ({
  amount: `$${moneyText(amount)}`,
  fee: `$${moneyText(fee)}`,
  total: `$${moneyText(total)}`,
  returned: `$${moneyText(result.returnedAmount ?? '0.00')}`,
});

/** Whether the operation has ended. */
export const isFinal = ({ status }: Operation): boolean => status === 'completed' || status === 'failed';

/** Whether the company canceled it. */
export const isCanceled = ({ failure }: Operation): boolean => failure?.code === 'cancelled';

/** Why it failed, in our words if we have some; empty if nothing is known. */
export const failureWords = ({ failure }: Operation): string =>
  maybe(`operations.failure.${failure?.code ?? ''}`) ?? failure?.message ?? '';
