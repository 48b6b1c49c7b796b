// Each database role alone, with its password: none of them writes operators' data, or acts as an operator.
import { randomBytes } from 'node:crypto';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { sql, toQuery } from '@cardwright/server/platform/db/sql.ts';
import pg from 'pg';
import { compareFunctionGrants } from '../credentials/role-functions.ts';
import type { Context } from '../harness/proof.ts';
import type { Cast } from './cast.ts';
import { callFunctions, type Names, type Role, roles } from './functions.ts';
import { withoutEffect, written } from './log.ts';
import { newCompany, proposeNew } from './wishes.ts';
import { newSession, type Proposal, type World } from './world.ts';

/** Columns of these tables that a role writes directly, and that decide nothing. */
const allowed: Partial<Record<Role, readonly string[]>> = {
  cardwright_desk: ['update desk.tokens (stepped_up_at)'],
};

/** The SQLSTATE for missing privileges. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Tries everything as each role. Returns the number of statements and calls. */
export async function attackAsRoles(
  context: Context,
  world: World,
  cast: Cast,
): Promise<{ statements: number; functionCalls: number }> {
  const { pair, mine, ben, refused } = cast;
  const open = await proposeNew(world, pair.first, pair, 'key.create_live');
  const names: Names = {
    ada: pair.first.of,
    ben: ben.id,
    proposal: open.proposal,
    company: await newCompany(world, pair),
    texts: [...new Set(refused.filter(({ expected }) => expected === 'nobody').map(({ by }) => by.text ?? ''))],
  };
  let [statements, functionCalls] = [0, 0];
  await compareFunctionGrants(context, world.db);
  await withoutEffect(context, world, async () => {
    for (const role of roles) {
      statements += await withRole(context, role, async (client) => {
        const tried = (await writeColumns(context, world, role, client)) + (await forge(context, role, client, names));
        return tried + (await decideBySession(context, world, { role, client, names, open }));
      });
      functionCalls += await callFunctions(context, world, role, names);
      context.progress(roles.indexOf(role) + 1, roles.length, 'database roles');
    }
  });
  const last = mine[3];
  if (last !== undefined) await world.withdraw(last, open);
  return { statements, functionCalls };
}

