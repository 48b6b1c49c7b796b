// Operation types and labels.
import type { components } from '../../../shared/api.d.ts';
import { moneyText } from '../../../shared/money.tsx';
import { t } from '../words/t.ts';

export type Operation = components['schemas']['Operation'];

export const operationTypes = ['issue', 'topup', 'service'] as const satisfies readonly Operation['type'][];

export const operationStatuses = [
  'queued',
  'processing',
  'manual_review',
  'completed',
  'failed',
] as const satisfies readonly Operation['status'][];

/** Label of an operation's type. */
export const typeWords = (type: Operation['type']): string => t(`operations.type.${type}`);

/** An operation's amounts, formatted for sentences. */
export const amountsOf = ({ amount, fee, total }: Operation) => ({
  amount: `$${moneyText(amount)}`,
  fee: `$${moneyText(fee)}`,
  total: `$${moneyText(total)}`,
});

/** Whether the operation has ended. */
export const isFinal = ({ status }: Operation): boolean => status === 'completed' || status === 'failed';
