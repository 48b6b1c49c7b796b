// One round of the race for places: waves of clients ask until every place is finally taken or no client is left.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import type { Client } from '../harness/ask.ts';
import { type Context, inParallel } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { issueOf, type Order, type Ordering, otherOf, place, type Told } from './clients.ts';
import { leavePlaces, type Month, moveClock, QUOTA, type Seen, seeMonth, startOf } from './months.ts';

/** Time limit for a round that returns places, on a busy machine. */
const ROUND_MS = 60_000;

/** Poll interval of the counter while clients race. */
const POLL_EVERY_MS = 15;

/** Orders that use no place, next to those that do. */
const OTHERS = 4;
const CORPORATE = 3;

/** One in this many clients uses the key of another, for the same order. */
const SHARED_ONE_IN = 12;

/** Where some orders are rejected, one in this many stays in review and keeps its place in the quota. */
const REVIEW_ONE_IN = 25;

/** A month ends this long after an order that will fail is seen in it: the order fails in the next month. */
const BEFORE_END_MS = [0, 40] as const;

const DAY_MS = 86_400_000;

export type Round = {
  number: number;
  /** The month of the round, or two if one ends in it, with the places left in each. */
  months: { month: Month; places: number }[];
  /** Number of orders for cards. */
  demand: number;
  /** One in this many orders is rejected by the issuer; 0 means none. */
  rejectedOneIn: number;
  individual: Ordering;
  corporate: Ordering;
  random: Random;
  /** Whether the first of two months was ended. */
  isEnding: boolean;
  waves: number;
};

type Racing = {
  db: Db;
  clients: readonly Client[];
  /** Clients at once. */
  width: number;
  tally: { given: number; refused: number; givenBack: number; notCounted: number; waves: number; looks: number };
};

/** An order and its client's answer, if it was sent. */
type Asked = { order: Order; told: Told | undefined };

/** Runs a round and reports violations. */
export async function runRound(context: Context, racing: Racing, round: Round): Promise<void> {
  const { db, tally } = racing;
  const { individual, months } = round;
  const [first] = months;
  if (first === undefined) return;
  for (const { month, places } of months) await leavePlaces(db, individual.scope, month, places);
  const asked = ordersOf(round).map((order): Asked => ({ order, told: undefined }));
  await moveClock(db, individual.scope, startOf(first.month + 1) - DAY_MS);

  await Promise.all([
    inParallel(OTHERS + CORPORATE, OTHERS + CORPORATE, (index) => beside(context, racing, round, index)),
    askInWaves(context, racing, round, asked),
  ]);
  await checkRound(context, racing, round, asked);
  tally.refused += asked.filter(({ told }) => told === 'quota_exceeded').length;
}

async function askInWaves(context: Context, racing: Racing, round: Round, asked: readonly Asked[]): Promise<void> {
  const until = performance.now() + ROUND_MS;
  const { number, months, rejectedOneIn } = round;
  const countAccepted = () => asked.filter(({ told }) => typeof told === 'object').length;
  let isFree = rejectedOneIn === 0; // a place that is free for good, not one about to be returned
  for (;;) {
    const before = countAccepted();
    await wave(context, racing, round, asked);
    const isWaiting = asked.some(({ told }) => told === 'quota_exceeded');
    const seen = await settled(context, racing, round, isWaiting);
    if (seen.doomed === 0 && (!isWaiting || seen.used === QUOTA)) return;
    const isStuck = isFree && (rejectedOneIn === 0 || countAccepted() === before);
    if (months.length === 1 && isStuck)
      return context.violation('a client was refused while a place was free', { number, ...seen });
    if (performance.now() > until)
      return context.violation('a returned place was not given out again', { number, ...seen });
    isFree = seen.doomed === 0;
  }
}

/** The orders of a round, some of them twice. */
function ordersOf(round: Round): Order[] {
  const { random, individual, rejectedOneIn, demand } = round;
  const orders: Order[] = [];
  for (let index = 0; index < demand; index++) {
    const [twin] = orders;
    if (twin !== undefined && random.oneIn(SHARED_ONE_IN)) orders.push(random.pick(orders));
    else orders.push(issueOf(individual, randomUUID(), scenarioOf(random, rejectedOneIn)));
  }
  return orders;
}

function scenarioOf(random: Random, rejectedOneIn: number): Order['scenario'] {
  if (rejectedOneIn === 0) return undefined;
  if (random.oneIn(rejectedOneIn)) return 'rejected';
  return random.oneIn(REVIEW_ONE_IN) ? 'error_before_effect' : undefined;
}

/** Simultaneous orders that use no place: top-ups and services of the company, cards of a corporate one. */
async function beside(context: Context, racing: Racing, round: Round, index: number): Promise<void> {
  const { individual, corporate } = round;
  const random = round.random.fork(`beside ${index}`);
  const [ordering, order] =
    index < OTHERS
      ? [individual, otherOf(individual, randomUUID(), random)]
      : [corporate, issueOf(corporate, randomUUID(), random.oneIn(2) ? 'rejected' : undefined)];
  const told = await place(context, racing.clients, { ordering, order, random });
  racing.tally.notCounted++;
  if (told === 'quota_exceeded') context.violation('an order that uses no place was refused for the quota', { order });
}

