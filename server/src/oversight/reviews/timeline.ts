// The history of a review or a case, by the company's clock.
import { toId } from '../../foundation/ids.ts';
import { formatUsdt } from '../../foundation/money/usdt.ts';
import { isCardAction } from '../../issuer/answers.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UnknownRow } from '../adoption/sql.ts';
import type { Dossier } from './read.ts';
import { type InvoicedRow, listAsShown, type ReviewedRow } from './sql.ts';

export type Happened = { at: Date; what: string };

/** A change of the subject has the company's time. All else has ours, which no sandbox moves. */
type Moment = { at: Date | null; what: string; isOurs: boolean };

const theirs = (at: Date | null, what: string): Moment => ({ at, what, isOurs: false });
const ours = (at: Date | null, what: string): Moment => ({ at, what, isOurs: true });

/** Everything that happened, oldest first. */
export async function readTimeline(db: Db, dossier: Dossier): Promise<Happened[]> {
  const moments = momentsOf(dossier);
  const times = moments.map(({ at }) => at);
  const shown = await db.read(dossier.scope, (tx) => listAsShown(tx, dossier.scope, times));
  return moments
    .map(({ at, what, isOurs }, index) => ({ at: isOurs ? (shown[index] ?? at) : at, what }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Everything that happened; at the same time, in this order. */
function momentsOf(dossier: Dossier): (Happened & { isOurs: boolean })[] {
  const { cases, proposals, elsewhere, reports } = dossier;
  const moments = [
    ...ofSubject(dossier),
    ...reports.map(({ at, outcome, said }) => ours(at, `${outcome}: ${said}`)),
    ...cases.flatMap((row) => [
      ours(row.opened_at, `${toId('case', row.id)} opened: ${row.detail}`),
      ours(row.closed_at, `${toId('case', row.id)} closed: ${row.closing_note}`),
    ]),
    ...[...proposals, ...elsewhere].flatMap((row) => {
      const name = toId('proposal', row.id);
      return [
        ours(row.proposed_at, `${name}: ${row.proposer} proposed to ${row.decision}: ${row.reason}`),
        ours(row.approved_at, `${name}: ${row.approver} approved`),
        ours(row.withdrawn_at, `${name}: ${row.withdrawer === null ? 'expired' : `${row.withdrawer} withdrew`}`),
      ];
    }),
  ];
  return moments.flatMap(({ at, ...rest }) => (at === null ? [] : [{ at, ...rest }]));
}

function ofSubject(dossier: Dossier): Moment[] {
  const { about } = dossier;
  switch (about.kind) {
    case 'operation':
      return ofOperation(about.operation, outcomeOf(dossier));
    case 'invoice':
      return ofInvoice(about.invoice, outcomeOf(dossier));
    case 'unknown':
      return ofUnknown(about.unknown);
    case 'transaction':
      return [];
  }
}

/** The final status; if two operators decided it, never as the issuer's words. */
function outcomeOf({ about, proposals, elsewhere }: Dossier): string {
  const status =
    about.kind === 'operation' ? about.operation.status : about.kind === 'invoice' ? about.invoice.status : '';
  const isOurs = [...proposals, ...elsewhere].some(
    ({ subject_kind, approved_at, decision }) =>
      approved_at !== null && subject_kind === about.kind && decision !== 'adjust',
  );
  return isOurs ? `Cardwright decided: ${status}` : status;
}

const ofOperation = (operation: ReviewedRow, outcome: string): Moment[] => [
  theirs(operation.created_at, isCardAction(operation.type) ? 'accepted' : 'accepted, and the total held'),
  ours(operation.sent_at, 'marked as sent to the issuer'),
  theirs(operation.review_opened_at, `in review: ${operation.review_reason}`),
  theirs(operation.decided_at, outcome),
];

const ofUnknown = ({ asked_at, resolved_at, resolution }: UnknownRow): Moment[] => [
  ours(asked_at, 'created at the issuer'),
  ours(resolved_at, resolution ?? ''),
];

const ofInvoice = (invoice: InvoicedRow, outcome: string): Moment[] => [
  theirs(invoice.created_at, 'created'),
  ours(invoice.sent_at, 'marked as asked for at the issuer'),
  theirs(invoice.expires_at, 'the time to pay it ends'),
  ...invoice.transfers.map(({ occurred_at, amount, transfer_id }) =>
    theirs(occurred_at, `${formatUsdt(amount)} USDT arrived: ${transfer_id}`),
  ),
  theirs(invoice.review_opened_at, `in review: ${invoice.review_reason}`),
  theirs(invoice.decided_at, outcome),
];