async function withRole<Result>(
  { stack }: Context,
  role: Role,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: stack.urlOf(role),
    statement_timeout: 15_000,
    options: '-c default_transaction_read_only=off', // a session can override it, so the grants must be enough
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The result of a statement: 'done', or the SQLSTATE raised. */
const stateOf = (client: pg.Client, text: string, values: unknown[] = []): Promise<string> =>
  client.query(text, values).then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

/** Writes zero rows to every column of every table: privileges are checked before there is a row. */
async function writeColumns({ violation }: Context, { db }: World, role: Role, client: pg.Client): Promise<number> {
  const columns = await db.query<{ table: string; column: string; type: string }>(sql`
    select n.nspname || '.' || c.relname as table, quote_ident(a.attname) as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any (${[...written]}) and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''`);
  const statements = new Map(
    columns.flatMap(({ table, column, type }): [string, string][] => [
      [
        `insert ${table} (${column})`,
        `insert into ${table} (${column}) overriding system value select null::${type} where false`,
      ],
      [`update ${table} (${column})`, `update ${table} set ${column} = default where false`],
    ]),
  );
  for (const table of written) statements.set(`delete ${table}`, `delete from ${table} where false`);
  for (const [name, text] of statements) {
    const state = await stateOf(client, text);
    const isAllowed = allowed[role]?.includes(name) ?? false;
    if ((state === INSUFFICIENT_PRIVILEGE) === isAllowed) violation(`${role}: ${name} is answered ${state}`);
  }
  return statements.size;
}

/** Writes rows that would decide something, or claim that an operator did. */
async function forge({ violation }: Context, role: Role, client: pg.Client, names: Names): Promise<number> {
  const { ada, ben, proposal, company } = names;
  const id = newUuid(new Date());
  const forgeries: [string, unknown[]][] = [
    [`insert into public.audit_log (at, operator_id, action, subject) values (now(), $1, 'product.price', 'x')`, [ben]],
    ['update public.audit_log set operator_id = $1', [ben]],
    [
      `insert into public.operators (id, name, email, created_at, active_from, able_from)
       values ($1, 'Mallory', 'mallory@proofs.example', now(), now(), now())`,
      [id],
    ],
    ['update public.operators set disabled_at = null, able_from = created_at', []],
    [`update public.operators set email = 'mallory@proofs.example' where id = $1`, [ben]],
    [`update public.operator_rules set wait = '0'`, []],
    ['update public.operator_actions set needs_two = false, needs_code = false', []],
    [`update public.proposals set approved_by = $1, approved_at = now() where id = $2`, [ben, proposal]],
    ['update public.proposals set proposed_by = $1 where id = $2', [ben, proposal]],
    [
      `insert into desk.tokens (id, operator_id, name, hash, created_at, expires_at, stepped_up_at)
       values ($1, $2, 'mine', $3, now(), 'infinity', 'infinity')`,
      [id, ben, randomBytes(32)],
    ],
    [`update desk.tokens set hash = $1 where operator_id = $2`, [randomBytes(32), ben]],
    ['update desk.tokens set operator_id = $1, actions = null, revoked_at = null', [ben]],
    [`update public.companies set live_services = true, suspended_at = null where id = $1`, [company]],
    ['update public.api_keys set scopes = default, revoked_at = null where company_id = $1', [company]],
    [
      `insert into public.product_prices (product_id, operation_type, fixed_fee, rate_bps, minimum_fee, minimum_amount,
         maximum_amount, effective_from, set_by, set_at)
       select id, 'issue', 0, 0, 0, 1, 2, now(), $1, now() from public.products limit 1`,
      [ada],
    ],
    [
      `insert into public.send_pauses (id, environment, reason, paused_by, paused_at) values ($1, 'live', 'x', $2, now())`,
      [id, ben],
    ],
    ['delete from public.send_pauses', []],
    [
      `select public.install_operators('[{"name":"M","email":"m1@proofs.example"},{"name":"M","email":"m2@proofs.example"}]')`,
      [],
    ],
    [`select public.break_glass('Mallory', 'mallory@proofs.example', 'x')`, []],
    [`select public.log_action($1, 'product.price', '{}')`, [ben]],
    [`select public.carry_out($1, 'operator.add', '{}')`, [ben]],
    [`select actions.operator_add($1, '{}')`, [ben]],
    ['set role cardwright_posting', []],
    ['set role cardwright_owner', []],
    ['set session authorization cardwright_admin', []],
  ];
  for (const [text, values] of forgeries) {
    const state = await stateOf(client, text, values);
    const isOwn = text === 'set session authorization cardwright_admin' && role === 'cardwright_admin';
    if (state !== INSUFFICIENT_PRIVILEGE && !isOwn) violation(`${role}: ${text.slice(0, 60)} is answered ${state}`);
  }
  return forgeries.length;
}

/** Only the sign-in role writes and reads sessions, and it decides nothing with them. */
async function decideBySession(
  { violation }: Context,
  world: World,
  { role, client, names, open }: { role: Role; client: pg.Client; names: Names; open: Proposal },
): Promise<number> {
  const token = randomBytes(24).toString('base64url');
  const { text, values } = toQuery(newSession(names.ben, token));
  const isSignIn = role === 'cardwright_desk';
  const expected = isSignIn ? 'done' : INSUFFICIENT_PRIVILEGE;
  const inserted = await stateOf(client, text, values);
  if (inserted !== expected) violation(`${role}: inserting a session is answered ${inserted}`);
  for (const table of ['desk.sessions', 'desk.tokens', 'desk.two_factors']) {
    const read = await stateOf(client, `select * from ${table}`);
    if (read !== expected) violation(`${role}: reading ${table} is answered ${read}`);
  }
  let tried = 0;
  // To the desk's role, a session that nobody inserted is worthless.
  const credentials = [`session ${token}`, ...(isSignIn ? [] : names.texts)];
  for (const credential of credentials) {
    const calls: [string, unknown[]][] = [
      ['select public.approve_proposal($1, $2, $3)', [credential, open.proposal, '']],
      ['select public.withdraw_proposal($1, $2)', [credential, open.proposal]],
      ['select public.propose_decision($1, $2, $3, $4)', [credential, names.company, 'live', '{}']],
      ...['company.activate', 'operator.add', 'operator.disable', 'operator.token', 'company.suspend'].map(
        (action): [string, unknown[]] => [
          'select public.administer($1, $2, $3, $4)',
          [credential, action, JSON.stringify({ company: names.company, operator: names.ben }), 'x'],
        ],
      ),
    ];
    for (const [call, given] of calls) {
      const state = await stateOf(client, call, given);
      const refusal = role === 'cardwright_admin' ? 'CW020' : INSUFFICIENT_PRIVILEGE;
      if (state !== refusal) violation(`${role}: ${call} is answered ${state} and not ${refusal}`);
      tried++;
    }
  }
  await world.write(sql`delete from desk.sessions where token = ${token}`);
  return tried;
}
