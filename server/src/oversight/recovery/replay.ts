// Gives a restored database back what was exported of it, before anybody's decision counts: a removed operator must not
// decide anything.

import type { Clock } from '../../foundation/clock.ts';
import type { Actor } from '../../identity/operators/act.ts';
import { toLine } from '../../ledger/seals/heads.ts';
import { sealBook } from '../../ledger/seals/seal.ts';
import { insertSeal } from '../../ledger/seals/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { BookBehind } from './books.ts';
import { callReplay } from './sql.ts';
import { type Recovery, surveyLoss } from './survey.ts';

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
  for (const book of behind) await sealAgain(recovery.db, clock, book);
  return { written, applied };
}

async function sealAgain(db: Db, clock: Clock, { lostSeals, fork, ...scope }: BookBehind): Promise<void> {
  for (const { before, ...head } of lostSeals) {
    const { first, last, hash: after, marks } = head;
    const seal = { first, last, before, after, marks, at: new Date(head.at), line: toLine(head) };
    await db.write(scope, (tx) => insertSeal(tx, scope, seal));
  }
  if (fork !== undefined) await sealBook({ db, clock }, scope);
}
