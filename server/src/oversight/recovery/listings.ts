// After a recovery: reads the issuer's listings of every book, the busiest first. A company orders nothing before that.
import { startPolling } from '../../foundation/polling.ts';
import type { Scope } from '../../foundation/scope.ts';
import { lookAtListed } from '../reconciliation/listed.ts';
import type { Book } from '../reconciliation/look.ts';
import { openReads } from '../reconciliation/reads.ts';
import type { Reconciler } from '../reconciliation/walk.ts';
import { noteListingsRead, takeUnreadListings } from './sql.ts';

/** A recovery is rare: a poll that finds nothing costs one small statement. */
const POLL_EVERY_MS = 1_000;

/** Few at a time, so that several workers share them. */
const BOOKS_AT_ONCE = 8;

/** Longer than the listings of most books take. Reading one twice does no harm. */
const LEASE_SECONDS = 60;

/** Orders before the cards that they issued. */
const kinds = ['holder', 'order', 'card', 'deposit'] as const;

type Reader = Pick<Reconciler, 'db' | 'issuers' | 'pace' | 'stop'>;

/** Starts reading the listings of books that a recovery left unread. */
export const startReadingListings = (reader: Reader, onError: (error: unknown) => void): { stop(): Promise<void> } =>
  startPolling({ everyMs: POLL_EVERY_MS, check: () => readUnread(reader, onError), onError });

async function readUnread(reader: Reader, onError: (error: unknown) => void): Promise<void> {
  const { db, stop } = reader;
  while (!stop.isOn()) {
    const due = await takeUnreadListings(db, BOOKS_AT_ONCE, LEASE_SECONDS);
    await Promise.all(due.map((scope) => readBook(reader, scope).catch(onError)));
    if (due.length < BOOKS_AT_ONCE) return;
  }
}

/** A book without an answer is tried again when its lease ends. */
async function readBook({ db, issuers, pace, stop }: Reader, scope: Scope): Promise<void> {
  const book: Book = { scope, db, reads: openReads(issuers[scope.environment], scope, { pace, isAway: false }) };
  for (const kind of kinds) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      if (stop.isOn()) return;
      const look = await lookAtListed(kind)(book, { after });
      if (look.unread.length > 0) return;
      after = look.last;
    }
  }
  await noteListingsRead(db, scope);
}
