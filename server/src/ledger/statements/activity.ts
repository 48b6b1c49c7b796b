// The activity of a statement: one row for each operation, deposit or correction, with everything that it did to the
// card account in the range. Files have all rows. The portal reads them page by page, so it can show longer ranges.

import { fromId, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { EntryRow } from '../book/entries.ts';
import { type BuiltStatement, type Range, readRange, readStatement } from './build.ts';
import { type CauseRow, findBalanceBefore, listCauses, listEntriesOf, listLast, sumRun } from './sql.ts';

/** The types of rows, with the words for them in files. */
export const activityTypes = {
  issue: 'New card',
  topup: 'Top-up',
  service: 'Service',
  close: 'Closed card',
  operation: 'Operation',
  deposit: 'Deposit',
  sandbox_credit: 'Sandbox credit',
  card_return: 'Returned from card',
  adjustment: 'Adjustment',
} as const;

type ActivityType = keyof typeof activityTypes;

/** The statuses of rows, with the words for them in files. */
export const activityStatuses = {
  on_hold: 'On hold',
  charged: 'Charged',
  released: 'Released',
  received: 'Received',
} as const;

type ActivityStatus = keyof typeof activityStatuses;

export type ActivityRow = {
  /** The operation, invoice, payment or case that caused it. */
  reference: string;
  type: ActivityType;
  /** The card, cardholder, product or recipient, by their current names; may be empty. */
  detail: string;
  status: ActivityStatus;
  incoming: bigint;
  outgoing: bigint;
  /** The part of `outgoing` that is our fee. */
  fee: bigint;
  /** What it holds at the end of the range. */
  held: bigint;
  /** Available and held together, after its last entry. */
  balance: bigint;
  /** The time of its last entry. */
  at: Date;
  /** Oldest first; never empty. */
  entries: readonly EntryRow[];
};

/** What a row is, in one line. */
export const titleOf = ({ type, detail }: Pick<ActivityRow, 'type' | 'detail'>): string =>
  detail === '' ? activityTypes[type] : `${activityTypes[type]}: ${detail}`;

/** A statement with all of its activity. */
export type Activity = { statement: BuiltStatement; rows: ActivityRow[] };

/** A page of the activity, with the totals of the whole range. */
export type ActivityPage = Pick<BuiltStatement, 'openingBalance' | 'closingBalance' | 'incoming' | 'outgoing'> & {
  rows: ActivityRow[];
  nextCursor: string | null;
};

/** Rows per page: about two screens. */
const PAGE_ROWS = 25;

/** Adding up this many entries takes a fraction of a second. */
const MOST_SUMMED = 100_000n;

/** Builds a statement with all of its activity. */
export async function buildActivity(db: Db, scope: Scope, asked: Range & { withChain: boolean }): Promise<Activity> {
  const moments = readRange(asked);
  return db.read(scope, async (tx) => {
    const statement = await readStatement(tx, scope, { ...moments, withChain: asked.withChain });
    return { statement, rows: await nameRows(tx, scope, groupEntries(statement.entries)) };
  });
}

/** Builds one page of the activity of a range. A cursor is the number of the last entry of the last row before it. */
export async function buildActivityPage(
  db: Db,
  scope: Scope,
  asked: Range & { cursor?: string },
): Promise<ActivityPage> {
  const { from, until } = readRange(asked);
  return db.read(scope, async (tx) => {
    const [opening, closing] = await Promise.all([
      findBalanceBefore(tx, scope, from),
      findBalanceBefore(tx, scope, until),
    ]);
    const run = { after: opening.sequence, through: closing.sequence };
    if (run.through - run.after > MOST_SUMMED) refuse('statement_range_too_large');
    const position = BigInt(asked.cursor ?? run.through + 1n);
    const before = position > run.through ? run.through + 1n : position;
    const [sums, found] = await Promise.all([
      sumRun(tx, scope, run),
      listLast(tx, scope, { ...run, before, limit: PAGE_ROWS + 1 }),
    ]);
    const shown = found.slice(0, PAGE_ROWS);
    const references = shown.map(({ reference }) => reference);
    const entries = await listEntriesOf(tx, scope, { ...run, references });
    return {
      openingBalance: opening.balance,
      closingBalance: closing.balance,
      ...sums,
      rows: await nameRows(tx, scope, groupEntries(entries)),
      nextCursor: found.length > PAGE_ROWS ? String(shown.at(-1)?.sequence) : null,
    };
  });
}

type Group = [EntryRow, ...EntryRow[]];

/** Groups entries by their cause: the group with the newest last entry first, each group oldest first. */
function groupEntries(entries: readonly EntryRow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of entries.toReversed()) {
    const group = groups.get(entry.reference);
    if (group === undefined) groups.set(entry.reference, [entry]);
    else group.unshift(entry); // a cause has at most one entry of each kind
  }
  return [...groups.values()];
}

