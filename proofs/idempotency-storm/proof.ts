// Attacks: one Idempotency-Key has one effect, whatever happens to clients, processes and the network.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { resumeCompany, suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { stormBugs } from './bugs.ts';
import { ask, closeStorm, kill, openStorm, type Storm } from './client.ts';
import { checkSlots } from './effects.ts';
import { beRefused, type Company, look, lookDuring, newSlot, requestOf, type Slot, wishFor } from './slots.ts';
import { cardOf, fundingOf, holderOf, serviceOf, type Wish, wishesOf } from './wishes.ts';

/** Concurrent requests with one key; at most five times the number of keys. */
const MOST_AT_ONCE = 1_000;

/** Jobs between two kills; short runs kill at least this often. */
const JOBS_PER_KILL = 1_200;
const FEWEST_KILLS = 2;

/** One in this many keys is used by a second company too. */
const SHARED = 8;

/** Time limit for setting up a company, on a busy machine. */
const MEANS_MS = 60_000;

/** Longer than a process caches a key. */
const TRUST_MS = 700;

type Job = { at: number; run(random: Random): Promise<void> };

async function run(context: Context): Promise<Counts> {
  const [keys, clients] = [sizeOf(context.sizes, 'keys'), sizeOf(context.sizes, 'clients')];
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 2);
  const storm = openStorm(context);
  try {
    const company = await openCompany(tools, 'Storm');
    const neighbour = await openCompany(tools, 'Neighbour');
    const suspended = await openCompany(tools, 'Suspended');
    const means = (await Promise.all([company, neighbour, suspended].map((each) => equip(storm, each)))).flat();
    const slots = makeSlots(context.random.fork('slots'), { company, neighbour, keys });

    await refuseFirst(storm, slots);
    const refusedInCommit = await refuseInCommit(storm, tools, suspended);
    const crowds = await crowd(storm, db, company, Math.min(MOST_AT_ONCE, keys * 5));
    await rage(storm, slots, clients);
    const all = [...means, ...slots, ...refusedInCommit, ...crowds];
    await checkSlots(storm, db, context.random.fork('looks'), all);
    return { effects: all.length, ...storm.tally };
  } finally {
    await closeStorm(storm);
    await db.close();
    await tools.db.close();
  }
}

async function openCompany(tools: Tools, name: string): Promise<Company> {
  const companyId = await newCompany(tools, name);
  const scope = { companyId, environment: 'sandbox' } as const;
  return {
    scope,
    apiKey: await newKey(tools, scope),
    liveKey: await newKey(tools, { companyId, environment: 'live' }),
    readingKey: await newKey(tools, scope, ['balance:read']),
    holderId: '',
    cardId: '',
    products: { card: '', service: '' },
  };
}

/** Gives a company money, a cardholder and a card, by requests that count like all others. */
async function equip(storm: Storm, company: Company): Promise<Slot[]> {
  const random = storm.context.random.fork(company.scope.companyId);
  const slots: Slot[] = [];
  const get = async (path: string) => {
    const headers = ['Authorization', `Bearer ${company.apiKey}`];
    const { answer } = await ask(storm, random, { method: 'GET', path, headers, body: null });
    return JSON.parse(answer?.body ?? '{}') as Record<string, unknown>;
  };
  const make = async (wish: Wish) => {
    const slot = newSlot(company, `means ${slots.length}`, [wish, fundingOf('1')]);
    slots.push(slot);
    const answer = await wishFor(storm, random, slot, wish);
    return (JSON.parse(answer?.body ?? '{}') as { id: string }).id;
  };
  const { data = [] } = (await get('/api/v1/products')) as { data?: { id: string; kind: string }[] };
  const productOf = (kind: string) => data.find((product) => product.kind === kind)?.id ?? '';
  company.products = { card: productOf('card'), service: productOf('service') };
  await make(fundingOf('900000000.00'));
  company.holderId = await make(holderOf('Ada Lovelace'));
  await becomes(() => get(`/api/v1/holders/${company.holderId}`), ['active']);
  while (company.cardId === '') {
    const id = await make(cardOf(company)); // the storm has some orders rejected; then there is no card yet
    const { result } = await becomes(() => get(`/api/v1/operations/${id}`), ['completed', 'failed']);
    company.cardId = (result as { cardId?: string }).cardId ?? '';
  }
  return slots;
}

