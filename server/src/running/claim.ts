// Claiming: whoever takes a poke marks its operation as sent, in a commit before anything goes out.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { crashPoint } from '../crash-points.ts';
import type { Db } from '../db/db.ts';
import { LARGEST_BATCH } from '../db/lane.ts';
import type { Issuer } from '../issuer/client.ts';
import type { HeldPoke } from '../queue/pokes.ts';
import type { WorkQueue } from '../queue/queue.ts';
import type { Environment } from '../scope.ts';
import { type Claimed, claimOperations } from './sql.ts';

/** Longer than any send (10 s) and its settlement: a mark that is older was left by somebody who is gone. */
export const SILENT_SECONDS = 20;

/** An issuer that refuses connections is tried again so often, and what is paused is looked at again. */
export const PROBE_SECONDS = 10;

/** An operation waits so long for an issuer that refuses connections; then it fails and its hold is released. */
const GIVE_UP_SECONDS = 15 * 60;

export type Runner = {
  db: Db;
  clock: Clock;
  pokes: WorkQueue['pokes'];
  issuers: Readonly<Record<Environment, Issuer | undefined>>;
  /** Told of whatever goes wrong beside the work itself. */
  onError: (error: unknown) => void;
};

/** A poke with the token under which its operation was marked. */
export type ClaimedPoke = HeldPoke & { token: string };

/**
 * Takes pokes that are due and marks their operations as sent, in one commit. Those that have to wait, or are over, are
 * dealt with in the same commit; the others are ours.
 */
export async function takeAndClaim(
  { db, pokes }: Runner,
  environment: Environment,
  addresses: { ownAddresses: readonly string[]; refusing: readonly string[] },
): Promise<{ ours: { poke: ClaimedPoke; claimed: Claimed }[]; wasFull: boolean }> {
  return db.writeUnscoped(async (tx) => {
    const held = await pokes.take(tx, environment, LARGEST_BATCH);
    if (held.length === 0) return { ours: [], wasFull: false };
    const asked: ClaimedPoke[] = held.map((poke) => ({ ...poke, token: randomUUID() }));
    const claims = await claimOperations(tx, asked, {
      silentSeconds: SILENT_SECONDS,
      probeSeconds: PROBE_SECONDS,
      giveUpSeconds: GIVE_UP_SECONDS,
      ...addresses,
    });
    const claimOf = new Map(claims.map((claimed) => [asked[Number(claimed.at_position) - 1], claimed]));
    const ours: { poke: ClaimedPoke; claimed: Claimed }[] = [];
    const later = new Map<number, ClaimedPoke[]>();
    const done: ClaimedPoke[] = [];
    for (const poke of asked) {
      const claimed = claimOf.get(poke); // none: there is no such operation
      if (claimed === undefined || claimed.todo === 'over' || claimed.todo === 'wait') done.push(poke);
      else ours.push({ poke, claimed });
      if (claimed?.todo === 'wait') later.set(claimed.wait_seconds, [...(later.get(claimed.wait_seconds) ?? []), poke]);
    }
    await Promise.all([
      pokes.drop(tx, done),
      ...[...later].map(([seconds, waiting]) => pokes.send(tx, waiting, seconds)),
    ]);
    crashPoint('before-claim-commit');
    return { ours, wasFull: held.length === LARGEST_BATCH };
  });
}
