// One person tries to decide, with every credential that could pass for a second person's.

import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Context, inParallel } from '../harness/proof.ts';
import type { Cast, Refused } from './cast.ts';
import { withoutEffect } from './log.ts';
import { newCompany, proposeNew } from './wishes.ts';
import { type Credential, type Outcome, type Proposal, REASON, type World } from './world.ts';

/** Concurrent attempts. */
const AT_ONCE = 4;

type Expect = (what: string, found: Outcome, expected: Outcome) => void;

const expecting =
  ({ violation }: Context): Expect =>
  (what, found, expected) => {
    if (found !== expected) violation(`${what} is answered ${found} and not ${expected}`);
  };

/** Tries every action that needs two people in rounds, each with other credentials of the two. */
export async function decideAlone(
  context: Context,
  world: World,
  cast: Cast,
  { actions, rounds }: { actions: readonly string[]; rounds: number },
): Promise<void> {
  const expect = expecting(context);
  for (let round = 0; round < rounds; round++) {
    for (const [index, action] of actions.entries()) {
      const proposer = cast.mine[(round + index) % cast.mine.length] as Credential;
      const second = cast.seconds[(round + index) % cast.seconds.length] as Credential;
      const third = cast.thirds[round % cast.thirds.length] as Credential;
      const proposal = await proposeNew(world, proposer, cast.pair, action);
      await withoutEffect(context, world, async () => {
        await inParallel(cast.refused.length, AT_ONCE, async (number) => {
          const { who, by, expected } = cast.refused[number] as Refused;
          expect(`${action}: ${who}`, await world.approve(by, proposal), expected);
        });
      });
      if ((round + index) % 3 === 2) await takeBack(world, expect, { proposal, by: third, approver: second });
      else await approveOnce(world, expect, { proposal, proposer, second, third });
      context.progress(round * actions.length + index + 1, rounds * actions.length, 'proposals');
    }
  }
}

/** The second person may approve, and only once. */
async function approveOnce(
  world: World,
  expect: Expect,
  given: { proposal: Proposal; proposer: Credential; second: Credential; third: Credential },
): Promise<void> {
  const { proposal, proposer, second, third } = given;
  expect(`${proposal.action}: a second operator`, await world.approve(second, proposal), 'approved');
  expect(`${proposal.action}: a third one afterwards`, await world.approve(third, proposal), 'approved_already');
  expect(`${proposal.action}: withdrawing afterwards`, await world.withdraw(proposer, proposal), 'decided_already');
}

async function takeBack(
  world: World,
  expect: Expect,
  { proposal, by, approver }: { proposal: Proposal; by: Credential; approver: Credential },
): Promise<void> {
  expect(`${proposal.action}: withdrawing`, await world.withdraw(by, proposal), 'withdrawn');
  expect(
    `${proposal.action}: approving what was withdrawn`,
    await world.approve(approver, proposal),
    'withdrawn_already',
  );
}

type Action = { action: string; needs_code: boolean; needs_two: boolean };

/** The expected answer to an action, where it is refused for the credential. */
function refusalOf({ action, needs_code, needs_two }: Action, { by, expected }: Refused): Outcome | undefined {
  const isToken = by.text?.startsWith('token ');
  if (expected === 'nobody') return expected;
  if (action === 'operator.token' && isToken) return 'token_may_not'; // a token creates no token
  if (expected === 'code_needed') return needs_code && !needs_two ? expected : undefined; // proposing needs none
  if (expected === 'approver_too_new') return needs_two ? expected : undefined;
  return expected === 'token_may_not' && action !== 'company.suspend' ? expected : undefined;
}

/** No action is done, proposed or withdrawn by an operator without the right: one in `oneIn` of all cells. */
export async function actAsNobody(context: Context, world: World, cast: Cast, oneIn: number): Promise<void> {
  const expect = expecting(context);
  const { pair, mine, refused } = cast;
  const company = await newCompany(world, pair);
  const open = await proposeNew(world, mine[0] as Credential, pair, 'company.limits');
  const actions = await world.db.query<Action>(
    sql`select action, needs_code, needs_two from operator_actions order by action`,
  );
  const given = { company, id: newUuid(new Date()), reason: REASON, capability: 'live_services' };
  const cells = refused
    .flatMap((each) => actions.map((action) => ({ ...each, action: action.action, expected: refusalOf(action, each) })))
    .filter((cell, index) => cell.expected !== undefined && index % oneIn === 0);
  await withoutEffect(context, world, async () => {
    await inParallel(cells.length, AT_ONCE, async (index) => {
      const { who, by, action, expected = '' } = cells[index] as (typeof cells)[number];
      expect(`${action}: ${who}`, (await world.administer(by, action, given)).outcome, expected);
    });
    for (const { who, by, expected } of refused) {
      if (expected === 'same_operator' || expected === 'code_needed') continue; // these may propose and withdraw
      const decision = { id: newUuid(new Date()), subject_kind: 'invoice', subject_id: company, decision: 'fail' };
      expect(`proposing a decision: ${who}`, await world.proposeDecision(by, company, decision), expected);
      if (expected !== 'approver_too_new') expect(`withdrawing: ${who}`, await world.withdraw(by, open), expected);
    }
  });
  await world.withdraw(mine[1] as Credential, open);
}

/** Events that befall a proposal or its proposer before it is approved. */
export async function approveTooLate(context: Context, world: World, { pair, seconds }: Cast): Promise<void> {
  const expect = expecting(context);
  const [second] = seconds as [Credential];
  for (const action of ['product.set', 'review.decide']) {
    const expired = await proposeNew(world, pair.first, pair, action);
    await world.write(
      sql`update proposals set expires_at = now() - interval '1 second' where id = ${expired.proposal}`,
    );
    await withoutEffect(context, world, async () => {
      expect(`${action}: an expired proposal`, await world.approve(second, expired), 'proposal_expired');
    });
    const eve = await world.newOperator('eve');
    const [bySession, byToken] = [await world.newSession(eve), await world.newToken(eve)];
    const left = [await proposeNew(world, bySession, pair, action), await proposeNew(world, byToken, pair, action)];
    await world.administer(pair.first, 'operator.disable', { operator: eve.id, reason: REASON });
    await withoutEffect(context, world, async () => {
      for (const proposal of left) {
        expect(`${action}: a disabled proposer’s`, await world.approve(second, proposal), 'proposer_disabled');
        expect(`${action}: withdrawing by a disabled proposer`, await world.withdraw(bySession, proposal), 'nobody');
      }
    });
  }
}

/** After the wait, an operator may approve: the earlier refusals were only for the time. */
export async function approveAfterWaiting(context: Context, world: World, { pair }: Cast): Promise<void> {
  const expect = expecting(context);
  const proposal = await proposeNew(world, pair.first, pair, 'operator.add');
  expect('adding an operator', await world.approve(pair.second, proposal), 'approved');
  const [added] = await world.db.query<{ id: string }>(
    sql`select (p.given ->> 'id')::uuid as id from proposals p where p.id = ${proposal.proposal}`,
  );
  const by = await world.newToken({ id: added?.id ?? '', email: '' });
  const next = await proposeNew(world, pair.first, pair, 'company.limits');
  expect('a new operator', await world.approve(by, next), 'approver_too_new');
  await world.write(sql`update operators set able_from = now() - interval '1 second' where id = ${by.of}`);
  expect('an operator who has waited', await world.approve(by, next), 'approved');
}
