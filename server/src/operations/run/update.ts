// Turns what was learned of an operation into the update that settles it.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid, toId } from '../../foundation/ids.ts';
import type { Expected, Found, Outcome } from '../../issuer/answers.ts';
import type { OperationRef, OperationUpdate, ReviewRow } from './sql.ts';

type Learned = Exclude<Outcome, { kind: 'never_connected' | 'late' | 'stopped' }> | Found;

/** Turns an answer of the issuer into an update of its operation. */
export function updateOf(
  clock: Clock,
  { companyId, environment, operationId }: OperationRef,
  learned: Learned,
  how: { how: OperationUpdate['how']; token?: string; cardId?: string | null },
): OperationUpdate {
  const at = clock.now();
  const eventId = newUuid(at);
  return {
    companyId,
    environment,
    operationId,
    how: how.how,
    ...(how.token === undefined ? {} : { token: how.token }),
    outcome: learned.kind,
    detail: detailOf(learned),
    shownId: toId('operation', operationId),
    shownCompany: toId('company', companyId),
    eventId,
    shownEvent: toId('event', eventId),
    shownCard: toId('card', how.cardId ?? operationId),
    ...(learned.kind === 'done'
      ? {
          receipt: learned.receipt,
          cardToken: learned.card?.token ?? '',
          last4: learned.card?.last4 ?? '',
          ...(learned.returned === undefined ? {} : { returned: String(learned.returned) }),
        }
      : {}),
    ...(learned.kind === 'rejected' ? { code: learned.code, message: learned.message } : {}),
  };
}

/** What an answer about an operation must repeat. An issue has no card yet. */
export const expectedOf = ({ type, amount, card_token, limits }: ReviewRow): Expected => ({
  kind: type,
  amount,
  ...(type === 'issue' || card_token === null ? {} : { cardToken: card_token }),
  ...(limits === null ? {} : { limits }),
});

const detailOf = (learned: Learned): string => {
  if (learned.kind === 'unknown') return `The outcome is unknown: ${learned.reason}.`;
  if (learned.kind === 'rejected') return `${learned.code}: ${learned.message}`;
  return learned.kind === 'done' ? `receipt ${learned.receipt}` : `the issuer says ${learned.kind}`;
};
