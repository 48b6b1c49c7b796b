// What one look at a part of a book brings: what was compared, what could not be, and every difference.

import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { EntryRow } from '../../ledger/book/entries.ts';
import type { Db } from '../../platform/db/db.ts';
import type { BreakKind } from './kinds.ts';
import type { Reads } from './reads.ts';
import type { From, MovedRow } from './rows.ts';

/** The parts of a book, in the order in which they are looked at. */
export const parts = ['operations', 'invoices', 'cards', 'entries', 'totals'] as const;
export type Part = (typeof parts)[number];

/** A book and all that is needed to compare it. */
export type Book = { scope: Scope; db: Db; reads: Reads };

/** What is compared. */
export type About = {
  /** As people see it: an id, a reference, or the book. */
  subject: string;
  /** How the same thing is looked at again. */
  key: string;
};

/** Two sides that are not the same. */
export type Difference = About & {
  kind: BreakKind;
  ours: string;
  theirs: string;
  /** What must be the same at a second look; where both sides move, it is what is between them. */
  gap: string;
};

export type Look = {
  /** The key of the last row; undefined when the part is over. */
  last: string | undefined;
  compared: number;
  /** What is not final yet: it is compared when it is. */
  onTheirWay: About[];
  /** How often the issuer was asked, and about what it gave no answer. */
  asked: number;
  unread: About[];
  differences: Difference[];
};

/** One look of a part. */
export type LookAt = (book: Book, from: From) => Promise<Look>;

/** A difference whose sides are words; they must be the same words at a second look. */
export const differ = (
  kind: BreakKind,
  { subject, key }: About,
  { ours, theirs }: { ours: string; theirs: string },
): Difference => ({ kind, subject, key, ours, theirs, gap: `${ours} / ${theirs}` });

type EntryKind = EntryRow['kind'];

/** What an entry moves on the card account. */
export type Moved = { available: bigint; held: bigint };

/** Compares the entries under one reference with those that there should be, kind by kind. */
export function compareEntries(
  about: About & { prefix: 'operation' | 'invoice' },
  expected: Partial<Record<EntryKind, Moved>>,
  found: readonly MovedRow[],
): Difference[] {
  const own: readonly string[] = ENTRY_KINDS[about.prefix];
  const kinds = new Set([...(Object.keys(expected) as EntryKind[]), ...found.map(({ kind }) => kind)]);
  return [...kinds].flatMap((kind) => {
    const should = expected[kind];
    const there = found.find((entry) => entry.kind === kind);
    const ours = should === undefined ? 'none' : inWords(kind, should);
    const theirs =
      there === undefined ? 'none' : inWords(kind, { available: there.available_delta, held: there.held_delta });
    if (ours === theirs) return [];
    const name = own.includes(kind) ? (`${about.prefix}_${kind}` as BreakKind) : 'entry_misplaced';
    return [differ(name, about, { ours, theirs })];
  });
}

/** The kinds of entries that an operation or an invoice can cause. */
const ENTRY_KINDS = {
  operation: ['reservation', 'capture', 'fee', 'release'],
  invoice: ['deposit', 'deposit_fee'],
} as const;

const inWords = (kind: EntryKind, { available, held }: Moved) =>
  `${kind}: available ${formatUsd(available)}, held ${formatUsd(held)}`;
