// Runs a reconciliation: book by book, part by part, page by page. Its position is in the database, so any worker can
// continue it. A page that is checked twice reports its differences once.

import type { Scope } from '../../foundation/scope.ts';
import { listBooks } from '../../ledger/book/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { isTransient } from '../../platform/db/errors.ts';
import { WorkStopped } from '../../platform/work/stop.ts';
import { countUnread, listForgettable, lookAgain } from './again.ts';
import { lookAtCards } from './cards.ts';
import { lookAtEntries } from './entries.ts';
import { lookAtInvoices } from './invoices.ts';
import { lookAtListed } from './listed.ts';
import { type About, type Book, type Look, type LookAt, type Part, parts } from './look.ts';
import { lookAtOperations } from './operations.ts';
import { openReads } from './reads.ts';
import { type Counts, endReconciliation, noteReconciliation, takeReconciliation } from './sql.ts';
import { lookAtTotals } from './totals.ts';
import { lookAtUnknown } from './unknown.ts';
import type { Reconciler, Step, Walk } from './walk.ts';

/** Longer than any page takes: 25 reads, four at a time, ten seconds each, and one retry. */
const LEASE_SECONDS = 180;

/** How often the position is saved while nothing is found: most books are empty, and each save is a commit. */
const NOTE_EVERY_MS = 1_000;

/** Delay before asking again an issuer that answers nothing. */
const STALL_SECONDS = 30;

/**
 * After this many stalls in a row, five minutes, a page is compared without the issuer: only that page may be affected.
 */
const MOST_STALLS = 10;

/**
 * After this many more such pages in a row, the rest of the environment is compared without it. The run reports how
 * much.
 */
const MOST_SILENT_PAGES = 5;

const looks: Record<Part, LookAt> = {
  operations: lookAtOperations,
  invoices: lookAtInvoices,
  cards: lookAtCards,
  entries: lookAtEntries,
  totals: lookAtTotals,
  listed_holders: lookAtListed('holder'),
  listed_orders: lookAtListed('order'),
  listed_cards: lookAtListed('card'),
  listed_deposits: lookAtListed('deposit'),
  unknown: lookAtUnknown,
};

/**
 * Leases a due reconciliation, if there is one, and runs it until it ends, has to wait, or is told to stop. True when
 * there was one.
 */
export async function carryReconciliation(reconciler: Reconciler, signal?: AbortSignal): Promise<boolean> {
  if (reconciler.stop.isOn()) return false;
  const taken = await takeReconciliation(reconciler.db, LEASE_SECONDS);
  if (taken === undefined) return false;
  const nothing: Counts = {
    books: 0,
    compared: 0,
    onTheirWay: 0,
    unread: 0,
    unreadLive: 0,
    explained: 0,
    breaks: 0,
    seen: 0,
  };
  const walk: Walk = { ...taken, counts: { ...nothing, ...taken.counts }, seen: [], looked: [], notedAt: 0 };
  for (;;) {
    const step = await (walk.place.again
      ? lookAgain(reconciler, walk, toolsOf(reconciler, walk))
      : lookOn(reconciler, walk)
    ).catch(givenBack);
    if (step === 'over') {
      const isOurs = (await note(reconciler, walk, LEASE_SECONDS)) && (await endReconciliation(reconciler.db, walk));
      if (isOurs) reconciler.onEnded(walk.id, walk.counts);
      return true;
    }
    if (typeof step === 'object' || signal?.aborted || reconciler.stop.isOn()) {
      await note(reconciler, walk, typeof step === 'object' ? step.waitSeconds : 0);
      return true;
    }
    const isTime = step === 'note' || performance.now() - walk.notedAt > NOTE_EVERY_MS;
    if (isTime && !(await note(reconciler, walk, LEASE_SECONDS))) return true; // another worker took it over
  }
}

/** A page that was stopped does not count: the next worker reads it from its start. */
function givenBack(error: unknown): Step {
  if (error instanceof WorkStopped) return { waitSeconds: 0 };
  throw error;
}

/** Saves the position. The same commit stores new findings, so they are neither lost nor counted twice. */
async function note({ db }: Reconciler, walk: Walk, nextSeconds: number): Promise<boolean> {
  const isNoted = await noteReconciliation(db, walk, { seen: walk.seen, again: walk.looked }, nextSeconds);
  walk.step += 1n;
  walk.seen = [];
  walk.looked = [];
  walk.notedAt = performance.now();
  return isNoted;
}

