// Command: writes the files that follow from the code, so that a reviewer sees them change.
//   npm run generate            writes them
//   npm run generate -- --check fails when one of them is not what the code gives
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { describeSchema } from './schema-snapshot.ts';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

const stack = await startStack({ workers: 0, seed: false });
try {
  const files = {
    'docs/api/openapi.json': await openApi(stack.baseUrl),
    'server/database/schema.snapshot.txt': await schema(stack.databaseUrl),
  };
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, file);
    const present = await readFile(path, 'utf8').catch(() => '');
    if (present === text) continue;
    if (check) {
      console.error(`${file} is not what the code gives. Run: npm run generate`);
      process.exitCode = 1;
    } else {
      await writeFile(path, text);
      console.log(`wrote ${file}`);
    }
  }
} finally {
  await stack.stop();
}
process.exit();

async function openApi(baseUrl: string): Promise<string> {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as { servers: unknown };
  document.servers = [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:3000' } } }];
  return `${JSON.stringify(document, null, 2)}\n`;
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
