// Attacks: one Idempotency-Key has one effect, whatever happens to clients, processes and the network.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { resumeCompany, suspendCompany } from '@cardwright/server/companies/manage.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from './companies.ts';
import { type Context, type Counts, inParallel, NO_RATE_LIMITS, type Proof, sizeOf } from './proof.ts';
import type { Random } from './random.ts';
import { stormBugs } from './storm-bugs.ts';
import { ask, closeStorm, kill, openStorm, type Storm } from './storm-client.ts';
import { beRefused, type Company, checkSlots, fund, look, lookDuring, newSlot, type Slot } from './storm-slots.ts';

/** One key is asked for this often at once. */
const AT_ONCE = 1_000;

/** A process is killed each time that so many jobs were done; at least two are. */
const JOBS_PER_KILL = 1_500;
const FEWEST_KILLS = 3;

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
    const crowds = await crowd(storm, company);
    await storm_(storm, slots, clients);
    await checkSlots(storm, db, context.random.fork('looks'), [...slots, ...refusedInCommit, ...crowds]);
    return { effects: slots.length + refusedInCommit.length + crowds.length, ...storm.tally };
  } finally {
    await closeStorm(storm);
    await db.close();
    await tools.db.close();
  }
}
