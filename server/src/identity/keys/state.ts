// Whether a key works, in one word.
import type { KeyRow } from './sql.ts';

/** What became of a key by this time. */
export function keyState(key: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now: Date): 'works' | 'revoked' | 'expired' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : 'works';
}
