// Running operations: take pokes, claim, send once, settle by the answer. What may have been sent is never sent again.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { LARGEST_BATCH } from '../db/lane.ts';
import type { Issuer } from '../issuer/client.ts';
import { MOST_CONNECTIONS } from '../issuer/exchange.ts';
import type { HeldPoke } from '../queue/pokes.ts';
import type { WorkQueue } from '../queue/queue.ts';
import type { Environment } from '../scope.ts';
import { openBell } from './bell.ts';
import { openBreaker } from './breaker.ts';
import { newsOf } from './news.ts';
import { type ClaimedPoke, sendOnce } from './send.ts';
import type { Settle } from './settle.ts';
import { type Claimed, claimOperations } from './sql.ts';

/** Longer than any send (10 s) and its settlement: a mark that is older was left by somebody who is gone. */
const SILENT_SECONDS = 20;

/** An issuer that refuses connections is tried again so often, and what is paused is looked at again. */
export const PROBE_SECONDS = 10;

/** An operation waits so long for an issuer that refuses connections; then it fails and its hold is released. */
const GIVE_UP_SECONDS = 15 * 60;

/** A send for which no connection is free would spend its time waiting for one. */
const MOST_UNDER_WAY = MOST_CONNECTIONS;

/** An idle process looks so often for pokes that nobody told it of: those that were due later. */
const LOOK_EVERY_MS = 1_000;

/** Well within the heartbeat of a poke (10 s), so that one that comes late does no harm. */
const TOUCH_EVERY_MS = 3_000;

export type Runner = {
  db: Db;
  clock: Clock;
  pokes: WorkQueue['pokes'];
  issuers: Readonly<Record<Environment, Issuer | undefined>>;
};

export type Running = {
  /** Told that there may be something to do. */
  wake(): void;
  /** Takes nothing more and waits for what is under way. */
  stop(): Promise<void>;
};

/** Starts carrying out the operations of an environment. Taking, sending and settling go on side by side. */
export function startRunning(
  runner: Runner,
  { environment, settle, onError }: { environment: Environment; settle: Settle; onError: (error: unknown) => void },
): Running {
  const issuer = runner.issuers[environment];
  const breaker = openBreaker(runner.clock, PROBE_SECONDS);
  const bell = openBell();
  const underWay = new Map<HeldPoke, Promise<void>>();
  const isFull = () => underWay.size > MOST_UNDER_WAY - LARGEST_BATCH;
  let isStopped = false;

  const carryOn = async (poke: ClaimedPoke, claimed: Claimed): Promise<void> => {
    if (claimed.todo === 'send' && issuer !== undefined) {
      return sendOnce(runner, { issuer, breaker, settle }, poke, claimed);
    }
    const news = claimed.todo === 'give_up' ? givenUp(runner, poke) : lost(runner, poke, claimed);
    await settle(news, poke);
  };
  const start = (poke: ClaimedPoke, claimed: Claimed) => {
    const ending = carryOn(poke, claimed)
      .catch(onError) // its poke comes back when the heartbeat is missed, to whoever lives then
      .finally(() => {
        const wasFull = isFull();
        underWay.delete(poke);
        if (wasFull) bell.ring();
      });
    underWay.set(poke, ending);
  };
  const drive = async () => {
    while (!isStopped) {
      const refusing = issuer === undefined ? [''] : breaker.refusing();
      const ownAddresses = issuer?.ownAddresses ?? [];
      const taken = isFull() ? undefined : await takeAndClaim(runner, environment, { ownAddresses, refusing });
      for (const { poke, claimed } of taken?.ours ?? []) start(poke, claimed);
      if (taken?.wasFull !== true) await bell.wait(LOOK_EVERY_MS);
    }
  };
  const driving = (async () => {
    while (!isStopped) {
      await drive().catch(async (error: unknown) => {
        onError(error);
        await sleep(LOOK_EVERY_MS);
      });
    }
  })();
  const touching = setInterval(() => {
    runner.pokes.touch([...underWay.keys()]).catch(onError);
  }, TOUCH_EVERY_MS);

  return {
    wake: bell.ring,
    async stop() {
      isStopped = true;
      bell.ring();
      await driving;
      await Promise.all(underWay.values());
      clearInterval(touching);
    },
  };
}

/**
 * Takes pokes that are due and marks their operations as sent, in one commit. Those that have to wait, or are over, are
 * dealt with in the same commit; the others are ours.
 */
async function takeAndClaim(
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
    return { ours, wasFull: held.length === LARGEST_BATCH };
  });
}

const givenUp = ({ clock }: Runner, poke: ClaimedPoke) =>
  newsOf(
    clock,
    poke,
    {
      kind: 'rejected',
      code: 'issuer_unreachable',
      message: 'The issuer could not be reached for 15 minutes. Nothing was sent.',
    },
    { how: 'unsent' },
  );

const lost = ({ clock }: Runner, poke: ClaimedPoke, { attempt }: Claimed) =>
  newsOf(
    clock,
    poke,
    { kind: 'unknown', reason: 'whoever sent it is gone, and it may have been sent' },
    { how: 'lost', ...(attempt === null ? {} : { token: attempt }) },
  );