async function becomes(
  read: () => Promise<Record<string, unknown>>,
  statuses: readonly unknown[],
): Promise<Record<string, unknown>> {
  const until = performance.now() + MEANS_MS;
  for (;;) {
    const found = await read();
    if (statuses.includes(found['status'])) return found;
    if (performance.now() > until) throw new Error(`it did not become what it should: ${JSON.stringify(found)}`);
    await sleep(50);
  }
}

/** The keys of the storm; some are used by a second company too, where they are different keys. */
function makeSlots(
  random: Random,
  { company, neighbour, keys }: { company: Company; neighbour: Company; keys: number },
): Slot[] {
  return Array.from({ length: keys }, (_, index) => {
    const key = keyText(random, index);
    const slot = newSlot(company, key, wishesOf(random, company));
    return index % SHARED === 0 ? [slot, newSlot(neighbour, key, wishesOf(random, neighbour))] : [slot];
  }).flat();
}

/** Any text that a header can carry: short and long, in either case, with characters that a path must escape. */
function keyText(random: Random, index: number): string {
  switch (index % 6) {
    case 0:
      return randomUUID();
    case 1:
      return index < 150 ? String.fromCharCode(65 + Math.floor(index / 6)) : `${index}`;
    case 2:
      return `${index}-`.padEnd(128, random.pick(['x', '/', '%', '\u00ff']));
    case 3:
      return `Order ${Math.floor(index / 6)}`;
    case 4:
      return `ORDER ${Math.floor(index / 6)}`;
    default:
      return `${index} ../?&=#%2F"\\'{}\u00e9${random.integer(0, 9)}`;
  }
}

/** A refusal does not use up a key: invalid requests come first, the key stays unknown, and the storm can use it. */
async function refuseFirst(storm: Storm, slots: readonly Slot[]): Promise<void> {
  const chosen = slots.filter((_, index) => index % 5 === 0).slice(0, 100);
  await inParallel(chosen.length, 8, async (index) => {
    const random = storm.context.random.fork(`refused ${index}`);
    const slot = chosen[index];
    if (slot === undefined) return;
    for (let time = 0; time < 6; time++) await beRefused(storm, random, slot);
    if ((await look(storm, random, slot)) !== undefined)
      storm.context.violation('a refused request used up its key', { key: slot.key });
  });
}

/**
 * A company is suspended while the processes still cache its API key, so its requests are refused inside the commit,
 * after the claim of the Idempotency-Key. Once it may write again, the same keys are new.
 */
async function refuseInCommit(storm: Storm, tools: Tools, company: Company): Promise<Slot[]> {
  const random = storm.context.random.fork('suspended');
  const kinds = [fundingOf('10.00'), serviceOf(company, '10.00'), holderOf('Ada Lovelace'), cardOf(company)];
  const slots = kinds.flatMap((wish, index) =>
    [0, 1].map((time) => newSlot(company, `suspended-${index}-${time}`, [wish, fundingOf('11.00')])),
  );
  const knock = (slot: Slot) => {
    const [wish] = slot.wishes;
    return ask(storm, random, {
      ...requestOf(slot, company.apiKey, wish, random),
      body: JSON.stringify(wish.body),
    });
  };
  for (const slot of slots) await look(storm, random, slot); // now every process has cached the key
  await suspendCompany(tools, company.scope.companyId, 'proof');
  for (const { answer } of await Promise.all(slots.map(knock))) {
    if (answer?.status !== 403) storm.context.violation('a suspended company was not refused', answer);
  }
  await resumeCompany(tools, company.scope.companyId);
  await sleep(TRUST_MS);
  for (const slot of slots) {
    if ((await look(storm, random, slot)) !== undefined)
      storm.context.violation('a request that was refused in its commit used up its key', { key: slot.key });
    await wishFor(storm, random, slot, slot.wishes[0]);
    await wishFor(storm, random, slot, slot.wishes[0]);
  }
  return slots;
}

