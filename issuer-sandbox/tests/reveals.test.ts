// Reveals: a card's number on a page that opens once, soon, and only where it may.
import { randomUUID } from 'node:crypto';
import { startIssuer } from '@cardwright/stack/issuer.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCard, orderOn } from './cards.ts';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

let world: TestIssuer;
beforeAll(async () => {
  world = await startTestIssuer();
});
afterAll(() => world.stop());

const reveal = (token: string, options: { account?: string; reference?: string } = {}) =>
  world.ask(`/v1/cards/${token}/reveal`, {
    body: { reference: options.reference ?? `rev_${randomUUID()}` },
    ...(options.account === undefined ? {} : { account: options.account }),
  });
const urlOf = ({ body }: Awaited<ReturnType<typeof reveal>>) => String(body['url']);

/** The parts of a page, without what is between the digits of the number. */
function detailsIn(page: string) {
  const [number = '', expiry = '', code = ''] = [...page.matchAll(/<dd>([^<]+)<\/dd>/g)].map((match) => match[1] ?? '');
  return { shown: number, number: number.replaceAll(' ', ''), expiry, code };
}

/** The check digit of ISO/IEC 7812, computed from the left. */
const passesLuhn = (number: string) =>
  number.split('').reduce((sum, digit, place) => {
    const value = (number.length - place) % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return sum + Math.floor(value / 10) + (value % 10);
  }, 0) %
    10 ===
  0;

describe('a page', () => {
  test('shows number, expiry and code once, and is gone then', async () => {
    const token = await newCard(world);
    const { last4 } = (await world.ask(`/v1/cards/${token}`)).body;
    const answer = await reveal(token);
    expect(answer).toMatchObject({ status: 200, body: { token } });
    const lifeMs = Date.parse(String(answer.body['expiresAt'])) - Date.now();
    expect(lifeMs).toBeGreaterThan(0);
    expect(lifeMs).toBeLessThanOrEqual(120_000);
    expect(urlOf(answer)).toMatch(new RegExp(`^${world.issuer.url}/reveal/[A-Za-z0-9_-]{43}$`));

    const page = await fetch(urlOf(answer));
    expect(page.status).toBe(200);
    const { shown, number, expiry, code } = detailsIn(await page.text());
    expect(shown).toMatch(/^4242 4242 \d{4} \d{4}$/);
    expect(number).toMatch(new RegExp(`^\\d{12}${String(last4)}$`));
    expect(passesLuhn(number)).toBe(true);
    expect(expiry).toMatch(/^(0[1-9]|1[0-2])\/\d\d$/);
    expect(code).toMatch(/^\d{3}$/);

    const again = await fetch(urlOf(answer));
    expect(again.status).toBe(410);
    expect(await again.text()).not.toMatch(/\d{4}/);
  });

  test('has the same details each time for a card, and others for another card', async () => {
    const tokens = [await newCard(world), await newCard(world)] as const;
    const read = async (token: string) => detailsIn(await (await fetch(urlOf(await reveal(token)))).text());
    const first = await read(tokens[0]);
    expect(await read(tokens[0])).toEqual(first);
    expect((await read(tokens[1])).number).not.toBe(first.number);
    process.kill(world.issuer.process.pid, 'SIGKILL');
    await world.issuer.restart();
    expect(await read(tokens[0])).toEqual(first);
  });

  test('of a hundred cards always passes the check', async () => {
    const { cardSecret, detailsOf } = await import('@cardwright/issuer-sandbox/card-numbers.ts');
    const { generateKeyPairSync } = await import('node:crypto');
    const secret = cardSecret(generateKeyPairSync('ed25519').privateKey);
    const numbers = Array.from({ length: 100 }, (_, index) => {
      const last4 = String(index * 97).padStart(4, '0');
      const { number } = detailsOf(secret, { token: `ict_${index}`, last4 });
      expect(number).toMatch(new RegExp(`^\\d{12}${last4}$`));
      return number;
    });
    expect(numbers.every(passesLuhn)).toBe(true);
  });

  test('is shown to one of many who open it at the same time', async () => {
    const url = urlOf(await reveal(await newCard(world)));
    const pages = await Promise.all(Array.from({ length: 10 }, () => fetch(url)));
    expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(410)]);
  });

  test('is not used up by HEAD', async () => {
    const url = urlOf(await reveal(await newCard(world)));
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
    expect((await fetch(url)).status).toBe(200);
  });

  test('is gone when it has expired, when its card was closed, and when it never was', async () => {
    const expired = urlOf(await reveal(await newCard(world)));
    await world.admin.query(`update issuer_sandbox.reveals set expires_at = clock_timestamp() where shown_at is null`);
    expect((await fetch(expired)).status).toBe(410);
    const token = await newCard(world);
    const closed = urlOf(await reveal(token));
    await orderOn(world, token, 'close');
    expect((await fetch(closed)).status).toBe(410);
    expect((await fetch(`${world.issuer.url}/reveal/${'A'.repeat(43)}`)).status).toBe(410);
  });

  test('may be stored, indexed and framed by nobody', async () => {
    for (const url of [urlOf(await reveal(await newCard(world))), `${world.issuer.url}/reveal/none`]) {
      const { headers } = await fetch(url);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'; /,
      );
    }
  });
});

