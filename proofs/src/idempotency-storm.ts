// Attacks: one Idempotency-Key has one effect, whatever happens to clients, processes and the network.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { resumeCompany, suspendCompany } from '@cardwright/server/companies/manage.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from './companies.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from './proof.ts';
import type { Random } from './random.ts';
import { stormBugs } from './storm-bugs.ts';
import { ask, closeStorm, kill, openStorm, type Storm } from './storm-client.ts';
import { beRefused, type Company, checkSlots, fund, look, lookDuring, newSlot, type Slot } from './storm-slots.ts';

/** One key is asked for this often at once, or five times as often as there are keys. */
const MOST_AT_ONCE = 1_000;

/** A process is killed each time that this many jobs were done, or this share of them. */
const JOBS_PER_KILL = 1_200;
const FEWEST_KILLS = 2;

/** One key in so many is used by a second company as well. */
const SHARED = 8;

/** Longer than a process trusts what it knows of a key. */
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
    const slots = makeSlots(context.random.fork('slots'), { company, neighbour, keys });

    await refuseFirst(storm, slots);
    const refusedInCommit = await refuseInCommit(storm, tools, suspended);
    const crowds = await crowd(storm, company, Math.min(MOST_AT_ONCE, keys * 5));
    await rage(storm, slots, clients);
    await checkSlots(storm, db, context.random.fork('looks'), [...slots, ...refusedInCommit, ...crowds]);
    return { effects: slots.length + refusedInCommit.length + crowds.length, ...storm.tally };
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
  };
}

/** The keys of the storm; some of them are used by a neighbour too, where they must be other keys. */
function makeSlots(
  random: Random,
  { company, neighbour, keys }: { company: Company; neighbour: Company; keys: number },
): Slot[] {
  return Array.from({ length: keys }, (_, index) => {
    const key = keyText(random, index);
    const slot = newSlot(company, key, amountsOf(random));
    return index % SHARED === 0 ? [slot, newSlot(neighbour, key, amountsOf(random))] : [slot];
  }).flat();
}

/** Any text that a header can carry: short and long, in letters of either case, with signs that a path must escape. */
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

/** Two amounts that race for a key: different money, or the same money in other words. */
function amountsOf(random: Random): readonly [string, string] {
  const whole = random.integer(1, 99_999);
  if (random.oneIn(4)) return [`${whole}.5`, `${whole}.50`];
  return [`${whole}.${random.integer(10, 99)}`, `${whole + 1}`];
}

/** A refusal does not use up a key: what is wrong is refused first, the key stays unknown, and the storm can use it. */
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
 * A company is suspended while the processes still trust what they know of its key, so it is refused inside the commit,
 * behind the claim of the Idempotency-Key. When it may write again, the same keys are new.
 */
async function refuseInCommit(storm: Storm, tools: Tools, company: Company): Promise<Slot[]> {
  const random = storm.context.random.fork('suspended');
  const slots = Array.from({ length: 8 }, (_, index) => newSlot(company, `suspended-${index}`, ['10.00', '11.00']));
  const knock = (slot: Slot) =>
    ask(storm, random, {
      method: 'POST',
      path: '/api/v1/sandbox/funding',
      headers: [
        'authorization',
        `Bearer ${company.apiKey}`,
        'idempotency-key',
        slot.key,
        'content-type',
        'application/json',
      ],
      body: '{"amount":"10.00"}',
    });
  for (const slot of slots) await look(storm, random, slot); // now every process knows the key
  await suspendCompany(tools, company.scope.companyId, 'proof');
  for (const { answer } of await Promise.all(slots.map(knock))) {
    if (answer?.status !== 403) storm.context.violation('a suspended company was answered', answer);
  }
  await resumeCompany(tools, company.scope.companyId);
  await sleep(TRUST_MS);
  for (const slot of slots) {
    if ((await look(storm, random, slot)) !== undefined)
      storm.context.violation('a request that was refused in its commit used up its key', { key: slot.key });
    await fund(storm, random, slot, '10.00');
    await fund(storm, random, slot, '10.00');
  }
  return slots;
}

/** One key, by a crowd at once; and another while a process is killed. */
async function crowd(storm: Storm, company: Company, size: number): Promise<Slot[]> {
  const slots = ['all at once', 'all at once, and a kill'].map((key) => newSlot(company, key, ['77.70', '1']));
  for (const [index, slot] of slots.entries()) {
    const random = storm.context.random.fork(slot.key);
    const asking = Promise.all(Array.from({ length: size }, () => fund(storm, random, slot, slot.amounts[0])));
    if (index === 1) await Promise.all([asking, sleep(100).then(() => kill(storm, 0))]);
    await asking;
    if (slot.accepted.length !== size)
      storm.context.violation('of equal requests not all were accepted', { accepted: slot.accepted.length });
    storm.context.progress(size, size, `requests with one key at once${index === 1 ? ', and a kill' : ''}`);
  }
  return slots;
}

/** Every key is asked for by many clients at once and again much later, while one process after the other is killed. */
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
    if (time % 4 === 2) kills.push(kill(storm, 1 - (time % 2))); // nobody is left to answer
  });
  await Promise.all(kills);
}

/** What is asked with one key: mostly the same at about the same time, and some of it when much else has happened. */
function jobsOf(storm: Storm, slot: Slot, { random, index, of }: { random: Random; index: number; of: number }): Job[] {
  const [amount, other] = slot.amounts;
  const soon = () => index + random.integer(0, 300) / 100;
  const late = () => index + random.integer(0, of);
  const funding = (at: number, amount: string): Job => {
    const cutAfterMs = random.oneIn(8) ? random.integer(0, 12) : undefined;
    return { at, run: (random) => fund(storm, random, slot, amount, cutAfterMs) };
  };
  const others = random.oneIn(5) ? 8 : 2;
  return [
    ...Array.from({ length: 10 }, () => funding(soon(), amount)),
    ...Array.from({ length: others }, () => funding(soon(), other)),
    ...Array.from({ length: 3 }, () => funding(late(), random.oneIn(3) ? other : amount)),
    { at: soon(), run: (random) => lookDuring(storm, random, slot) },
    { at: soon(), run: (random) => beRefused(storm, random, slot) },
  ];
}

export const idempotencyStorm: Proof = {
  promise: 'One Idempotency-Key has one effect, whatever happens to clients, processes and the network.',
  sizes: { full: { keys: 1_000, clients: 64 }, small: { keys: 40, clients: 16 } },
  stack: { api: 2, workers: 0, env: NO_RATE_LIMITS },
  run,
  bugs: stormBugs,
};
