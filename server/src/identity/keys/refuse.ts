// Refuses a key that lost its permission since it was admitted: a write checks it again inside its commit.
import pg from 'pg';
import { refuse } from '../../foundation/refusals/refusals.ts';

/** The refusals that a write may get inside its commit because of its key. */
const keyRefusals = ['key_invalid', 'verification_required', 'company_suspended', 'scope_missing'] as const;

/** The SQLSTATE for a write whose key may no longer do it; the message is the refusal's code. */
const KEY_REFUSED = 'CW008';

/** Refuses the request if its write failed because of its key; rethrows every other error. */
export function refuseForKey(error: unknown): never {
  const isKeyRefused = error instanceof pg.DatabaseError && error.code === KEY_REFUSED;
  const refusal = isKeyRefused ? keyRefusals.find((each) => each === error.message) : undefined;
  if (refusal === undefined) throw error;
  refuse(refusal);
}
