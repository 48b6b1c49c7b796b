import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { freePort } from '@cardwright/stack/ports.ts';
import { type RunningProcess, startProcess } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../client.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let line: { open(): Promise<void>; cut(): Promise<void> };
let api: RunningProcess;
let baseUrl: string;

/** A line between an API process and Postgres that can be cut. */
function lineTo(target: URL, port: number): typeof line {
  let server: Server;
  const sockets = new Set<Socket>();
  return {
    open: () =>
      new Promise((resolve) => {
        server = createServer((from) => {
          const to = openSocket(Number(target.port), target.hostname);
          for (const [end, other] of [
            [from, to],
            [to, from],
          ] as const) {
            sockets.add(end);
            end.on('error', () => other.destroy());
            end.on('close', () => other.destroy());
            end.pipe(other);
          }
        });
        server.listen(port, '127.0.0.1', resolve);
      }),
    cut: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        sockets.clear();
        server.close(() => resolve());
      }),
  };
}

beforeAll(async () => {
  world = await startWorld({ api: 0 });
  const database = new URL(world.stack.urlOf('cardwright_api'));
  const [linePort, apiPort] = [await freePort(), await freePort()];
  line = lineTo(new URL(database), linePort);
  await line.open();
  database.port = String(linePort);
  api = await startProcess('api', {
    log: 'ignore',
    env: {
      CARDWRIGHT_DATABASE_URL: database.toString(),
      CARDWRIGHT_PEPPERS: world.stack.secrets.peppers,
      CARDWRIGHT_WEBHOOK_KEYS: world.stack.secrets.webhookKeys,
      CARDWRIGHT_PORT: String(apiPort),
      CARDWRIGHT_LOG_LEVEL: 'silent',
    },
  });
  baseUrl = `http://127.0.0.1:${apiPort}`;
});
afterAll(async () => {
  await api.stop();
  await line.cut();
  await world.stop();
});

const live = () => ask(`${baseUrl}/health/live`);
const ready = () => ask(`${baseUrl}/health/ready`);
const writable = () => ask(`${baseUrl}/health/writable`);

describe('health', () => {
  test('is live, ready and writable while the database answers, without authentication', async () => {
    expect(await live()).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(await writable()).toMatchObject({ status: 200, body: { status: 'writable' } });
  });

  test('is ready but not writable while the database takes no writes', async () => {
    const company = await world.company();
    const client = await company.client({ baseUrl });
    const database = new URL(world.stack.databaseUrl).pathname.slice(1);
    await world.admin.query(`alter database ${database} set default_transaction_read_only = on`);
    try {
      await line.cut(); // the setting is for new connections
      await line.open();
      await until(
        async () => (await writable()).status,
        (status) => status === 503,
      );
      expect(await writable()).toMatchObject({
        body: { code: 'overloaded', message: 'The database does not commit.' },
      });
      expect(await ready()).toMatchObject({ status: 200 });
      expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    } finally {
      await world.admin.query(
        `begin read write; alter database ${database} reset default_transaction_read_only; commit`,
      );
    }
    await line.cut();
    await line.open();
    await until(
      async () => (await writable()).status,
      (status) => status === 200,
    );
  });

  test('stays live but is not ready while the database cannot be reached, and recovers by itself', async () => {
    const company = await world.company();
    const client = await company.client({ baseUrl });
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await line.cut();
    const gone = await ready();
    expect(gone).toMatchObject({ status: 503, body: { statusCode: 503, code: 'overloaded', retry: 'same_key' } });
    expect(gone.headers.get('retry-after')).toBe('1');
    await until(
      async () => (await writable()).status,
      (status) => status === 503,
    );
    expect(await live()).toMatchObject({ status: 200 });
    const refused = await client.get('/api/v1/balance');
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded', retry: 'same_key' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    await line.open();
    await until(
      async () => (await ready()).status,
      (status) => status === 200,
    );
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
  });

  test('is not described in the contract, because it is not for clients', async () => {
    const { body } = await ask<{ paths: object }>(`${baseUrl}/openapi.json`);
    expect(Object.keys(body.paths).filter((path) => path.startsWith('/health'))).toEqual([]);
  });
});
