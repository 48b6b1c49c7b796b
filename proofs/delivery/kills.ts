// Kills during delivery: one worker, the database, or all workers at once, while events are created and sent.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../harness/random.ts';
import { endLeases } from './time.ts';
import type { World } from './world.ts';

/** Targets, in this order. */
const victims = ['worker', 'postgres', 'all workers', 'postgres'] as const;

/** A random moment within the next second. */
const WITHIN_MS = 1_000;

export type Kills = Record<(typeof victims)[number], number>;

/** Before the first kill. */
export const noKills = (): Kills => ({ worker: 0, postgres: 0, 'all workers': 0 });

/** Kills the next target, and makes sure that everything is up again. */
export async function killNext(world: World, random: Random, { kills, turn }: { kills: Kills; turn: number }) {
  await sleep(random.integer(0, WITHIN_MS));
  const victim = victims[turn % victims.length] ?? 'worker';
  if (victim === 'postgres') await world.context.postgres.crash();
  else if (victim === 'worker') await killWorkers(world, 1);
  else await killAllWorkers(world);
  kills[victim]++;
}

/** Kills every worker, and starts as many new ones when the leases of the dead are over. */
export async function killAllWorkers(world: World): Promise<void> {
  const { processes } = world.context.stack;
  await killWorkers(world, processes.filter(({ role }) => role === 'worker').length);
}

/** A worker that dies alone keeps its endpoints until its leases end, and the others keep theirs. */
async function killWorkers(world: World, count: number): Promise<void> {
  const { stack } = world.context;
  const all = stack.processes.filter(({ role }) => role === 'worker');
  const dying = all.slice(0, count);
  await Promise.all(
    dying.map(async ({ child }) => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }),
  );
  if (dying.length === all.length) await world.patient.look(() => endLeases(world));
  await Promise.all(dying.map(() => world.patient.look(() => stack.spawn('worker'))));
}
