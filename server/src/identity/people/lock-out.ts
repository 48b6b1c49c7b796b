// How often something may be tried: counted in the database, so that every process sees the same count.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../foundation/clock.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Member } from './session.ts';
import { forgetAttempt, giveBackAttempt, takeAttempt } from './sql.ts';

/** Wrong guesses count together for this long, and whoever made too many waits as long. */
const LOCK_OUT_MS = 15 * 60_000;

/** Letters to strangers count for longer: who sends them has time. */
const DAY_MS = 24 * 3_600_000;

/** A slowed try takes this much longer: a person hardly notices, a program does. */
const SLOW_MS = 1_000;

/** Nothing counts longer than this. */
export const LONGEST_COUNT_MS = DAY_MS;

type Limit = { most: number; withinMs: number; refusal: RefusalCode; message?: string };

const SPENT = 'This code was given before. Wait for the next one, or use a backup code.';
const INVITED = 'Too many invitations were sent in a day. Send the others tomorrow.';

/** How often, within how long, and what is said then. What is of one kind never changes the count of another. */
const limits = {
  /** A person mistypes a password a few times; ten is nobody's memory. */
  guess: { most: 10, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /**
   * Passwords for one address from everywhere. Full, it refuses nobody, since anybody could fill it. Each place then
   * has a few tries of its own, and each takes longer.
   */
  account: { most: 10, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** Of one place on an address that is under attack: enough for whoever knows the password. */
  slowed: { most: 3, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** Apart from passwords: whoever knows the password could otherwise go on with codes for ever. */
  code: { most: 10, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** A code of an app is right for 90 seconds, and once: whoever has seen it come in cannot give it again. */
  spent: { most: 1, withinMs: LOCK_OUT_MS, refusal: 'invalid_code' },
  /** To one address, of one kind: enough for somebody who looks for the first one, and no way to fill a letter box. */
  letter: { most: 5, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** From one place, whatever is asked: an office of people who sign in, and no flood of passwords to hash. */
  request: { most: 300, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** Nobody has looked at the company yet: enough for its first people, too few for whoever wants to send mail. */
  early_invitation: { most: 20, withinMs: DAY_MS, refusal: 'rate_limited', message: INVITED },
  /** Twice the people that a company can have. */
  invitation: { most: 200, withinMs: DAY_MS, refusal: 'rate_limited', message: INVITED },
} as const satisfies Record<string, Limit>;

export type Subject = {
  kind: keyof typeof limits;
  of: string;
  /** Others are counted under it too: whoever is right takes back their own try and nobody else's. */
  isShared?: true;
  /** Counted only once this is full, and slowed down then. */
  onceFull?: Subject;
};

/** The passwords that are tried for an address from one place. */
export const signInsOf = (email: string, place: string): Subject => ({
  kind: 'slowed',
  of: `${email} from ${place}`,
  onceFull: { kind: 'account', of: email },
});

/** The passwords that whoever is signed in gives again. */
export const passwordsOf = (userId: string): Subject => ({ kind: 'guess', of: `of ${userId}` });

/** The codes of a second factor that are given for somebody, at the door and inside. */
export const codesOf = (userId: string): Subject => ({ kind: 'code', of: `of ${userId}` });

/** Who sends an invitation, and for which company. */
export type Inviting = Pick<Member, 'person' | 'companyId' | 'verification'>;

/** The invitations of a company, and of the person, who can open several. */
export function invitationsOf({ person, companyId, verification }: Inviting): Subject[] {
  const kind = verification === 'approved' ? 'invitation' : 'early_invitation';
  return [`by ${person.userId}`, `for ${companyId}`].map((of) => ({ kind, of }));
}

export type LockOut = {
  /**
   * Counts one try of each in their order, or refuses: before the guess is looked at, so that many at once gain
   * nothing. Whatever comes after the one that refuses is not counted.
   */
  take(subjects: readonly Subject[]): Promise<void>;
  /** Whether one more is within the limit; counts it. */
  may(subject: Subject): Promise<boolean>;
  /** The guess was right: what was counted before is forgotten, or where others share the count, this one try. */
  right(subjects: readonly Subject[]): Promise<void>;
  /** Refuses a code of an app that was given for this user before, wherever that was, and right or not. */
  spend(userId: string, code: string): Promise<void>;
};

/** Counts tries in the tables of a schema. */
export function openLockOut({ db, clock }: { db: Db; clock: Clock }): LockOut {
  const take = async ({ kind, of }: Subject) => {
    const { most, withinMs } = limits[kind];
    const now = clock.now();
    const from = new Date(now.getTime() - withinMs);
    const until = new Date(now.getTime() + withinMs);
    return takeAttempt(db, digestOf(kind, of), { most, now, from, until });
  };
  return {
    async take(subjects) {
      for (const subject of subjects) {
        if (subject.onceFull !== undefined && (await take(subject.onceFull)) === undefined) continue;
        const lockedUntil = await take(subject);
        if (lockedUntil === undefined && subject.onceFull !== undefined) await sleep(SLOW_MS);
        if (lockedUntil === undefined) continue;
        const seconds = Math.ceil((lockedUntil.getTime() - clock.now().getTime()) / 1_000);
        const { refusal, message }: Limit = limits[subject.kind];
        refuse(refusal, { retryAfter: Math.max(1, seconds), ...(message === undefined ? {} : { message }) });
      }
    },
    may: async (subject) => (await take(subject)) === undefined,
    async right(subjects) {
      for (const { kind, of, isShared, onceFull } of subjects) {
        await (isShared ? giveBackAttempt : forgetAttempt)(db, digestOf(kind, of));
        if (onceFull !== undefined) await forgetAttempt(db, digestOf(onceFull.kind, onceFull.of));
      }
    },
    async spend(userId, code) {
      if ((await take({ kind: 'spent', of: `${userId} ${code}` })) !== undefined)
        refuse('invalid_code', { message: SPENT });
    },
  };
}

const digestOf = (kind: string, of: string) => createHash('sha256').update(`${kind} ${of}`, 'utf8').digest();
