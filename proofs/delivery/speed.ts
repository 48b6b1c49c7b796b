// Hanging endpoints do not delay the others: how late events are with them and without, measured in turn (A B B A),
// so that drift affects both alike.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../harness/random.ts';
import { settle } from './time.ts';
import { tell, type World } from './world.ts';

/** Interval between batches of events; each batch covers this many healthy companies and every hanging one. */
const EVERY_MS = 50;
const AT_ONCE = 5;

/** The bar: the healthy endpoints' p99 next to hanging ones, as a multiple of that without. */
const LARGEST_RATIO = 1.5;

/** A real delay shows in every measurement, a busy machine in only one. */
const MOST_MEASUREMENTS = 3;

/** An event of a healthy endpoint that takes longer is lost, not late. */
const ARRIVES_WITHIN_MS = 20_000;

export type Speed = { p99WithoutMs: number; p99WithMs: number; ratio: number };

type Size = { rounds: number; slotMs: number };

/** Compares the best of a few measurements with the bar; the first that meets it is the last. */
export async function compareSpeed(world: World, size: Size): Promise<Speed> {
  const random = world.context.random.fork('speed');
  await runSlot(world, random, { hanging: false, slotMs: size.slotMs / 2 }); // warm-up
  let calmest: Speed | undefined;
  for (let measurements = 0; measurements < MOST_MEASUREMENTS; measurements++) {
    const speed = await measureSpeed(world, random, size);
    if (speed.ratio <= LARGEST_RATIO) return speed;
    if (calmest === undefined || speed.ratio < calmest.ratio) calmest = speed;
  }
  if (calmest === undefined) throw new Error('nothing was measured');
  world.context.violation('endpoints that hang delay the others', calmest);
  return calmest;
}

/** Measures rounds of four slots each; the ratio is the median of the rounds. */
async function measureSpeed(world: World, random: Random, { rounds, slotMs }: Size): Promise<Speed> {
  const ratios: number[] = [];
  const all = { without: [] as number[], with: [] as number[] };
  const measure = async (hanging: boolean) => {
    const p99 = await runSlot(world, random, { hanging, slotMs });
    all[hanging ? 'with' : 'without'].push(p99);
    return p99;
  };
  for (let round = 1; round <= rounds; round++) {
    const [a1, b1, b2, a2] = [await measure(false), await measure(true), await measure(true), await measure(false)];
    ratios.push(b1 / a1, b2 / a2);
    world.context.progress(round, rounds, 'rounds with and without endpoints that hang');
  }
  return { p99WithoutMs: medianOf(all.without), p99WithMs: medianOf(all.with), ratio: medianOf(ratios) };
}

/** The 99th percentile of the lateness of healthy endpoints' events, in milliseconds. */
async function runSlot(
  world: World,
  random: Random,
  { hanging, slotMs }: { hanging: boolean; slotMs: number },
): Promise<number> {
  const { receivers, context } = world;
  const healthy = receivers.listeners.filter(({ isHanging }) => !isHanging);
  const others = receivers.listeners.filter(({ isHanging }) => isHanging);
  receivers.mode.hanging = hanging;
  const made: { toldAt: number; id: string; index: number }[] = [];
  const until = performance.now() + slotMs;
  while (performance.now() < until) {
    const owners = [...Array.from({ length: AT_ONCE }, () => random.pick(healthy)), ...others];
    const ids = await tell(world, random, owners);
    const toldAt = performance.now();
    for (const [at, { index, isHanging }] of owners.entries())
      if (!isHanging) made.push({ toldAt, id: ids[at] ?? '', index });
    await sleep(EVERY_MS);
  }
  const arrivedAt = ({ id, index }: (typeof made)[number]) => receivers.listeners[index]?.got.get(id)?.firstAt;
  const end = performance.now() + ARRIVES_WITHIN_MS;
  while (made.some((each) => arrivedAt(each) === undefined) && performance.now() < end) await sleep(20);
  const lates = made.map((each) => (arrivedAt(each) ?? Number.POSITIVE_INFINITY) - each.toldAt);
  if (lates.includes(Number.POSITIVE_INFINITY))
    context.violation('an event did not arrive in time, and nothing was killed', { hanging });
  receivers.mode.hanging = false;
  receivers.release();
  await settle(world);
  const sorted = lates.toSorted((a, b) => a - b);
  return Math.max(1, Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
  return Math.round(median * 1_000) / 1_000;
}