test('a page may be framed by the portal of its stack, at the public address', async () => {
  const other = await startIssuer({
    databaseUrl: world.stack.urlOf('issuer_sandbox'),
    secrets: world.stack.secrets.issuer,
    notificationUrl: world.receiver.url,
    log: 'ignore',
    portalUrl: 'http://portal.test:8080',
    settings: { ISSUER_SANDBOX_PUBLIC_URL: 'https://issuer.test/cards/' },
    onStarted: () => undefined,
  });
  try {
    const { body } = await world.ask(`/v1/cards/${await newCard(world)}/reveal`, {
      body: { reference: 'rev_1' },
      baseUrl: other.url,
    });
    const [, secret] = /^https:\/\/issuer\.test\/cards\/reveal\/(.+)$/.exec(String(body['url'])) ?? [];
    const { headers, status } = await fetch(`${other.url}/reveal/${secret}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors http://portal.test:8080;');
  } finally {
    await other.process.stop();
  }
});

describe('a reveal', () => {
  test('needs a signature, a card of the account that is not closed, and a reference', async () => {
    const token = await newCard(world);
    const path = `/v1/cards/${token}/reveal`;
    const body = { reference: 'rev_2' };
    expect((await world.ask(path, { body, headers: { 'Issuer-Signature': 'v2=0' } })).status).toBe(401);
    expect(await reveal(token, { account: 'other' })).toMatchObject({ status: 404, body: { status: 'absent' } });
    expect(await reveal('ict_nobody')).toMatchObject({ status: 404, body: { status: 'absent' } });
    expect((await world.ask(path, { body: {} })).status).toBe(400);
    await orderOn(world, token, 'freeze');
    expect((await reveal(token)).status).toBe(200);
    await orderOn(world, token, 'close');
    expect(await reveal(token)).toMatchObject({ status: 409, body: { code: 'card_closed' } });
  });

  test('makes a new page each time, also under the same reference', async () => {
    const token = await newCard(world);
    const pages = [await reveal(token, { reference: 'rev_3' }), await reveal(token, { reference: 'rev_3' })].map(urlOf);
    expect(new Set(pages).size).toBe(2);
    for (const url of pages) expect((await fetch(url)).status).toBe(200);
  });

  test('leaves neither secret nor number in the database', async () => {
    const token = await newCard(world);
    const url = urlOf(await reveal(token));
    const { number } = detailsIn(await (await fetch(url)).text());
    const { rows: tables } = await world.admin.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'issuer_sandbox'`,
    );
    for (const { name } of tables) {
      const { rows } = await world.admin.query(
        `select from issuer_sandbox.${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0`,
        [url.split('/').at(-1), number],
      );
      expect(rows, name).toEqual([]);
    }
    const { body } = await world.ask('/sandbox/requests');
    const logged = (body['data'] as { path: string }[]).filter(({ path }) => path.includes('reveal'));
    expect(logged.every(({ path }) => path.endsWith('/reveal'))).toBe(true);
    expect(logged.length).toBeGreaterThan(0);
  });
});
