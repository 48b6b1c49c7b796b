// Kills: each part of the system by kill -9 at random moments, and our own processes at every crash point.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashPoint, crashPoints } from '@cardwright/server/foundation/crash-points.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** A process that has not reached its crash point by then is killed wherever it is. */
const HIT_WITHIN_MS = 20_000;

/** How long the issuer stays down, so that workers see both its absence and its return. */
const ISSUER_AWAY_MS = { low: 0, high: 1_500 };

/** Start attempts for a process that fails to start because the database is down or its port is taken. */
const START_TRIES = 60;
const START_AGAIN_MS = 500;

/** Passes of a crash point before it kills: the first, or a few later ones after successful work. */
const MOST_PASSES = 4;

/** Processes in a row that die at a crash point, each in the slot of the one before. */
const POINTS_IN_A_ROW = 2;

/** Targets of kills at random moments, in this order. */
const victims = ['worker', 'postgres', 'api', 'issuer', 'worker', 'api'] as const;

type Role = 'api' | 'worker';

/** A slot for a process: when its process dies, another takes the slot. */
type Place = { role: Role; index: number; port: number | undefined; process: RunningProcess };

type Killed = Record<Role | 'issuer' | 'postgres', number>;

export type Killer = {
  context: Context;
  places: Place[];
  killed: Killed;
  /** How often each crash point killed its process. */
  hits: Map<CrashPoint, number>;
  /** How often a process was started to die at a point. */
  tried: Map<CrashPoint, number>;
  /** How often such a process had to be killed because it had not reached its point in time. */
  missed: number;
  lastKillAt: number;
  /** Only one killer may take down the issuer or the database at a time. */
  isInfrastructureBusy: boolean;
};

/** Takes over the processes that the stack has started. */
export function openKiller(context: Context): Killer {
  const { stack } = context;
  const ports = stack.baseUrls.map((url) => Number(new URL(url).port));
  const placesOf = (role: Role) =>
    stack.processes
      .filter((process) => process.role === role)
      .map((process, index) => ({ role, index, port: role === 'api' ? ports[index] : undefined, process }));
  return {
    context,
    places: [...placesOf('api'), ...placesOf('worker')],
    killed: { api: 0, worker: 0, issuer: 0, postgres: 0 },
    hits: new Map(allPoints.map(({ point }) => [point, 0])),
    tried: new Map(),
    missed: 0,
    lastKillAt: performance.now(),
    isInfrastructureBusy: false,
  };
}

/** Every crash point, with both roles interleaved evenly, so that a short run covers both. */
const allPoints = (['worker', 'api'] as const)
  .flatMap((role) => {
    const points = Object.keys(crashPoints[role]) as CrashPoint[];
    return points.map((point, index) => ({ role, point, place: index / points.length }));
  })
  .toSorted((a, b) => a.place - b.place);

/** Number of kills so far. */
export const countKills = ({ killed }: Killer): number => Object.values(killed).reduce((sum, count) => sum + count, 0);

/**
 * Kills `kills` times, spread evenly over the time. Two killers work side by side, each on one process of each role, so
 * that their victims are sometimes down together.
 */
