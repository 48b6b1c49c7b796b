// Attacks: no company and no environment ever sees or touches what belongs to another.

import type { Db } from '@cardwright/server/db/db.ts';
import { Sql, sql } from '@cardwright/server/db/sql.ts';
import { fromId } from '@cardwright/server/ids.ts';
import { formatUsd } from '@cardwright/server/money/usd.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { type RunningProcess, startProcess } from '@cardwright/stack/processes.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { type Client, codeOf, openClient } from './ask.ts';
import { askCatalogue, companyTables } from './catalogue.ts';
import { administratorDb, operatorTools } from './companies.ts';
import { compareWithService, endpoints, nameOf } from './endpoints.ts';
import { makeTenants, type Tenant } from './fixtures.ts';
import { readMarkers } from './markers.ts';
import { nodeArgumentsFor, type Plant } from './plant.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from './proof.ts';
import { attackRows } from './row-security.ts';
import { attackAs, look, type Pass, productOf, seeOwn } from './tenant-attacks.ts';
import { tenantBugs } from './tenant-bugs.ts';

const CLIENTS = 8;

/** Switches the application's own filters off: every statement reads whatever the database lets it. */
const unfiltered: Plant = {
  what: 'no statement names its company',
  source: [
    {
      file: 'db/db.ts',
      find:
        "return sql`${column('company_id')} = ${scope.companyId} " +
        "and ${column('environment')} = ${scope.environment}`;",
      replace: 'return sql`true`;',
    },
    { file: 'companies/sql.ts', find: 'select * from companies where id = ${id}', replace: 'select * from companies' },
    {
      file: 'statements/sql.ts',
      find: 'select name from companies where id = ${scope.companyId}',
      replace: 'select name from companies',
    },
  ],
};

async function run(context: Context): Promise<Counts> {
  const { stack } = context;
  const tools = operatorTools(stack);
  const db = administratorDb(stack, 4);
  const processes: RunningProcess[] = [];
  const clients: Client[] = [];
  const open = (baseUrl: string) => {
    const client = openClient(baseUrl, CLIENTS);
    clients.push(client);
    return client;
  };
  try {
    const tenants = await makeTenants(tools, db, sizeOf(context.sizes, 'companies'));
    const byDatabase = await startApi(context, processes, stack.urlOf('cardwright_api'), nodeArgumentsFor(unfiltered));
    const byApplication = await startApi(context, processes, stack.databaseUrl, []);
    const first = open(stack.baseUrl);
    const described = await compareWithService(context, first);
    const passes: [string, Client][] = [
      ['filters and row-level security', first],
      ['row-level security alone', open(byDatabase)],
      ['filters alone', open(byApplication)],
    ];
    let cells = 0;
    let markers = 0;
    const credits = new Map<Tenant, bigint>();
    for (const [name, client] of passes) {
      const pass = { name, client, tenants, markers: await readMarkers(db), cells: 0, attacked: new Set<string>() };
      await runPass(context, db, pass, credits);
      cells += pass.cells;
      markers = pass.markers.size;
    }
    await checkCredits(context, db, credits);
    const rowCells = await attackRows(
      context,
      db,
      tenants.map(({ scope }) => scope),
    );
    const questions = await askCatalogue(context, db);
    const requests = clients.reduce((sum, client) => sum + client.asked(), 0);
    return { endpoints: described, tenants: tenants.length, markers, requests, cells, rowCells, questions };
  } finally {
    for (const client of clients) await client.close();
    for (const process of processes) await process.stop();
    await db.close();
    await tools.db.close();
  }
}

/** One more API process on the same database. It carries whatever bug is planted in those of the stack. */
async function startApi(
  { stack }: Context,
  processes: RunningProcess[],
  databaseUrl: string,
  nodeArguments: readonly string[],
): Promise<string> {
  const planted = stack.processes.find(({ role }) => role === 'api')?.child.spawnargs.slice(1, -1) ?? [];
  const port = await freePort();
  const env = {
    CARDWRIGHT_DATABASE_URL: databaseUrl,
    CARDWRIGHT_PEPPERS: stack.secrets.peppers,
    CARDWRIGHT_PORT: String(port),
    CARDWRIGHT_LOG_LEVEL: 'warn',
    ...NO_RATE_LIMITS,
  };
  const options = { env, log: 'ignore', nodeArguments: [...planted, ...nodeArguments] } as const;
  processes.push(await startProcess('api', options));
  return `http://127.0.0.1:${port}`;
}

/** The whole matrix against one process: first what only reads, which must change nothing, then what writes. */
async function runPass(context: Context, db: Db, pass: Pass, credits: Map<Tenant, bigint>): Promise<void> {
  const before = await stateOf(db);
  let done = 0;
  await inParallel(pass.tenants.length, CLIENTS, async (index) => {
    const caller = pass.tenants[index];
    if (caller === undefined) return;
    await seeOwn(context, pass, caller);
    await attackAs(context, pass, caller);
    context.progress(++done, pass.tenants.length, `tenants, ${pass.name}`);
  });
  const after = await stateOf(db);
  for (const [table, state] of after) {
    if (before.get(table) !== state) context.violation('a read changed something', { pass: pass.name, table });
  }
  await fundWithSharedKey(context, pass, credits);
  await createWithSharedKey(context, db, pass);
  for (const endpoint of endpoints) {
    if (!pass.attacked.has(nameOf(endpoint)))
      context.violation('an endpoint was not attacked', { pass: pass.name, endpoint: nameOf(endpoint) });
  }
}

