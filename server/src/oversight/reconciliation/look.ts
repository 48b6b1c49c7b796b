// The result of checking a part of a book: what was compared, what could not be, and every difference.

import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { EntryRow } from '../../ledger/book/entries.ts';
import type { Db } from '../../platform/db/db.ts';
import type { BreakKind } from './kinds.ts';
import type { Reads } from './reads.ts';
import type { From, MovedRow } from './rows.ts';

/**
 * The parts of a book, in the order in which they are checked. The orders are listed before the cards that they issued.
 */
export const parts = [
  'operations',
  'invoices',
  'cards',
  'entries',
  'totals',
  'listed_holders',
  'listed_orders',
  'listed_cards',
  'listed_deposits',
  'unknown',
] as const;
export type Part = (typeof parts)[number];

/** A book and everything needed to compare it. */
export type Book = { scope: Scope; db: Db; reads: Reads };

/** The object of a comparison. */
export type About = {
  /** As people see it: an id, a reference, or the book. */
  subject: string;
  /** The key to check the same object again. */
  key: string;
};

/** Two sides that differ. */
export type Difference = About & {
  kind: BreakKind;
  ours: string;
  theirs: string;
  /** What must be unchanged at the second check. Where both sides move, it is the gap between them. */
  gap: string;
};

export type Look = {
  /** The key of the last row; undefined at the end of the part. */
  last: string | undefined;
  compared: number;
  /** Objects that are not final yet. They are compared once they are. */
  onTheirWay: About[];
  /** How often the issuer was asked, and what it gave no answer about. */
  asked: number;
  unread: About[];
  differences: Difference[];
};

/** Checks one page of a part. */
export type LookAt = (book: Book, from: From) => Promise<Look>;

/** A difference between texts, which must be unchanged at the second check. */
export const differ = (
  kind: BreakKind,
  { subject, key }: About,
  { ours, theirs }: { ours: string; theirs: string },
): Difference => ({ kind, subject, key, ours, theirs, gap: `${ours} / ${theirs}` });

type EntryKind = EntryRow['kind'];

/** What an entry moves on the card account. */
export type Moved = { available: bigint; held: bigint };

/** Compares the entries under one reference with the expected ones, kind by kind. */
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
  operation: ['reservation', 'capture', 'fee', 'release', 'card_return'],
  invoice: ['deposit', 'deposit_fee'],
} as const;

const inWords = (kind: EntryKind, { available, held }: Moved) =>
  `${kind}: available ${formatUsd(available)}, held ${formatUsd(held)}`;
