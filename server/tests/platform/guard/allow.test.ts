import { ConfigError, readConfig } from '@cardwright/server/foundation/config.ts';
import { readAllowList } from '@cardwright/server/platform/guard/allow.ts';
import { expect, test } from 'vitest';

const has = (list: string, url: string) => readAllowList(list).has(new URL(url));

test('without the setting nothing is allowed', () => {
  const { webhookAllow } = readConfig({
    CARDWRIGHT_DATABASE_URL: 'postgres://host/db',
    CARDWRIGHT_PEPPERS: `1:${'0'.repeat(64)}`,
    CARDWRIGHT_WEBHOOK_KEYS: `1:${'0'.repeat(64)}`,
  });
  for (const list of [webhookAllow, '', ' ', ',', ' , '])
    for (const url of ['http://127.0.0.1/', 'http://localhost:4000/', 'https://example.com/'])
      expect(has(list, url), list).toBe(false);
});

test('an address is allowed with exactly its host and its port, in the open or encrypted', () => {
  const list = '127.0.0.1:4000, [::1]:4000,localhost:80,receiver.internal:443';
  for (const url of ['http://127.0.0.1:4000/any?path', 'https://127.0.0.1:4000/', 'http://[::1]:4000/'])
    expect(has(list, url), url).toBe(true);
  for (const url of ['http://localhost/', 'https://receiver.internal/', 'http://LOCALHOST:80/'])
    expect(has(list, url), url).toBe(true);
  for (const url of ['http://127.0.0.1/', 'http://127.0.0.1:4001/', 'http://127.0.0.2:4000/', 'http://localhost:4000/'])
    expect(has(list, url), url).toBe(false);
  for (const url of ['https://localhost/', 'http://receiver.internal/', 'http://a.receiver.internal:443/'])
    expect(has(list, url), url).toBe(false);
});

test('a host with * is allowed on every port, and no other host with it', () => {
  const list = '127.0.0.1:*,[::1]:*,localhost:4000';
  for (const url of ['http://127.0.0.1/', 'https://127.0.0.1/', 'http://127.0.0.1:65535/', 'http://[::1]:4000/'])
    expect(has(list, url), url).toBe(true);
  for (const url of ['http://127.0.0.2/', 'http://localhost/', 'http://localhost:4001/', 'http://1.127.0.0.1.example/'])
    expect(has(list, url), url).toBe(false);
});

test.each([
  '127.0.0.1',
  'localhost',
  '127.0.0.1:',
  ':4000',
  '127.0.0.1:0',
  '127.0.0.1:65536',
  '127.0.0.1:4000:5000',
  '*:4000',
  '*',
  '*:*',
  '127.0.0.1:**',
  '127.0.0.1:4*',
  '10.0.0.0/8:80',
  '127.0.0.*:80',
  'http://127.0.0.1:4000',
  'user@host:80',
  'host:80/path',
  '0x7f.1:80',
  '2130706433:80',
  '::1:4000',
  '[0:0:0:0:0:0:0:1]:80',
  'LOCALHOST:80',
  '127.0.0.1:4000;localhost:1',
])('%s is refused with words', (entry) => {
  const read = () => readAllowList(`localhost:1,${entry}`);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/^must look like localhost:4000/);
});
