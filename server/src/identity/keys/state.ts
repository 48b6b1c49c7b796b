// The status of a key.
import type { KeyRow } from './sql.ts';

/** The status of a key at this time. */
export function keyState(key: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now: Date): 'works' | 'revoked' | 'expired' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : 'works';
}
