import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, ErrorBody } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const funding = '/api/v1/sandbox/funding';

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld();
  company = await world.company();
});
afterAll(() => world.stop());

/** Every error has this shape, and names itself in the header too. */
function expectError(answer: Answer<unknown>, status: number, code: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({
    statusCode: status,
    code,
    message: expect.stringMatching(/.\.$/s),
    requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
    retry: expect.stringMatching(/^(same_key|new_key|never)$/),
  });
  expect(answer.headers.get('request-id')).toBe((answer.body as ErrorBody).requestId);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

const fundRaw = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
  company.ask<ErrorBody>(funding, { method: 'POST', raw, headers: { 'idempotency-key': randomUUID(), ...headers } });

/** Sends a request that fetch would correct, and answers what came back. */
function rawPath(path: string, headers: Record<string, string> = {}): Promise<Answer<ErrorBody>> {
  const { hostname, port } = new URL(world.stack.baseUrl);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, headers, method: 'GET' }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => {
        const pairs = Object.entries(response.headers).map(
          ([name, value]) => [name, String(value)] as [string, string],
        );
        const body = JSON.parse(text) as ErrorBody;
        resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text, body });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** Sends bytes and answers everything that comes back until the server closes. */
function rawBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.stack.baseUrl);
  return new Promise((resolve, reject) => {
    let seen = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(seen));
    socket.on('error', reject);
  });
}

