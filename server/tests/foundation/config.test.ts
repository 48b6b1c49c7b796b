import { ConfigError, readConfig } from '@cardwright/server/foundation/config.ts';
import { readWorkerConfig } from '@cardwright/server/foundation/worker-config.ts';
import { expect, test } from 'vitest';

const base = {
  CARDWRIGHT_DATABASE_URL: 'postgres://host/db',
  CARDWRIGHT_PEPPERS: `1:${'0'.repeat(64)}`,
  CARDWRIGHT_WEBHOOK_KEYS: `1:${'0'.repeat(64)}`,
};
const KEY = `k1:${'0f'.repeat(32)}`;
const PUBLIC_KEY = 'n1:6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=';

/** The settings of one issuer, as environment variables. */
const settingsOf = (environment: 'SANDBOX' | 'LIVE', settings: Record<string, string>) => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`CARDWRIGHT_ISSUER_${environment}_${name}`, value]),
  ),
});
const issuersOf = (...args: Parameters<typeof settingsOf>) => readConfig(settingsOf(...args)).issuers;

test('without settings there is no issuer, in neither environment', () => {
  expect(readConfig(base).issuers).toEqual({ sandbox: undefined, live: undefined });
  expect(issuersOf('SANDBOX', { URL: '', KEY: '' }).sandbox).toBeUndefined();
});

test('an issuer is read whole, with a second public key while one replaces the other', () => {
  const other = 'n2:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
  const { sandbox, live } = issuersOf('SANDBOX', {
    URL: 'http://issuer.internal:3100',
    KEY,
    PUBLIC_KEY: `${PUBLIC_KEY},${other}`,
    ADDRESSES: 'connection_refused=http://127.0.0.1:1,early_close=http://127.0.0.1:2',
  });
  expect(live).toBeUndefined();
  expect(sandbox).toMatchObject({
    url: 'http://issuer.internal:3100',
    requestKey: { id: 'k1', secret: Buffer.alloc(32, 0x0f) },
    timeoutMs: 10_000,
  });
  expect([...(sandbox?.addresses ?? [])]).toEqual([
    ['connection_refused', 'http://127.0.0.1:1'],
    ['early_close', 'http://127.0.0.1:2'],
  ]);
  expect([...(sandbox?.notificationKeys.keys() ?? [])]).toEqual(['n1', 'n2']);
});

test('an issuer may be given less time, and never more', () => {
  const issuer = { URL: 'http://host', KEY, PUBLIC_KEY };
  expect(issuersOf('SANDBOX', { ...issuer, TIMEOUT_MS: '2500' }).sandbox).toMatchObject({ timeoutMs: 2_500 });
  for (const TIMEOUT_MS of ['0', '10001'])
    expect(() => issuersOf('SANDBOX', { ...issuer, TIMEOUT_MS })).toThrow(/SANDBOX_TIMEOUT_MS must be from 1 to 10000/);
});

test('a live issuer is reached by https, or within the machine', () => {
  for (const URL of ['https://issuer.example.com', 'http://127.0.0.1:3100', 'http://localhost:1', 'http://[::1]:3100'])
    expect(issuersOf('LIVE', { URL, KEY, PUBLIC_KEY }).live).toMatchObject({ url: URL });
});

test.each([
  ['SANDBOX', { KEY }, /^Set CARDWRIGHT_ISSUER_SANDBOX_URL, for example/],
  ['SANDBOX', { URL: 'http://host' }, /^Set CARDWRIGHT_ISSUER_SANDBOX_KEY, for example/],
  ['LIVE', { URL: 'https://host', KEY }, /^Set CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY, for example/],
  ['LIVE', { URL: 'http://host', KEY, PUBLIC_KEY }, /LIVE_URL must begin with https/],
  ['LIVE', { URL: 'http://127.0.0.1.example.com', KEY, PUBLIC_KEY }, /LIVE_URL must begin with https/],
  [
    'LIVE',
    { URL: 'https://host', KEY, PUBLIC_KEY, ADDRESSES: 'early_close=https://x' },
    /CARDWRIGHT_ISSUER_LIVE_ADDRESSES is no setting/,
  ],
  ['SANDBOX', { URL: 'host:80', KEY, PUBLIC_KEY }, /SANDBOX_URL must be a URL/],
  ['SANDBOX', { URL: 'ftp://host', KEY, PUBLIC_KEY }, /SANDBOX_URL must be a URL/],
  ['SANDBOX', { URL: 'http://host/path', KEY, PUBLIC_KEY }, /SANDBOX_URL must be a URL without path/],
  ['SANDBOX', { URL: 'http://a:b@host', KEY, PUBLIC_KEY }, /SANDBOX_URL must be a URL without path/],
  ['SANDBOX', { URL: 'http://host', KEY: 'k1:ff', PUBLIC_KEY }, /SANDBOX_KEY must look like/],
  ['SANDBOX', { URL: 'http://host', KEY, PUBLIC_KEY: 'n1:AAAA' }, /SANDBOX_PUBLIC_KEY must look like/],
  [
    'SANDBOX',
    { URL: 'http://host', KEY, PUBLIC_KEY: `${PUBLIC_KEY},${PUBLIC_KEY}` },
    /SANDBOX_PUBLIC_KEY must look like/,
  ],
  ['SANDBOX', { URL: 'http://host', KEY, PUBLIC_KEY, ADDRESSES: 'http://x' }, /SANDBOX_ADDRESSES must look like/],
  ['SANDBOX', { URL: 'http://host', KEY, PUBLIC_KEY, ADDRESSES: 'early_close=x' }, /SANDBOX_ADDRESSES must be a URL/],
] as const)('%s %j is refused with words, and without repeating a secret', (environment, settings, message) => {
  const read = () => issuersOf(environment, settings);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(KEY.slice(3));
});

test('metrics are served only where a port says so, and to this machine unless told otherwise', () => {
  expect(readConfig(base).metrics).toBeUndefined();
  expect(readConfig({ ...base, CARDWRIGHT_METRICS_PORT: '' }).metrics).toBeUndefined();
  const onPort = { ...base, CARDWRIGHT_METRICS_PORT: '9464' };
  expect(readConfig(onPort).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readConfig({ ...onPort, CARDWRIGHT_METRICS_HOST: '10.0.0.7' }).metrics).toEqual({
    host: '10.0.0.7',
    port: 9464,
  });
  expect(() => readConfig({ ...base, CARDWRIGHT_METRICS_PORT: 'x' })).toThrow(ConfigError);
});

test('a stop file has an absolute path, or there is none', () => {
  expect(readWorkerConfig(base).stopFile).toBeUndefined();
  expect(readWorkerConfig({ ...base, CARDWRIGHT_STOP_FILE: '' }).stopFile).toBeUndefined();
  expect(readWorkerConfig({ ...base, CARDWRIGHT_STOP_FILE: '/run/cardwright/stop' }).stopFile).toBe(
    '/run/cardwright/stop',
  );
  expect(() => readWorkerConfig({ ...base, CARDWRIGHT_STOP_FILE: 'run/stop' })).toThrow(
    /must be an absolute path.*run\/stop/,
  );
});
