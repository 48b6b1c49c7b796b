// The reader role: it reads only listed tables, and writes nothing, not even through a function.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../admin-cli/tests/process.ts';
import { startWorld, type World } from '../world.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY = '25006';

let world: World;
let reader: pg.Client;
/** The same role as somebody who has its password uses it: a setting of the session is theirs. */
let thief: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  const connectionString = world.stack.urlOf('cardwright_reader');
  reader = new pg.Client({ connectionString });
  thief = new pg.Client({ connectionString, options: '-c default_transaction_read_only=off' });
  await Promise.all([reader.connect(), thief.connect()]);
});
afterAll(async () => {
  await Promise.all([reader?.end(), thief?.end()]);
  await world?.stop();
});

const read = async <Row extends pg.QueryResultRow>(text: string) => (await world.admin.query<Row>(text)).rows;

const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;

const tables = () =>
  read<{ name: string; column: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name, min(quote_ident(a.attname)) as column
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where ${ours} and c.relkind in ('r', 'p', 'v')
     group by 1 order by 1`);

/** 'done', or the state that was raised. */
const stateOf = (client: pg.Client, text: string): Promise<string> =>
  client.query(text).then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

test('reads only the tables of verification and status', async () => {
  const readable = await read<{ name: string; columns: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           case when has_table_privilege('cardwright_reader', c.oid, 'select') then 'all'
                else string_agg(a.attname, ', ' order by a.attname) end as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where ${ours} and c.relkind in ('r', 'p', 'v', 'S')
       and has_column_privilege('cardwright_reader', c.oid, a.attnum, 'select')
     group by n.nspname, c.oid, c.relname order by 1`);
  expect(Object.fromEntries(readable.map(({ name, columns }) => [name, columns]))).toEqual({
    'ledger.accounts': 'all',
    'ledger.books': 'all',
    'ledger.entries': 'all',
    'ledger.holds': 'all',
    'ledger.lines': 'all',
    'ledger.seals': 'all',
    'pgboss.queue': 'active_count, deferred_count, failed_count, monitor_on, name, ready_count',
    'public.audit_seals': 'all',
    'public.operators': 'id, name',
    'public.products': 'id, name',
    'public.send_pauses': 'all',
    'public.workers': 'all',
  });
});

test('is refused every write to every table, regardless of its session settings', async () => {
  const all = await tables();
  expect(all.length).toBeGreaterThan(50);
  for (const { name, column } of all) {
    for (const text of [
      `insert into ${name} (${column}) overriding system value select null where false`,
      `update ${name} set ${column} = default where false`,
      `delete from ${name} where false`,
      `truncate ${name}`,
    ]) {
      expect(await stateOf(thief, text), text).toBe(INSUFFICIENT_PRIVILEGE);
    }
  }
  const rights = await read<{ name: string }>(`
    select c.oid::regclass::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind in ('r', 'p', 'v')
       and (has_any_column_privilege('cardwright_reader', c.oid, 'insert, update, references')
            or has_table_privilege('cardwright_reader', c.oid, 'insert, update, delete, truncate, references, trigger'))`);
  expect(rights).toEqual([]);
});

test('executes only read-only functions', async () => {
  const functions = await read<{ name: string; volatility: string }>(`
    select p.oid::regprocedure::text as name, p.provolatile as volatility
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and has_function_privilege('cardwright_reader', p.oid, 'execute')
       and has_schema_privilege('cardwright_reader', n.oid, 'usage')
     order by 1`);
  expect(functions.length).toBeGreaterThan(10);
  expect(functions.filter(({ volatility }) => volatility === 'v')).toEqual([]);
});

test('begins transactions that cannot write', async () => {
  expect((await reader.query('show default_transaction_read_only')).rows).toEqual([
    { default_transaction_read_only: 'on' },
  ]);
  expect(await stateOf(reader, 'delete from ledger.entries')).toBe(READ_ONLY);
});

test('cannot switch to another role', async () => {
  for (const role of ['cardwright_posting', 'cardwright_owner', 'cardwright_admin'])
    expect(await stateOf(thief, `set role ${role}`), role).toBe(INSUFFICIENT_PRIVILEGE);
});

test('is sufficient for verification and status, without desk, operator or other settings', async () => {
  await world.company({ available: '5.00' });
  const alone = {
    CARDWRIGHT_DESK_URL: undefined,
    CARDWRIGHT_OPERATOR_TOKEN: undefined,
  };
  const { run } = commandLine(world.stack);
  for (const args of [['ledger', 'verify'], ['audit', 'verify'], ['status']])
    expect(await run(args, alone), args.join(' ')).toMatchObject({ code: 0 });
  const asApi = { ...alone, CARDWRIGHT_READER_DATABASE_URL: world.stack.urlOf('cardwright_api') };
  expect(await run(['ledger', 'verify'], asApi)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must name the role cardwright_reader'),
  });
});
