// The portal as a site: its pages, their policy, its description, and what exists in development only.
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readPortalConfig } from '@cardwright/server/foundation/portal-config.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../client.ts';
import { startWorld, type World } from '../../world.ts';
import { browserOf, newPerson, portalOf } from './person.ts';

let world: World;
let pages: string;
beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'cardwright-pages-'));
  await mkdir(join(pages, 'assets'));
  await writeFile(join(pages, 'index.html'), '<meta property="csp-nonce" nonce="__NONCE__"><style nonce="__NONCE__">');
  await writeFile(join(pages, 'assets', 'main-1a2b.js'), 'export {};');
  await writeFile(join(pages, 'assets', 'large-3c4d.js'), 'as it is');
  await writeFile(join(pages, 'assets', 'large-3c4d.js.gz'), gzipSync('compressed before'));
  await writeFile(join(pages, 'secret.txt'), 'not for anybody');
  world = await startWorld({
    portal: true,
    env: {
      CARDWRIGHT_PORTAL_PAGES: pages,
      CARDWRIGHT_REVEAL_ORIGINS: 'https://one.example,https://two.example:8443',
      CARDWRIGHT_DOCS_URL: 'https://docs.example',
    },
  });
});
afterAll(async () => {
  await world.stop();
  await rm(pages, { recursive: true });
});

describe('pages', () => {
  test.each(['/', '/sign-in', '/c/com_1/sandbox/overview', '/index.html', '/secret.txt'])(
    'are the one page at %s, each time with a new nonce and the policy that names it',
    async (path) => {
      const answers = [await browserOf(world).get(path), await browserOf(world).get(path)];
      const nonces = answers.map(({ text }) => /nonce="([A-Za-z0-9+/=]{24})"/.exec(text)?.[1] ?? '');
      expect(new Set(nonces).size).toBe(2);
      for (const [index, { status, headers, text }] of answers.entries()) {
        expect(status).toBe(200);
        expect(text).not.toContain('__NONCE__');
        const policy = headers.get('content-security-policy') ?? '';
        expect(policy).toContain(`style-src 'self' 'nonce-${nonces[index]}'`);
        expect(policy).toContain(`default-src 'none'; script-src 'self';`);
        expect(policy).toContain(`frame-ancestors 'none'`);
        expect(policy).toContain('frame-src https://one.example https://two.example:8443;');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('permissions-policy')).toBe(
          'publickey-credentials-get=(self), publickey-credentials-create=(self)',
        );
      }
    },
  );

  test('have assets that are kept forever, and nothing beside them', async () => {
    const asset = await browserOf(world).get('/assets/main-1a2b.js');
    expect(asset).toMatchObject({ status: 200, text: 'export {};' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { url } = portalOf(world);
    for (const [encoding, text] of [['gzip', 'compressed before'] as const, ['identity', 'as it is'] as const]) {
      const answer = await ask(`${url}/assets/large-3c4d.js`, { headers: { 'accept-encoding': encoding } });
      expect(answer).toMatchObject({ status: 200, text });
      expect(answer.headers.get('vary')).toContain('accept-encoding');
      expect(answer.headers.get('content-type')).toContain('javascript');
    }
    for (const path of [
      '/assets/none.js',
      '/assets/../secret.txt',
      '/assets/..%2fsecret.txt',
      '/assets/%2e%2e/secret.txt',
    ])
      expect((await browserOf(world).get(path)).text, path).not.toContain('not for anybody');
  });

  test.each(['/api/v1/nothing', '/portal/v1/nothing', '/portal/auth/nothing', '/health/nothing', '/assets/nothing.js'])(
    'are not what %s answers',
    async (path) => {
      expect(await browserOf(world).get(path)).toMatchObject({ status: 404, body: { code: 'path_not_found' } });
    },
  );

  test('leave health and descriptions alone', async () => {
    const { url } = portalOf(world);
    expect(await ask(`${url}/health/ready`)).toMatchObject({ status: 200, body: { status: 'ready' } });
    const own = await ask<{ paths: Record<string, object> }>(`${url}/portal/openapi.json`);
    expect(Object.keys(own.body.paths)).toEqual(
      expect.arrayContaining(['/portal/v1/me', '/portal/v1/team', '/portal/v1/step-up']),
    );
    expect(Object.keys(own.body.paths).every((path) => path.startsWith('/portal/v1/'))).toBe(true);
    const api = await ask<{ paths: Record<string, object> }>(`${url}/openapi.json`);
    const direct = await ask<{ paths: Record<string, object> }>(`${world.stack.baseUrl}/openapi.json`);
    expect(api.body.paths).toEqual(direct.body.paths);
  });

  test('come with endpoints that are all described: none of the sources is served without', async () => {
    const sources = fileURLToPath(new URL('../../../src', import.meta.url));
    const routes = globSync(`${sources}/**/*routes.ts`).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/app\.(get|post|put|patch|delete)\(\s*'(\/portal\/v1\/[^']+)'/g)].map(
        ([, method = '', path = '']) => ({ method, path: path.replaceAll(/:(\w+)/g, '{$1}') }),
      ),
    );
    expect(routes.length).toBeGreaterThan(8);
    const { body } = await ask<{ paths: Record<string, object> }>(`${portalOf(world).url}/portal/openapi.json`);
    for (const { method, path } of routes) expect(body.paths[path], path).toHaveProperty(method);
  });

  test('take nothing that issuers send: that is the API’s alone', async () => {
    const answer = await browserOf(world).post('/issuer/sandbox/notifications', {});
    expect(answer.status).toBe(404);
  });
});

