// Carrying a reconciliation on: book by book, part by part, page by page. Where it is stands in the database, so
// whoever finds it goes on from there; a page that is looked at twice finds the same once.

import type { Scope } from '../../foundation/scope.ts';
import { listBooks } from '../../ledger/book/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { isTransient } from '../../platform/db/errors.ts';
import { WorkStopped } from '../../platform/work/stop.ts';
import { countUnread, listForgettable, lookAgain } from './again.ts';
import { lookAtCards } from './cards.ts';
import { lookAtEntries } from './entries.ts';
import { lookAtInvoices } from './invoices.ts';
import { type About, type Book, type Look, type LookAt, type Part, parts } from './look.ts';
import { lookAtOperations } from './operations.ts';
import { openReads } from './reads.ts';
import { type Counts, endReconciliation, noteReconciliation, takeReconciliation } from './sql.ts';
import { lookAtTotals } from './totals.ts';
import type { Reconciler, Step, Walk } from './walk.ts';

/** Longer than any page lasts: 25 reads, four at once, of ten seconds each, and once more. */
const LEASE_SECONDS = 180;

/** While nothing is found, how far it has come is noted so often: most books are empty, and a note is a commit. */
const NOTE_EVERY_MS = 1_000;

/** An issuer that answers nothing is asked again after so long. */
const STALL_SECONDS = 30;

/** After so many times in a row, five minutes, a page is compared without it: it may be that page only. */
const MOST_STALLS = 10;

/** After so many more pages in a row, all of its environment is compared without it. The run says how much that was. */
const MOST_SILENT_PAGES = 5;

const looks: Record<Part, LookAt> = {
  operations: lookAtOperations,
  invoices: lookAtInvoices,
  cards: lookAtCards,
  entries: lookAtEntries,
  totals: lookAtTotals,
};

/**
 * Takes a reconciliation that is due, if there is one, and carries it on: to its end, until it has to wait, or until it
 * is told to stop. True when there was one.
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
    if (isTime && !(await note(reconciler, walk, LEASE_SECONDS))) return true; // somebody else took it: it is theirs
  }
}

/** A page that was stopped counts for nothing: the next one to take the run reads it whole. */
function givenBack(error: unknown): Step {
  if (error instanceof WorkStopped) return { waitSeconds: 0 };
  throw error;
}

/** Notes where it is. What was found since is stored in the same commit, so it is neither lost nor counted twice. */
async function note({ db }: Reconciler, walk: Walk, nextSeconds: number): Promise<boolean> {
  const isNoted = await noteReconciliation(db, walk, { seen: walk.seen, again: walk.looked }, nextSeconds);
  walk.step += 1n;
  walk.seen = [];
  walk.looked = [];
  walk.notedAt = performance.now();
  return isNoted;
}

/** A book with what is needed to compare it; one whose issuer is away is compared without it. */
const bookOf = ({ db, issuers, pace }: Reconciler, { place }: Walk, scope: Scope): Book => ({
  scope,
  db,
  reads: openReads(place.away.includes(scope.environment) ? undefined : issuers[scope.environment], scope, pace),
});

/**
 * A look whose error is permanent counts as unread: one book that cannot be read must not keep all others from being
 * compared. A transient error ends this turn, and the next one begins here.
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

/** Stands for the rest of a part that cannot be read. */
const unreadable = (part: Part): About[] => [{ subject: part, key: '' }];

const toolsOf = (reconciler: Reconciler, walk: Walk) => ({
  confine: (unread: readonly About[], look: () => Promise<Look>) => confine(reconciler, unread, look),
  bookOf: (scope: Scope) => bookOf(reconciler, walk, scope),
  looks,
  stall: (scope: Scope, look: Pick<Look, 'asked' | 'unread'>) => stall(reconciler, walk, scope, look),
});

/** Looks at the next page, or finds the next book; behind the last one, what was found waits to be looked at again. */
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
 * Waits where the issuer answered nothing at all: it may be away, and what it has on record can be read later. After a
 * while it is not waited for any more. Undefined when the look counts.
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

/** The book behind the one that is over, among those that were asked for. */
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
