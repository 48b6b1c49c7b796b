// Webhooks by the operator's command line, and what the status says about them.
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { judge } from '@cardwright/server/oversight/status/judge.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandLine } from '../../../../admin-cli/tests/process.ts';
import { operatorOf } from '../../operator-of.ts';
import { startWorld, type World } from '../../world.ts';
import { type Delivery, type Driver, type Endpoint, listen, openDriver, tell, uuidOf } from './delivering.ts';
import { openReceiver, type Receiver } from './receiver.ts';

let world: World;
let driver: Driver;
let operator: CommandLine;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld({ desk: true });
  driver = openDriver(world);
  operator = await operatorOf(world, 'Olga Operator');
});
afterAll(async () => {
  await driver?.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await world?.stop();
});

test('an operator does what a client does, and it is in the audit log without a secret', async () => {
  const company = await world.company();
  const receiver = await openReceiver();
  receivers.push(receiver);
  const where = [company.id, '--environment', 'sandbox'];
  const create = ['webhook', 'create', ...where, '--url', `${receiver.url}?token=hidden`, '--events', 'card.created'];
  const { secret = '', ...endpoint } = await operator.json<Endpoint>(create);
  expect(secret).toMatch(/^whsec_/);
  expect(endpoint).toMatchObject({ url: receiver.url, events: ['card.created'], status: 'enabled' });
  const at = [company.id, endpoint.id, '--environment', 'sandbox'];
  expect(await operator.json(['webhook', 'list', ...where])).toEqual({ data: [endpoint] });
  const { eventId } = await operator.json<{ eventId: string }>(['webhook', 'test', ...at]);
  await driver.deliver();
  expect(receiver.got.map(({ event }) => event.id)).toEqual([eventId]);
  const { data } = await operator.json<{ data: Delivery[] }>(['webhook', 'deliveries', ...at]);
  expect(data).toMatchObject([{ eventId, status: 'delivered' }]);
  expect((await operator.json<Endpoint>(['webhook', 'rotate-secret', ...at])).secret).not.toBe(secret);
  expect(await operator.json(['webhook', 'confirm-secret', ...at])).toEqual(endpoint);
  const disabled = await operator.json<Endpoint>(['webhook', 'update', ...at, '--status', 'disabled']);
  expect(disabled).toMatchObject({ status: 'disabled', disabled: { reason: 'operator' } });
  await operator.json(['webhook', 'update', ...at, '--status', 'enabled', '--events', 'all']);
  await tell(world, company, ['card.updated']);
  const range = ['--from', '2026-01-01T00:00:00Z', '--to', '2999-01-01T00:00:00Z'];
  expect(await operator.json(['webhook', 'replay', ...at, ...range])).toEqual({ count: 1, replayed: false });
  const replayed = await operator.json(['webhook', 'replay', ...at, ...range, '--count', '1']);
  expect(replayed).toEqual({ count: 1, replayed: true });
  await operator.json(['webhook', 'delete', ...at]);
  await driver.deliver();
  expect(receiver.got).toHaveLength(1); // what waited was canceled
  const { rows } = await world.admin.query<{ action: string; subject: string; details: object }>(
    `select action, subject, details from audit_log where company_id = $1 and action like 'webhook.%' order by sequence`,
    [company.scope.companyId],
  );
  expect(rows.map(({ action }) => action.replace('webhook.', ''))).toEqual([
    'create',
    'test',
    'rotate',
    'confirm',
    'change',
    'change',
    'replay',
    'delete',
  ]);
  expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set([endpoint.id]));
  expect(JSON.stringify(rows)).not.toMatch(/whsec_|hidden/);
});

test('what is refused is one sentence: an address, another environment, a missing key, nothing to change', async () => {
  const company = await world.company();
  const where = [company.id, '--environment', 'sandbox'];
  const unknown = 'whe_01jcp4vsb0e5d8zq6m5k1n7x2t';
  const bad = await operator.run(['webhook', 'create', ...where, '--url', 'https://10.0.0.1/']);
  expect(bad).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not a public address') });
  const nobody = await operator.run(['webhook', 'test', company.id, unknown, '--environment', 'live']);
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('Webhook endpoint not found') });
  const port = await freePort();
  const desk = await world.stack.spawn('desk', port, { CARDWRIGHT_WEBHOOK_KEYS: '' });
  const without = { CARDWRIGHT_DESK_URL: localUrl(port) };
  const keyless = await operator.run(['webhook', 'create', ...where, '--url', 'https://example.com/'], without);
  expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining('Set CARDWRIGHT_WEBHOOK_KEYS') });
  expect(await operator.run(['webhook', 'list', ...where], without)).toMatchObject({ code: 0 });
  await desk.stop();
  const nothing = await operator.run(['webhook', 'update', company.id, unknown, '--environment', 'sandbox']);
  expect(nothing).toMatchObject({ code: 2 });
});

test('neither the API nor a worker starts without a key that seals secrets', async () => {
  for (const role of ['api', 'worker'] as const)
    await expect(world.stack.spawn(role, undefined, { CARDWRIGHT_WEBHOOK_KEYS: '' })).rejects.toThrow(
      'Set CARDWRIGHT_WEBHOOK_KEYS',
    );
});

test('the status names what is not handed on, not sent, failing and disabled', async () => {
  const company = await world.company();
  const { receiver, endpoint } = await listen(company, receivers);
  const statesOf = async () => {
    const { webhooks } = await readFacts(world.tools.db);
    return webhooks.map(({ environment, state, webhooks: number }) => `${environment} ${state} ${number}`);
  };
  const problems = async () => judge(await readFacts(world.tools.db)).map(({ problem }) => problem);
  const sql = (text: string) => world.admin.query(text, [uuidOf(endpoint)]);
  expect(await statesOf()).toEqual([]);
  receiver.answer({ status: 500 });
  await tell(world, company, ['card.updated']);
  expect(await statesOf()).toEqual(['sandbox behind 1']);
  expect(await problems()).not.toContain('Events are not handed on to webhooks in sandbox');
  await driver.deliver();
  expect(await statesOf()).toEqual(['sandbox failing 1']);
  await sql(`update webhook_endpoints set next_at = now() - interval '10 minutes' where id = $1`);
  expect(await statesOf()).toEqual(['sandbox due 1', 'sandbox failing 1']);
  expect(await problems()).toContain('Webhooks are not being sent in sandbox');
  receiver.answer({ status: 410 });
  driver.advance(60);
  await driver.deliver();
  expect(await statesOf()).toEqual(['sandbox disabled 1']);
});
