// An independent replay of a book: it reads the rows and recomputes everything in plain arithmetic,
// sharing no code with `admin ledger verify`.

import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Context } from './proof.ts';

export type Balances = Record<string, bigint>;

type Entry = {
  sequence: bigint;
  kind: string;
  reference: string;
  available_delta: bigint;
  held_delta: bigint;
  available_after: bigint;
  held_after: bigint;
  created_at: Date;
};
type Line = { account: string; sequence: bigint; entry_sequence: bigint; amount: bigint; balance_after: bigint };

/**
 * Replays a book and reports every difference. Returns its balances, computed from the lines, and its number of
 * entries.
 */
export async function replayBook(
  db: Db,
  scope: Scope,
  violation: Context['violation'],
): Promise<{ balances: Balances; entries: number }> {
  return db.read(scope, async (tx) => {
    const where = sql`company_id = ${scope.companyId} and environment = ${scope.environment}`;
    const entries = await tx.query<Entry>(sql`select * from ledger.entries where ${where} order by sequence`);
    const lines = await tx.query<Line>(sql`select * from ledger.lines where ${where} order by account, sequence`);
    const accounts = await tx.query<{ account: string; balance: bigint; lines: bigint }>(
      sql`select * from ledger.accounts where ${where}`,
    );
    const holds = await tx.query<{ reference: string; amount: bigint; state: string }>(
      sql`select * from ledger.holds where ${where}`,
    );

    const balances = replayLines(lines, violation);
    for (const { account, balance } of accounts) {
      if (balance !== (balances[account] ?? 0n))
        violation('an account differs from its lines', { account, balance, lines: balances[account] });
    }
    replayEntries(entries, lines, violation);
    const open = holds.filter((hold) => hold.state === 'open').reduce((sum, hold) => sum + hold.amount, 0n);
    if (open !== (balances['held'] ?? 0n))
      violation('open holds differ from the held balance', { open, held: balances['held'] });
    if (Object.values(balances).reduce((sum, balance) => sum + balance, 0n) !== 0n)
      violation('a book does not sum to zero', balances);
    return { balances, entries: entries.length };
  });
}

function replayLines(lines: readonly Line[], violation: Context['violation']): Balances {
  const balances: Balances = {};
  const numbers: Record<string, bigint> = {};
  for (const line of lines) {
    balances[line.account] = (balances[line.account] ?? 0n) + line.amount;
    numbers[line.account] = (numbers[line.account] ?? 0n) + 1n;
    if (line.sequence !== numbers[line.account]) violation('lines of an account are not numbered without a gap', line);
    if (line.balance_after !== balances[line.account]) violation('the balance after a line is wrong', line);
    const guarded = line.account === 'available' || line.account === 'held';
    if (guarded && line.balance_after < 0n) violation(`${line.account} went below zero`, line);
  }
  return balances;
}

function replayEntries(entries: readonly Entry[], lines: readonly Line[], violation: Context['violation']): void {
  const byEntry = Map.groupBy(lines, (line) => line.entry_sequence);
  let available = 0n;
  let held = 0n;
  let at = -Infinity;
  for (const [index, entry] of entries.entries()) {
    const own = byEntry.get(entry.sequence) ?? [];
    byEntry.delete(entry.sequence);
    const sumOf = (account?: string) =>
      own
        .filter((line) => account === undefined || line.account === account)
        .reduce((sum, line) => sum + line.amount, 0n);
    available += entry.available_delta;
    held += entry.held_delta;
    if (entry.sequence !== BigInt(index + 1)) violation('entries are not numbered without a gap', entry);
    if (own.length < 2 || sumOf() !== 0n) violation('an entry does not balance', entry);
    if (sumOf('available') !== entry.available_delta || sumOf('held') !== entry.held_delta)
      violation('an entry differs from its lines', entry);
    if (entry.available_after !== available || entry.held_after !== held)
      violation('the balance after an entry is wrong', entry);
    if (entry.created_at.getTime() < at) violation('time ran backwards', entry);
    at = entry.created_at.getTime();
  }
  if (byEntry.size > 0) violation('lines without an entry', [...byEntry.keys()]);
}
