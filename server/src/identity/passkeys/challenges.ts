// Challenges of passkeys: random, valid once and for a few minutes, for one purpose of one session or sign-in.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { Db } from '../../platform/db/db.ts';
import { insertChallenge, takeChallenge } from './sql.ts';

/** Enough to find a security key or a phone; also what the browser is told. */
export const CHALLENGE_MS = 5 * 60_000;

const CHALLENGE_BYTES = 32;

/** What a challenge is for, and whom it belongs to. */
export type Purpose =
  | { purpose: 'add'; sessionId: string; hasSecondFactor: boolean }
  | { purpose: 'step_up'; sessionId: string }
  | { purpose: 'second_factor'; userId: string }
  | { purpose: 'sign_in' };

function ownerOf(purpose: Purpose): string {
  // What was begun without a second factor ends when the person gets one: the session may be stolen.
  if ('hasSecondFactor' in purpose)
    return `session ${purpose.sessionId} ${purpose.hasSecondFactor ? 'with' : 'without'} a second factor`;
  if ('sessionId' in purpose) return `session ${purpose.sessionId}`;
  return 'userId' in purpose ? `user ${purpose.userId}` : 'anybody';
}

const identifierOf = ({ purpose }: Purpose, challenge: string) => `passkey:${purpose}:${challenge}`;

/** Issues and takes challenges in the tables of a schema. */
export function openChallenges({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** A new challenge as base64url. */
    async issue(purpose: Purpose): Promise<string> {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
      const now = clock.now();
      const until = new Date(now.getTime() + CHALLENGE_MS);
      const row = { id: newUuid(now), identifier: identifierOf(purpose, challenge), of: ownerOf(purpose) };
      await insertChallenge(db, row, { now, until });
      return challenge;
    },
    /** Whether a challenge was issued for this; it is then void, whatever follows. */
    take: (purpose: Purpose, challenge: string): Promise<boolean> =>
      takeChallenge(db, { identifier: identifierOf(purpose, challenge), of: ownerOf(purpose) }, clock.now()),
  };
}
