// Addresses that people and programs reach us at: https, or this very machine.
import { readConfig } from '@cardwright/server/foundation/config.ts';
import { readPortalConfig } from '@cardwright/server/foundation/portal-config.ts';
import { readWorkerConfig } from '@cardwright/server/foundation/worker-config.ts';
import { readDeskConfig } from '@cardwright/server/surfaces/desk/config.ts';
import { describe, expect, test } from 'vitest';

const env = {
  CARDWRIGHT_DATABASE_URL: 'postgres://a',
  CARDWRIGHT_ADMIN_DATABASE_URL: 'postgres://a',
  CARDWRIGHT_PORTAL_DATABASE_URL: 'postgres://b',
  CARDWRIGHT_DESK_DATABASE_URL: 'postgres://b',
  CARDWRIGHT_PEPPERS: `1:${'0'.repeat(64)}`,
  CARDWRIGHT_WEBHOOK_KEYS: `1:${'0'.repeat(64)}`,
  CARDWRIGHT_AUTH_SECRET: `1:${'a'.repeat(64)}`,
  CARDWRIGHT_DOCUMENT_KEYS: `1:${'b'.repeat(64)}`,
  CARDWRIGHT_SMTP_URL: 'smtp://mail.example.com',
  CARDWRIGHT_MAIL_FROM: 'Cardwright <no-reply@example.com>',
};

describe.each<[string, (env: NodeJS.ProcessEnv) => unknown]>([
  ['CARDWRIGHT_PORTAL_URL', readPortalConfig],
  ['CARDWRIGHT_DESK_URL', readDeskConfig],
  ['CARDWRIGHT_PORTAL_URL', readWorkerConfig],
  ['CARDWRIGHT_DESK_URL', (env) => readWorkerConfig({ ...env, CARDWRIGHT_PORTAL_URL: 'https://portal.example.com' })],
  ['CARDWRIGHT_PUBLIC_URL', readConfig],
  ['CARDWRIGHT_DOCS_URL', readConfig],
  ['CARDWRIGHT_DOCS_URL', readPortalConfig],
])('%s', (name, read) => {
  const withUrl = (url: string) => () => read({ ...env, [name]: url });

  test.each(['https://portal.example.com', 'http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])(
    'may be %s',
    (url) => {
      expect(withUrl(url)).not.toThrow();
    },
  );

  test.each([
    'http://portal.example.com',
    'http://10.0.0.7:3000',
    'http://0.0.0.0:3000',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])('may not be %s: the process says why and does not start', (url) => {
    expect(withUrl(url)).toThrow(`${name} must begin with https://, except on this machine`);
  });

  test.each(['ftp://portal.example.com', 'portal.example.com', 'https:portal example'])(
    'may not be %s either',
    (url) => {
      expect(withUrl(url)).toThrow(name);
    },
  );
});

test('a portal that listens for everybody needs its URL', () => {
  expect(() => readPortalConfig({ ...env, CARDWRIGHT_HOST: '0.0.0.0' })).toThrow('CARDWRIGHT_PORTAL_URL must begin');
});
