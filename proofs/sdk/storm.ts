// Orders under kills: at every await of one order, and of many orders in two processes that share a store.
import { type Context, inParallel } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import type { Faults } from './faults.ts';
import { kinds, type Shop, type Wish } from './orders.ts';
import { runUntilEnd } from './processes.ts';
import type { Place, ProgramReport, ProgramTask } from './program.ts';

export type World = {
  context: Context;
  faults: Faults;
  shop: Shop;
  apiKey: string;
  /** The stores: files and a table. */
  places: readonly [Place, Place];
  kills: { atAwaits: number; underLoad: number };
  /** Every wish that was given to the program. */
  wishes: Wish[];
};

/** Processes that share a store and work on the same orders at the same time. */
const TWINS = 2;

/** Orders side by side in each of them. */
const WIDTH = 6;

/** Orders of one pair of processes. */
const CHUNK = { most: 80, least: 12 };

/** Recovery comes first, and adds awaits: kills reach this far beyond an order of its own. */
const BEYOND = 1.5;

/** One in this many processes is killed from outside, after a time. */
const FROM_OUTSIDE = 3;
const OUTSIDE_MS = { low: 200, high: 2_500 };

/** Kills of orders that are done already hit nothing. */
const MOST_KILLED_RUNS = 6;

const program = (world: World, task: Omit<ProgramTask, 'baseUrl' | 'apiKey' | 'shop'>, killAfterMs?: number) => {
  const { apiKey, shop, faults } = world;
  const full: ProgramTask = { ...task, apiKey, shop, baseUrl: faults.url };
  return runUntilEnd<ProgramReport>(world.context, { file: './program.ts', task: full, killAfterMs });
};

function wish(world: World, name: string, kind: Wish['kind']): Wish {
  const made = { id: `${name}-${world.wishes.length}`, kind };
  world.wishes.push(made);
  return made;
}

/** Kills the program at each await of one order, or at as many, evenly spread. Each run recovers the one before. */
export async function killAtAwaits(world: World, kills: number): Promise<void> {
  await inParallel(world.places.length, world.places.length, async (index) => {
    const place = world.places[index];
    if (place !== undefined) await sweep(world, place, Math.ceil(kills / world.places.length));
  });
}

async function sweep(world: World, place: Place, kills: number): Promise<void> {
  const name = 'directory' in place ? 'file' : 'table';
  const counting = kinds.map((kind) => wish(world, name, kind));
  const { report } = await program(world, { place, wishes: counting, width: 1, countFrom: 'orders' });
  const own: Wish[] = [];
  const perKind = Math.ceil(kills / kinds.length);
  for (let kill = 0; kill < kills; kill++) {
    const kind = kinds[kill % kinds.length] ?? 'issue';
    const most = report?.awaits[kill % kinds.length] ?? 1;
    const turn = Math.floor(kill / kinds.length);
    const countFrom = turn % 2 === 0 ? 'orders' : 'start';
    const reach = countFrom === 'orders' ? most : most * BEYOND;
    const killAt = 1 + (Math.floor(((turn + 0.5) / perKind) * reach) % Math.max(1, Math.floor(reach)));
    const next = wish(world, name, kind);
    own.push(next);
    const { isKilled } = await program(world, { place, wishes: [next], width: 1, killAt, countFrom });
    if (isKilled) world.kills.atAwaits++;
    world.context.progress(world.kills.atAwaits, kills * world.places.length, 'kills at awaits');
  }
  await finish(world, place, own);
}

/** The last start of a program: nothing kills it, and it must come to an end. */
async function finish(world: World, place: Place, wishes: Wish[]): Promise<void> {
  const task = { place, wishes, width: WIDTH, countFrom: 'orders' } as const;
  const { report, isKilled } = await program(world, task);
  if (isKilled || report === undefined) world.context.violation('the program does not end', { place });
  else if (report.open.length > 0)
    world.context.violation('orders are never accepted', { open: report.open.slice(0, 5) });
}

/** Many orders, while both processes are killed and restarted. Files and the table take turns side by side. */
export async function storm(world: World, sizes: { intents: number; kills: number }): Promise<void> {
  await inParallel(world.places.length, world.places.length, async (index) => {
    const place = world.places[index];
    const random = world.context.random.fork(`storm ${index}`);
    const share = world.places.length;
    const own = { intents: Math.ceil(sizes.intents / share), kills: Math.ceil(sizes.kills / share) };
    if (place !== undefined) await work(world, random, place, own);
  });
}

async function work(
  world: World,
  random: Random,
  place: Place,
  { intents, kills }: { intents: number; kills: number },
): Promise<void> {
  const name = 'directory' in place ? 'files' : 'tables';
  const size = Math.min(CHUNK.most, Math.max(CHUNK.least, Math.ceil((intents / kills) * TWINS)));
  const chunks = Math.ceil(intents / size);
  let killed = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    // Two processes must order the same: a request that one of them changes is not what the other one wants.
    const kindsOfTwins = kinds.filter((kind) => kind !== 'requote');
    const wishes = Array.from({ length: size }, () => wish(world, name, random.pick(kindsOfTwins)));
    const target = Math.ceil(((chunk + 1) / chunks) * kills);
    for (let runs = 0; killed < target && runs < MOST_KILLED_RUNS; runs++) {
      const ended = await Promise.all(
        Array.from({ length: TWINS }, () => killedRun(world, random, { place, wishes, isFirst: runs === 0 })),
      );
      const dead = ended.filter(Boolean).length;
      killed += dead;
      world.kills.underLoad += dead;
    }
    await finish(world, place, wishes);
    world.context.progress(chunk + 1, chunks, `parts of the orders in ${name}, with ${killed} kills`);
  }
}

/** Awaits of one order, about; kills are spread over all of the orders. */
const AWAITS = 60;

async function killedRun(
  world: World,
  random: Random,
  { place, wishes, isFirst }: { place: Place; wishes: Wish[]; isFirst: boolean },
): Promise<boolean> {
  const task = { place, wishes, width: WIDTH, countFrom: 'start' } as const;
  const isOutside = random.oneIn(FROM_OUTSIDE);
  const killAt = isOutside ? undefined : random.integer(1, (isFirst ? wishes.length : WIDTH) * AWAITS);
  const killAfterMs = isOutside ? random.integer(OUTSIDE_MS.low, OUTSIDE_MS.high) : undefined;
  return (await program(world, { ...task, killAt }, killAfterMs)).isKilled;
}
