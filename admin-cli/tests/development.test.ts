// How the command line finds a running `npm run dev`: through the notes of live processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDevelopment } from '@cardwright/admin-cli/development.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src/development.ts', import.meta.url));

let directory: string;
let notes: string;
let started: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cardwright-dev-'));
  notes = join(directory, 'running');
});
afterEach(async () => {
  for (const process of started) process.kill('SIGKILL');
  started = [];
  await rm(directory, { recursive: true });
});

/** A process that announces its home as `npm run dev` does, and withdraws it on SIGTERM. */
async function dev(name: string): Promise<{ home: string; end(signal: NodeJS.Signals): Promise<void> }> {
  const home = await mkdtemp(join(directory, `${name}-`));
  const program = `
    import { announceDevelopment, withdrawDevelopment } from ${JSON.stringify(source)};
    const [home, notes] = ${JSON.stringify([home, notes])};
    announceDevelopment(home, { CARDWRIGHT_READER_DATABASE_URL: 'postgres://${name}' }, notes);
    process.on('SIGTERM', () => { withdrawDevelopment(home, notes); process.exit(); });
    setInterval(() => {}, 1_000);
    console.log('announced');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  await once(child.stdout, 'data');
  return {
    home,
    end: async (signal) => {
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

const found = (env: NodeJS.ProcessEnv = {}) => findDevelopment(env, notes)?.['CARDWRIGHT_READER_DATABASE_URL'];

test('nothing is found if none is running', () => {
  expect(found()).toBeUndefined();
});

test('a running one is found wherever its home is, and only its user can read its secrets', async () => {
  const one = await dev('one');
  expect(found()).toBe('postgres://one');
  expect((await stat(join(one.home, 'admin.env'))).mode & 0o777).toBe(0o600);
});

test('a stopped one leaves nothing behind', async () => {
  const one = await dev('one');
  await one.end('SIGTERM');
  expect(await readdir(notes)).toEqual([]);
  expect(await readdir(one.home)).toEqual([]);
  expect(found()).toBeUndefined();
});

test('a killed one is not found, and its note is removed', async () => {
  const one = await dev('one');
  await one.end('SIGKILL');
  expect(await readdir(notes)).toHaveLength(1);
  expect(found()).toBeUndefined();
  expect(await readdir(notes)).toEqual([]);
});

test('with two running, the variable selects one; without it both are named', async () => {
  const [one, two] = [await dev('one'), await dev('two')];
  expect(() => found()).toThrow(one.home);
  expect(() => found()).toThrow(two.home);
  expect(found({ CARDWRIGHT_DEV_HOME: two.home })).toBe('postgres://two');
  await two.end('SIGTERM');
  expect(found()).toBe('postgres://one');
});
