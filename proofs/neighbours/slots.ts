// Slots in turn: the neighbour behaves, misbehaves, behaves. The times of the company that behaves are taken in each.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, kinds, type Steady } from './steady.ts';
import type { Company, World } from './world.ts';

/** Requests of the neighbour in a second, behaving or not. */
const ACTS_PER_SECOND = 10;

/** One that is not answered stops asking here: it is the wait of others that is measured. */
const MOST_UNANSWERED = 40;

/** Retries wait for 1 s, 2 s, 4 s and so on: in a slot of seconds there are four, and a clock moves now and then. */
const MOST_ALIKE = 8;

/** What the neighbour began last is over before others are measured. */
const REST_MS = 300;

/** A way in which a company can treat the service. */
export type Behaviour = {
  /** In one or two words. */
  name: string;
  /** What is there before the slot begins. */
  prepare?: (world: World, company: Company) => Promise<void>;
  /** One request, the `turn`th. */
  act: (world: World, company: Company, turn: number) => Promise<unknown>;
  /** Takes away what would outlast the slot, and reports what must not have happened. */
  heal?: (world: World, company: Company) => Promise<void>;
};

/** The median and the 90th percentile of each kind, in milliseconds. */
export type Times = Record<Kind, { p50: number; p90: number }>;

/** Lets a company behave in one way for so long, and answers the times of the one that behaves well all the time. */
export async function runSlot(
  world: World,
  steady: Steady,
  { behaviour, company, slotMs }: { behaviour: Behaviour; company: Company; slotMs: number },
): Promise<Times> {
  await behaviour.prepare?.(world, company);
  const from = Date.now();
  await act(world, { behaviour, company, slotMs });
  const until = Date.now();
  checkCalls(world, behaviour, company);
  await behaviour.heal?.(world, company);
  await steady.overBefore(until);
  await sleep(REST_MS);
  return Object.fromEntries(kinds.map((kind) => [kind, statisticsOf(steady.timesOf(kind, from, until))])) as Times;
}

/** An issuer that does not decide, or cannot be understood, is asked less and less often. */
function checkCalls({ issuer, context }: World, { name }: Behaviour, { account }: Company): void {
  const calls = issuer.mostAlike(account);
  if (calls > MOST_ALIKE) context.violation(`${name}: the issuer is asked the same again and again`, { calls });
}

async function act(
  world: World,
  { behaviour, company, slotMs }: { behaviour: Behaviour; company: Company; slotMs: number },
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const acts = Math.round((slotMs / 1_000) * ACTS_PER_SECOND);
  for (let turn = 0; turn < acts; turn++) {
    if (underWay.size < MOST_UNANSWERED) {
      const asked: Promise<unknown> = behaviour
        .act(world, company, turn)
        .catch((error: unknown) => failures.push(error))
        .finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
    await sleep(1_000 / ACTS_PER_SECOND);
    if (failures.length > 0) throw failures[0];
  }
}

function statisticsOf(times: readonly number[]): Times[Kind] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p90: at(0.9) };
}
