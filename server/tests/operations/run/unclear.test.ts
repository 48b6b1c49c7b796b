// An issuer with unusable responses: texts that cannot be stored, and no definite outcome for hours.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, order, read, traces } from './on-its-way.ts';

type Order = { reference: string; kind: string; amount: string; currency: string };
type Reply = { status: number; body: string };

let world: World;
let url = '';
let reply: (asked: Order) => Reply;
const sent: string[] = [];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** A fake issuer with responses set by the test. */
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await bodyOf(request);
  if (request.method !== 'POST') return void response.writeHead(503).end();
  const asked = JSON.parse(text) as Order;
  sent.push(asked.reference);
  const { status, body } = reply(asked);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

beforeAll(async () => {
  world = await startWorld({ issuer: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world?.stop();
});

const { attemptsOf, rowsOf, service } = traces(() => world);

const started: { stop(): Promise<void> }[] = [];
const startWorker = async (env: Record<string, string> = { CARDWRIGHT_ISSUER_SANDBOX_URL: url }) =>
  void started.push(await world.stack.spawn('worker', undefined, env));
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
});

const repeated = ({ reference, kind, amount, currency }: Order) => ({ reference, kind, amount, currency });
const done = (asked: Order): Reply => ({
  status: 200,
  body: JSON.stringify({ ...repeated(asked), status: 'done', receipt: 'R-1' }),
});
const unavailable = (): Reply => ({ status: 503, body: '<html>503 Service Unavailable</html>' });

describe('a text that cannot be stored', () => {
  test('do not change a rejection: it is failed, the hold is released, and the words are shown as far as they go', async () => {
    const company = await world.company({ available: '5.00' });
    reply = (asked) => ({
      status: 200,
      body: JSON.stringify({
        ...repeated(asked),
        status: 'rejected',
        rejection: { code: 'closed', message: '' },
      }).replace('"message":""', '"message":"half \\ud800, nothing \\u0000, a line\\nand more"'),
    });
    const id = await order(company, service());
    await startWorker();
    const { failure } = await becomes(company, id, 'failed');
    expect(failure).toEqual({ code: 'closed', message: 'half \ufffd, nothing  , a line and more' });
    expect(await company.balance()).toEqual({ available: '5.00', held: '0.00' });
  });
});

describe('an outcome that the database refuses permanently', () => {
  test('parks its operation, and delays no other', async () => {
    const [poisoned, other] = [await world.company({ available: '5.00' }), await world.company({ available: '5.00' })];
    await world.admin.query(`
      create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
      create trigger poison before update on operations for each row
        when (new.company_id = '${poisoned.scope.companyId}' and new.status = 'completed') execute function refuse_poison()`);
    reply = done;
    const id = await order(poisoned, service());
    await startWorker();
    const rows = await until(
      () => rowsOf('select status, parked_at, last_error from operations where id = $1', id),
      ([row]) => row?.parked_at !== null,
    );
    expect(rows).toMatchObject([{ status: 'processing', last_error: expect.stringContaining('P0001') }]);
    const started = performance.now();
    await becomes(other, await order(other, service()), 'completed');
    expect(performance.now() - started).toBeLessThan(5_000);
    await world.admin.query('drop trigger poison on operations');
  });
});

describe('an issuer that answers nothing definite', () => {
  test('is sent three operations of a company; the others wait, are probed one by one, and go out when it recovers', async () => {
    const [company, other] = [await world.company({ available: '40.00' }), await world.company({ available: '5.00' })];
    reply = unavailable;
    await startWorker();
    for (let time = 0; time < 3; time++) await becomes(company, await order(company, service()), 'manual_review');
    const waiting = [await order(company, service()), await order(company, service()), await order(company, service())];
    for (const id of waiting) {
      await until(
        () => rowsOf('select unanswered_since from operations where id = $1', id),
        ([row]) => row?.unanswered_since !== null,
      );
      expect((await read(company, id)).body).toMatchObject({ status: 'queued' });
    }
    const { rows } = await world.admin.query('select reason, operations from count_waiting(100)');
    expect(rows).toMatchObject([{ reason: 'unanswered' }]);
    reply = done;
    await becomes(other, await order(other, service()), 'completed'); // one company's circuit is not another's
    for (const id of waiting) await becomes(company, id, 'completed');
    for (const id of waiting) expect(sent.filter((reference) => reference === id)).toHaveLength(1);
  });

  test('is closed to everybody when it fails three companies, and opens again after a definite answer', async () => {
    const companies = [];
    for (let each = 0; each < 4; each++) companies.push(await world.company({ available: '5.00' }));
    const last = companies.pop();
    if (last === undefined) throw new Error('there is no company');
    reply = unavailable;
    await startWorker();
    for (const company of companies) await becomes(company, await order(company, service()), 'manual_review');
    const id = await order(last, service());
    await until(
      () => rowsOf('select unanswered_since from operations where id = $1', id),
      ([row]) => row?.unanswered_since !== null,
    );
    expect(await attemptsOf(id)).toEqual([]);
    reply = done;
    await becomes(last, id, 'completed');
  });

  test('because a sandbox asked for its faults stays open', async () => {
    const company = await world.company({ available: '40.00' });
    await startWorker({});
    const faults = [];
    for (let time = 0; time < 5; time++) faults.push(await order(company, service(), 'error_before_effect'));
    for (const id of faults) await becomes(company, id, 'manual_review');
    const started = performance.now();
    await becomes(company, await order(company, service()), 'completed');
    expect(performance.now() - started).toBeLessThan(8_000); // a closed circuit would wait for 10 s
  });
});
