// The API representation of an invoice.
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { formatUsdt } from '../../foundation/money/usdt.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { InvoiceRow, InvoiceWithTransfers } from './sql.ts';

/** The rules of payment, stated before anybody pays. */
const policy = {
  exact: 'Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.',
  less: 'A smaller amount is not credited by itself: the invoice goes to manual_review and two operators decide.',
  more: 'A larger amount is not credited by itself: the invoice goes to manual_review and two operators decide.',
  late: 'A transfer after expiresAt is not credited by itself: it is listed in observedTransfers and operators decide.',
  again: 'A second transfer is not credited by itself: it is listed in observedTransfers and operators decide.',
  networkFee: 'The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount.',
};

/** The policy in the bytes of an invoice. */
export const POLICY_TEXT = JSON.stringify(policy);

/** An invoice as clients see it; `routes.ts` describes it. */
export type ShownInvoice = {
  id: string;
  environment: Environment;
  status: InvoiceRow['status'];
  depositAmount: string;
  fee: string;
  creditAmount: string;
  address: string | null;
  payAmount: string | null;
  asset: 'USDT';
  network: 'TRON';
  expiresAt: string | null;
  createdAt: string;
  requestedAmount: string;
  observedTransfers: { id: string; amount: string; occurredAt: string }[];
  policy: typeof policy;
  failure?: { code: string; message: string };
  review?: { reason: string; openedAt: string; lastCheckedAt: string | null };
};

/** The API representation of an invoice. The database writes the same bytes into its events. */
export const toInvoice = (environment: Environment, row: InvoiceWithTransfers): ShownInvoice => ({
  id: toId('invoice', row.id),
  environment,
  status: row.status,
  depositAmount: formatUsd(row.deposit_amount),
  fee: formatUsd(row.fee),
  creditAmount: formatUsd(row.deposit_amount - row.fee),
  address: row.address,
  payAmount: row.pay_amount === null ? null : formatUsdt(row.pay_amount),
  asset: 'USDT',
  network: 'TRON',
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  requestedAmount: formatUsd(row.requested_amount),
  observedTransfers: row.transfers.map(({ transfer_id, amount, occurred_at }) => ({
    id: transfer_id,
    amount: formatUsdt(amount),
    occurredAt: occurred_at.toISOString(),
  })),
  policy,
  ...(row.status === 'failed' ? { failure: { code: row.failure_code, message: row.failure_message } } : {}),
  ...(row.status === 'manual_review' && row.review_opened_at !== null
    ? {
        review: {
          reason: row.review_reason,
          openedAt: row.review_opened_at.toISOString(),
          lastCheckedAt: row.review_checked_at?.toISOString() ?? null,
        },
      }
    : {}),
});