describe('a path or method that is not there', () => {
  test.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v2/cards',
    '/api/v1/nothing-here',
    '/API/V1/CARDS',
    '/.env',
    '/api/v1/cards/a/b',
  ])('404 for %s, with and without a key', async (path) => {
    expectError(await company.get(path), 404, 'path_not_found');
    expectError(await world.ask(path), 404, 'path_not_found');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('405 for %s on a path that only reads', async (method) => {
    const answer = await company.ask('/api/v1/cards', { method });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD']);
  });

  test('HEAD is answered like GET, without a body', async () => {
    const answer = await company.ask('/api/v1/cards', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(await world.ask('/api/v1/cards', { method: 'HEAD' })).toMatchObject({ status: 401, text: '' });
  });

  test('the path and query of a client are not repeated', async () => {
    const { text } = await company.get('/api/v1/<script>alert(1)</script>?q=canary');
    expect(text).not.toMatch(/script|canary/);
  });
});

describe('a URL that cannot be read', () => {
  test.each(['/%', '/%zz', '/api/v1/operations/%zz', '/api/v1/operations/%C3%28', '/api/v1/idempotency-keys/%'])(
    '400 for %s',
    async (path) =>
      expectError(await rawPath(path, { authorization: `Bearer ${company.key}` }), 400, 'request_invalid'),
  );

  test('a query that is not valid percent-encoding is answered, not failed', async () => {
    for (const query of ['externalId=%zz', 'externalId=%', 'externalId=%C3%28', '%zz=1', '&&&', '=']) {
      const answer = await rawPath(`/api/v1/holders?${query}`, { authorization: `Bearer ${company.key}` });
      expect([200, 400], query).toContain(answer.status);
    }
  });

  test('404 for a path of 10,000 characters, which names nothing', async () => {
    const answer = await company.get(`/api/v1/operations/${'x'.repeat(10_000)}`);
    expectError(answer, 404, 'path_not_found');
  });
});

describe('bytes that are not HTTP', () => {
  test.each([
    ['noise', 'hello\r\n\r\n'],
    ['a method that does not exist', 'NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a NUL in a header', 'GET /api/v1/cards HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\0b\r\n\r\n'],
    [
      'two lengths that differ',
      `POST ${funding} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      'a length beside chunks',
      `POST ${funding} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ['20 KiB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s: 400 with a body of the usual shape and a closed connection', async (_what, bytes) => {
    const [head = '', text = ''] = (await rawBytes(bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/connection: close/i);
    const body = JSON.parse(text) as ErrorBody;
    expect(body).toMatchObject({ statusCode: 400, code: 'request_invalid', retry: 'new_key' });
    expect(head.toLowerCase()).toContain(`request-id: ${body.requestId}`);
  });
});

describe('a body', () => {
  test.each([
    ['broken JSON', '{"amount":'],
    ['an array', '[]'],
    ['a text', '"1.00"'],
    ['a number', '1'],
    ['null', 'null'],
    ['nothing', ''],
    ['white space', '  '],
    ['a missing amount', '{}'],
    ['an unknown property', '{"amount":"1.00","x":1}'],
    ['an unknown property of odd letters', '{"amount":"1.00","\\u0000💸":1}'],
    ['__proto__', '{"amount":"1.00","__proto__":{"a":1}}'],
    ['__proto__ written with escapes', '{"amount":"1.00","\\u005f_proto__":{"a":1}}'],
    ['constructor with a prototype', '{"amount":"1.00","constructor":{"prototype":{"a":1}}}'],
    ['constructor', '{"amount":"1.00","constructor":1}'],
    ['toString', '{"amount":"1.00","toString":"x"}'],
    ['a NUL in a text', '{"amount":"1.00\\u0000"}'],
    ['a raw NUL', '{"amount":"1.00"}\u0000'],
    ['half a surrogate', '{"amount":"\\ud83d"}'],
    ['single quotes', "{'amount':'1.00'}"],
    ['a comment', '{"amount":"1.00"/* */}'],
    ['a trailing comma', '{"amount":"1.00",}'],
    ['two values', '{"amount":"1.00"}{"amount":"1.00"}'],
    ['NaN', '{"amount":NaN}'],
    ['nesting 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('400 for %s', async (_what, raw) => {
    expectError(await fundRaw(raw), 400, 'request_invalid');
  });

  test('400 for bytes that are not UTF-8', async () => {
    expectError(await fundRaw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])), 400, 'request_invalid');
  });

  test('400 names the field and does not repeat what was sent in it', async () => {
    const { body } = await fundRaw('{"amount":"canary-7"}');
    expect(body.message).toContain('body.amount');
    expect(body.message).not.toContain('canary-7');
    const long = await fundRaw(JSON.stringify({ amount: '1.00', ['x'.repeat(5_000)]: 1 }));
    expect(long.body.message.length).toBeLessThan(200);
  });

  test('a byte order mark in front is not part of it', async () => {
    const one = await world.company();
    const headers = { 'idempotency-key': randomUUID() };
    await one.ask(funding, { method: 'POST', headers, raw: '\uFEFF{"amount":"1.00"}' });
    const again = await one.ask(funding, { method: 'POST', headers, raw: '{"amount":"1.00"}' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await one.balance()).toMatchObject({ available: '1.00' });
  });

  test('of two equal properties the last one counts, for the credit as for the comparison of a repeated request', async () => {
    const one = await world.company();
    const headers = { 'idempotency-key': randomUUID() };
    await one.ask(funding, { method: 'POST', headers, raw: '{"amount":"1.00","amount":"2.00"}' });
    const again = await one.ask(funding, { method: 'POST', headers, raw: '{"amount":"2.00"}' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await one.balance()).toMatchObject({ available: '2.00' });
  });

  test('200 at exactly 64 KiB, 413 for one byte more, however it is sent', async () => {
    const padded = (length: number) => '{"amount":"1.00"}'.padEnd(length, ' ');
    expect(await fundRaw(padded(65_536))).toMatchObject({ status: 200 });
    expectError(await fundRaw(padded(65_537)), 413, 'body_too_large');
    const { hostname, port } = new URL(world.stack.baseUrl);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${company.key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'transfer-encoding': 'chunked',
      };
      const request = httpRequest({ hostname, port, path: funding, method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject);
      request.end(padded(65_537));
    });
    expect(status).toBe(413);
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/vnd.api+json',
    'x',
    '*/*',
  ])('415 for the media type %s', async (type) =>
    expectError(await fundRaw('{"amount":"1.00"}', { 'content-type': type }), 415, 'media_type_unsupported'),
  );

  test('a request without a body and without a media type is 400, not a failure', async () => {
    const answer = await company.ask(funding, { method: 'POST', headers: { 'idempotency-key': randomUUID() } });
    expectError(answer, 400, 'request_invalid');
  });
});

describe('Request-Id', () => {
  test('is on every response, each time another one', async () => {
    const answers = [
      await company.get('/api/v1/cards'),
      await company.get('/api/v1/cards'),
      await company.post(funding, { amount: '1.00' }),
      await company.get('/api/v1/nothing'),
      await world.ask('/api/v1/cards'),
      await world.ask('/health/live'),
      await world.ask('/openapi.json'),
      await rawPath('/%zz'),
    ];
    const ids = answers.map(({ headers }) => headers.get('request-id'));
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is ours, whatever a client sends', async () => {
    const { headers } = await company.get('/api/v1/cards', { 'request-id': 'mine', 'x-request-id': 'mine' });
    expect(headers.get('request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  });
});

describe('an error of ours', () => {
  test('is 500 in the usual shape, tells nothing of the inside, and leaves nothing behind', async () => {
    const one = await world.company();
    const key = randomUUID();
    await world.admin.query(`alter table idempotency_keys add constraint canary check (key <> '${key}') not valid`);
    const failed = await one.post<ErrorBody>(funding, { amount: '1.00' }, { key });
    await world.admin.query('alter table idempotency_keys drop constraint canary');
    expectError(failed, 500, 'internal');
    expect(failed.body.retry).toBe('same_key');
    expect(failed.text).not.toMatch(/constraint|canary|idempotency_keys|\.ts/);
    expect(await one.balance()).toMatchObject({ available: '0.00' });
    expect(await one.post(funding, { amount: '1.00' }, { key })).toMatchObject({ status: 200 });
  });
});
