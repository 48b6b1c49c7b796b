// Responses to clients when the database or the process goes away midway.
import { connect } from 'node:net';
import { freePort } from '@cardwright/stack/ports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const count = async (query: string) => (await world.admin.query(query)).rowCount ?? 0;

test('a connection lost during a write is answered as busy, and the process survives', async () => {
  const company = await world.company();
  const [api] = world.stack.processes;
  const blocker = await world.admin.connect();
  try {
    // The write waits for the book, so its transaction is open when its connection is cut.
    await blocker.query('begin');
    await blocker.query('select 1 from ledger.books where company_id = $1 for update', [company.scope.companyId]);
    const answer = company.post('/api/v1/sandbox/funding', { amount: '5.00' }, { key: 'cut' });
    const cut =
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cardwright_api' and wait_event_type = 'Lock'";
    await until(
      () => count(`${cut} and datname = current_database()`),
      (found) => found > 0,
    );
    expect(await answer).toMatchObject({ status: 503, body: { code: 'overloaded', retry: 'same_key' } });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  expect(api?.child.exitCode).toBeNull();
  const again = await company.post('/api/v1/sandbox/funding', { amount: '5.00' }, { key: 'cut' });
  expect(again.status).toBe(200);
  expect(await company.balance()).toMatchObject({ available: '5.00' });
});

test('a key that is revoked while its write waits for a lock has no effect', async () => {
  const company = await world.company();
  const client = await company.client();
  const blocker = await world.admin.connect();
  try {
    await blocker.query('begin');
    await blocker.query('select 1 from ledger.books where company_id = $1 for update', [company.scope.companyId]);
    const answer = client.post('/api/v1/sandbox/funding', { amount: '5.00' }, { key: 'late' });
    const waits = "select 1 from pg_stat_activity where usename = 'cardwright_api' and wait_event_type = 'Lock'";
    await until(
      () => count(`${waits} and datname = current_database()`),
      (found) => found > 0,
    );
    await world.admin.query('update api_keys set revoked_at = now() where company_id = $1 and revoked_at is null', [
      company.scope.companyId,
    ]);
    await blocker.query('rollback');
    expect(await answer).toMatchObject({ status: 401, body: { code: 'key_invalid' } });
  } finally {
    blocker.release();
  }
  const { rows } = await world.admin.query(
    'select balance from ledger.accounts where company_id = $1 and balance <> 0',
    [company.scope.companyId],
  );
  expect(rows).toEqual([]);
});

test('a request that reaches a process that is stopping is told so in the usual shape, and one before it is finished', async () => {
  const company = await world.company();
  const port = await freePort();
  const api = await world.stack.spawn('api', port);
  const blocker = await world.admin.connect();
  const socket = connect(port, '127.0.0.1');
  const heard = socket.toArray(); // everything until the process closes the connection
  const send = (method: string, path: string, body = '') =>
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${company.key}\r\nIdempotency-Key: stop\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  try {
    await blocker.query('begin');
    await blocker.query('select 1 from ledger.books where company_id = $1 for update', [company.scope.companyId]);
    send('POST', '/api/v1/sandbox/funding', '{"amount":"5.00"}');
    const waits = "select 1 from pg_stat_activity where usename = 'cardwright_api' and wait_event_type = 'Lock'";
    await until(
      () => count(`${waits} and datname = current_database()`),
      (found) => found > 0,
    );
    api.child.kill('SIGTERM');
    await until(
      () => isListening(port),
      (listening) => !listening,
    );
    send('GET', '/api/v1/balance');
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  const text = Buffer.concat((await heard) as Buffer[]).toString();
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  const second = text.slice(text.indexOf('HTTP/1.1 503 '));
  expect(second).toMatch(/^HTTP\/1\.1 503 [^]*request-id: req_[^]*retry-after: 1/i);
  expect(JSON.parse(second.slice(second.indexOf('{')))).toMatchObject({
    statusCode: 503,
    code: 'overloaded',
    retry: 'same_key',
  });
  expect(await company.balance()).toMatchObject({ available: '5.00' });
});

/** Whether anything listens on a port. */
const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    probe.on('connect', () => probe.destroy());
  });
