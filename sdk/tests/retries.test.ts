// Retries against a server that drops, cuts, delays and refuses. It counts what it receives, with keys and bytes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  AbortedError,
  ApiError,
  type Attempt,
  type CardwrightError,
  ConnectionError,
  createClient,
  TimeoutError,
} from '@cardwright/sdk';
import { refusals } from '@cardwright/server/foundation/refusals/refusals.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const apiKey = 'cw_sandbox_00TopSecretTopSecretTopSecretTopSecretTopSecre0abc12';
const order = { type: 'service', productId: 'prod_1', amount: '1.00', recipient: 'ada@example.com' } as const;

type Reply = (response: ServerResponse, request: IncomingMessage) => void;
type Seen = { key: string | undefined; body: string; url: string; headers: IncomingMessage['headers'] };

let server: Server;
let baseUrl: string;
let replies: Reply[];
let seen: Seen[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, url = '' } = request;
      const body = Buffer.concat(chunks).toString();
      seen.push({ key: headers['idempotency-key'] as string | undefined, body, url, headers });
      (replies.shift() ?? done)(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close().closeAllConnections());

beforeEach(() => {
  [replies, seen] = [[], []];
});

const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const done: Reply = (response) => json(response, 201, { id: 'op_1', status: 'queued' }, { 'request-id': 'req_ok' });
const reset: Reply = (response) => response.socket?.resetAndDestroy();
const cut: Reply = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":"op_');
  setImmediate(() => response.socket?.destroy());
};
const html =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
const refuse =
  (code: keyof typeof refusals, headers = {}): Reply =>
  (response) => {
    const [statusCode, retry, message] = refusals[code];
    json(response, statusCode, { statusCode, code, retry, message, requestId: 'req_1' }, headers);
  };

const client = (options = {}) => createClient({ baseUrl, apiKey, ...options });
const failed = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.unreachable('it must fail'),
    (error: unknown) => error as CardwrightError,
  );

describe('a keyed request', () => {
  test('is repeated with the same key and the same bytes until it is answered', async () => {
    replies = [refuse('overloaded', { 'retry-after': '1' }), reset, cut, html(502), html(200)];
    const delays: number[] = [];
    const own = client({ hooks: { onRetry: ({ delayMs }: { delayMs: number }) => delays.push(delayMs) } });
    const { data, attempts, idempotencyKey, requestId } = await own.operations.create(order).withResponse();
    expect(data).toMatchObject({ id: 'op_1' });
    expect([attempts, requestId]).toEqual([6, 'req_ok']);
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set([idempotencyKey]));
    expect(new Set(seen.map(({ body }) => body))).toEqual(new Set([JSON.stringify(order)]));
    expect(delays[0], 'Retry-After').toBe(1_000);
    expect(delays[3], 'longer and longer').toBeGreaterThan(delays[1] ?? 0);
  });

  test('keeps the key that it is given, and two calls have two keys', async () => {
    await client().operations.create(order, { idempotencyKey: 'order-1' });
    await client().operations.create(order);
    await client().operations.create(order);
    expect(seen[0]?.key).toBe('order-1');
    expect(new Set(seen.map(({ key }) => key)).size).toBe(3);
    for (const idempotencyKey of ['', ' a', 'ä', 'a'.repeat(129), 'a\nb'])
      expect(await failed(client().operations.create(order, { idempotencyKey }))).toBeInstanceOf(TypeError);
    expect(seen).toHaveLength(3);
  });

  test.each(Object.entries(refusals).filter(([, [status]]) => status >= 400))(
    'obeys the verdict of %s',
    async (code, [status, retry]) => {
      replies = [refuse(code as keyof typeof refusals)];
      const answer = client({ maxRetries: 1 }).operations.create(order);
      if (retry === 'same_key') await answer;
      else {
        const error = (await failed(answer)) as ApiError;
        expect(error).toMatchObject({ code, status, retry, requestId: 'req_1', effect: 'none' });
      }
      expect(seen).toHaveLength(retry === 'same_key' ? 2 : 1);
    },
  );

  test('is never repeated after a 409 without a verdict, nor after anything else that is not ours', async () => {
    for (const status of [409, 400, 404, 302]) {
      replies = [html(status)];
      expect(await failed(client().operations.create(order))).toMatchObject({ code: 'unexpected_response', status });
    }
    expect(seen).toHaveLength(4);
  });

  test('that got a page of a gateway instead of a response may have had its effect', async () => {
    replies = [html(200)];
    const error = await failed(client({ maxRetries: 0 }).operations.create(order));
    expect(error).toMatchObject({ reason: 'unreadable', effect: 'unknown', idempotencyKey: seen[0]?.key });
  });

  test('that was refused after an unanswered attempt may have had its effect', async () => {
    replies = [reset, refuse('company_suspended')];
    const error = (await failed(client().operations.create(order))) as ApiError;
    expect(error).toMatchObject({ code: 'company_suspended', effect: 'unknown' });
    expect(error.idempotencyKey).toBe(seen[0]?.key);
    expect(error.nextStep).toContain('read the Idempotency-Key');
  });

  test('is handed back if Retry-After is too long, and after the last attempt', async () => {
    replies = [refuse('replay_budget_used', { 'retry-after': '3600' })];
    expect(await failed(client().operations.create(order))).toMatchObject({ retryAfterSeconds: 3_600 });
    expect(seen).toHaveLength(1);
    replies = Array.from({ length: 9 }, () => reset);
    const error = await failed(client({ maxRetries: 2 }).operations.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ effect: 'unknown', idempotencyKey: seen[1]?.key });
    expect(seen).toHaveLength(4);
  });
});

