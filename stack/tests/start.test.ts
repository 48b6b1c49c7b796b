// A stopped stack leaves no process behind, not even a suspended or a starting one.
import { startStack } from '@cardwright/stack/start.ts';
import { expect, inject, test } from 'vitest';
import { PATIENCE_MS } from '../../server/tests/until.ts';

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('suspended and starting processes end', async () => {
  const stack = await startStack({ adminUrl: inject('adminUrl'), database: 'stack_ends', seed: false });
  const [worker] = stack.processes.filter(({ role }) => role === 'worker');
  worker?.child.kill('SIGSTOP');
  const starting = stack.spawn('worker');
  await stack.stop();
  const late = await starting;
  const alive = () => [worker, late].map((each) => isAlive(each?.pid ?? 0));
  await expect.poll(alive, { timeout: PATIENCE_MS }).toEqual([false, false]);
});
