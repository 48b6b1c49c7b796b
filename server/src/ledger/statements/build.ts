// A card-account statement: opening balance, every entry of the range, closing balance, in one snapshot.

import { refuseField } from '../../foundation/refusals/malformed.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { EntryRow } from '../book/entries.ts';
import { type ChainPart, findChainPart } from '../seals/position.ts';
import { findLatestSeal } from '../seals/sql.ts';
import { findBalanceBefore, findCompanyName, listEntries } from './sql.ts';

/** The specification's limits: beyond either, the client must narrow the range. */
const MOST_DAYS = 366;
const MOST_ENTRIES = 10_000;

const DAY_MS = 86_400_000;

export type BuiltStatement = {
  companyName: string;
  openingBalance: bigint;
  closingBalance: bigint;
  /** The part of the closing balance that is not on hold. */
  closingAvailable: bigint;
  incoming: bigint;
  outgoing: bigint;
  entries: EntryRow[];
  chain: ChainPart;
};

/** Two inclusive UTC dates, YYYY-MM-DD. */
export type Range = { from: string; to: string };

/** Builds the statement of a range. Without `withChain` its chain is empty. */
export async function buildStatement(
  db: Db,
  scope: Scope,
  asked: Range & { withChain: boolean },
): Promise<BuiltStatement> {
  const moments = readRange(asked);
  return db.read(scope, (tx) => readStatement(tx, scope, { ...moments, withChain: asked.withChain }));
}

/** The half-open time range of two dates; refuses what is no range, or too long. */
export function readRange(asked: Range): { from: Date; until: Date } {
  const from = readDate('from', asked.from);
  const lastDay = readDate('to', asked.to);
  if (lastDay < from) refuseField('query', 'to', 'must not be before query.from');
  if ((lastDay.getTime() - from.getTime()) / DAY_MS + 1 > MOST_DAYS) refuse('statement_range_too_large');
  return { from, until: new Date(lastDay.getTime() + DAY_MS) };
}

/** Reads a statement in the snapshot of a transaction. */
export async function readStatement(
  tx: Tx,
  scope: Scope,
  { from, until, withChain }: { from: Date; until: Date; withChain: boolean },
): Promise<BuiltStatement> {
  const [companyName, opening, entries, seal] = await Promise.all([
    findCompanyName(tx, scope),
    findBalanceBefore(tx, scope, from),
    listEntries(tx, scope, { from, until, limit: MOST_ENTRIES + 1 }),
    withChain ? findLatestSeal(tx, scope) : undefined,
  ]);
  if (entries.length > MOST_ENTRIES) refuse('statement_range_too_large');
  const last = entries.at(-1);
  const chain = await findChainPart(tx, scope, {
    before: opening.sequence,
    through: last?.sequence ?? opening.sequence,
    sealed: seal?.last_sequence ?? 0n,
  });
  const closingAvailable = last?.available_after ?? opening.available;
  return { companyName, entries, chain, closingAvailable, ...sumUp(opening.balance, entries) };
}

function sumUp(openingBalance: bigint, entries: readonly EntryRow[]) {
  let incoming = 0n;
  let outgoing = 0n;
  for (const entry of entries) {
    const amount = entry.available_delta + entry.held_delta;
    if (amount > 0n) incoming += amount;
    else outgoing -= amount;
  }
  return { openingBalance, incoming, outgoing, closingBalance: openingBalance + incoming - outgoing };
}

/** Midnight UTC of a valid date. */
function readDate(name: string, text: string): Date {
  const date = new Date(`${text}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    return refuseField('query', name, 'must be a date that exists, written YYYY-MM-DD');
  }
  return date;
}