describe('development', () => {
  test('is not there unless it was asked for', async () => {
    expect((await browserOf(world).get('/portal/v1/development')).status).toBe(404);
    const body = { email: 'olivia@acme.example' };
    expect((await browserOf(world).post('/portal/v1/development/sign-in', body)).status).toBe(404);
  });

  test('keeps a process from starting where strangers can reach it', async () => {
    const env = { CARDWRIGHT_PORTAL_DEVELOPMENT: '1', CARDWRIGHT_PORTAL_URL: 'https://portal.example.com' };
    await expect(world.stack.spawn('portal', undefined, env)).rejects.toThrow(
      'CARDWRIGHT_PORTAL_DEVELOPMENT lets anybody in without a password',
    );
  });

  test('signs in as one of the demo people, and as nobody else', async () => {
    const portal = await world.stack.spawn('portal', undefined, { CARDWRIGHT_PORTAL_DEVELOPMENT: '1' });
    const url = (portal.said as { url: string }).url;
    const send = (path: string, json: unknown) =>
      ask(url + path, { method: 'POST', json, headers: { origin: url, 'cardwright-portal': '1' } });
    const { body } = await ask<{ people: { email: string }[] }>(`${url}/portal/v1/development`);
    expect(body.people.map(({ email }) => email)).toContain('olivia@acme.example');
    const answer = await send('/portal/v1/development/sign-in', { email: 'olivia@acme.example' });
    expect(answer.status, answer.text).toBe(200);
    const [cookie = ''] = answer.headers.getSetCookie();
    const me = await ask(`${url}/portal/v1/me`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(me.body).toMatchObject({
      development: true,
      companies: [{ name: 'Acme Travel GmbH', role: 'owner', verification: 'approved' }],
    });
    expect((await send('/portal/v1/development/sign-in', { email: 'somebody@else.example' })).status).toBe(404);
    await portal.stop();
  });
});

test('people learn the addresses of the API and of the documentation', async () => {
  const person = await newPerson(world);
  const addresses = { apiUrl: world.stack.baseUrl, docsUrl: 'https://docs.example' };
  expect((await person.get('/portal/v1/me')).body).toMatchObject(addresses);
});

describe('settings', () => {
  const env = {
    CARDWRIGHT_DATABASE_URL: 'postgres://a',
    CARDWRIGHT_PEPPERS: `1:${'0'.repeat(64)}`,
    CARDWRIGHT_WEBHOOK_KEYS: `1:${'0'.repeat(64)}`,
    CARDWRIGHT_DOCUMENT_KEYS: `1:${'0'.repeat(64)}`,
    CARDWRIGHT_PORTAL_DATABASE_URL: 'postgres://b',
    CARDWRIGHT_PORTAL_URL: 'https://portal.example.com',
    CARDWRIGHT_AUTH_SECRET: 'a'.repeat(64),
    CARDWRIGHT_SMTP_URL: 'smtp://mail.example.com',
    CARDWRIGHT_MAIL_FROM: 'Cardwright <no-reply@example.com>',
  };

  test('are read', () => {
    expect(readPortalConfig(env)).toMatchObject({
      publicUrl: 'https://portal.example.com',
      signInDatabaseUrl: 'postgres://b',
      development: false,
      pages: undefined,
      revealOrigins: [],
    });
  });

  test.each([
    [{ CARDWRIGHT_PORTAL_DEVELOPMENT: '1' }, 'must not be set'],
    [{ CARDWRIGHT_PORTAL_URL: 'https://portal.example.com/path' }, 'CARDWRIGHT_PORTAL_URL'],
    [{ CARDWRIGHT_AUTH_SECRET: 'short' }, 'CARDWRIGHT_AUTH_SECRET'],
    [{ CARDWRIGHT_SMTP_URL: 'http://mail' }, 'CARDWRIGHT_SMTP_URL'],
    [{ CARDWRIGHT_MAIL_FROM: '' }, 'CARDWRIGHT_MAIL_FROM'],
    [{ CARDWRIGHT_PORTAL_DATABASE_URL: '' }, 'CARDWRIGHT_PORTAL_DATABASE_URL'],
    [{ CARDWRIGHT_DOCUMENT_KEYS: 'nothing' }, 'CARDWRIGHT_DOCUMENT_KEYS'],
    [{ CARDWRIGHT_REVEAL_ORIGINS: 'https://one.example,*' }, 'CARDWRIGHT_REVEAL_ORIGINS'],
    [{ CARDWRIGHT_REVEAL_ORIGINS: 'http://one.example' }, 'CARDWRIGHT_REVEAL_ORIGINS'],
  ])('that are wrong are named: %j', (changes, words) => {
    expect(() => readPortalConfig({ ...env, ...changes })).toThrow(words);
  });
});
