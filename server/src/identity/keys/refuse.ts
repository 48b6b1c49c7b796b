// A key that may not do any more what it was let in for: a write asks again inside its commit.
import pg from 'pg';
import { refuse } from '../../foundation/refusals/refusals.ts';

/** The refusals of a key that a write learns inside its commit. */
const keyRefusals = ['key_invalid', 'verification_required', 'company_suspended', 'scope_missing'] as const;

/** What the database raises when the key of a write may not do it any more; its message is the refusal. */
const KEY_REFUSED = 'CW008';

/** Refuses the request when its write failed for its key; every other failure goes on as it is. */
export function refuseForKey(error: unknown): never {
  const isKeyRefused = error instanceof pg.DatabaseError && error.code === KEY_REFUSED;
  const refusal = isKeyRefused ? keyRefusals.find((each) => each === error.message) : undefined;
  if (refusal === undefined) throw error;
  refuse(refusal);
}
