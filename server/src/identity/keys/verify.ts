// Resolves a bearer token to its company, environment and permissions.

import type { FoundKey } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers } from '../../foundation/config.ts';
import { hashesForFinding } from '../../foundation/secrets.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import { findKeysByHashes, touchKeys } from './sql.ts';
import { looksLikeKey } from './text.ts';

/** Revocation must reach every server within one second, so a verified key is cached for half of that. */
const TRUST_MS = 500;

/** Bounds the cache's memory; the oldest entries are evicted first. */
const CACHE_SIZE = 10_000;

/** Interval for writing last uses in bulk: one write per key and interval instead of one per request. */
const FLUSH_USES_MS = 5_000;

export type KeyVerifier = {
  /** The key behind a text; undefined if it is malformed, unknown, revoked or expired. The caller cannot tell which. */
  verify(text: string): Promise<FoundKey | undefined>;
  /** Writes the last uses that are still in memory and stops. */
  close(): Promise<void>;
};

/** Verifies keys against the database, with at most two queries a second for each. */
export function keyVerifier(deps: {
  db: Db;
  clock: Clock;
  peppers: Peppers;
  onError: (error: unknown) => void;
}): KeyVerifier {
  const cache = new Map<string, { found: Promise<FoundKey | undefined>; until: number }>();
  const uses = new Map<string, { key: FoundKey; at: Date }>();

  // A separate batcher: a flood of well-formed but unknown keys does not take all connections.
  const lookUp = openBatcher<{ id: string; hashes: Buffer[] }, FoundKey | undefined>({
    name: 'keys',
    run: (batch) =>
      findKeysByHashes(
        deps.db,
        batch.map(({ hashes }) => hashes),
      ),
    ownerOf: () => '', // the owner is not known yet
    identityOf: ({ id }) => id,
  });

  const find = (text: string): Promise<FoundKey | undefined> => {
    const now = performance.now();
    const hashes = hashesForFinding(deps.peppers, text);
    const id = hashes[0]?.toString('base64') ?? ''; // never the key itself: memory can be dumped
    const known = cache.get(id);
    if (known !== undefined && known.until > now) return known.found;
    const found = lookUp({ id, hashes });
    cache.delete(id);
    cache.set(id, { found, until: now + TRUST_MS });
    // Unknown keys and errors are not cached.
    const forget = () => cache.get(id)?.found === found && cache.delete(id);
    found.then((key) => key === undefined && forget(), forget);
    const oldest = cache.keys().next();
    if (cache.size > CACHE_SIZE && !oldest.done) cache.delete(oldest.value);
    return found;
  };

  const flush = async () => {
    if (uses.size === 0) return;
    const batch = [...uses.values()].map(({ key, at }) => ({
      companyId: key.company_id,
      environment: key.environment,
      keyId: key.key_id,
      at,
    }));
    uses.clear();
    await touchKeys(deps.db, batch).catch(deps.onError); // losing a last use is harmless
  };
  const timer = setInterval(() => void flush(), FLUSH_USES_MS);
  timer.unref();

  return {
    async verify(text) {
      if (!looksLikeKey(text)) return undefined;
      const key = await find(text);
      const now = deps.clock.now();
      if (key === undefined || hasEnded(key, now)) return undefined;
      uses.set(key.key_id, { key, at: now });
      return key;
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const hasEnded = (key: FoundKey, now: Date) =>
  key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now);
