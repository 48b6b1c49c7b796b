// Operations as the pages know them.
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

/** What kind of operation it is, in words. */
export const typeWords = (type: Operation['type']): string => t(`operations.type.${type}`);

/** The amounts of an operation as they stand in sentences. */
export const amountsOf = ({ amount, fee, total }: Operation) => ({
  amount: `$${moneyText(amount)}`,
  fee: `$${moneyText(fee)}`,
  total: `$${moneyText(total)}`,
});

/** Whether nothing more will happen to it. */
export const isFinal = ({ status }: Operation): boolean => status === 'completed' || status === 'failed';
