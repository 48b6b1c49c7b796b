// The second check: a difference that is still the same is a break. One that changed was in transit, and one that two
// operators decided about is explained. Where nothing could be compared, the result stays: a break of an earlier
// reconciliation remains until a comparison finds it gone.
import type { Scope } from '../../foundation/scope.ts';
import { findKind } from './kinds.ts';
import type { About, Book, Look, LookAt, Part } from './look.ts';
import {
  isDecided,
  type LookedAtAgain,
  listStandingBreaks,
  listSuspects,
  nextSuspectedBook,
  openCase,
  type StandingRow,
  type SuspectRow,
} from './sql.ts';
import type { Reconciler, Step, Walk } from './walk.ts';

/** The smallest page size of all parts. */
const SUSPECTS_AT_ONCE = 25;

/** Helpers of the walk: they open a book, check it, and wait for its issuer. */
type Tools = {
  bookOf: (scope: Scope) => Book;
  looks: Record<Part, LookAt>;
  /** Returns `unread` for a check whose error is permanent. */
  confine: (unread: readonly About[], look: () => Promise<Look>) => Promise<Look>;
  stall: (scope: Scope, look: Pick<Look, 'asked' | 'unread'>) => Step | undefined;
};

/** Both sides of a difference. */
type Sides = { ours: string; theirs: string };

/** Checks some differences of a book again; over when none is left. */
export async function lookAgain({ db }: Reconciler, walk: Walk, tools: Tools): Promise<Step> {
  const scope = await nextSuspectedBook(db, walk.id);
  if (scope === undefined) return 'over';
  const suspects = await db.read(scope, (tx) => listSuspects(tx, scope, walk.id, SUSPECTS_AT_ONCE));
  const standing = await listStandingBreaks(db, scope);
  const asked: Pick<Look, 'asked' | 'unread'> = { asked: 0, unread: [] };
  const found: { suspect: SuspectRow; sides: Sides | undefined; before: StandingRow | undefined }[] = [];
  for (const [part, some] of Map.groupBy(suspects, ({ part }) => part)) {
    const keys = [...new Set(some.map(({ key }) => key))];
    const look = await tools.confine(some, () => tools.looks[part](tools.bookOf(scope), { keys }));
    asked.asked += look.asked;
    asked.unread.push(...look.unread);
    for (const suspect of some) {
      const before = standing.find((row) => isSame(suspect, row));
      const isOpen = includes(look.unread, suspect) || includes(look.onTheirWay, suspect);
      const now = look.differences.find((difference) => isSame(suspect, difference));
      found.push({ suspect, sides: now ?? (isOpen ? before : undefined), before });
    }
  }
  const stalled = tools.stall(scope, asked);
  if (stalled !== undefined) return stalled;
  for (const { suspect, sides, before } of found) {
    const { kind, subject } = suspect;
    const became = sides === undefined ? 'gone' : await judge(db, scope, suspect, { ...sides, before });
    if (became === 'break') walk.counts.breaks++;
    else if (became === 'explained') walk.counts.explained++;
    else if (includes(asked.unread, suspect)) countUnread(walk, scope, 1);
    else walk.counts.onTheirWay++;
    const { ours, theirs } = sides ?? { ours: '', theirs: '' };
    walk.looked.push({ ...scope, kind, subject, ours, theirs, became, since: before?.since ?? null });
  }
  return 'note';
}

type Same = { kind: string; subject: string; gap: string };

const isSame = (suspect: Same, other: Same) =>
  other.kind === suspect.kind && other.subject === suspect.subject && other.gap === suspect.gap;

const includes = (abouts: readonly About[], { subject }: { subject: string }) =>
  abouts.some((about) => about.subject === subject);

/** Counts the records that the issuer gave no answer about. */
export function countUnread({ counts }: Walk, { environment }: Scope, records: number): void {
  counts.unread += records;
  if (environment === 'live') counts.unreadLive += records;
}

/**
 * Breaks of earlier reconciliations about records that cannot be read now. They are checked again: a missing answer is
 * no reason to drop them.
 */
export async function listForgettable(db: Reconciler['db'], scope: Scope, { unread, onTheirWay }: Look) {
  const open = new Map([...unread, ...onTheirWay].map(({ subject, key }) => [subject, key]));
  if (open.size === 0) return [];
  const standing = await listStandingBreaks(db, scope);
  return standing.flatMap(({ kind, subject, gap }) => {
    const key = open.get(subject);
    return key === undefined || findKind(kind)?.sides[1] !== 'issuer' ? [] : [{ kind, subject, key, gap }];
  });
}

/**
 * Whether operators have decided about it since it was reported. A contradiction of something final opens a case for
 * them; status and money stay.
 */
async function judge(
  db: Reconciler['db'],
  scope: Scope,
  { kind, key }: SuspectRow,
  { ours, theirs, before }: Sides & { before: StandingRow | undefined },
): Promise<LookedAtAgain['became']> {
  const contradicts = findKind(kind)?.contradicts;
  if (contradicts === undefined) return 'break';
  const about = { kind: contradicts, id: key };
  if (before !== undefined && (await db.read(scope, (tx) => isDecided(tx, scope, about, before.since)))) {
    return 'explained';
  }
  await openCase(db, scope, about, `Reconciled: here ${ours}, at the issuer ${theirs}.`);
  return 'break';
}
