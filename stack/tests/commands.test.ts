// Every command of our own in package.json prints its help, and answers a usage error with one sentence.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The file that a script runs, if it is ours; third-party programs have their own help. */
const ours = Object.entries(scripts).flatMap(([name, script]) => {
  const file = / ([a-z/-]+\.ts)$/.exec(script)?.[1];
  return file === undefined ? [] : [{ name, file }];
});

type Ran = { code: number; stdout: string; stderr: string };

const run = (file: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, CARDWRIGHT_OWNER_DATABASE_URL: '' };
    execFile(process.execPath, [join(root, file), ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

const fileOf = (name: string) => ours.find((one) => one.name === name)?.file ?? '';

test('all of them are known', () => {
  expect(ours.map(({ name }) => name)).toEqual([
    'dev',
    'stack',
    'admin',
    'migrate',
    'config',
    'break-glass',
    'prove',
    'bench',
    'docs',
    'release',
    'set-version',
    'release:prove',
    'pictures',
    'generate',
    'compatibility',
    'previous',
    'check',
  ]);
});

test.each(ours)('$name --help prints its usage', async ({ file }) => {
  const { code, stdout, stderr } = await run(file, '--help');
  expect(stdout).toMatch(/^Usage:/m);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test.each([
  ['dev', '--port', 'abc'],
  ['dev', '--port', '70000'],
  ['dev', '--prot', '3000'],
  ['stack', '--port', '3000'],
  ['stack', '--api', 'many'],
  ['stack', '--database-url', 'nowhere'],
  ['admin', '--port', '3000'],
  ['migrate', '--port', '3000'],
  ['config', '--port', '3000'],
  ['config', '--explain', 'nobody'],
  ['break-glass', '--port', '3000'],
  ['prove', 'money', '--port', '3000'],
  ['prove', 'nothing'],
  ['bench', 'ledger', '--port', '3000'],
  ['docs', '--port', 'abc'],
  ['release', '--port', '3000'],
  ['previous', '--port', '3000'],
  ['generate', '--port', '3000'],
  ['check', '--port', '3000'],
])('%s %s %s exits with 2 and a message', async (name, ...args) => {
  const { code, stdout, stderr } = await run(fileOf(name), ...args);
  expect(stderr).toMatch(/^Usage:|Add --help to see how it is used/m);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});