/** A book with everything needed to compare it. If its issuer is away, it is compared without the issuer. */
const bookOf = ({ db, issuers, pace }: Reconciler, { place }: Walk, scope: Scope): Book => ({
  scope,
  db,
  reads: openReads(issuers[scope.environment], scope, { pace, isAway: place.away.includes(scope.environment) }),
});

/**
 * A check whose error is permanent counts as unread: one unreadable book must not block all others. A transient error
 * ends this turn, and the next one starts here.
 */
async function confine({ onError }: Reconciler, unread: readonly About[], look: () => Promise<Look>): Promise<Look> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof WorkStopped || isTransient(error)) throw error;
    onError(error);
    return { last: undefined, compared: 0, onTheirWay: [], asked: 0, unread: [...unread], differences: [] };
  }
}

/** Represents the rest of a part that cannot be read. */
const unreadable = (part: Part): About[] => [{ subject: part, key: '' }];

const toolsOf = (reconciler: Reconciler, walk: Walk) => ({
  confine: (unread: readonly About[], look: () => Promise<Look>) => confine(reconciler, unread, look),
  bookOf: (scope: Scope) => bookOf(reconciler, walk, scope),
  looks,
  stall: (scope: Scope, look: Pick<Look, 'asked' | 'unread'>) => stall(reconciler, walk, scope, look),
});

/** Checks the next page, or finds the next book. After the last one, the findings wait for the second check. */
async function lookOn(reconciler: Reconciler, walk: Walk): Promise<Step> {
  const { place, counts } = walk;
  const { book, part } = place;
  if (book === null || part === 'over') {
    const next = await nextBook(reconciler.db, walk);
    if (next === undefined) {
      walk.place = { ...place, again: true, stalls: 0 };
      return counts.seen === 0 || walk.settledSeconds === 0 ? 'note' : { waitSeconds: walk.settledSeconds };
    }
    walk.place = { ...place, book: next, part: 'operations', after: '' };
    counts.books++;
    return 'on';
  }
  const look = await confine(reconciler, unreadable(part), () =>
    looks[part](bookOf(reconciler, walk, book), { after: place.after }),
  );
  const stalled = stall(reconciler, walk, book, look);
  if (stalled !== undefined) return stalled;
  counts.compared += look.compared;
  counts.onTheirWay += look.onTheirWay.length;
  countUnread(walk, book, look.unread.length);
  const suspects = [...look.differences, ...(await listForgettable(reconciler.db, book, look))];
  counts.seen += suspects.length;
  walk.seen.push(...suspects.map(({ kind, subject, key, gap }) => ({ ...book, kind, subject, part, key, gap })));
  const next = look.last === undefined ? { part: partAfter(part), after: '' } : { after: look.last };
  walk.place = { ...walk.place, ...next };
  return look.asked > 0 || suspects.length > 0 ? 'note' : 'on';
}

/**
 * Waits when the issuer answered nothing at all: it may be away, and its records can be read later. After a limit it
 * stops waiting. Undefined when the check counts.
 */
function stall(
  { issuers }: Reconciler,
  walk: Walk,
  { environment }: Scope,
  { asked, unread }: Pick<Look, 'asked' | 'unread'>,
): Step | undefined {
  const { place } = walk;
  const isAsked = issuers[environment] !== undefined && !place.away.includes(environment);
  if (!isAsked || asked === 0) return undefined;
  if (unread.length < asked) {
    walk.place = { ...place, stalls: 0 };
    return undefined;
  }
  const stalls = place.stalls + 1;
  const isAway = stalls > MOST_STALLS + MOST_SILENT_PAGES;
  walk.place = isAway ? { ...place, stalls: 0, away: [...place.away, environment] } : { ...place, stalls };
  return stalls > MOST_STALLS ? undefined : { waitSeconds: STALL_SECONDS };
}

const partAfter = (part: Part): Part | 'over' => parts[parts.indexOf(part) + 1] ?? 'over';

/** The next book among those that were requested. */
async function nextBook(db: Db, { place, onlyCompany, onlyEnvironment }: Walk): Promise<Scope | undefined> {
  const isWanted = ({ environment }: Scope) => onlyEnvironment === null || environment === onlyEnvironment;
  if (onlyCompany !== null) {
    const books = (['sandbox', 'live'] as const).map((environment) => ({ companyId: onlyCompany, environment }));
    const at = books.findIndex(({ environment }) => environment === place.book?.environment);
    return books.slice(at + 1).find(isWanted);
  }
  let after = place.book ?? undefined;
  for (;;) {
    const [next] = await listBooks(db, after, 1);
    if (next === undefined || isWanted(next)) return next;
    after = next;
  }
}
