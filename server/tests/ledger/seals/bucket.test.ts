// A bucket with object lock: what is exported cannot be deleted before its time.
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readExportConfig } from '@cardwright/server/foundation/export-config.ts';
import { openExports } from '@cardwright/server/ledger/seals/open-exports.ts';
import { type StartedBucket, startBucket } from '@cardwright/stack/bucket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bucket: StartedBucket;
let proxy: Server;
let lock = { status: 404, body: '<Error><Code>ObjectLockConfigurationNotFoundError</Code></Error>' };
let puts: IncomingHttpHeaders[] = [];

/** In front of the store, which has no object lock: answers for its configuration, and records what is stored. */
beforeAll(async () => {
  bucket = await startBucket();
  const target = new URL(bucket.settings['CARDWRIGHT_SEALS_BUCKET'] ?? '');
  proxy = createServer((asked, answer) => {
    if (asked.url?.endsWith('?object-lock=')) {
      answer.writeHead(lock.status).end(lock.body);
      return;
    }
    if (asked.method === 'PUT') puts.push(asked.headers);
    const { method, url: path, headers } = asked;
    const { hostname, port } = target;
    asked.pipe(
      request({ hostname, port, method, path, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy?.close();
  await bucket?.stop();
});

const open = () => {
  const address = new URL(bucket.settings['CARDWRIGHT_SEALS_BUCKET'] ?? '');
  address.port = String((proxy.address() as AddressInfo).port);
  puts = [];
  const settings = { ...bucket.settings, CARDWRIGHT_SEALS_BUCKET: address.toString() };
  return openExports(readExportConfig({ ...settings, CARDWRIGHT_SEALS_BUCKET_RETENTION_DAYS: '30' }), systemClock);
};

const mark = {
  number: 1,
  epoch: 0,
  at: '2026-11-17T12:00:00.000Z',
  timeline: '00000001',
  system: '1',
  confirmed: false,
  token: crypto.randomUUID(),
};
const untilOf = (headers: IncomingHttpHeaders | undefined) =>
  Date.parse(String(headers?.['x-amz-object-lock-retain-until-date']));
const days = (count: number) => Date.now() + count * 86_400_000;

test('a bucket with object lock gets locked objects, for as long as is set', async () => {
  lock = {
    status: 200,
    body: '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
  };
  const store = open();
  await store?.append(['{"line":1}']);
  await store?.appendMark(mark);
  for (const headers of puts) {
    expect(headers).toMatchObject({ 'x-amz-object-lock-mode': 'COMPLIANCE', 'content-md5': expect.any(String) });
    expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-object-lock-mode/);
  }
  expect(Math.abs(untilOf(puts[0]) - days(30))).toBeLessThan(60_000);
  expect(Math.abs(untilOf(puts[1]) - days(1))).toBeLessThan(60_000);
});

test('a bucket without object lock gets plain objects', async () => {
  lock = { status: 404, body: '<Error><Code>ObjectLockConfigurationNotFoundError</Code></Error>' };
  await open()?.append(['{"line":1}']);
  expect(puts).toHaveLength(1);
  expect(puts[0]).not.toHaveProperty('x-amz-object-lock-mode');
});

test('a bucket that does not say whether it has object lock gets nothing', async () => {
  lock = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
  await expect(open()?.append(['{"line":1}'])).rejects.toThrow('does not say whether it has object lock');
  expect(puts).toHaveLength(0);
});

test('a wrong key is an error without the key in it', async () => {
  const settings = { ...bucket.settings, CARDWRIGHT_SEALS_BUCKET_KEY: 'somebody:another-secret' };
  const store = openExports(readExportConfig(settings), systemClock);
  const error: unknown = await store?.newestMarks().catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/answered GET with 403 \(InvalidAccessKeyId\)/);
  expect(String(error)).not.toContain('another-secret');
});

test.each([
  [{ CARDWRIGHT_SEALS_BUCKET: 'https://host' }, 'must be the address of a bucket'],
  [{ CARDWRIGHT_SEALS_BUCKET: 'http://s3.example.com/seals', CARDWRIGHT_SEALS_BUCKET_KEY: 'a:b' }, 'https://'],
  [{ CARDWRIGHT_SEALS_BUCKET: 'https://s3.example.com/seals' }, 'CARDWRIGHT_SEALS_BUCKET_KEY'],
  [{ CARDWRIGHT_SEALS_BUCKET: 'https://s3.example.com/seals', CARDWRIGHT_SEALS_BUCKET_KEY: 'ab' }, 'must look like'],
  [
    {
      CARDWRIGHT_SEALS_BUCKET: 'https://s3.example.com/seals',
      CARDWRIGHT_SEALS_BUCKET_KEY: 'a:b',
      CARDWRIGHT_SEALS_DIRECTORY: '/seals',
    },
    'Set either',
  ],
])('the settings %j are refused', (settings, message) => {
  expect(() => readExportConfig(settings)).toThrow(message);
});
