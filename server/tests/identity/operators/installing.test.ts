// The first operators: installation creates at least two, once.
import { randomBytes } from 'node:crypto';
import { readFirstOperators } from '@cardwright/server/identity/operators/owner.ts';
import { asAdministrator, createDatabase, withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { roleUrl } from '@cardwright/stack/secrets.ts';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { runAsOwner } from './owner-process.ts';

const database = `test_${randomBytes(6).toString('hex')}`;
const adminUrl = inject('adminUrl');
const ownerUrl = roleUrl(adminUrl, database, 'cardwright_owner');
beforeAll(() => createDatabase(adminUrl, database));

const query = async <Row extends object>(text: string): Promise<Row[]> =>
  asAdministrator(withDatabase(adminUrl, database), async (client) => (await client.query<Row>(text)).rows);

const migrate = (settings: Record<string, string> = {}) => runAsOwner('migrate', ownerUrl, { settings });

const JANE_AND_JOE = 'Jane Doe <Jane@Example.com>, Joe Doe <joe@example.com>';

describe('a setting that cannot be used is refused', () => {
  const read = (people: string, hours = '') =>
    readFirstOperators({
      CARDWRIGHT_OWNER_DATABASE_URL: ownerUrl,
      CARDWRIGHT_FIRST_OPERATORS: people,
      CARDWRIGHT_OPERATOR_WAIT_HOURS: hours,
    });

  test.each([
    ['one person', 'Jane Doe <jane@example.com>', 'at least two people'],
    ['one address twice', 'Jane Doe <jane@example.com>, J. Doe <JANE@example.com>', 'at least two people'],
    ['one of three twice', `${JANE_AND_JOE}, J. Doe <JANE@example.com>`, 'at least two people'],
    ['no address', 'Jane Doe, Joe Doe <joe@example.com>', '"Jane Doe" does not'],
    ['no name', '<jane@example.com>, Joe Doe <joe@example.com>', '"<jane@example.com>" does not'],
    ['an end without a person', `${JANE_AND_JOE},`, '"" does not'],
    ['a name of two lines', 'Jane\nDoe <jane@example.com>, Joe Doe <joe@example.com>', 'does not'],
  ])('%s', (_what, people, why) => {
    expect(() => read(people)).toThrow(why);
  });

  test.each(['1.5', '-1', '721', 'a day'])('a wait of %s hours', (hours) => {
    expect(() => read(JANE_AND_JOE, hours)).toThrow(
      'CARDWRIGHT_OPERATOR_WAIT_HOURS must be a whole number from 0 to 720',
    );
  });

  test('before anything changes', async () => {
    const ran = await migrate({ CARDWRIGHT_FIRST_OPERATORS: 'Jane Doe <jane@example.com>' });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain('at least two people');
    expect(await query(`select from pg_tables where schemaname = 'public'`)).toEqual([]);
  });
});

test('without the setting there are no operators, and it says so', async () => {
  const ran = await runAsOwner('migrate', ownerUrl, { args: ['--rehearse'] });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(ran.stdout).toMatch(/^ {2}0001_foundation\.sql: [\d,]+ ms$/m);
  expect(ran.stdout).toContain('There are no operators: set CARDWRIGHT_FIRST_OPERATORS');
  expect(await query('select from operators')).toEqual([]);
});

test('a database that processes use is not rehearsed on, whatever login they have', async () => {
  const api = new URL(withDatabase(adminUrl, database)); // a login of another name, as after a change of passwords
  api.searchParams.set('application_name', 'cardwright-api');
  const ran = await asAdministrator(api.href, () => runAsOwner('migrate', ownerUrl, { args: ['--rehearse'] }));
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('1 connections of our processes are open');
});

test('two are created once, and each is in the audit log', async () => {
  const ran = await migrate({ CARDWRIGHT_FIRST_OPERATORS: JANE_AND_JOE, CARDWRIGHT_OPERATOR_WAIT_HOURS: '36' });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(ran.stdout).toContain('2 operators were added.');
  const operators = await query('select name, email, able_from <= now() as able from operators order by email');
  expect(operators).toEqual([
    { name: 'Jane Doe', email: 'jane@example.com', able: true },
    { name: 'Joe Doe', email: 'joe@example.com', able: true },
  ]);
  expect(
    await query(`select details ->> 'email' as email from audit_log where action = 'operator.install' order by 1`),
  ).toEqual([{ email: 'jane@example.com' }, { email: 'joe@example.com' }]);
  expect(await query('select extract(epoch from wait)::integer as wait from operator_rules')).toEqual([
    { wait: 36 * 3_600 },
  ]);
});

test('with existing operators it changes nothing, and says so', async () => {
  const ran = await migrate({ CARDWRIGHT_FIRST_OPERATORS: 'Eve <eve@example.com>, Mallory <mallory@example.com>' });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(ran.stdout).toContain('There are 2 operators already, so CARDWRIGHT_FIRST_OPERATORS was left alone.');
  expect(await query('select email from operators order by 1')).toEqual([
    { email: 'jane@example.com' },
    { email: 'joe@example.com' },
  ]);
  expect(await query('select extract(epoch from wait)::integer as wait from operator_rules')).toEqual([
    { wait: 24 * 3_600 },
  ]);
});

test('no other role can create the first ones, or change the waiting time', async () => {
  for (const role of ['cardwright_admin', 'cardwright_desk', 'cardwright_worker', 'cardwright_api'] as const) {
    await asAdministrator(roleUrl(adminUrl, database, role), async (client) => {
      for (const statement of [
        `select public.install_operators('[]')`,
        `select public.break_glass('Eve', 'eve@example.com', 'none')`,
        `update public.operator_rules set wait = '0'`,
      ])
        await expect(client.query(statement), `${role}: ${statement}`).rejects.toMatchObject({ code: '42501' });
    });
  }
});
