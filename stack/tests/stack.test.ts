// The stack command as people and CI start it. However it ends, nothing may be left behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { afterEach, describe, expect, inject, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Time for a killed stack to be gone: its processes give jobs in progress ten seconds to finish. */
const GONE_WITHIN_MS = 15_000;

/** A process by its id and start time, because ids are reused. */
type Seen = { pid: number; parent: number; startedAt: string; command: string };

type Running = { npm: ChildProcess; line: Line; tree: Seen[]; directory: string; exit: Promise<number | null> };

type Line = {
  baseUrl: string;
  databaseUrl: string;
  issuer: { url: string };
  processes: { role: string; pid: number }[];
  companies: { id: string; name: string; kind: string; verification: string; keys: Record<string, string> }[];
  revokedKey: string;
};

/** A process as reported by the kernel; undefined if it is gone or a zombie. */
function look(pid: number): Seen | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(fields[1]), startedAt: fields[19] ?? '', command };
  } catch {
    return undefined;
  }
}

const isAlive = ({ pid, startedAt }: Seen) => look(pid)?.startedAt === startedAt;

/** A process with its descendants, while all of their parents are alive. */
function treeOf(pid: number): Seen[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const seen = all.map((name) => look(Number(name))).filter((process) => process !== undefined);
  const tree = seen.filter((process) => process.pid === pid);
  for (const member of tree) tree.push(...seen.filter(({ parent }) => parent === member.pid));
  return tree;
}

let running: Running | undefined;
afterEach(async () => {
  const left = running?.tree.filter(isAlive) ?? [];
  running = undefined;
  // SIGTERM to children first: Postgres then stops cleanly and its guardian removes the directory.
  for (const one of left.toReversed()) if (isAlive(one)) process.kill(one.pid, 'SIGTERM');
  for (const end = Date.now() + GONE_WITHIN_MS; left.some(isAlive) && Date.now() < end; ) await sleep(50);
});

/** Starts the stack and waits for its one line. */
async function start(...options: string[]): Promise<Running> {
  const npm = spawn('npm', ['run', '--silent', 'stack', '--', '--json', ...options], {
    cwd: root,
    env: { ...process.env, PATH: `${root}/node_modules/.bin:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => npm.once('exit', resolve));
  let said = '';
  npm.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said.includes('\n')) {
    if (npm.exitCode !== null) throw new Error('the stack ended before it printed its line');
    await sleep(20);
  }
  expect(said.trimEnd().split('\n')).toHaveLength(1);
  const tree = treeOf(npm.pid ?? 0);
  const data = tree.map(({ command }) => / -D (\S+)/.exec(command)?.[1]).find((found) => found !== undefined) ?? '';
  running = { npm, line: JSON.parse(said) as Line, tree, directory: dirname(data), exit };
  return running;
}

const stackOf = ({ tree }: Running) => tree.find(({ command }) => /^\S*node .*stack\/src\/stack\.ts/.test(command));

/** The remains of a stack: its processes, and its data directory. */
const leftOf = ({ tree, directory }: Running) => [
  ...tree.filter(isAlive).map(({ pid, command }) => `${pid} ${command.slice(0, 100)}`),
  ...(existsSync(directory) ? [directory] : []),
];

async function expectNothingLeft(stack: Running): Promise<void> {
  for (const end = Date.now() + GONE_WITHIN_MS; leftOf(stack).length > 0 && Date.now() < end; ) await sleep(50);
  expect(leftOf(stack)).toEqual([]);
}

describe('npm run stack', () => {
  test('prints one line of JSON about a running stack, and exits with 0 on SIGTERM', async () => {
    const stack = await start();
    const { baseUrl, databaseUrl, issuer, processes, companies, revokedKey } = stack.line;
    expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
    expect(databaseUrl).toMatch(/^postgres:\/\//);
    expect(processes.map(({ role }) => role).toSorted()).toEqual(['api', 'issuer', 'worker']);
    expect((await fetch(`${issuer.url}/health`)).status).toBe(200);
    for (const { pid } of processes) expect(stack.tree.map((process) => process.pid)).toContain(pid);
    expect(companies.map(({ kind, verification, keys }) => [kind, verification, Object.keys(keys).toSorted()])).toEqual(
      [
        ['corporate', 'approved', ['balanceOnly', 'live', 'sandbox']],
        ['individual', 'approved', ['live', 'sandbox']],
        ['corporate', 'pending', ['sandbox']],
      ],
    );
    expect(revokedKey).toMatch(/^cw_sandbox_/);
    expect(existsSync(stack.directory)).toBe(true);
    process.kill(stackOf(stack)?.pid ?? 0, 'SIGTERM');
    expect(await stack.exit).toBe(0);
    await expectNothingLeft(stack);
  });

  test('uses the given database, creates it if missing, and starts the requested number of processes', async () => {
    const url = withDatabase(inject('adminUrl'), 'given_to_the_stack');
    for (const time of ['first', 'second']) {
      const stack = await start('--database-url', url, '--api', '2', '--workers', '0');
      const { baseUrl, databaseUrl, processes, companies } = stack.line;
      expect(databaseUrl, time).toBe(url);
      expect(processes.map(({ role }) => role)).toEqual(['issuer', 'api', 'api']);
      const headers = { authorization: `Bearer ${companies[0]?.keys['sandbox']}` };
      expect((await fetch(`${baseUrl}/api/v1/balance`, { headers })).status).toBe(200);
      process.kill(stackOf(stack)?.pid ?? 0, 'SIGTERM');
      expect(await stack.exit).toBe(0);
    }
  });

  test('leaves nothing behind after SIGTERM to npm', async () => {
    const stack = await start();
    stack.npm.kill('SIGTERM'); // npm forwards the signal and then ends with it
    await expectNothingLeft(stack);
  });

  test('leaves nothing behind after kill -9 of the stack process itself', async () => {
    const stack = await start();
    expect(
      stack.tree.filter(({ command }) => /api\.ts|worker\.ts|main\.ts|guardian|postgres -D/.test(command)).length,
    ).toBeGreaterThanOrEqual(5);
    process.kill(stackOf(stack)?.pid ?? 0, 'SIGKILL');
    await expectNothingLeft(stack);
  });

  test('leaves nothing behind after kill -9 of the npm process that started it', async () => {
    const stack = await start();
    stack.npm.kill('SIGKILL');
    await expectNothingLeft(stack);
  });
});
