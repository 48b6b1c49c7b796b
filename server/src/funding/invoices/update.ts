// Turns what was learned of a deposit into the update that settles its invoice.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { DepositFound, DepositOutcome } from '../../issuer/deposits.ts';
import { POLICY_TEXT } from './policy.ts';
import type { InvoiceUpdate } from './sql.ts';

type Learned = Exclude<DepositOutcome, { kind: 'stopped' }> | DepositFound;

/** Turns what was learned of a deposit into an update of its invoice. */
export function updateOfDeposit(
  clock: Clock,
  { companyId, environment, invoiceId }: Scope & { invoiceId: string },
  learned: Learned,
  { how, token, lease }: { how: InvoiceUpdate['how']; token?: string | null; lease?: string },
): InvoiceUpdate {
  const eventId = newUuid(clock.now());
  return {
    companyId,
    environment,
    invoiceId,
    how,
    ...(token == null ? {} : { token }),
    ...(lease === undefined ? {} : { lease }),
    outcome: learned.kind,
    detail: detailOf(learned),
    ...(learned.kind === 'rejected' ? { code: learned.code, message: learned.message } : {}),
    ...(learned.kind === 'open' ? { deposit: depositIn(learned) } : {}),
    shownId: toId('invoice', invoiceId),
    shownCompany: toId('company', companyId),
    eventId,
    shownEvent: toId('event', eventId),
    policy: POLICY_TEXT,
  };
}

/** Amounts as text: JSON numbers are not exact for all of them. */
const depositIn = ({ status, address, payAmount, expiresAt, transfers }: Extract<Learned, { kind: 'open' }>) => ({
  status,
  address,
  payAmount: String(payAmount),
  expiresAt,
  transfers: transfers.map(({ id, amount, occurredAt }) => ({ id, amount: String(amount), occurredAt })),
});

const detailOf = (learned: Learned): string => {
  switch (learned.kind) {
    case 'open':
      return `the issuer says ${learned.status}, with ${learned.transfers.length} transfer(s)`;
    case 'rejected':
      return `${learned.code}: ${learned.message}`;
    case 'absent':
      return 'the issuer knows of no such deposit';
    case 'unknown':
      return `The outcome is unknown: ${learned.reason}.`;
    case 'never_connected':
      return learned.reason;
  }
};
