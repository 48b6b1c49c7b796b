// Attacks: a member does in the portal what their role in that company allows, in that environment, and nothing else.
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { openClient } from '../harness/ask.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { rolesBugs } from './bugs.ts';
import { type Caller, makeCallers } from './callers.ts';
import {
  acceptInvitations,
  changeRoles,
  checkPersonKeys,
  enterAtOnce,
  makeTeam,
  removeWatcher,
  type Team,
} from './changes.ts';
import { askDesk } from './desk.ts';
import { askCrossed, askMatrix, compareWithPortal, type World } from './matrix.ts';
import type { Door } from './people.ts';
import { makePlaces } from './places.ts';
import { grantScopes, raceChanges } from './races.ts';
import { askSignIn } from './sign-in.ts';

/** More than the concurrent requests: a stream that is abandoned takes its connection with it. */
const CONNECTIONS = 24;

function openDoor(origin: string | undefined, at: Door['at']): Door {
  if (origin === undefined) throw new Error(`the stack has no ${at}`);
  return { client: openClient(origin, CONNECTIONS), origin, at };
}

async function run(context: Context): Promise<Counts> {
  const { stack, sizes } = context;
  const tools = operatorTools(stack);
  const db = administratorDb(stack, 4);
  const door = openDoor(stack.portalUrl, '/portal');
  const desk = openDoor(stack.deskUrl, '/desk');
  try {
    const endpoints = await compareWithPortal(context, door);
    const { places, foreign } = await makePlaces(tools, db, sizeOf(sizes, 'states'));
    const callers = await makeCallers({ db, door, places, foreign });
    const world: World = { tools, db, door, places, foreign, callers };
    const crossed = (await askCrossed(context, world)) + (await askSignIn(context, door, staleOf(world)));
    const atDesk = await askDesk(context, world, desk);
    const team = await makeTeam(world);
    const counts = await changeAndRace(context, world, team);
    const expectEnd = await removeWatcher(context, team);
    const { refused, allowed } = await askMatrix(context, world, sizeOf(sizes, 'outside'));
    await expectEnd();
    const personKeys = await checkPersonKeys(context, db);
    const requests = door.client.asked() + desk.client.asked();
    const asked = { refused, allowed, crossed, atDesk };
    return {
      endpoints,
      companies: places.length + 1,
      callers: callers.length,
      ...asked,
      ...counts,
      personKeys,
      requests,
    };
  } finally {
    await door.client.close();
    await desk.client.close();
    await db.close();
    await tools.db.close();
  }
}

function staleOf({ callers }: World): Caller {
  const stale = callers.find(({ factor }) => factor === 'stale');
  if (stale === undefined) throw new Error('everybody has a fresh code');
  return stale;
}

async function changeAndRace(context: Context, world: World, team: Team): Promise<Counts> {
  const { sizes } = context;
  const oneIn = sizeOf(sizes, 'probes');
  await enterAtOnce(context, team, sizeOf(sizes, 'races'));
  const grants = await grantScopes(context, team, world.tools);
  const changes = await changeRoles(context, team, oneIn);
  const accepted = await acceptInvitations(context, team, oneIn);
  const raced = await raceChanges(context, team, sizeOf(sizes, 'races'));
  return { grants, changes, accepted, raced };
}

export const roles: Proof = {
  promise:
    'A member does in the portal what their role in that company allows, in that environment, and nothing else. ' +
    'Non-members do nothing there.',
  sizes: {
    full: { states: 5, races: 120, probes: 1, outside: 1 },
    small: { states: 3, races: 12, probes: 6, outside: 4 },
  },
  stack: { env: NO_RATE_LIMITS, workers: 0, portal: true, desk: true },
  run,
  bugs: rolesBugs,
};