export async function killEverything(
  killer: Killer,
  { kills, minutes, isOver }: { kills: number; minutes: number; isOver: () => boolean },
): Promise<void> {
  const started = performance.now();
  const isDue = () => (performance.now() - started) / (minutes * 60_000) >= countKills(killer) / kills;
  let isBroken = false; // one killer failed: the other ends too
  const goesOn = () => countKills(killer) < kills && !isOver() && !isBroken;
  const work = async (index: number) => {
    const random = killer.context.random.fork(`killer ${index}`);
    for (let turn = 0; goesOn(); turn++) {
      while (goesOn() && !isDue()) await sleep(100);
      if (!goesOn()) return;
      // The first takes down a dependency at every second turn, the second at every third.
      if (turn % (index + 2) === 1) await killInfrastructure(killer, random, turn);
      else await killProcess(killer, random, index);
      killer.context.progress(countKills(killer), kills, 'kills');
    }
  };
  const outcomes = await Promise.allSettled(
    [0, 1].map((index) =>
      work(index).catch((error: unknown) => {
        isBroken = true;
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Kills one of our processes or a dependency, in turn and at any point of its work, and makes sure that it is up
 * again.
 */
export async function killInTurn(killer: Killer, random: Random): Promise<void> {
  await killOne(killer, random, victims[countKills(killer) % victims.length] ?? 'worker');
}

/** Kills one process of a kind at any point of its work, and makes sure that it is up again. */
export async function killOne(killer: Killer, random: Random, victim: keyof Killed): Promise<void> {
  if (victim === 'issuer') return killInfrastructure(killer, random, 0);
  if (victim === 'postgres') return killInfrastructure(killer, random, 2);
  const place = random.pick(killer.places.filter(({ role }) => role === victim));
  await kill(killer, place);
  place.process = await again(() => start(killer, place));
}

/** Kills a dependency of our processes: the issuer, or the database. */
async function killInfrastructure(killer: Killer, random: Random, turn: number): Promise<void> {
  if (killer.isInfrastructureBusy) return;
  if (turn % 4 < 2) return withoutIssuer(killer, () => sleep(random.integer(ISSUER_AWAY_MS.low, ISSUER_AWAY_MS.high)));
  killer.isInfrastructureBusy = true;
  try {
    note(killer, 'postgres');
    await killer.context.postgres.crash();
  } finally {
    killer.isInfrastructureBusy = false;
  }
}

/** Kills the issuer, and starts it again when `work` is done. */
async function withoutIssuer(killer: Killer, work: () => Promise<void>): Promise<void> {
  const { issuer } = killer.context.stack;
  if (issuer === undefined) throw new Error('the proof needs the issuer');
  if (killer.isInfrastructureBusy) return;
  killer.isInfrastructureBusy = true;
  try {
    await end(issuer.process);
    note(killer, 'issuer');
    await work();
    await again(() => issuer.restart());
  } finally {
    killer.isInfrastructureBusy = false;
  }
}

/** Kills a process; its successors die at crash points, and the last one lives on. */
async function killProcess(killer: Killer, random: Random, index: number): Promise<void> {
  const { role } = nextPoint(killer, index);
  const place = killer.places.find((each) => each.role === role && each.index === index);
  if (place === undefined) throw new Error(`there is no ${role} ${index}`);
  await sleep(random.integer(0, 500)); // at a random moment
  await kill(killer, place);
  for (let time = 0; time < POINTS_IN_A_ROW; time++) {
    const { point } = nextPoint(killer, index, role);
    const attempt = () => dieAt(killer, place, point, random.integer(1, MOST_PASSES));
    if (point === 'after-unmark') await withoutIssuer(killer, attempt);
    else await attempt();
  }
  place.process = await again(() => start(killer, place));
}

/**
 * The point that killed least often; a missed one comes again sooner. Notifications reach the first API only. Points
 * For `after-unmark` this killer takes the issuer down, so the other may not have. The second killer begins with the
 * API, so that a short run covers both.
 */
function nextPoint({ hits, tried, isInfrastructureBusy }: Killer, index: number, of?: Role) {
  const timesOf = (point: CrashPoint) => (hits.get(point) ?? 0) + (tried.get(point) ?? 0);
  const rankOf = (role: Role) => (index === 1 && role === 'worker' ? 1 : 0);
  const [next] = allPoints
    .filter(({ role }) => of === undefined || of === role)
    .filter(({ point }) => index === 0 || point !== 'after-notification')
    .filter(({ point }) => !isInfrastructureBusy || point !== 'after-unmark')
    .toSorted((a, b) => timesOf(a.point) - timesOf(b.point) || rankOf(a.role) - rankOf(b.role));
  if (next === undefined) throw new Error('there is no crash point');
  return next;
}

/** Starts a process that is to die at a point, and makes sure that it dies. */
async function dieAt(killer: Killer, place: Place, point: CrashPoint, passes: number): Promise<void> {
  const hit = () => {
    note(killer, place.role);
    killer.hits.set(point, (killer.hits.get(point) ?? 0) + 1);
  };
  killer.tried.set(point, (killer.tried.get(point) ?? 0) + 1);
  const env = { CARDWRIGHT_CRASH_AT: `${point}:${passes}` };
  const started = await again(() =>
    start(killer, place, env).catch((error: unknown) => {
      if (String(error).includes(`crash point ${point}`)) return undefined; // it died before it was ready
      throw error;
    }),
  );
  if (started === undefined) return hit();
  place.process = started;
  const { child } = started;
  const isDead = () => child.signalCode !== null || child.exitCode !== null;
  const until = performance.now() + HIT_WITHIN_MS;
  while (!isDead() && performance.now() < until) await sleep(20);
  if (child.signalCode === 'SIGKILL') return hit();
  if (isDead()) killer.context.violation('a process exited unexpectedly', { role: place.role, code: child.exitCode });
  killer.missed++;
  await kill(killer, place);
}

async function kill(killer: Killer, place: Place): Promise<void> {
  const { child } = place.process;
  if (child.signalCode !== null || child.exitCode !== null)
    killer.context.violation('a process exited unexpectedly', { role: place.role, code: child.exitCode });
  await end(place.process);
  note(killer, place.role);
}

async function end({ child }: RunningProcess): Promise<void> {
  if (child.signalCode !== null || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function note(killer: Killer, what: keyof Killed): void {
  killer.killed[what]++;
  killer.lastKillAt = performance.now();
}

const start = ({ context }: Killer, { role, port }: Place, env: Record<string, string> = {}) =>
  context.stack.spawn(role, port, env);

/** Retries a failed start, as a process supervisor does. */
async function again<Started>(begin: () => Promise<Started>, tries = START_TRIES): Promise<Started> {
  try {
    return await begin();
  } catch (error) {
    if (tries === 1) throw error;
    await sleep(START_AGAIN_MS);
    return again(begin, tries - 1);
  }
}
