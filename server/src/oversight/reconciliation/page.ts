// Compares a page of operations or invoices on three sides: our row, its entries, and the issuer's record.

import type { Scope } from '../../foundation/scope.ts';
import type { Absent, Unknown } from '../../issuer/answers.ts';
import type { Issuer } from '../../issuer/client.ts';
import type { EntryRow } from '../../ledger/book/entries.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type About, type Book, compareEntries, type Difference, type Look, type Moved } from './look.ts';
import { isUnknown } from './reads.ts';
import { type From, listEntriesOf } from './rows.ts';

/** Each row may cost a read, and a page must end within the lease. */
const ROWS_PER_LOOK = 25;

/** How one kind of object is read and compared. */
export type Comparing<Row, Found> = {
  list: (tx: Tx, scope: Scope, from: From, limit: number) => Promise<Row[]>;
  aboutOf: (row: Row) => About & { prefix: 'operation' | 'invoice' };
  isFinal: (row: Row) => boolean;
  /** The entries that it should have by now. */
  entriesFor: (row: Row) => Partial<Record<EntryRow['kind'], Moved>>;
  readRecord: (issuer: Issuer, account: string, row: Row) => Promise<Found | Absent | Unknown>;
  compareRecord: (row: Row, record: Found | Absent) => Difference[];
  /** Whether these differences are only updates that have not arrived yet. */
  isToCome: (row: Row, record: Found | Absent, differences: Difference[]) => boolean;
};

/** Compares a page. Final rows are read at the issuer; the rest is in transit. */
export async function lookAtPage<Row extends { id: string }, Found>(
  { db, scope, reads }: Book,
  from: From,
  comparing: Comparing<Row, Found>,
): Promise<Look> {
  const { aboutOf, isFinal, entriesFor } = comparing;
  const { rows, entries } = await db.read(scope, async (tx) => {
    const page = await comparing.list(tx, scope, from, ROWS_PER_LOOK);
    const references = page.map((row) => aboutOf(row).subject);
    return { rows: page, entries: await listEntriesOf(tx, scope, references) };
  });
  const final = rows.filter(isFinal);
  const records = await reads.each(final, comparing.readRecord);
  const byReference = Map.groupBy(entries, ({ reference }) => reference);
  const differences = rows.flatMap((row) =>
    compareEntries(aboutOf(row), entriesFor(row), byReference.get(aboutOf(row).subject) ?? []),
  );
  const unread: About[] = [];
  const onTheirWay: About[] = rows.filter((row) => !isFinal(row)).map(aboutOf);
  for (const [index, row] of final.entries()) {
    const record = records[index];
    if (record === undefined || isUnknown(record)) {
      unread.push(aboutOf(row));
      continue;
    }
    const found = comparing.compareRecord(row, record);
    if (comparing.isToCome(row, record, found)) onTheirWay.push(aboutOf(row));
    else differences.push(...found);
  }
  return {
    last: rows.length < ROWS_PER_LOOK ? undefined : rows.at(-1)?.id,
    compared: final.length - unread.length,
    onTheirWay,
    asked: final.length,
    unread,
    differences,
  };
}
