// Operation types and labels.
import type { Schemas } from '@cardwright/sdk';
import { moneyText } from '../../../shared/money.tsx';
import { maybe, t } from '../words/t.ts';

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
