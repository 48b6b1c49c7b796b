// Command: writes the files generated from the code, so that a reviewer sees them change.
//   npm run generate            writes them
//   npm run generate -- --check fails if one of them is out of date
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readOptions } from '@cardwright/server/foundation/command-line.ts';
import { toPage } from '@cardwright/server/foundation/configuration/explain.ts';
import { toLifecyclePage } from '@cardwright/server/platform/retention/page.ts';
import { startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { cliFiles } from './cli.ts';
import { dashboards } from './observability/dashboards.ts';
import { dashboardFile } from './observability/grafana.ts';
import { sloPage, sloRules } from './observability/slos.ts';
import { describeSchema } from './schema-snapshot.ts';
import { sdkFiles } from './sdk.ts';
import { typesOf } from './types-of.ts';

const root = join(import.meta.dirname, '..');
const help = `Writes the files generated from the code, so that a reviewer sees them change.

Usage: npm run generate [-- --check]

  --check   write nothing, and exit with 1 if one of them is out of date
  --help    print this`;

const { check = false } = readOptions(help, { check: { type: 'boolean' } });

const stack = await startStack({ portal: true, desk: true, workers: 0, seed: false });
try {
  const api = await contract(`${stack.baseUrl}/openapi.json`, { name: 'openapi', types: 'sdk/src/generated/api.ts' });
  const files = {
    ...api,
    ...(await sdkFiles(root, api['docs/api/openapi.json'] ?? '')),
    ...cliFiles(api['docs/api/openapi.json'] ?? ''),
    ...(await contract(`${stack.portalUrl}/portal/openapi.json`, { name: 'portal-openapi' })),
    ...(await contract(`${stack.deskUrl}/desk/openapi.json`, { name: 'desk-openapi' })),
    'server/database/schema.snapshot.txt': await schema(stack.databaseUrl),
    'docs/operate/configuration.md': toPage(),
    'docs/operate/slos.md': sloPage(),
    'docs/alerts/slos.rules.yml': sloRules(),
    ...Object.fromEntries(dashboards.map((each) => [`deploy/grafana/${each.name}.json`, dashboardFile(each)])),
    'docs/operate/data-lifecycle.md': toLifecyclePage(),
  };
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, file);
    const present = await readFile(path, 'utf8').catch(() => '');
    if (present === text) continue;
    if (check) {
      console.error(`${file} is out of date. Run: npm run generate`);
      process.exitCode = 1;
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      console.log(`wrote ${file}`);
    }
  }
} finally {
  await stack.stop();
}
process.exit();

/** The contract that a process serves at `url`, as JSON and as TypeScript, by file name. */
async function contract(
  url: string,
  { name, types = `portal/shared/${name}.d.ts` }: { name: string; types?: string },
): Promise<Record<string, string>> {
  const document = (await (await fetch(url)).json()) as { servers: unknown };
  document.servers = [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:3000' } } }];
  const file = `docs/api/${name}.json`;
  const text = `${JSON.stringify(document, null, 2)}\n`;
  return { [file]: text, [types]: await typesOf(file, text) };
}

async function schema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await describeSchema(client);
  } finally {
    await client.end();
  }
}
