// Slots in turn: the neighbour behaves, misbehaves, behaves. The times of the well-behaved company are taken in each.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, kinds, type Steady } from './steady.ts';
import type { Company, World } from './world.ts';

/** Requests of the neighbour per second, well-behaved or not. */
const ACTIONS_PER_SECOND = 10;

/** The neighbour pauses at this many unanswered requests: the wait of others is what counts. */
const MOST_UNANSWERED = 40;

/** Retries wait for 1 s, 2 s, 4 s and so on: in a slot of seconds there are four, and a clock moves now and then. */
const MOST_ALIKE = 8;

/** Lets the neighbour's last requests finish before the next measurement. */
const REST_MS = 300;

/** A way in which a company can treat the service. */
export type Behaviour = {
  /** In one or two words. */
  name: string;
  /** Setup before the slot begins. */
  prepare?: (world: World, company: Company) => Promise<void>;
  /** One request, the `turn`th. */
  act: (world: World, company: Company, turn: number) => Promise<unknown>;
  /** Removes what would outlast the slot, and reports violations. */
  heal?: (world: World, company: Company) => Promise<void>;
};

/** The median and the 90th percentile of each kind, in milliseconds. */
export type Times = Record<Kind, { p50: number; p90: number }>;

/** Lets a company behave in one way for a while. Returns the times of the company that always behaves well. */
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

/** An issuer that does not decide, or cannot be understood, is polled less and less often. */
function checkCalls({ issuer, context }: World, { name }: Behaviour, { account }: Company): void {
  const calls = issuer.mostAlike(account);
  if (calls > MOST_ALIKE) context.violation(`${name}: the issuer is polled too often`, { calls });
}

async function act(
  world: World,
  { behaviour, company, slotMs }: { behaviour: Behaviour; company: Company; slotMs: number },
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const actions = Math.round((slotMs / 1_000) * ACTIONS_PER_SECOND);
  for (let turn = 0; turn < actions; turn++) {
    if (underWay.size < MOST_UNANSWERED) {
      const asked: Promise<unknown> = behaviour
        .act(world, company, turn)
        .catch((error: unknown) => failures.push(error))
        .finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
    await sleep(1_000 / ACTIONS_PER_SECOND);
    if (failures.length > 0) throw failures[0];
  }
}

function statisticsOf(times: readonly number[]): Times[Kind] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p90: at(0.9) };
}
