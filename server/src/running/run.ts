// Running operations: take pokes, claim, send once, settle by the answer. What may have been sent is never sent again.
import { setTimeout as sleep } from 'node:timers/promises';
import { LARGEST_BATCH } from '../db/lane.ts';
import { MOST_CONNECTIONS } from '../issuer/exchange.ts';
import type { HeldPoke } from '../queue/pokes.ts';
import type { Environment } from '../scope.ts';
import { openBell } from './bell.ts';
import { openBreaker } from './breaker.ts';
import { type ClaimedPoke, PROBE_SECONDS, type Runner, takeAndClaim } from './claim.ts';
import { newsOf } from './news.ts';
import { sendOnce } from './send.ts';
import type { Settle } from './settle.ts';
import type { Claimed } from './sql.ts';

/** A send for which no connection is free would spend its time waiting for one. */
const MOST_UNDER_WAY = MOST_CONNECTIONS;

/** An idle process looks so often for pokes that nobody told it of: those that were due later. */
const LOOK_EVERY_MS = 1_000;

/** Well within the heartbeat of a poke (10 s), so that one that comes late does no harm. */
const TOUCH_EVERY_MS = 3_000;

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
  const stopping = new AbortController();
  const { signal } = stopping;

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
    while (!signal.aborted) {
      const refusing = issuer === undefined ? [''] : breaker.refusing();
      const ownAddresses = issuer?.ownAddresses ?? [];
      const taken = isFull() ? undefined : await takeAndClaim(runner, environment, { ownAddresses, refusing });
      for (const { poke, claimed } of taken?.ours ?? []) start(poke, claimed);
      if (taken?.wasFull !== true) await bell.wait(LOOK_EVERY_MS);
    }
  };
  const driving = (async () => {
    while (!signal.aborted) {
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
    wake: () => bell.ring(),
    async stop() {
      stopping.abort();
      bell.ring();
      await driving;
      await Promise.all(underWay.values());
      clearInterval(touching);
    },
  };
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