/** The content of every table of companies, apart from when a key was last used. */
async function stateOf(db: Db): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const { name } of await companyTables(db)) {
    const [row] = await db.query<{ state: string | null }>(sql`
      select count(*) || ' ' || sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)) as state
        from ${new Sql([name], [])} t`);
    state.set(name, row?.state ?? '');
  }
  return state;
}

/** Every tenant uses the same Idempotency-Key for a request of its own: none may meet what another did with it. */
async function fundWithSharedKey(context: Context, pass: Pass, credits: Map<Tenant, bigint>): Promise<void> {
  const key = `shared ${pass.name}`.replaceAll(' ', '-');
  for (const [index, caller] of pass.tenants.entries()) {
    const live = caller.scope.environment === 'live';
    const amount = BigInt(index + 1) * 1_00n;
    const fund = async (asked: bigint) => {
      const answer = await look(context, pass, caller, {
        method: 'POST',
        path: '/api/v1/sandbox/funding',
        headers: { 'idempotency-key': key },
        body: { amount: formatUsd(asked) },
      });
      if (answer.headers['idempotent-replayed'] === 'true') return 'replayed';
      return answer.status === 200 ? 'credited' : codeOf(answer);
    };
    const outcomes = [await fund(amount), await fund(amount), await fund(amount + 1n)].join(', ');
    const right = live ? 'sandbox_only, sandbox_only, sandbox_only' : 'credited, replayed, idempotency_conflict';
    if (outcomes !== right)
      context.violation('an Idempotency-Key meets its use by another', {
        pass: pass.name,
        caller: caller.name,
        outcomes,
      });
    if (!live) credits.set(caller, (credits.get(caller) ?? 0n) + amount);
    const seen = await look(context, pass, caller, { method: 'GET', path: `/api/v1/idempotency-keys/${key}` });
    if (seen.status !== (live ? 404 : 200))
      context.violation('an Idempotency-Key is not its tenant’s own', { caller: caller.name, status: seen.status });
  }
}

/** The same with what creates something. A tenant keeps its new operation; its new holder is taken back. */
async function createWithSharedKey(context: Context, db: Db, pass: Pass): Promise<void> {
  for (const [index, caller] of pass.tenants.entries()) {
    const service = { type: 'service', productId: await productOf(pass, caller, 'service'), recipient: 'shared' };
    const bodies = {
      operations: (more: number) => ({ ...service, amount: `${index + 1}.0${more}` }),
      holders: (more: number) => ({ name: `Holder ${index} ${more}`, email: 'x@shared.example', kind: 'individual' }),
    };
    for (const kind of ['operations', 'holders'] as const) {
      const headers = { 'idempotency-key': `shared-${kind}-${pass.name}`.replaceAll(' ', '-') };
      const create = (more: number) =>
        look(context, pass, caller, { method: 'POST', path: `/api/v1/${kind}`, headers, body: bodies[kind](more) });
      const answers = [await create(0), await create(0), await create(1)];
      const outcomes = answers
        .map((answer) =>
          answer.headers['idempotent-replayed'] === 'true' ? 'replayed' : (codeOf(answer) ?? 'created'),
        )
        .join(', ');
      const refused = kind === 'operations' && caller.scope.environment === 'live';
      const right = refused
        ? 'live_unavailable, live_unavailable, live_unavailable'
        : 'created, replayed, idempotency_conflict';
      if (outcomes !== right)
        context.violation('an Idempotency-Key meets its use by another', { caller: caller.name, kind, outcomes });
      const { id = '' } = JSON.parse(answers[0]?.text ?? '{}') as { id?: string };
      const uuid = fromId(kind === 'operations' ? 'operation' : 'holder', id);
      if (uuid === undefined) continue;
      if (kind === 'holders') await db.query(sql`delete from holders where id = ${uuid}`);
      else {
        caller.ids.operations.unshift(id);
        caller.uuids.operations.unshift(uuid);
      }
    }
  }
}

/** Each book was credited by its own tenant's requests and by nothing else. */
async function checkCredits(context: Context, db: Db, credits: ReadonlyMap<Tenant, bigint>): Promise<void> {
  const rows = await db.query<{ book: string; total: string }>(sql`
    select company_id || ' ' || environment as book, sum(available_delta)::text as total
      from ledger.entries where kind = 'sandbox_credit'
     group by company_id, environment`);
  const found = rows.map(({ book, total }) => `${book} ${total}`).sort();
  const expected = [...credits].map(([{ scope }, sum]) => `${scope.companyId} ${scope.environment} ${sum}`).sort();
  if (JSON.stringify(found) !== JSON.stringify(expected))
    context.violation('a book was credited by somebody else’s request', { found, expected });
}

export const tenants: Proof = {
  promise: 'No company and no environment ever sees or touches what belongs to another.',
  sizes: { full: { companies: 6 }, small: { companies: 3 } },
  stack: { env: NO_RATE_LIMITS, workers: 0 },
  run,
  bugs: tenantBugs,
};
