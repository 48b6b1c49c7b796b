// What pages see of imports.
import { Type } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { type RefusalCode, refusals } from '../../foundation/refusals/refusals.ts';
import { givenId, Instant, idOf, ShownAmount, text } from '../../platform/http/schema.ts';
import { operationStatuses } from '../read/sql.ts';
import { importTypes } from './file.ts';
import type { ImportRow, StoredRow, tallyImport } from './sql.ts';

/** As large as a body may be. Card numbers in it are refused by row. */
const LONGEST_FILE = 64 * 1024;

/** The body of a preview and of a confirmation. */
export const givenFile = {
  type: Type.Enum(importTypes, { type: 'string' }),
  productId: Type.Optional(givenId('product', { description: 'For issues: a top-up has the product of its card.' })),
  file: text({
    maxLength: LONGEST_FILE,
    description:
      'CSV with a heading. issue: cardholder (ID, external ID or email), name, amount. ' +
      'topup: card (ID or last four), cardholder, amount. At most 500 rows.',
    examples: ['cardholder,name,amount\r\nada@example.com,Travel,250.00'],
  }),
};

const Reason = Type.Object({ code: Type.String(), message: Type.String() });

const orNull = <Of extends ReturnType<typeof Type.String>>(of: Of) => Type.Union([of, Type.Null()]);

export const ImportPreview = Type.Object(
  {
    rows: Type.Array(
      Type.Object({
        number: Type.Integer({ description: 'The row below the heading, from 1.' }),
        given: Type.String({ description: 'The card or the cardholder as the file names it.' }),
        holderName: Type.String(),
        card: Type.Union([
          Type.Object({ id: idOf('card'), name: Type.String(), last4: Type.String() }),
          Type.Null({ description: 'For an issue, or if it was not found.' }),
        ]),
        name: Type.String({ description: 'The name of the card to issue.' }),
        amount: Type.String({ description: 'As it is written, if it is not an amount.' }),
        fee: orNull(ShownAmount),
        total: orNull(ShownAmount),
        reasons: Type.Array(Reason, { description: 'Every reason to refuse the row; none if it can be ordered.' }),
      }),
    ),
    allowed: Type.Object(
      {
        rows: Type.Integer(),
        amount: ShownAmount,
        fee: ShownAmount,
        total: ShownAmount,
        digest: Type.String({ description: 'Send it with the confirmation: it stands for exactly these rows.' }),
      },
      { description: 'The rows that can be ordered. Only these are confirmed.' },
    ),
  },
  { $id: 'ImportPreview' },
);

/** The body of a confirmation. */
export const Confirmation = Type.Object({
  ...givenFile,
  expectedTotal: ShownAmount,
  digest: text({ maxLength: 64, description: 'Of the preview that was shown.' }),
});

export const ImportShown = Type.Object(
  {
    id: idOf('import'),
    type: Type.Enum(importTypes, { type: 'string' }),
    rows: Type.Integer(),
    accepted: Type.Integer({ description: 'Rows with an order.' }),
    refused: Type.Integer({ description: 'Rows that were refused. They can be tried again.' }),
    waiting: Type.Integer({ description: 'Rows to be ordered by the next runs.' }),
    amount: ShownAmount,
    fee: ShownAmount,
    total: ShownAmount,
    createdAt: Instant,
  },
  { $id: 'Import' },
);

export const ImportProgress = Type.Intersect(
  [
    Type.Ref('Import'),
    Type.Object({
      underWay: Type.Integer({ description: 'Orders that are queued or with the issuer.' }),
      completed: Type.Integer(),
      failed: Type.Integer(),
      inReview: Type.Integer({ description: 'Orders with an unknown outcome.' }),
      refusedTotal: ShownAmount,
      waitingTotal: ShownAmount,
    }),
  ],
  { $id: 'ImportProgress' },
);

export const ImportedRow = Type.Object(
  {
    number: Type.Integer(),
    holderId: Type.String({ description: 'Of the card to issue; empty for a top-up.' }),
    cardId: Type.String({ description: 'To top up; empty for an issue.' }),
    name: Type.String(),
    amount: ShownAmount,
    fee: ShownAmount,
    total: ShownAmount,
    operation: Type.Union([
      Type.Object({ id: idOf('operation'), status: Type.Enum(operationStatuses, { type: 'string' }) }),
      Type.Null({ description: 'Not ordered.' }),
    ]),
    reason: Type.Union([Reason, Type.Null({ description: 'Not refused.' })]),
  },
  { $id: 'ImportedRow' },
);

/** An import as pages see it. */
export const toImport = ({ id, type, rows, accepted, refused, amount, fee, created_at }: ImportRow) => ({
  id: toId('import', id),
  type,
  rows,
  accepted,
  refused,
  waiting: rows - accepted - refused,
  amount: formatUsd(amount),
  fee: formatUsd(fee),
  total: formatUsd(amount + fee),
  createdAt: created_at.toISOString(),
});

/** An import with the outcomes of its orders. */
export function toProgress(row: ImportRow, tally: Awaited<ReturnType<typeof tallyImport>>) {
  const of = (...statuses: readonly string[]) =>
    tally.statuses.reduce((sum, each) => sum + (statuses.includes(each.status) ? each.rows : 0), 0);
  return {
    ...toImport(row),
    underWay: of('queued', 'processing'),
    completed: of('completed'),
    failed: of('failed'),
    inReview: of('manual_review'),
    refusedTotal: formatUsd(tally.refusedTotal),
    waitingTotal: formatUsd(tally.waitingTotal),
  };
}

/** A row of an import. An order counts more than an earlier refusal. */
export const toImportedRow = (row: StoredRow) => ({
  number: row.number,
  holderId: row.holder_id === null ? '' : toId('holder', row.holder_id),
  cardId: row.card_id === null ? '' : toId('card', row.card_id),
  name: row.name,
  amount: formatUsd(row.amount),
  fee: formatUsd(row.fee),
  total: formatUsd(row.amount + row.fee),
  operation: row.status === null ? null : { id: toId('operation', row.operation_id), status: row.status },
  reason: row.status !== null || row.refusal === '' ? null : toReason(row.refusal),
});

/** A code that a later version no longer knows is shown as it is. */
const toReason = (code: string) => ({ code, message: code in refusals ? refusals[code as RefusalCode][2] : code });
