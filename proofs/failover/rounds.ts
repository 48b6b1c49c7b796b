// One loss of the primary under load: how long writes stopped for us and for a bare writer, and what was broken.
import { setTimeout as sleep } from 'node:timers/promises';
import { longestGap } from './bare.ts';
import { readFence } from './facts.ts';
import { checkRound } from './judge.ts';
import { type Kind, lose } from './losses.ts';
import type { World } from './world.ts';

/** What a round took and did. */
export type Round = { kind: Kind; bareMs: number; oursMs: number; cancelled: number; terminated: number };

/** A cluster that takes longer has not failed over at all. */
const BARE_WITHIN_MS = 150_000;

/** Our writes are back this long after the bare writer's. A second to follow; the rest is for slow machines. */
const FOLLOWS_WITHIN_MS = 60_000;

/** Undisturbed time before each loss, so that gaps are gaps. */
const CALM_MS = { low: 1_000, high: 3_000 };

/** Runs a round. Afterwards the cluster is whole again. */
export async function runRound(world: World, kind: Kind, cancels: number): Promise<Round> {
  const { cluster, bare, load, random } = world;
  await sleep(random.integer(CALM_MS.low, CALM_MS.high));
  const before = await readFence(world.db);
  const began = performance.now();
  const loss = await lose(kind, { cluster, bare, random, cancels });
  await untilWritesAreBack(world, performance.now());
  const ended = performance.now();
  await loss.mend();
  await cluster.settled();
  await checkRound(world, { before, lostAt: loss.lostAt });
  const gapOf = (successes: readonly { ended: number }[]) =>
    longestGap(
      successes.map((success) => success.ended),
      began,
      ended,
    );
  const doors = load.gates.map(({ name }) => gapOf(load.successes.filter(({ door }) => door === name)));
  return {
    kind,
    bareMs: Math.round(gapOf(bare.successes)),
    oursMs: Math.round(Math.max(...doors)),
    cancelled: loss.cancelled?.cancelled ?? 0,
    terminated: loss.cancelled?.terminated ?? 0,
  };
}

/** Waits until the bare writer, and clients at each of our doors, have written with attempts that began later. */
async function untilWritesAreBack({ context, db, bare, load }: World, after: number): Promise<void> {
  const isBack = (successes: readonly { begun: number }[]) => successes.some(({ begun }) => begun > after);
  const doorsAway = () =>
    load.gates.map(({ name }) => name).filter((name) => !isBack(load.successes.filter(({ door }) => door === name)));
  while (!isBack(bare.successes)) {
    if (performance.now() - after > BARE_WITHIN_MS) throw new Error('the cluster did not fail over');
    await sleep(50);
  }
  for (const since = performance.now(); doorsAway().length > 0; await sleep(50)) {
    if (load.error !== undefined) throw load.error;
    const { fencedWhy } = await readFence(db);
    if (fencedWhy !== '') context.violation('the database was fenced', { fencedWhy });
    if (performance.now() - since < FOLLOWS_WITHIN_MS && fencedWhy === '') continue;
    context.violation('our writes did not come back', { doors: doorsAway() });
    return;
  }
}