const lastOf = (group: Group): EntryRow => group.at(-1) ?? group[0];

async function nameRows(tx: Tx, scope: Scope, groups: readonly Group[]): Promise<ActivityRow[]> {
  const ids = groups.map(([{ reference }]) => fromId('operation', reference)).filter((id) => id !== undefined);
  const causes = ids.length === 0 ? [] : await listCauses(tx, scope, ids);
  const causeOf = new Map(causes.map((cause) => [toId('operation', cause.id), cause]));
  return groups.map((group) => toRow(group, causeOf.get(group[0].reference)));
}

function toRow(entries: Group, cause: CauseRow | undefined): ActivityRow {
  const sums = { incoming: 0n, outgoing: 0n, fee: 0n, held: 0n };
  for (const { kind, available_delta, held_delta } of entries) {
    const amount = available_delta + held_delta;
    if (amount > 0n) sums.incoming += amount;
    else sums.outgoing -= amount;
    if (kind === 'fee' || kind === 'deposit_fee') sums.fee -= amount;
    sums.held += held_delta;
  }
  // Below zero if the hold is older than the range. It is always closed as a whole, so nothing of it is left.
  if (sums.held < 0n) sums.held = 0n;
  const last = lastOf(entries);
  return {
    reference: last.reference,
    ...aboutOf(entries, cause),
    status: statusOf(entries, sums),
    ...sums,
    balance: last.available_after + last.held_after,
    at: last.created_at,
    entries,
  };
}

function statusOf(entries: Group, sums: { incoming: bigint; outgoing: bigint; held: bigint }): ActivityStatus {
  if (sums.held > 0n) return 'on_hold';
  if (entries.some(({ kind }) => kind === 'release')) return 'released';
  return sums.outgoing > sums.incoming ? 'charged' : 'received';
}

function aboutOf([first]: Group, cause: CauseRow | undefined): Pick<ActivityRow, 'type' | 'detail'> {
  if (cause === undefined) {
    const type = own[first.kind];
    return { type, detail: type === 'adjustment' ? first.description : '' };
  }
  const type = ordered.find((candidate) => candidate === cause.type) ?? 'operation';
  const card = [cause.card ?? cause.name, cause.last4 === null ? '' : `••${cause.last4}`].filter(Boolean).join(' ');
  const parts = type === 'service' ? [cause.product, cause.recipient] : [card, cause.holder];
  return { type, detail: parts.filter(Boolean).join(', ') };
}

/** The types of operations that move money. */
const ordered = ['issue', 'topup', 'service', 'close'] as const;

/** The type of a row whose first entry is of a kind, without an operation. */
const own: Record<EntryRow['kind'], ActivityType> = {
  deposit: 'deposit',
  deposit_fee: 'deposit',
  sandbox_credit: 'sandbox_credit',
  card_return: 'card_return',
  adjustment: 'adjustment',
  reservation: 'operation',
  capture: 'operation',
  fee: 'operation',
  release: 'operation',
};
