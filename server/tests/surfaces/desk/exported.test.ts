// Actions that take rights away answer after their audit entry has left the database.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeStoreAway } from '../../store-away.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { type AtDesk, operatorAt } from './operator.ts';

let world: World;
let ann: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true, workers: 1 });
  ann = await operatorAt(world, 'Ann');
});
afterAll(() => world?.stop());

const exportedText = async () => {
  const names = (await readdir(world.stack.sealsDirectory)).filter((name) => name.startsWith('audit-'));
  return (await Promise.all(names.map((name) => readFile(join(world.stack.sealsDirectory, name), 'utf8')))).join('');
};

const reason = 'made by a test';
const problems = async () =>
  (await ann.get<{ problems: { problem: string }[] }>('/desk/v1/status')).body.problems.map(({ problem }) => problem);

test('revoking, suspending, pausing and disabling are exported when they answer', async () => {
  const company = await world.company();
  const keyId = toId('key', (await company.client()).keyId);
  await ann.stepUp();
  const revoked = await ann.post(`/desk/v1/companies/${company.id}/keys/${keyId}/revoke`, { environment: 'sandbox' });
  expect(revoked.headers.get('audit-export'), revoked.text).toBe('done');
  expect(await exportedText()).toMatch(new RegExp(`"action":"key.revoke".*${keyId}`));

  const suspended = await ann.post(`/desk/v1/companies/${company.id}/suspend`, { reason });
  expect(suspended.headers.get('audit-export'), suspended.text).toBe('done');
  expect(await exportedText()).toContain('"action":"company.suspend"');

  const paused = await ann.post<{ id: string }>('/desk/v1/pauses', { environment: 'sandbox', reason });
  expect(paused.headers.get('audit-export'), paused.text).toBe('done');
  expect(await exportedText()).toMatch(new RegExp(`"action":"pause.add".*${paused.body.id}`));
});

test('reading and what gives rights waits for no export', async () => {
  expect((await ann.get('/desk/v1/pauses')).headers.get('audit-export')).toBeNull();
  const made = await ann.post('/desk/v1/companies', { name: 'Acme', kind: 'corporate' });
  expect(made.headers.get('audit-export'), made.text).toBeNull();
});

test('a store that is away leaves the export outstanding, and the action in effect', async () => {
  const bringBack = await takeStoreAway(world.stack);
  const company = await world.company();
  const suspended = await ann.post<{ suspendedAt: string | null }>(`/desk/v1/companies/${company.id}/suspend`, {
    reason,
  });
  expect(suspended.status, suspended.text).toBe(200);
  expect(suspended.headers.get('audit-export')).toBe('outstanding');
  expect((await company.post('/api/v1/sandbox/funding', { amount: '1.00' })).status).toBe(403);
  await until(problems, (all) => all.includes('Actions have not left the database'));
  expect((await company.get('/api/v1/balance')).status, 'a process that has verified goes on').toBe(200);
  await bringBack();
  await until(problems, (all) => !all.includes('Actions have not left the database'));
});

test('without a worker the answer says so immediately', async () => {
  await world.stack.processes.find(({ role }) => role === 'worker')?.stop();
  await world.admin.query("update workers set seen_at = seen_at - interval '1 hour'");
  const company = await world.company();
  const started = performance.now();
  const suspended = await ann.post(`/desk/v1/companies/${company.id}/suspend`, { reason });
  expect(suspended.headers.get('audit-export'), suspended.text).toBe('outstanding');
  expect(performance.now() - started).toBeLessThan(2_000);
});
