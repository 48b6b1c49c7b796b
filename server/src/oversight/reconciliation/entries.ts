// Checks that every ledger entry has a cause. The amounts are checked from the cause's side; only a correction is
// compared here with the decision of two operators.
import { fromId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { BreakKind } from './kinds.ts';
import { type Book, type Difference, differ, type Look } from './look.ts';
import { type From, listEntries, listKnown, type NumberedRow } from './rows.ts';

/** They cost no read, only memory. */
const ENTRIES_PER_LOOK = 1_000;

/** The cause that each kind of entry needs. Play money only needs a sandbox. */
const causes = {
  deposit: 'invoice',
  deposit_fee: 'invoice',
  reservation: 'operation',
  capture: 'operation',
  fee: 'operation',
  release: 'operation',
  adjustment: 'case',
  sandbox_credit: undefined,
} as const;

const missing = {
  invoice: 'deposit_without_invoice',
  operation: 'entry_without_operation',
  case: 'adjustment_without_case',
} as const;

/** Checks the causes of a page of entries. */
export async function lookAtEntries({ db, scope }: Book, from: From): Promise<Look> {
  return db.read(scope, async (tx) => {
    const rows = await listEntries(tx, scope, from, ENTRIES_PER_LOOK);
    const named = rows.flatMap((row) => {
      const cause = causes[row.kind];
      return cause === undefined ? [] : [{ row, cause, id: fromId(cause, row.reference) }];
    });
    const idsOf = (cause: keyof typeof missing) => [
      ...new Set(named.flatMap((each) => (each.cause === cause && each.id !== undefined ? [each.id] : []))),
    ];
    const known = await listKnown(tx, scope, {
      operations: idsOf('operation'),
      invoices: idsOf('invoice'),
      cases: idsOf('case'),
    });
    const differences = [
      ...named.flatMap(({ row, cause, id }) => {
        const found = id === undefined ? undefined : known.get(id);
        if (found === undefined) return [between(missing[cause], row, `no ${cause}`)];
        const isAmount = found.amount === null || found.amount === row.available_delta;
        return isAmount ? [] : [between(missing[cause], row, `a correction of ${formatUsd(found.amount ?? 0n)}`)];
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