test('a request without a key is repeated only if a second one has no effect', async () => {
  const own = client({ maxRetries: 1 });
  const endpoint = { url: 'https://example.com/' };
  replies = [reset];
  expect(await failed(own.webhookEndpoints.create(endpoint))).toMatchObject({ effect: 'unknown' });
  replies = [refuse('internal')];
  expect(await failed(own.webhookEndpoints.create(endpoint))).toMatchObject({ effect: 'unknown' });
  for (const status of [408, 429]) {
    replies = [html(status)];
    expect(await failed(own.webhookEndpoints.create(endpoint))).toMatchObject({ effect: 'unknown' });
  }
  expect(seen).toHaveLength(4);
  replies = [refuse('rate_limited', { 'retry-after': '1' })];
  await own.webhookEndpoints.create(endpoint);
  replies = [reset];
  await own.operations.preview(order);
  replies = [reset];
  await own.cards.get('card/../1?');
  expect(seen).toHaveLength(10);
  expect(seen.at(-1)?.url).toBe('/api/v1/cards/card%2F..%2F1%3F');
  expect(seen.every(({ key }) => key === undefined)).toBe(true);
  for (const id of ['', '.', '..']) expect(await failed(own.cards.get(id))).toBeInstanceOf(TypeError);
});

test('fetch is called without `this`, which that of Workers refuses', async () => {
  const strict = function (this: unknown, ...given: Parameters<typeof fetch>) {
    if (this !== undefined) throw new TypeError('Illegal invocation');
    return fetch(...given);
  };
  const { attempts } = await client({ fetch: strict }).operations.create(order).withResponse();
  expect(attempts).toBe(1);
});

test('a timeout is repeated, and an abort is not', async () => {
  replies = [() => undefined, done];
  await client({ timeoutMs: 50 }).operations.create(order);
  expect(seen).toHaveLength(2);
  replies = [() => undefined];
  expect(await failed(client({ timeoutMs: 50, maxRetries: 0 }).balance.get())).toBeInstanceOf(TimeoutError);
  const ending = new AbortController();
  replies = [() => ending.abort()];
  const error = await failed(client().operations.create(order, { signal: ending.signal }));
  expect(error).toBeInstanceOf(AbortedError);
  expect(error).toMatchObject({ effect: 'unknown', idempotencyKey: seen.at(-1)?.key });
  const before = seen.length;
  const late = await failed(client().operations.create(order, { signal: ending.signal }));
  expect(late).toMatchObject({ effect: 'none' });
  expect(seen).toHaveLength(before);
});

test('hooks, errors and inspection show no secret; traces and the version are sent on', async () => {
  const told: unknown[] = [];
  const hook = (about: Attempt) => {
    told.push(about);
    throw new Error('a failing hook changes nothing');
  };
  const own = client({
    hooks: { onRequest: hook, onResponse: hook, onRetry: hook },
    traceparent: () => '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  });
  replies = [reset, refuse('insufficient_funds')];
  const error = await failed(own.operations.create(order));
  expect(told).toHaveLength(4);
  expect(told.at(-1)).toMatchObject({ operationId: 'createOperation', status: 400, attempt: 2 });
  expect(inspect([told, error, own, own.operations], { depth: 9, showHidden: true })).not.toMatch(/TopSecret|ada@/);
  expect(JSON.stringify([error, own])).not.toMatch(/TopSecret|ada@/);
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'user-agent': expect.stringMatching(/^cardwright-sdk\/\d+\.\d+\.\d+$/),
  });
  for (const wrong of [{ apiKey: 'cw_TopSecret\n' }, { baseUrl: 'http://example.com' }, { baseUrl: 'ftp://x' }])
    expect(() => client(wrong)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('TopSecret') }));
});

test('an error of a code has the details of that code', async () => {
  const body = {
    statusCode: 409,
    code: 'quote_changed',
    retry: 'new_key',
    message: 'Changed.',
    currentTotal: '2.00',
  };
  replies = [(response) => json(response, 409, body)];
  const error = (await failed(client().operations.create(order))) as ApiError;
  if (!error.is('quote_changed')) return expect.unreachable();
  expect(error.details.currentTotal).toBe('2.00');
  expect(error.nextStep).toContain('new Idempotency-Key');
});
