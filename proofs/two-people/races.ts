// Approvals that race with the loss of the right to approve. Of two things that exclude each other, only one happens.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import type { Cast } from './cast.ts';
import { newCompany } from './wishes.ts';
import { type Credential, type Outcome, type Proposal, REASON, type World } from './world.ts';

/** Long enough for a call to reach the lock at which it is held. */
const HELD_MS = 150;

/** The calls of a race begin within this time. */
const WITHIN_MS = 6;

/** A race: a proposal, the concurrent calls, and the permitted pairs of outcomes. */
type Race = {
  what: string;
  calls: readonly (() => Promise<Outcome>)[];
  /** The lock that holds the first call, for rounds in which the second one overtakes it. */
  hold: Sql;
  right: readonly (readonly Outcome[])[];
};

type Maker = (world: World, cast: Cast, company: string) => Promise<Race>;

const propose = async (world: World, by: Credential, company: string): Promise<Proposal> => {
  const action = 'company.limits';
  const { outcome, proposal } = await world.administer(by, action, { company, reads: 1, writes: 1, statements: 1 });
  if (outcome !== 'proposed') throw new Error(`nothing was proposed for a race: ${outcome}`);
  return { action, proposal };
};

const disable = async (world: World, by: Credential, operator: string): Promise<Outcome> =>
  (await world.administer(by, 'operator.disable', { operator, reason: REASON })).outcome;

/** Where an approval is after it has read everything: it writes the company last. */
const atCompany = (company: string) => sql`select from companies where id = ${company} for update`;

/** Where disabling is after it has written the operator. */
const atUser = (operator: string) => sql`select from desk.users where id = ${operator} for update`;

const ofApprover =
  (first: 'approval' | 'disabling'): Maker =>
  async (world, { mine, pair }, company) => {
    const somebody = await world.newOperator('raced');
    const by = await world.newToken(somebody);
    const proposal = await propose(world, mine[0] as Credential, company);
    const approval = () => world.approve(by, proposal);
    const disabling = () => disable(world, pair.second, somebody.id);
    const isFirst = first === 'approval';
    return {
      what: `an approval and disabling its approver, the ${first} first`,
      calls: isFirst ? [approval, disabling] : [disabling, approval],
      hold: isFirst ? atCompany(company) : atUser(somebody.id),
      right: isFirst
        ? [
            ['approved', 'done'],
            ['nobody', 'done'],
          ]
        : [
            ['done', 'approved'],
            ['done', 'nobody'],
          ],
    };
  };

const ofProposer =
  (first: 'approval' | 'disabling'): Maker =>
  async (world, { seconds, pair }, company) => {
    const somebody = await world.newOperator('raced');
    const proposal = await propose(world, await world.newToken(somebody), company);
    const approval = () => world.approve(seconds[1] as Credential, proposal);
    const disabling = () => disable(world, pair.first, somebody.id);
    const isFirst = first === 'approval';
    return {
      what: `an approval and disabling the proposer, the ${first} first`,
      calls: isFirst ? [approval, disabling] : [disabling, approval],
      hold: isFirst ? atCompany(company) : atUser(somebody.id),
      right: isFirst
        ? [
            ['approved', 'done'],
            ['proposer_disabled', 'done'],
          ]
        : [
            ['done', 'approved'],
            ['done', 'proposer_disabled'],
          ],
    };
  };

const ofApprovals: Maker = async (world, { mine, seconds, thirds }, company) => {
  const proposal = await propose(world, mine[1] as Credential, company);
  return {
    what: 'two approvals of one proposal',
    calls: [seconds[0], thirds[0]].map((by) => () => world.approve(by as Credential, proposal)),
    hold: atCompany(company),
    right: [
      ['approved', 'approved_already'],
      ['approved_already', 'approved'],
    ],
  };
};

const ofWithdrawal: Maker = async (world, { mine, seconds }, company) => {
  const proposal = await propose(world, mine[1] as Credential, company);
  return {
    what: 'an approval and a withdrawal',
    calls: [
      () => world.approve(seconds[0] as Credential, proposal),
      () => world.withdraw(mine[2] as Credential, proposal),
    ],
    hold: atCompany(company),
    right: [
      ['approved', 'decided_already'],
      ['withdrawn_already', 'withdrawn'],
    ],
  };
};

const makers: readonly Maker[] = [
  ofApprover('approval'),
  ofApprover('disabling'),
  ofProposer('approval'),
  ofProposer('disabling'),
  ofApprovals,
  ofWithdrawal,
];

/** Runs each race in rounds: some with the first call held back, the others with both at the same moment. */
export async function raceDecisions(context: Context, world: World, cast: Cast, rounds: number): Promise<number> {
  const company = await newCompany(world, cast.pair);
  const both = context.random.fork('races');
  let races = 0;
  for (let round = 0; round < rounds; round++) {
    for (const make of makers) {
      const race = await make(world, cast, company);
      const outcomes = await (round < 2 ? runHeld(world, race) : runFree(race, both));
      if (!race.right.some((right) => right.every((outcome, index) => outcome === outcomes[index])))
        context.violation(`${race.what}: ${outcomes.join(' and ')}`);
      context.progress(++races, rounds * makers.length, 'races');
      await withdrawOpen(world, cast, company);
    }
  }
  return races;
}

/** Holds the first call at a lock until the second one is in progress or over. */
async function runHeld({ db }: World, { calls, hold }: Race): Promise<Outcome[]> {
  let outcomes: Promise<Outcome>[] = [];
  await db.writeUnscoped(async (tx) => {
    await tx.query(hold);
    for (const call of calls) {
      outcomes = [...outcomes, call()];
      await sleep(HELD_MS);
    }
  });
  return Promise.all(outcomes);
}

const runFree = ({ calls }: Race, random: Random): Promise<Outcome[]> =>
  Promise.all(
    calls.map(async (call) => {
      await sleep(random.integer(0, WITHIN_MS));
      return call();
    }),
  );

/** One proposal about a company at a time: a proposal that a race left open is withdrawn. */
async function withdrawOpen(world: World, { mine }: Cast, company: string): Promise<void> {
  const rows = await world.db.query<Proposal>(sql`
    select id as proposal, action from proposals
     where company_id = ${company} and approved_at is null and withdrawn_at is null`);
  for (const proposal of rows) await world.withdraw(mine[3] as Credential, proposal);
}
