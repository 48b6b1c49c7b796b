// The public form of an entry: nine texts. Statements show them and the chain of seals hashes them through this one
// function, so a company's statement is exactly what was sealed.

import { entryIdsOf } from '../../foundation/ids.ts';
import { formatUsd, type Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { name } from '../../platform/db/sql.ts';

export const entryKinds = [
  'deposit',
  'deposit_fee',
  'sandbox_credit',
  'reservation',
  'capture',
  'fee',
  'release',
  'card_return',
  'adjustment',
] as const;

export type EntryRow = {
  sequence: bigint;
  kind: (typeof entryKinds)[number];
  reference: string;
  description: string;
  available_delta: Usd;
  held_delta: Usd;
  available_after: Usd;
  held_after: Usd;
  created_at: Date;
};

/** The columns of an EntryRow. */
export const entryColumns = name(
  'sequence, kind, reference, description, available_delta, held_delta, available_after, held_after, created_at',
);

export type ShownEntry = {
  id: string;
  reference: string;
  kind: (typeof entryKinds)[number];
  description: string;
  amount: string;
  balance: string;
  availableDelta: string;
  heldDelta: string;
  createdAt: string;
};

/** Shows the entries of one book. */
export function showEntriesOf(scope: Scope): (entry: EntryRow) => ShownEntry {
  const idOf = entryIdsOf(scope);
  return (entry) => ({
    id: idOf(entry.sequence),
    reference: entry.reference,
    kind: entry.kind,
    description: entry.description,
    amount: formatUsd(entry.available_delta + entry.held_delta),
    balance: formatUsd(entry.available_after + entry.held_after),
    availableDelta: formatUsd(entry.available_delta),
    heldDelta: formatUsd(entry.held_delta),
    createdAt: toText(entry.created_at),
  });
}

/** A tampered row may hold an invalid time; a verification must get past it. */
const toText = (at: Date) => (Number.isFinite(Number(at)) ? at.toISOString() : String(Number(at)));