/** One key, used by many clients at once; others while a process is killed. */
async function crowd(storm: Storm, db: Db, company: Company, size: number): Promise<Slot[]> {
  const crowds = [
    { key: 'all at once', wish: fundingOf('77.70') },
    { key: 'all at once, and a kill', wish: fundingOf('77.70'), kill: () => soon().then(() => kill(storm, 1)) },
    {
      key: 'all at once, and killed once it is known',
      wish: fundingOf('77.70'),
      kill: (slot: Slot) => killOnceKnown(storm, db, slot),
    },
    { key: 'all at once, for a card', wish: cardOf(company), kill: () => soon().then(() => kill(storm, 0)) },
  ];
  const slots: Slot[] = [];
  for (const { key, wish, kill: killing } of crowds) {
    const slot = newSlot(company, key, [wish, fundingOf('1')]);
    slots.push(slot);
    const random = storm.context.random.fork(slot.key);
    const asking = Promise.all(Array.from({ length: size }, () => wishFor(storm, random, slot, wish)));
    await Promise.all([asking, killing?.(slot)]);
    if (slot.accepted.length !== size)
      storm.context.violation('of equal requests not all were accepted', { accepted: slot.accepted.length });
    storm.context.progress(size, size, `requests with one key ${key}`);
  }
  return slots;
}

/** By then the first requests are being served. */
const soon = () => sleep(100);

/** Kills the process that serves a key as soon as the key is visible: effects not committed with it never happen. */
async function killOnceKnown(storm: Storm, db: Db, { key, company }: Slot): Promise<void> {
  const until = performance.now() + MEANS_MS;
  const isKnown = sql`select from idempotency_keys where company_id = ${company.scope.companyId} and key = ${key}`;
  while ((await db.query(isKnown)).length === 0 && performance.now() < until) await sleep(2);
  await Promise.all([kill(storm, 0), kill(storm, 1)]);
}

/** Many clients use every key at once and again much later, while processes are killed one after the other. */
async function rage(storm: Storm, slots: readonly Slot[], clients: number): Promise<void> {
  const { context } = storm;
  const jobs = slots.flatMap((slot, index) =>
    jobsOf(storm, slot, { random: context.random.fork(index), index, of: slots.length }),
  );
  jobs.sort((a, b) => a.at - b.at);
  const perKill = Math.min(JOBS_PER_KILL, Math.floor(jobs.length / (FEWEST_KILLS + 1)));
  const kills: Promise<void>[] = [];
  let done = 0;
  await inParallel(jobs.length, clients, async (index) => {
    await jobs[index]?.run(context.random.fork(`job ${index}`));
    context.progress(++done, jobs.length, 'requests of the storm');
    if (done % perKill !== 0 || done + perKill > jobs.length) return;
    const time = done / perKill;
    kills.push(kill(storm, time % 2));
    if (time % 4 === 2) kills.push(kill(storm, 1 - (time % 2))); // then no process is left to answer
  });
  await Promise.all(kills);
}

/** The requests of one key: mostly the same at about the same time, and some of them much later. */
function jobsOf(storm: Storm, slot: Slot, { random, index, of }: { random: Random; index: number; of: number }): Job[] {
  const [wish, other] = slot.wishes;
  const soon = () => index + random.integer(0, 300) / 100;
  const late = () => index + random.integer(0, of);
  const asking = (at: number, wanted: Wish): Job => {
    const cutAfterMs = random.oneIn(8) ? random.integer(0, 12) : undefined;
    return { at, run: async (random) => void (await wishFor(storm, random, slot, wanted, cutAfterMs)) };
  };
  const others = random.oneIn(5) ? 8 : 2;
  return [
    ...Array.from({ length: 10 }, () => asking(soon(), wish)),
    ...Array.from({ length: others }, () => asking(soon(), other)),
    ...Array.from({ length: 3 }, () => asking(late(), random.oneIn(3) ? other : wish)),
    { at: soon(), run: (random) => lookDuring(storm, random, slot) },
    { at: soon(), run: (random) => beRefused(storm, random, slot) },
  ];
}

export const idempotencyStorm: Proof = {
  promise: 'One Idempotency-Key has one effect, whatever happens to clients, processes and the network.',
  sizes: { full: { keys: 1_000, clients: 64 }, small: { keys: 40, clients: 16 } },
  stack: { api: 2, workers: 1, issuer: true, env: NO_RATE_LIMITS },
  run,
  bugs: stormBugs,
};
