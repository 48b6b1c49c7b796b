// Attacks: an individual company issues at most 500 cards in a UTC month, and the 500th can always be issued.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { type Client, openClient } from '../harness/ask.ts';
import { administratorDb, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { replayBook } from '../harness/replay.ts';
import { quotaBugs } from './bugs.ts';
import { type Ordering, openOrdering } from './clients.ts';
import { countMonths, countUnfinished, type Month, monthOf, QUOTA, seeMonth } from './months.ts';
import { type Round, runRound } from './rounds.ts';

/** Concurrent rounds, each with its own companies: while one waits for the issuer, another races. */
const TRACKS = 3;

/** Connections to each API process. */
const CONNECTIONS = 128;

/** Time limit for deciding every order at the end. */
const DRAIN_MS = 180_000;

/** One in this many rounds starts with an untouched month and fills it with 500 cards. */
const WHOLE_MONTH_EVERY = 100;

/** The subjects of the rounds, in turn. */
const kinds = ['race', 'give back', 'race', 'month’s end', 'race', 'give back'] as const;

type Track = { individual: Ordering; corporate: Ordering; month: Month; filled: { month: Month; places: number }[] };

async function run(context: Context): Promise<Counts> {
  const [rounds, width] = [sizeOf(context.sizes, 'rounds'), sizeOf(context.sizes, 'clients')];
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 2 * TRACKS);
  const clients = context.stack.baseUrls.map((url) => openClient(url, CONNECTIONS));
  const tally = { given: 0, refused: 0, givenBack: 0, across: 0, notCounted: 0, waves: 0, looks: 0 };
  let done = 0;
  try {
    const tracks = await Promise.all(Array.from({ length: TRACKS }, () => openTrack(context, tools, clients)));
    await inParallel(TRACKS, TRACKS, async (index) => {
      const track = tracks[index];
      if (track === undefined) return;
      for (let round = index; round < rounds; round += TRACKS) {
        const planned = plan(track, round, { width, random: context.random.fork(round) });
        await runRound(context, { db, clients, width, tally }, planned);
        context.progress(++done, rounds, 'rounds');
      }
    });
    for (const track of tracks) tally.across += await checkTrack(context, db, track);
    if (tally.givenBack === 0 || tally.across === 0)
      context.violation('no place was returned, or none to a past month: nothing was proven', tally);
    return { orders: clients.reduce((sum, client) => sum + client.asked(), 0), ...tally };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await db.close();
    await tools.db.close();
  }
}

async function openTrack(context: Context, tools: Tools, clients: readonly Client[]): Promise<Track> {
  const [client] = clients;
  if (client === undefined) throw new Error('there is no API process');
  const [individual, corporate] = await Promise.all([
    openOrdering(context, tools, client, 'individual'),
    openOrdering(context, tools, client, 'corporate'),
  ]);
  return { individual, corporate, month: monthOf(new Date()), filled: [] };
}

/** Runs a round. Each begins in a new month, so that the previous one does not interfere. */
function plan(track: Track, number: number, { width, random }: { width: number; random: Random }): Round {
  const isWhole = number % WHOLE_MONTH_EVERY === 1;
  const kind = kinds[number % kinds.length] ?? 'race';
  const first = track.month + 1;
  const months =
    kind === 'month’s end' && !isWhole
      ? [first, first + 1].map((month) => ({
          month,
          places: random.integer(Math.ceil(width / 10), Math.floor(width / 3)),
        }))
      : [{ month: first, places: isWhole ? QUOTA : placesOf(random, width) }];
  track.month = first + months.length - 1;
  track.filled.push(...months);
  const rejectedOneIn = isWhole || kind === 'race' ? 0 : 3;
  const demand = isWhole ? Math.max(width, QUOTA + 100) : width;
  const { individual, corporate } = track;
  return { number, months, demand, rejectedOneIn, individual, corporate, random, isEnding: false, waves: 0 };
}

/** Mostly few places, so that nearly all clients race for the last one; sometimes more places than clients. */
const placesOf = (random: Random, width: number) =>
  Math.min(QUOTA - 1, random.pick([0, 1, 1, 2, 5, random.integer(0, 40), random.integer(0, width + 5)]));

/**
 * Once every order is decided, each month still holds its final count: late answers changed nothing else. Returns the
 * number of places returned to a past month.
 */
async function checkTrack(context: Context, db: Db, { individual, corporate, filled }: Track): Promise<number> {
  const until = performance.now() + DRAIN_MS;
  const unfinished = async () =>
    (await countUnfinished(db, individual.scope)) + (await countUnfinished(db, corporate.scope));
  let left = await unfinished();
  while (left > 0 && performance.now() < until) {
    await sleep(200);
    left = await unfinished();
  }
  if (left > 0) context.violation('orders are still undecided', { left });
  let across = 0;
  for (const { month, places } of filled) {
    const seen = await seeMonth(db, individual.scope, month);
    across += seen.across;
    if (seen.used !== QUOTA - places + seen.alive)
      context.violation('a month does not hold the orders that did not fail', { month, places, ...seen });
  }
  if ((await countMonths(db, corporate.scope)) > 0)
    context.violation('a corporate company was counted', corporate.scope);
  for (const { scope } of [individual, corporate]) await replayBook(db, scope, context.violation);
  return across;
}

export const quotaRace: Proof = {
  promise: 'An individual company issues at most 500 cards in a UTC month, and the 500th can always be issued.',
  sizes: { full: { rounds: 200, clients: 200 }, small: { rounds: 12, clients: 60 } },
  stack: { api: 2, workers: 1, issuer: true, env: NO_RATE_LIMITS },
  run,
  bugs: quotaBugs,
};
