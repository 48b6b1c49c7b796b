// The attackers: two operators who may decide, and everybody who may not approve the first one's proposals.
import { randomBytes } from 'node:crypto';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { decide, type Pair } from './wishes.ts';
import { type Credential, type Operator, type Outcome, REASON, type World } from './world.ts';

/** A credential that must not approve, and the expected answer. */
export type Refused = { who: string; by: Credential; expected: Outcome };

export type Cast = {
  /** The first operator, by each of their credentials. */
  mine: readonly Credential[];
  /** The second operator, and a third. */
  seconds: readonly Credential[];
  thirds: readonly Credential[];
  pair: Pair;
  refused: readonly Refused[];
  ben: Operator;
};

const TOMORROW_MS = 86_400_000;

/** Older than a code may be. */
const OLD_CODE = '6 minutes';

/** Creates everybody who tries to decide alone, and the proposals that they try it on. */
export async function makeCast(world: World): Promise<Cast> {
  const [ada, ben, cyd] = [
    await world.newOperator('ada'),
    await world.newOperator('ben'),
    await world.newOperator('cyd'),
  ];
  const bothOf = async (operator: Operator) => [await world.newSession(operator), await world.newToken(operator)];
  const mine = [...(await bothOf(ada)), ...(await bothOf(ada))];
  const [seconds, thirds] = [await bothOf(ben), await bothOf(cyd)];
  const pair = { first: mine[0] as Credential, second: seconds[0] as Credential };
  const refused = [
    ...mine.map((by, index) => ({ who: `the proposer’s credential ${index}`, by, expected: 'same_operator' })),
    ...(await newcomers(world, pair)),
    ...(await disabled(world, pair)),
    ...(await reset(world, pair)),
    ...(await worthless(world, ben)),
    ...invented(ben, seconds),
  ];
  return { mine, seconds, thirds, pair, refused, ben };
}

const each = (who: string, all: readonly Credential[], expected: Outcome): Refused[] =>
  all.map((by) => ({ who, by, expected }));

/** Added less than the wait ago; not added at all; and one who begins tomorrow. */
async function newcomers(world: World, pair: Pair): Promise<Refused[]> {
  const added = { id: newUuid(new Date()), email: `new-${randomBytes(6).toString('hex')}@proofs.example` };
  await decide(world, pair, 'operator.add', { ...added, name: 'Newcomer' });
  await world.newUser(added);
  const stranger = { id: newUuid(new Date()), email: `stranger-${randomBytes(6).toString('hex')}@proofs.example` };
  await world.newUser(stranger);
  const later = await world.newOperator('later', new Date(Date.now() + TOMORROW_MS));
  return [
    ...each('a new operator', [await world.newSession(added), await world.newToken(added)], 'approver_too_new'),
    ...each('somebody who is no operator', [await world.newSession(stranger)], 'nobody'),
    ...each('one who begins tomorrow', [await world.newSession(later), await world.newToken(later)], 'nobody'),
  ];
}

/** Disabled, with credentials from before and since; and enabled again. */
async function disabled(world: World, pair: Pair): Promise<Refused[]> {
  const [gone, back] = [await world.newOperator('gone'), await world.newOperator('back')];
  const before = [
    await world.newSession(gone),
    await world.newToken(gone),
    await world.newSession(back),
    await world.newToken(back),
  ];
  for (const { id: operator } of [gone, back])
    await world.administer(pair.first, 'operator.disable', { operator, reason: REASON });
  await decide(world, pair, 'operator.enable', { operator: back.id });
  return [
    ...each('a credential from before its operator was disabled', before, 'nobody'),
    ...each('a disabled operator', [await world.newSession(gone), await world.newToken(gone)], 'nobody'),
    ...each(
      'an operator enabled again',
      [await world.newSession(back), await world.newToken(back)],
      'approver_too_new',
    ),
  ];
}

/** Without their former second factor, and with a new one. */
async function reset(world: World, pair: Pair): Promise<Refused[]> {
  const [lost, again] = [await world.newOperator('lost'), await world.newOperator('again')];
  const before = [await world.newSession(lost), await world.newToken(lost)];
  for (const { id: operator } of [lost, again]) await decide(world, pair, 'operator.reset', { operator });
  await world.write(sql`update desk.users set two_factor_enabled = true where id = ${again.id}`);
  return [
    ...each('a credential from before a second factor was reset', before, 'nobody'),
    ...each('an operator without a second factor', [await world.newSession(lost)], 'nobody'),
    ...each(
      'an operator with a new second factor',
      [await world.newSession(again), await world.newToken(again)],
      'approver_too_new',
    ),
  ];
}

/** Invalid credentials of an operator who may approve. */
async function worthless(world: World, ben: Operator): Promise<Refused[]> {
  const plain = await world.newOperator('plain');
  await world.write(sql`update desk.users set two_factor_enabled = false where id = ${plain.id}`);
  const narrow = [
    await world.newToken(ben, { actions: ['company.suspend'] }),
    await world.newToken(ben, { actions: [] }),
  ];
  const stale = [
    await world.newSession(ben, { code: null }),
    await world.newSession(ben, { code: OLD_CODE }),
    await world.newToken(ben, { code: null }),
    await world.newToken(ben, { code: OLD_CODE }),
  ];
  return [
    ...each('an expired session', [await world.newSession(ben, { expires: '-1 second' })], 'nobody'),
    ...each('an expired token', [await world.newToken(ben, { expires: '-1 second' })], 'nobody'),
    ...each('a revoked token', [await world.newToken(ben, { revoked: true })], 'nobody'),
    ...each('a session without a second factor', [await world.newSession(plain)], 'nobody'),
    ...each('a token for other actions', narrow, 'token_may_not'),
    ...each('a credential without a fresh code', stale, 'code_needed'),
  ];
}

/** Texts that an attacker could try who knows the operators. */
function invented(ben: Operator, seconds: readonly Credential[]): Refused[] {
  const [session = '', token = ''] = seconds.map(({ text }) => text ?? '');
  const texts = [
    null,
    '',
    'session ',
    'token ',
    ben.id,
    ben.email,
    `operator ${ben.id}`,
    `session ${ben.id}`,
    `token ${ben.id}`,
    `session %`,
    `token cwop_`,
    session.replace('session ', 'token '),
    token.replace('token ', 'session '),
    session.toUpperCase(),
    `${token} `,
    ` ${session}`,
    `session ' or true --`,
  ];
  return texts.map((text) => ({
    who: `the text ${text?.slice(0, 12)}`,
    by: { text, of: 'nobody' },
    expected: 'nobody',
  }));
}
