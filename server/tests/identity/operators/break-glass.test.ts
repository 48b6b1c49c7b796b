// Breaking glass: an operator added with the owner's credentials. All operators are notified; it takes effect in a day.
import { bySession, byToken } from '@cardwright/server/identity/operators/act.ts';
import {
  addOperator,
  disableOperator,
  findActiveOperator,
  hashOfToken,
} from '@cardwright/server/identity/operators/operators.ts';
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { judge } from '@cardwright/server/oversight/status/judge.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browserAt, deskOf, signIn, signInByEmail } from '../../surfaces/desk/operator.ts';
import { startWorld, type World } from '../../world.ts';
import { runAsOwner } from './owner-process.ts';

const REASON = 'Joe and Ann have left';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0, desk: true });
});
afterAll(() => world?.stop());

const broken = (email: string, options: Record<string, string> = {}) => {
  const given = { name: 'Eve Doe', email, reason: REASON, ...options };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  return runAsOwner('break-glass', world.stack.urlOf('cardwright_owner'), { args });
};

const idOf = async (email: string): Promise<string> =>
  (await world.admin.query<{ id: string }>('select id from operators where email = $1', [email])).rows[0]?.id ?? '';

/** Simulates the passing of a day. */
const wait = (email: string) =>
  world.admin.query(`update operators set active_from = now(), able_from = now() where email = $1`, [email]);

describe('the command', () => {
  test('prints when it takes effect, who was notified, and how to stop it', async () => {
    const ran = await broken('Eve@example.com');
    expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
    const [, from = ''] = /becomes an operator at (\S+), and cannot sign in before/.exec(ran.stdout) ?? [];
    const hours = (Date.parse(from) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    expect(ran.stdout).toContain('2 operators get an email');
    expect(ran.stdout).toContain('another operator disables Eve Doe at the desk');
    const { rows } = await world.admin.query(
      `select details ->> 'reason' as reason from audit_log where action = 'operator.break_glass'`,
    );
    expect(rows).toEqual([{ reason: REASON }]);
    const mails = await world.admin.query(
      `select o.email, m.kind from operator_mails m join operators o on o.id = m.operator_id
        where m.kind = 'broken_glass' order by 1`,
    );
    expect(mails.rows).toEqual([
      { email: 'operator@example.com', kind: 'broken_glass' },
      { email: 'second-operator@example.com', kind: 'broken_glass' },
    ]);
  });

  test('refuses an address that an operator has, and changes nothing', async () => {
    const ran = await broken('eve@EXAMPLE.com');
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain('exists already');
    expect((await world.admin.query(`select from operators where email ilike 'eve@%'`)).rowCount).toBe(1);
  });

  test.each([
    ['no reason', { reason: ' ' }, '--reason must have'],
    ['a reason that is too long', { reason: 'x'.repeat(201) }, '--reason must have'],
    ['a card number', { reason: 'for 4111 1111 1111 1111' }, 'looks like a card number'],
    ['no address', { email: 'eve' }, '--email must be an address'],
    ['no name', { name: '' }, '--name must have'],
  ])('needs to be typed right: %s', async (_what, options, why) => {
    const ran = await broken('mallory@example.com', options);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(why);
    expect(await idOf('mallory@example.com')).toBe('');
  });
});

test('status and metrics show it', async () => {
  const facts = await readFacts(world.tools.db);
  expect(facts.brokenGlass).toBe(1n);
  expect(judge(facts)).toContainEqual(
    expect.objectContaining({
      problem: '1 operator was added by break-glass in the last 7 days',
      next: expect.stringContaining('docs/runbooks/operators.md#break-glass'),
    }),
  );
});

describe('before its time', () => {
  const email = 'early@example.com';
  const token = 'cwop_of-early';
  let id: string;
  beforeEach(async () => {
    if ((id = await idOf(email)) !== '') return;
    expect((await broken(email)).code).toBe(0);
    id = await idOf(email);
    await world.admin.query(
      `insert into desk.tokens (id, operator_id, name, hash, created_at, expires_at, stepped_up_at)
       values (new_id(), $1, 'stolen', $2, now(), 'infinity', 'infinity')`,
      [id, hashOfToken(token)],
    );
  });

  test('the operator can do nothing, by token or session, and is not listed', async () => {
    expect(await findActiveOperator(world.tools.db, id)).toBeUndefined();
    for (const actor of [byToken(token), bySession('of-nobody')]) {
      const adding = addOperator(
        { ...world.tools, actor },
        { name: 'Mallory', email: 'mallory@example.com', reason: 'none' },
      );
      await expect(adding).rejects.toMatchObject({ code: 'signed_out' });
    }
  });

  test('the desk sends them no link; a day later it does, and they sign in', async () => {
    const browser = browserAt(world);
    const ask = () => browser.post('/desk/auth/request-password-reset', { email });
    expect(await ask()).toMatchObject({ status: 200, body: { status: true } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(deskOf(world).mails.list(email)).toEqual([]);
    await wait(email);
    expect(await ask()).toMatchObject({ status: 200, body: { status: true } });
    await signInByEmail(world, browser, email);
    expect((await browser.get('/desk/auth/get-session')).body).not.toBeNull();
  });

  test('their password and session do not work either', async () => {
    await world.admin.query(`update operators set active_from = now() + interval '1 hour' where email = $1`, [email]);
    const browser = browserAt(world);
    await signIn(browser, email).catch(() => undefined);
    expect((await browser.get('/desk/v1/operators')).status).toBe(401);
    expect((await browser.post('/desk/auth/two-factor/enable', { password: 'any' })).status).toBe(401);
  });
});

test('a single remaining operator can stop it, although two must remain otherwise', async () => {
  const email = 'rogue@example.com';
  expect((await broken(email)).code).toBe(0);
  await world.admin.query(`update operators set disabled_at = now() where email <> all ($1)`, [
    ['operator@example.com', email],
  ]);
  const operatorId = await idOf(email);
  expect(await disableOperator(world.tools, { operatorId, reason: 'nobody agreed to it' })).toBe('done');
  await wait(email);
  expect(await findActiveOperator(world.tools.db, operatorId)).toBeUndefined();
  const own = await idOf('operator@example.com');
  expect(await disableOperator(world.tools, { operatorId: own, reason: 'the last one' })).toEqual({
    refused: 'last_operator',
  });
});
