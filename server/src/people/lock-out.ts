// How often something may be tried: counted in the database, so that every process sees the same count.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { refuse } from '../refusals.ts';
import { forgetAttempt, giveBackAttempt, takeAttempt } from './sql.ts';

/** Wrong guesses count together for this long, and whoever made too many waits as long. */
export const LOCK_OUT_MS = 15 * 60_000;

/** How often in that time. A person mistypes a password a few times; ten is nobody's memory. */
const MOST = { guess: 10, letter: 5, request: 300 } as const;

export type Subject = {
  kind: keyof typeof MOST;
  of: string;
  /** Others are counted under it too: whoever is right takes back their own try and nobody else's. */
  isShared?: true;
};

/** The guesses of whoever is signed in. */
export const guessOf = ({ userId }: { userId: string }): Subject => ({ kind: 'guess', of: `of ${userId}` });

export type LockOut = {
  /** Counts one try of each, or refuses: before the guess is looked at, so that many at once gain nothing. */
  take(subjects: readonly Subject[]): Promise<void>;
  /** Whether one more is within the limit; counts it. */
  may(subject: Subject): Promise<boolean>;
  /** The guess was right: what was counted before is forgotten, or where others share the count, this one try. */
  right(subjects: readonly Subject[]): Promise<void>;
  /** False when the same was said before, within the time that guesses count. */
  once(text: string): Promise<boolean>;
};

/** Counts tries in the tables of a schema. */
export function openLockOut({ db, clock }: { db: Db; clock: Clock }): LockOut {
  const take = async ({ kind, of }: Subject, most: number) => {
    const now = clock.now();
    const from = new Date(now.getTime() - LOCK_OUT_MS);
    const until = new Date(now.getTime() + LOCK_OUT_MS);
    return takeAttempt(db, digestOf(kind, of), { most, now, from, until });
  };
  return {
    async take(subjects) {
      for (const subject of subjects) {
        const lockedUntil = await take(subject, MOST[subject.kind]);
        if (lockedUntil === undefined) continue;
        const seconds = Math.ceil((lockedUntil.getTime() - clock.now().getTime()) / 1_000);
        refuse('too_many_attempts', { retryAfter: Math.max(1, seconds) });
      }
    },
    may: async (subject) => (await take(subject, MOST[subject.kind])) === undefined,
    async right(subjects) {
      for (const { kind, of, isShared } of subjects)
        await (isShared ? giveBackAttempt : forgetAttempt)(db, digestOf(kind, of));
    },
    once: async (text) => (await take({ kind: 'guess', of: `once ${text}` }, 1)) === undefined,
  };
}

const digestOf = (kind: string, of: string) => createHash('sha256').update(`${kind} ${of}`, 'utf8').digest();
