// If the reader of the logs is gone, the process must still work and be able to end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('last-words.ts', import.meta.url));

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

async function start(): Promise<ChildProcess> {
  child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

test('a process ends although its reader went away in the middle of a line', async () => {
  const process = await start();
  const ended = once(process, 'exit');
  process.send('go');
  await sleep(500); // the pipe is full by now, and the process waits for somebody to read
  process.stdout?.destroy();
  process.disconnect();
  expect(await Promise.race([ended, sleep(10_000, 'it hangs')])).toEqual([0, null]);
});

test('a reader that comes back reads whole lines, and how many it has missed', async () => {
  const process = await start();
  process.send('go');
  await sleep(2_000);
  let read = '';
  process.stdout?.on('data', (chunk: Buffer) => {
    read += chunk.toString();
  });
  await sleep(200);
  process.send('go');
  process.disconnect();
  await once(process, 'exit');
  const lines = read.trimEnd().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
  const missed = lines.map((line) => /(\d+) log lines were lost/.exec(line)?.[1]).find(Boolean);
  expect(Number(missed)).toBeGreaterThan(0);
  expect(lines.length - 1 + Number(missed)).toBe(2 * 2_000 + 1);
});

test('a reader that stands still does not stop the process', async () => {
  const process = await start();
  const ended = once(process, 'exit');
  process.send('go');
  process.disconnect();
  expect(await Promise.race([ended, sleep(10_000, 'it hangs')])).toEqual([0, null]);
});
