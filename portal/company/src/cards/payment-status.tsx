// The status of a card payment, with the reason why it was declined.

import type { Schemas } from '@cardwright/sdk';
import { Text } from '@mantine/core';
import { Status } from '../../../shared/status.tsx';
import { maybe } from '../words/t.ts';
import '../words/transactions.ts';

type Payment = Schemas['Transaction'];

/** Why a payment was declined, in plain words; undefined if it was not, or the reason is unknown. */
export const declineWords = ({ status, declineReason }: Pick<Payment, 'status' | 'declineReason'>) =>
  status === 'declined' && declineReason !== '' ? maybe(`transactions.declined.${declineReason}`) : undefined;

/** The status, and below it why it was declined. */
export function PaymentStatus(payment: Pick<Payment, 'status' | 'declineReason'>) {
  const why = declineWords(payment);
  return (
    <div>
      <Status state={payment.status} />
      {why !== undefined && (
        <Text size="xs" c="dimmed" mt={2}>
          {why}
        </Text>
      )}
    </div>
  );
}
