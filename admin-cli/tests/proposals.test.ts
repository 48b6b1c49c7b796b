// Proposals through the real command line. Without an operator's token, the command line's database role can only read.
import { fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { newSecret } from '@cardwright/server/foundation/secrets.ts';
import { hashOfToken } from '@cardwright/server/identity/operators/operators.ts';
import { operatorToken } from '@cardwright/stack/operators.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf } from '../../server/tests/operator-of.ts';
import { startWorld, type World } from '../../server/tests/world.ts';
import { type CommandLine, commandLine } from './process.ts';

let world: World;
let role: pg.Pool;
let first: CommandLine;
let second: CommandLine;
beforeAll(async () => {
  world = await startWorld({ api: 0, desk: true });
  role = new pg.Pool({ connectionString: world.stack.urlOf('cardwright_admin'), max: 1 });
  const { peppers } = world.stack.secrets;
  first = commandLine(world.stack, operatorToken(peppers, 0));
  second = commandLine(world.stack, operatorToken(peppers, 1));
});
afterAll(async () => {
  await role?.end();
  await world?.stop();
});

type Proposed = { proposal: { id: string; action: string; expiresAt: string } };
type Shown = { id: string; action: string; subject: string; state: string; effect: string[]; reason: string };

const countEntries = async () =>
  (await world.admin.query('select count(*)::int as entries from audit_log')).rows[0].entries;

const limits = (company: string, reads: number) =>
  `company limits ${company} --reads ${reads} --reason import`.split(' ');

describe('the database role of the command line', () => {
  const nobody = '00000000-0000-0000-0000-000000000001';

  test.each([
    `insert into audit_log (at, operator_id, action, subject, details) select now(), o.id, 'company.approved', 'x', '{}' from operators o`,
    `update audit_log set subject = subject`,
    `delete from audit_log`,
    `update companies set verification = 'approved'`,
    `insert into companies (id, name, kind, created_at) values ('${nobody}', 'x', 'corporate', now())`,
    `update operators set disabled_at = null`,
    `insert into operators (id, name, email, created_at, active_from, able_from) values ('${nobody}', 'x', 'x@example.com', now(), now(), now())`,
    `update api_keys set revoked_at = null`,
    `update products set name = name`,
    `delete from product_prices`,
    `delete from send_pauses`,
    `update proposals set approved_at = now()`,
    `update operator_actions set needs_two = false`,
    `update operator_rules set wait = '0'`,
    `select * from desk.tokens`,
    `select * from desk.sessions`,
    `select actions.company_suspend('${nobody}', '{}')`,
    `select carry_out('${nobody}', 'company.suspend', '{}')`,
    `select log_action('${nobody}', 'company.suspend', '{}')`,
    `select propose('token x', 'company.limits', '{}', 'x')`,
    `select install_operators('[]')`,
    `select break_glass('x', 'x@example.com', 'x')`,
  ])('may not: %s', async (statement) => {
    await expect(role.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('cannot act for an operator without a credential', async () => {
    const { scope } = await world.company();
    const before = await countEntries();
    const text = 'select o.id, t.hash from desk.tokens t join operators o on o.id = t.operator_id limit 1';
    const [known] = (await world.admin.query<{ id: string; hash: Buffer }>(text)).rows;
    const hash = known?.hash.toString('hex');
    const given = { company: scope.companyId, reason: 'x' };
    const calls: [text: string, ...values: unknown[]][] = [
      [`select administer($1, 'company.suspend', $2, 'x')`, given],
      [`select administer($1, 'company.limits', $2, 'x')`, given],
      [`select administer($1, 'operator.add', $2, 'x')`, given],
      [`select propose_decision($1, $2, 'sandbox', '{}')`, scope.companyId],
      [`select approve_proposal($1, $2, '')`, nobody],
      [`select withdraw_proposal($1, $2)`, nobody],
    ];
    for (const credential of [null, '', 'token ', 'session ', known?.id, `token ${known?.id}`, `token ${hash}`]) {
      for (const [call, ...values] of calls)
        await expect(role.query(call, [credential, ...values]), call).rejects.toMatchObject({ code: 'CW020' });
      expect((await role.query('select * from operator_of($1)', [credential])).rows).toEqual([]);
    }
    expect(await countEntries()).toBe(before);
  });
});

describe('a token', () => {
  /** Another token of the first operator, as the desk creates it. */
  async function tokenFor(actions: string[] | null): Promise<CommandLine> {
    const token = `cwop_${newSecret()}`;
    await world.admin.query(
      `insert into desk.tokens (id, operator_id, name, hash, actions, created_at, expires_at)
       select gen_random_uuid(), t.operator_id, 'of a test', $2, $3, now(), now() + interval '1 hour' from desk.tokens t where t.hash = $1`,
      [hashOfToken(operatorToken(world.stack.secrets.peppers, 0)), hashOfToken(token), actions],
    );
    return commandLine(world.stack, token);
  }

  test('with limited permissions reads and uses them, and does nothing else', async () => {
    const { id } = await world.company();
    const narrow = await tokenFor(['pause.add', 'company.limits']);
    await narrow.json(['company', 'show', id]);
    await narrow.json(['pause', 'add', '--environment', 'live', '--reason', 'they answer wrongly']);
    const { proposal } = await narrow.json<Proposed>(limits(id, 7));
    for (const args of [
      ['company', 'suspend', id, '--reason', 'x'],
      ['company', 'create', '--name', 'X', '--kind', 'corporate'],
      ['company', 'activate', id, 'direct_invoices', '--reason', 'x'],
      ['webhook', 'create', id, '--environment', 'sandbox', '--url', 'http://127.0.0.1:9/x'],
    ]) {
      const ran = await narrow.run(args);
      expect(ran, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
      expect(ran.stderr).toContain('This token lacks the permission.');
    }
    await second.json(['proposal', 'withdraw', proposal.id]);
  });

  test('without a current code proposes, but neither approves nor does what needs a code', async () => {
    const { id } = await world.company();
    const plain = await tokenFor(null);
    const { proposal } = await plain.json<Proposed>(limits(id, 8));
    const other = (await second.json<Proposed>(['company', 'activate', id, 'live_services', '--reason', 'x'])).proposal;
    for (const args of [
      ['company', 'suspend', id, '--reason', 'x'],
      ['proposal', 'approve', other.id],
    ]) {
      const ran = await plain.run(args);
      expect(ran, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
      expect(ran.stderr).toContain('This needs a current code:');
    }
    const own = await first.run(['proposal', 'approve', proposal.id]); // another token of the same operator
    expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining('another operator has to approve') });
  });
});

describe('a proposal', () => {
  test('names the next step, is listed and shown with its effect, and takes effect on approval', async () => {
    const { id: company, scope } = await world.company();
    const told = await first.run(limits(company, 9));
    const [id = ''] = /proposal_\w+/.exec(told.stdout) ?? [];
    expect(told.stdout.trim()).toBe(
      `Proposed as ${id}. Another operator must approve it: cardwright-admin proposal approve ${id}, or at the desk under Proposals.`,
    );
    const { data } = await second.json<{ data: Shown[] }>(['proposal', 'list']);
    expect(data[0]).toMatchObject({ id, action: 'company.limits', subject: company, reason: 'import', state: 'open' });
    expect((await second.run(['proposal', 'list'])).stdout).toContain(id);
    const shown = await second.json<Shown>(['proposal', 'show', id]);
    expect(shown).toMatchObject({
      company,
      details: { reads: 9, writes: null, statements: null },
      proposer: { name: 'Demo Operator' },
      approver: null,
      withdrawer: null,
    });
    expect(shown.effect.join()).toContain('9 reads');
    const text = (await second.run(['proposal', 'show', id])).stdout;
    for (const words of ['company.limits', 'by Demo Operator', '9 reads', `proposal approve ${id}`, `withdraw ${id}`])
      expect(text).toContain(words);
    const readsOf = async () =>
      (await world.admin.query('select reads_per_second as reads from companies where id = $1', [scope.companyId]))
        .rows[0].reads;
    expect(await readsOf()).toBeNull();

    const approved = await second.run(['proposal', 'approve', id]);
    expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining('Approved:') });
    expect(await readsOf()).toBe(9);
    expect(await second.json(['proposal', 'show', id])).toMatchObject({
      state: 'approved',
      approver: { name: 'Second Operator' },
    });
    for (const verb of ['approve', 'withdraw'])
      expect(await second.run(['proposal', verb, id])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('already'),
      });
    const open = await second.json<{ data: Shown[] }>(['proposal', 'list']);
    expect(open.data.map((each) => each.id)).not.toContain(id);
    const all = await second.json<{ data: Shown[] }>(['proposal', 'list', '--all', '--limit', '500']);
    expect(all.data.map((each) => each.id)).toContain(id);
  });

  test('erases a cardholder once every card is closed', async () => {
    const company = await world.company();
    const holder = await company.insertHolder({ name: 'Zyxwvut Quill' });
    const cardId = await company.insertCard({ holderId: holder });
    const erase = ['holder', 'erase', company.id, holder, '--environment', 'sandbox', '--reason', 'request 4711'];
    const refused = { code: 1, stderr: expect.stringContaining('The company closes every card first') };
    expect(await first.run(erase)).toMatchObject(refused);
    await world.admin.query(`update cards set status = 'closed' where id = $1`, [fromId('card', cardId)]);
    const named = await first.run([...erase.slice(0, -1), 'forget zyxwvut quill']);
    expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining('names the cardholder') });
    const { proposal } = await first.json<Proposed>(erase);
    expect((await second.run(['proposal', 'show', proposal.id])).stdout).toContain('1 card and 0 operations');
    await second.json(['proposal', 'approve', proposal.id]);
    const { rows } = await world.admin.query('select name, email, status from holders where erased_at is not null');
    expect(rows).toEqual([{ name: '', email: '', status: 'blocked' }]);
    expect(await first.run(erase)).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed') });
  });

  test('cannot be approved if it is withdrawn, has expired, or its proposer can no longer act', async () => {
    const { id: company } = await world.company();
    const ann = await operatorOf(world, 'Ann');
    const approves = (id: string) => second.run(['proposal', 'approve', id]);
    const { proposal: one } = await first.json<Proposed>(limits(company, 1));
    const withdrawn = await second.run(['proposal', 'withdraw', one.id]);
    expect(withdrawn).toMatchObject({ code: 0, stdout: expect.stringContaining('This will not happen') });
    expect(await approves(one.id)).toMatchObject({ code: 1, stderr: expect.stringContaining('was withdrawn') });
    const { proposal: two } = await first.json<Proposed>(limits(company, 2));
    await world.admin.query(`update proposals set expires_at = now() - interval '1 minute' where id = $1`, [
      fromId('proposal', two.id),
    ]);
    expect(await approves(two.id)).toMatchObject({ code: 1, stderr: expect.stringContaining('within seven days') });
    expect(await second.json(['proposal', 'show', two.id])).toMatchObject({ state: 'expired' });
    const { proposal: three } = await ann.json<Proposed>(limits(company, 3)); // the expired one does not block it
    expect(await second.json(['proposal', 'show', two.id])).toMatchObject({ state: 'expired', withdrawer: null });
    await second.json(['operator', 'disable', toId('operator', ann.id), '--reason', 'left']);
    expect(await approves(three.id)).toMatchObject({ code: 1, stderr: expect.stringContaining('can no longer act') });
    await second.json(['proposal', 'withdraw', three.id]);
    const missing = toId('proposal', newUuid(new Date()));
    for (const verb of ['show', 'approve', 'withdraw'])
      expect(await second.run(['proposal', verb, missing])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('proposal list --all'),
      });
  });

  test('cannot be approved by an operator within the waiting time after they were added', async () => {
    const { id: company } = await world.company();
    const newcomer = await operatorOf(world, 'Newcomer');
    await world.admin.query(`update operators set able_from = now() + interval '1 day' where id = $1`, [newcomer.id]);
    const { proposal } = await first.json<Proposed>(limits(company, 4));
    const ran = await newcomer.run(['proposal', 'approve', proposal.id]);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('enabled or reset recently') });
    await newcomer.json(['proposal', 'withdraw', proposal.id]);
  });
});
