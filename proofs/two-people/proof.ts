// Attacks: one person tries to decide what needs two, by credentials, by races, and by each database role.
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { actAsNobody, approveAfterWaiting, approveTooLate, decideAlone } from './alone.ts';
import { twoPeopleBugs } from './bugs.ts';
import { makeCast } from './cast.ts';
import { askAlone } from './desk.ts';
import { beginReading, readEverything } from './log.ts';
import { raceDecisions } from './races.ts';
import { attackAsRoles } from './roles.ts';
import { compareActions } from './wishes.ts';
import { beginWaiting, World } from './world.ts';

async function run(context: Context): Promise<Counts> {
  const { sizes } = context;
  const world = new World(context);
  try {
    const beginning = await beginReading(world);
    await beginWaiting(world);
    const actions = await compareActions(context, world);
    const cast = await makeCast(world);
    await decideAlone(context, world, cast, { actions, rounds: sizeOf(sizes, 'rounds') });
    await actAsNobody(context, world, cast, sizeOf(sizes, 'one-in'));
    await approveTooLate(context, world, cast);
    await approveAfterWaiting(context, world, cast);
    const raced = await raceDecisions(context, world, cast, sizeOf(sizes, 'races'));
    const { statements, functionCalls } = await attackAsRoles(context, world, cast);
    const requests = await askAlone(context, world, cast.pair);
    const read = await readEverything(context, world, beginning);
    const tried = { actions: actions.length, credentials: cast.refused.length, calls: world.calls };
    return { ...tried, raced, statements, functionCalls, requests, ...read };
  } finally {
    await world.close();
  }
}

export const twoPeople: Proof = {
  promise:
    'What needs two people is decided by two people, and the audit log has every action under the operator who did ' +
    'it.',
  sizes: {
    full: { rounds: 6, races: 60, named: 4, 'one-in': 1 },
    small: { rounds: 1, races: 4, named: 1, 'one-in': 3 },
  },
  stack: { env: NO_RATE_LIMITS, api: 0, workers: 0, desk: true },
  run,
  bugs: twoPeopleBugs,
};