/** All clients without a card ask at once, while a watcher polls the counter. */
async function wave(context: Context, racing: Racing, round: Round, asked: readonly Asked[]): Promise<void> {
  const waiting = asked.filter(({ told }) => told === undefined || told === 'quota_exceeded');
  const random = round.random.fork(`wave ${round.waves++}`);
  racing.tally.waves++;
  const race = { on: true };
  const asking = inParallel(waiting.length, racing.width, async (index) => {
    const client = waiting[index];
    if (client === undefined) return;
    client.told = await place(context, racing.clients, { ordering: round.individual, order: client.order, random });
  });
  const isOver = () => {
    race.on = false;
  };
  await Promise.all([asking.finally(isOver), watch(context, racing, round, race)]);
}

async function watch(context: Context, racing: Racing, round: Round, race: { on: boolean }): Promise<void> {
  while (race.on) {
    for (const month of round.months) {
      const { doomed } = await lookAt(context, racing, round, month);
      if (doomed > 0) await endMonth(racing, round);
    }
    await sleep(POLL_EVERY_MS);
  }
  await endMonth(racing, round);
}

/** Ends the first of two months shortly, unless it is over. */
async function endMonth({ db }: Racing, round: Round): Promise<void> {
  const [first] = round.months;
  if (first === undefined || round.months.length === 1 || round.isEnding) return;
  round.isEnding = true;
  const beforeEndMs = round.random.integer(...BEFORE_END_MS);
  await moveClock(db, round.individual.scope, startOf(first.month + 1) - beforeEndMs);
}

/** At every moment the counter equals its value before the round plus the issues since that did not fail. */
async function lookAt(
  context: Context,
  { db, tally }: Racing,
  { individual, number }: Round,
  { month, places }: Round['months'][number],
): Promise<Seen> {
  const seen = await seeMonth(db, individual.scope, month);
  tally.looks++;
  if (seen.alive > places) context.violation('a card beyond the quota', { round: number, places, ...seen });
  if (seen.used !== QUOTA - places + seen.alive)
    context.violation('the counter differs from the counted orders', { round: number, places, ...seen });
  return seen;
}

/**
 * Waits until a place is free for waiting clients, or none can become free; returns the count of the last month. When a
 * month is about to end, the next one has places, so clients keep asking past its end.
 */
async function settled(context: Context, racing: Racing, round: Round, isWaiting: boolean): Promise<Seen> {
  const until = performance.now() + ROUND_MS;
  for (;;) {
    const all: Seen[] = [];
    for (const month of round.months) all.push(await lookAt(context, racing, round, month));
    const doomed = all.reduce((sum, seen) => sum + seen.doomed, 0);
    const last = { ...(all.at(-1) as Seen), doomed };
    if (doomed === 0 || (isWaiting && last.used < QUOTA) || performance.now() > until) return last;
    await sleep(POLL_EVERY_MS);
  }
}

/** Compares the clients' answers with the stored data and the expected outcome. */
async function checkRound(context: Context, racing: Racing, round: Round, asked: readonly Asked[]): Promise<void> {
  const { number, months } = round;
  const byKey = [...Map.groupBy(asked, ({ order }) => order.key).values()];
  for (const twins of byKey) checkTwins(context, round, twins);
  const isAccepted = (twins: readonly Asked[]) => twins.some(({ told }) => typeof told === 'object');
  const lasts = (twins: readonly Asked[]) => twins[0]?.order.scenario !== 'rejected';
  const accepted = byKey.filter(isAccepted);
  const kept = accepted.filter(lasts).length;
  racing.tally.given += accepted.length;
  racing.tally.givenBack += accepted.length - kept;

  const seen: Seen[] = [];
  for (const month of months) seen.push(await lookAt(context, racing, round, month));
  const alive = seen.reduce((sum, each) => sum + each.alive, 0);
  if (alive !== kept)
    context.violation('counted cards differ from those that clients were told of', { number, alive, kept });
  const isRefused = accepted.length < byKey.length;
  if (isRefused && seen.at(-1)?.used !== QUOTA)
    context.violation('a client was refused while a place was free', { number, kept, seen });
  const [only] = months;
  const wanted = byKey.filter(lasts).length;
  if (months.length === 1 && kept !== Math.min(only?.places ?? 0, wanted))
    context.violation('not exactly as many cards as places', { number, kept, places: only?.places, wanted });
}

/** Clients with the same key share one card. While no place is returned, either all of them get it or none. */
function checkTwins(context: Context, { number, months, rejectedOneIn }: Round, twins: readonly Asked[]): void {
  const told = new Set(twins.map((twin) => (typeof twin.told === 'object' ? twin.told.accepted.id : twin.told)));
  const ids = new Set([...told].filter((text) => text !== 'quota_exceeded'));
  const isSteady = months.length === 1 && rejectedOneIn === 0;
  if (ids.size > 1 || (isSteady && told.size > 1))
    context.violation('one key was answered in two ways', { round: number, told: [...told] });
}
