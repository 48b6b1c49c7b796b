// Limits for attempts, counted in the database so that all processes share one count.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../foundation/clock.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Member } from './session.ts';
import { forgetAttempt, giveBackAttempt, takeAttempt } from './sql.ts';

/** Window for counting wrong guesses, and length of a lock-out. */
const LOCK_OUT_MS = 15 * 60_000;

/** Emails to strangers count for longer: their sender has time. */
const DAY_MS = 24 * 3_600_000;

/** Delay of a slowed attempt: hardly noticeable for a person, costly for a program. */
const SLOW_MS = 1_000;

/** The longest window of all limits. */
export const LONGEST_COUNT_MS = DAY_MS;

type Limit = { most: number; withinMs: number; refusal: RefusalCode; message?: string };

const SPENT = 'This code was already used. Wait for the next one, or use a backup code.';
const INVITED = 'Too many invitations were sent in a day. Send the others tomorrow.';

/** Limit, window and refusal of each kind. Kinds are counted separately. */
const limits = {
  /** A person mistypes a password a few times, not ten times. */
  guess: { most: 10, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /**
   * Passwords for one address from everywhere. When full, it refuses nobody, since anybody could fill it. Each source
   * then has a few attempts of its own, and each is delayed.
   */
  account: { most: 10, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** From one source, for an address under attack: enough for a person who knows the password. */
  slowed: { most: 3, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** Separate from passwords: otherwise somebody who knows the password could guess codes forever. */
  code: { most: 10, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** An authenticator code is valid for 90 seconds, and once: an observer cannot reuse it. */
  spent: { most: 1, withinMs: LOCK_OUT_MS, refusal: 'invalid_code' },
  /** To one address, of one kind: enough to resend a lost email, too few to flood a mailbox. */
  email: { most: 5, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** From one source, all requests: enough for an office, too few to flood us with passwords to hash. */
  request: { most: 300, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** Challenges for a passkey in a session: one a minute for hours, too few to fill a table. */
  step_up: { most: 100, withinMs: LOCK_OUT_MS, refusal: 'too_many_attempts' },
  /** For unverified companies: enough for the first members, too few for spam. */
  early_invitation: { most: 20, withinMs: DAY_MS, refusal: 'rate_limited', message: INVITED },
  /** Twice the members that a company can have. */
  invitation: { most: 200, withinMs: DAY_MS, refusal: 'rate_limited', message: INVITED },
} as const satisfies Record<string, Limit>;

export type Subject = {
  kind: keyof typeof limits;
  of: string;
  /** Others count under it too: a correct guess takes back only its own attempt. */
  isShared?: true;
  /** Counted and slowed only once this subject is full. */
  onceFull?: Subject;
};

/** Password attempts for an address from one source. */
export const signInsOf = (email: string, place: string): Subject => ({
  kind: 'slowed',
  of: `${email} from ${place}`,
  onceFull: { kind: 'account', of: email },
});

/** Passwords that a signed-in person enters again. */
export const passwordsOf = (userId: string): Subject => ({ kind: 'guess', of: `of ${userId}` });

/** Challenges that a signed-in person requests to confirm with a passkey. */
export const stepUpsOf = (userId: string): Subject => ({ kind: 'step_up', of: `of ${userId}` });

/** Second-factor codes for a user, at sign-in and in a session. */
export const codesOf = (userId: string): Subject => ({ kind: 'code', of: `of ${userId}` });

/** The sender of an invitation and their company. */
export type Inviting = Pick<Member, 'person' | 'companyId' | 'verification'>;

/** The invitations of a company, and of the person, who can open several companies. */
export function invitationsOf({ person, companyId, verification }: Inviting): Subject[] {
  const kind = verification === 'approved' ? 'invitation' : 'early_invitation';
  return [`by ${person.userId}`, `for ${companyId}`].map((of) => ({ kind, of }));
}

export type LockOut = {
  /**
   * Counts one attempt of each subject in order, or refuses: before the guess is checked, so that concurrent guesses
   * gain nothing. Subjects after the refusing one are not counted.
   */
  take(subjects: readonly Subject[]): Promise<void>;
  /** Counts one more; true if it is within the limit. */
  may(subject: Subject): Promise<boolean>;
  /** Call after a correct guess: resets the count, or where others share it, takes back this attempt. */
  right(subjects: readonly Subject[]): Promise<void>;
  /** Refuses an authenticator code that was given for this user before, anywhere, correct or not. */
  spend(userId: string, code: string): Promise<void>;
};

/** Counts attempts in the tables of a schema. */
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
