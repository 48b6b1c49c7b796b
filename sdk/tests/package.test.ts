// The package as it is published, an archive installed in an empty project: its size, what it imports, and its types
// for programs that use it.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What the main entry may add to a program, minified and compressed. */
const MOST_BYTES = 10_000;

/** A program that uses the package, and mistakes that its types must find. */
const PROGRAM = `import { ApiError, createClient, type Outcome, statements, webhooks } from '@cardwright/sdk';
import { sqlIntents } from '@cardwright/sdk/sql';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'cw_sandbox_1' });
export async function use(): Promise<string> {
  const card: { id: string; status: 'active' | 'frozen' | 'blocked' | 'closed' | 'expired' } = await client.cards.get('card_1');
  for await (const { last4 } of client.cards.list({ status: 'active' })) console.log(last4);
  const { data, requestId } = await client.balance.get().withResponse();
  const csv: string = await client.statements.get({ from: '2026-01-01', to: '2026-01-31', format: 'csv' });
  const intents = client.intents(sqlIntents(async () => ({ rows: [] })));
  await intents.cards.freeze('freeze-1', card.id, { sandboxScenario: 'rejected' });
  const event = await webhooks.verify(csv, new Headers(), ['a', 'b']);
  if (event.type === 'card.created') console.log(event.data.object.last4);
  if (event.type === 'invoice.pending') console.log(event.data.object.payAmount, data.available, requestId);
  const checked = await statements.verify([]);
  return checked.verdict === 'wrong' ? checked.problem : checked.verdict;
}
export const words = (outcome: Outcome): string => {
  switch (outcome.outcome) {
    case 'completed':
    case 'failed':
    case 'manual_review':
    case 'undecided':
      return outcome.operation.id;
    case 'not_allowed':
    case 'not_confirmed':
      return outcome.preview.total;
  }
};
export const total = (error: unknown): string | undefined =>
  error instanceof ApiError && error.is('quote_changed') ? error.details.currentTotal : undefined;
export async function mistakes(error: ApiError): Promise<void> {
  // @ts-expect-error no status of a card
  client.cards.list({ status: 'melted' });
  // @ts-expect-error an issue needs a cardholder
  await client.operations.create({ type: 'issue', productId: 'prod_1', amount: '10.00' });
  // @ts-expect-error amounts are texts
  await client.sandbox.creditFunds({ amount: 10 });
  // @ts-expect-error a request without an effect has no key
  await client.balance.get({ idempotencyKey: 'a' });
  // @ts-expect-error an intent has an id
  await client.intents(sqlIntents(async () => ({ rows: [] }))).cards.freeze();
  // @ts-expect-error no code of the API
  error.is('no_such_code');
  // @ts-expect-error only this code has it
  if (error.is('card_closed')) error.details.currentTotal.trim();
}
`;

let program: string;
let dist: string;
beforeAll(() => {
  program = mkdtempSync(join(tmpdir(), 'cardwright-program-'));
  dist = join(program, 'node_modules/@cardwright/sdk');
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(program, 'program.ts'), PROGRAM);
  install(program);
});
afterAll(() => rmSync(program, { recursive: true, force: true }));

/** Packs the package as its registry gets it, and installs that archive. It has no dependencies, so nothing is fetched. */
function install(project: string): void {
  const built = join(project, 'built');
  execFileSync(process.execPath, [join(root, 'sdk/build.ts'), built], { stdio: 'inherit' });
  const archive = execFileSync('npm', ['pack', '--silent', built], { cwd: project, encoding: 'utf8' }).trim();
  execFileSync('npm', ['install', '--offline', '--silent', `./${archive}`], { cwd: project, stdio: 'inherit' });
}

test('the main entry is small, and runs without Node', async () => {
  const bundle = await rolldown({ input: join(dist, 'cardwright.js') });
  const { output } = await bundle.generate({ minify: true });
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(MOST_BYTES);
  const importing = globSync('**/*.js', { cwd: dist }).filter((file) =>
    / from ['"](?!\.)/.test(readFileSync(join(dist, file), 'utf8')),
  );
  expect(importing.toSorted()).toEqual(['node.js', 'verify-statement.js']);
});

test('the page of the registry links to nothing that is not published', () => {
  const page = readFileSync(join(dist, 'README.md'), 'utf8');
  expect(page).not.toMatch(/\]\((?!https:|#)/);
  for (const [, file = ''] of page.matchAll(/(examples\/\S+?\.mjs)/g))
    expect(globSync(file, { cwd: dist })).toEqual([file]);
});

test.each([
  ['TypeScript 7', 'node_modules/typescript/bin/tsc', 'nodenext', 'nodenext'],
  ['TypeScript 5', 'tools/node_modules/typescript/bin/tsc', 'nodenext', 'nodenext'],
  ['TypeScript 5 and a bundler', 'tools/node_modules/typescript/bin/tsc', 'esnext', 'bundler'],
])('%s checks a program by the published types', (_, tsc, module, resolution) => {
  const lib = ['es2022', 'dom', 'dom.iterable'];
  const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true };
  const compilerOptions = { ...strict, target: 'es2022', types: [], lib, module, moduleResolution: resolution };
  writeFileSync(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const { stdout, status } = spawnSync(process.execPath, [join(root, tsc)], { cwd: program, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
