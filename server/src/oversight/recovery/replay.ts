// Gives a restored database back what was exported of it, before anybody's decision counts: a removed operator must not
// decide anything.

import type { Clock } from '../../foundation/clock.ts';
import type { Actor } from '../../identity/operators/act.ts';
import { sealBooks } from '../../ledger/seals/books.ts';
import { toLine } from '../../ledger/seals/heads.ts';
import { appendSeals } from '../../ledger/seals/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { BookBehind } from './books.ts';
import { callReplay } from './sql.ts';
import { type Recovery, surveyLoss } from './survey.ts';

/** Lost seals are appended in parts of this size, which keeps commits short. */
const SEALS_AT_ONCE = 64;

/** What was written into the audit log again, and how much of it had an effect to repeat. */
export type Replayed = { written: number; applied: number } | { refused: string };

/**
 * Replays the exported audit entries and ends every session. Seals of books come back too, and each book is sealed
 * through its last entry, because its chain may go on from there. Repeating it does no harm.
 */
export async function replayExports(recovery: Recovery, actor: Actor, clock: Clock): Promise<Replayed> {
  const { entries, seals, auditThrough } = await surveyLoss(recovery);
  const {
    refused,
    written = 0,
    applied = 0,
  } = await callReplay(recovery.db, actor, {
    entries,
    seals,
    through: auditThrough,
  });
  if (refused !== undefined) return { refused };
  const { behind } = await surveyLoss(recovery); // lost companies have their books again
  await sealAgain(recovery.db, clock, behind);
  return { written, applied };
}

async function sealAgain(db: Db, clock: Clock, behind: readonly BookBehind[]): Promise<void> {
  const lost = behind.flatMap(({ lostSeals, companyId, environment }) =>
    lostSeals.map(({ before, ...head }) => {
      const { first, last, hash: after, marks } = head;
      const seal = { first, last, before, after, marks, at: new Date(head.at), line: toLine(head) };
      return { scope: { companyId, environment }, seal };
    }),
  );
  for (let start = 0; start < lost.length; start += SEALS_AT_ONCE) {
    const verdicts = await appendSeals(db, lost.slice(start, start + SEALS_AT_ONCE));
    if (verdicts.includes('beyond')) throw new Error('an exported seal covers entries that its book does not count');
  }
  const errors: unknown[] = [];
  const forked = behind.filter(({ fork }) => fork !== undefined);
  await sealBooks({ db, clock, onError: (error) => errors.push(error) }, [forked]);
  if (errors.length > 0) throw errors[0];
}
