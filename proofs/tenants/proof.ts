// Attacks: no company and no environment ever sees or touches what belongs to another.

import type { Db } from '@cardwright/server/platform/db/db.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { type RunningProcess, startProcess } from '@cardwright/stack/processes.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { attackCredentials } from '../credentials/credentials.ts';
import { makeTenants } from '../fixtures/fixtures.ts';
import { type Client, openClient } from '../harness/ask.ts';
import { askCatalogue, stateOf } from '../harness/catalogue.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import { compareWithService, endpoints, nameOf } from '../harness/endpoints.ts';
import { nodeArgumentsFor, type Plant } from '../harness/plant.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import { attackAs, type Pass } from './attacks.ts';
import { tenantBugs } from './bugs.ts';
import { readMarkers } from './markers.ts';
import { seeOwn } from './own.ts';
import { attackRows } from './row-security.ts';
import { attackWebhooks } from './webhooks.ts';
import { checkWrites, type Written, writeEverything } from './writes.ts';

const CLIENTS = 8;

/** Disables the application's own filters: every statement reads whatever the database permits. */
const unfiltered: Plant = {
  what: 'no statement names its company',
  source: [
    {
      file: 'platform/db/db.ts',
      find:
        "return sql`${column('company_id')} = ${scope.companyId} " +
        "and ${column('environment')} = ${scope.environment}`;",
      replace: 'return sql`true`;',
    },
    {
      file: 'identity/companies/sql.ts',
      find: 'select * from companies where id = ${id}',
      replace: 'select * from companies',
    },
    {
      file: 'ledger/statements/sql.ts',
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
    const mixtures = await attackCredentials(context, db, tools, 'companies');
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
    const written: Written = { credits: new Map(), clocks: new Map(), transfers: new Map(), tests: new Map() };
    const secrets = new Set<string>();
    for (const [name, client] of passes) {
      const pass = {
        name,
        client,
        tenants,
        markers: await readMarkers(db),
        cells: 0,
        attacked: new Set<string>(),
        secrets,
      };
      await runPass(context, db, pass, written);
      cells += pass.cells;
      markers = pass.markers.size;
    }
    await checkWrites(context, db, { tenants, written });
    const rowCells = await attackRows(
      context,
      db,
      tenants.map(({ scope }) => scope),
    );
    const questions = await askCatalogue(context, db);
    const requests = clients.reduce((sum, client) => sum + client.asked(), 0);
    return { endpoints: described, tenants: tenants.length, markers, requests, cells, rowCells, questions, mixtures };
  } finally {
    for (const client of clients) await client.close();
    for (const process of processes) await process.stop();
    await db.close();
    await tools.db.close();
  }
}

/** One more API process on the same database. It carries the planted bug of the stack's processes, if any. */
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
    CARDWRIGHT_WEBHOOK_KEYS: stack.secrets.webhookKeys,
    CARDWRIGHT_PORT: String(port),
    CARDWRIGHT_LOG_LEVEL: 'warn',
    ...NO_RATE_LIMITS,
  };
  const options = { env, log: 'ignore', nodeArguments: [...planted, ...nodeArguments] } as const;
  processes.push(await startProcess('api', options));
  return `http://127.0.0.1:${port}`;
}

/** The whole matrix against one process: first the reads, which must change nothing, then the writes. */
async function runPass(context: Context, db: Db, pass: Pass, written: Written): Promise<void> {
  const before = await stateOf(db);
  let done = 0;
  await inParallel(pass.tenants.length, CLIENTS, async (index) => {
    const caller = pass.tenants[index];
    if (caller === undefined) return;
    await seeOwn(context, pass, caller);
    await attackAs(context, pass, caller);
    await attackWebhooks(context, pass, caller);
    context.progress(++done, pass.tenants.length, `tenants, ${pass.name}`);
  });
  const after = await stateOf(db);
  for (const [table, state] of after) {
    if (before.get(table) !== state) context.violation('a read changed something', { pass: pass.name, table });
  }
  await writeEverything(context, db, pass, written);
  for (const endpoint of endpoints) {
    if (!pass.attacked.has(nameOf(endpoint)))
      context.violation('an endpoint was not attacked', { pass: pass.name, endpoint: nameOf(endpoint) });
  }
}

export const tenants: Proof = {
  promise: 'No company and no environment ever sees or touches what belongs to another.',
  sizes: { full: { companies: 6 }, small: { companies: 3 } },
  stack: { env: NO_RATE_LIMITS, workers: 0 },
  run,
  bugs: tenantBugs,
};
