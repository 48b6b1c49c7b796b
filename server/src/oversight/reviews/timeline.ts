// The history of a review or a case.
import { toId } from '../../foundation/ids.ts';
import { formatUsdt } from '../../foundation/money/usdt.ts';
import { isCardAction } from '../../issuer/answers.ts';
import type { UnknownRow } from '../adoption/sql.ts';
import type { Dossier } from './read.ts';
import type { InvoicedRow, ReviewedRow } from './sql.ts';

/** Everything that happened, oldest first. */
export function timelineOf(dossier: Dossier): [Date, string][] {
  const { about, cases, proposals, elsewhere, reports } = dossier;
  const events: [Date | null, string][] = [
    ...(about.kind === 'operation' ? ofOperation(about.operation) : []),
    ...(about.kind === 'invoice' ? ofInvoice(about.invoice) : []),
    ...(about.kind === 'unknown' ? ofUnknown(about.unknown) : []),
    ...reports.map(({ at, outcome, said }): [Date, string] => [at, `${outcome}: ${said}`]),
    ...cases.flatMap((row): [Date | null, string][] => [
      [row.opened_at, `${toId('case', row.id)} opened: ${row.detail}`],
      [row.closed_at, `${toId('case', row.id)} closed: ${row.closing_note}`],
    ]),
    ...[...proposals, ...elsewhere].flatMap((row): [Date | null, string][] => [
      [row.proposed_at, `${toId('proposal', row.id)}: ${row.proposer} proposed to ${row.decision}: ${row.reason}`],
      [row.approved_at, `${toId('proposal', row.id)}: ${row.approver} approved`],
      [
        row.withdrawn_at,
        `${toId('proposal', row.id)}: ${row.withdrawer === null ? 'expired' : `${row.withdrawer} withdrew`}`,
      ],
    ]),
  ];
  return events
    .filter((event): event is [Date, string] => event[0] !== null)
    .toSorted(([one], [other]) => one.getTime() - other.getTime());
}

const ofOperation = (operation: ReviewedRow): [Date | null, string][] => [
  [operation.created_at, isCardAction(operation.type) ? 'accepted' : 'accepted, and the total held'],
  [operation.sent_at, 'marked as sent to the issuer'],
  [operation.review_opened_at, `in review: ${operation.review_reason}`],
  [operation.decided_at, operation.status],
];

const ofUnknown = ({ asked_at, resolved_at, resolution }: UnknownRow): [Date | null, string][] => [
  [asked_at, 'created at the issuer'],
  [resolved_at, resolution ?? ''],
];

const ofInvoice = (invoice: InvoicedRow): [Date | null, string][] => [
  [invoice.created_at, 'created'],
  [invoice.sent_at, 'marked as asked for at the issuer'],
  [invoice.expires_at, 'the time to pay it ends'],
  ...invoice.transfers.map(({ occurred_at, amount, transfer_id }): [Date, string] => [
    occurred_at,
    `${formatUsdt(amount)} USDT arrived: ${transfer_id}`,
  ]),
  [invoice.review_opened_at, `in review: ${invoice.review_reason}`],
  [invoice.decided_at, invoice.status],
];
