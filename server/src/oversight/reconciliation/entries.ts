// Checks that every ledger entry has a cause. The amounts are checked from the cause's side; only a correction is
// compared here with the decision of two operators, and a return with its payment.
import { fromId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { BreakKind } from './kinds.ts';
import { type Book, type Difference, differ, type Look } from './look.ts';
import { type From, listEntries, listKnown, type NumberedRow } from './rows.ts';

/** They cost no read, only memory. */
const ENTRIES_PER_LOOK = 1_000;

type Cause = 'invoice' | 'operation' | 'transaction' | 'case';

/** The causes that each kind of entry can have. Play money only needs a sandbox. */
const causes: Readonly<Record<NumberedRow['kind'], readonly Cause[]>> = {
  deposit: ['invoice'],
  deposit_fee: ['invoice'],
  reservation: ['operation'],
  capture: ['operation'],
  fee: ['operation'],
  release: ['operation'],
  card_return: ['transaction', 'operation'], // a payment on a closed card, or its closing
  adjustment: ['case'],
  sandbox_credit: [],
};

const missing = {
  invoice: 'deposit_without_invoice',
  operation: 'entry_without_operation',
  transaction: 'return_without_payment',
  case: 'adjustment_without_case',
} as const satisfies Record<Cause, BreakKind>;

/** Checks the causes of a page of entries. */
export async function lookAtEntries({ db, scope }: Book, from: From): Promise<Look> {
  return db.read(scope, async (tx) => {
    const rows = await listEntries(tx, scope, from, ENTRIES_PER_LOOK);
    const named = rows.flatMap((row) => {
      const possible = causes[row.kind].map((cause) => ({ row, cause, id: fromId(cause, row.reference) }));
      return (possible.find(({ id }) => id !== undefined) ?? possible.at(-1)) || [];
    });
    const idsOf = (cause: Cause) => [
      ...new Set(named.flatMap((each) => (each.cause === cause && each.id !== undefined ? [each.id] : []))),
    ];
    const known = await listKnown(tx, scope, {
      operations: idsOf('operation'),
      invoices: idsOf('invoice'),
      transactions: idsOf('transaction'),
      cases: idsOf('case'),
    });
    const differences = [
      ...named.flatMap(({ row, cause, id }) => {
        const found = id === undefined ? undefined : known.get(id);
        if (found === undefined) return [between(missing[cause], row, `no ${cause}`)];
        const isAmount = found.amount === null || found.amount === row.available_delta;
        const isFor = cause === 'case' ? 'a correction' : 'a return';
        return isAmount ? [] : [between(missing[cause], row, `${isFor} of ${formatUsd(found.amount ?? 0n)}`)];
      }),
      ...(scope.environment === 'sandbox' ? [] : rows)
        .filter(({ kind }) => kind === 'sandbox_credit')
        .map((row) => between('play_money', row, 'live: no play money')),
    ];
    const last = rows.length < ENTRIES_PER_LOOK ? undefined : rows.at(-1)?.sequence.toString();
    return { last, compared: 0, onTheirWay: [], asked: 0, unread: [], differences };
  });
}

/** One break per missing cause, however many entries its reference has. */
const between = (kind: BreakKind, row: NumberedRow, theirs: string): Difference =>
  differ(
    kind,
    { subject: row.reference, key: row.sequence.toString() },
    { ours: `${row.kind}: ${formatUsd(row.available_delta)}, ${formatUsd(row.held_delta)}`, theirs },
  );
