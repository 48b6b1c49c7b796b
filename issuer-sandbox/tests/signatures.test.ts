// The worked examples of docs/issuer-protocol.md, which others check their code with.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isSigned } from '@cardwright/issuer-sandbox/signatures.ts';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/issuer-protocol.md', import.meta.url), 'utf8');

/** The lines of every example that begins so, by their first words. `(none)` is nothing. */
const examples = (first: string): Record<string, string>[] =>
  page
    .split('```')
    .filter((text) => text.trimStart().startsWith(first))
    .map((block) =>
      Object.fromEntries(
        block
          .trim()
          .split('\n')
          .map((line) => line.split(/ {2,}/, 2) as [string, string])
          .map(([name, value]) => [name, value === '(none)' ? '' : value]),
      ),
    );

test('there are three examples of requests, and two of notifications', () => {
  expect(examples('key ').map(({ request }) => request)).toEqual([
    'POST /v1/orders',
    'POST /v1/orders',
    'GET /v1/cards?limit=200&after=MTI',
  ]);
  expect(examples('public key ').map(({ body = '{}' }) => (JSON.parse(body) as { account?: string }).account)).toEqual([
    undefined,
    'com_01k9',
  ]);
});

test.each(examples('key '))('the example of $request is right, and only then', (example) => {
  const { key = '', timestamp = '', deadline = '', request = '', body = '', signature = '' } = example;
  const [id = '', secret = ''] = key.split(':');
  const [method = '', path = ''] = request.split(' ');
  const keys = new Map([[id, Buffer.from(secret, 'hex')]]);
  const signedHeaders = { 'issuer-key': id, 'issuer-timestamp': timestamp, 'issuer-signature': signature };
  const headers = { ...signedHeaders, ...(deadline === '' ? {} : { 'issuer-deadline': deadline }) };
  const signed = { headers, method, path, body: Buffer.from(body) };
  const now = new Date(Number(timestamp) * 1_000);
  expect(isSigned(keys, signed, now)).toBe(true);
  expect(isSigned(keys, signed, new Date(now.getTime() + 300_000))).toBe(true);
  expect(isSigned(keys, signed, new Date(now.getTime() + 301_000))).toBe(false);
  expect(isSigned(keys, { ...signed, headers: signedHeaders }, now)).toBe(deadline === '');
  const moved = { ...signedHeaders, 'issuer-deadline': `${deadline}0` };
  expect(isSigned(keys, { ...signed, headers: moved }, now)).toBe(false);
  expect(isSigned(keys, { ...signed, method: 'PUT' }, now)).toBe(false);
  expect(isSigned(keys, { ...signed, path: `${path}?` }, now)).toBe(false);
  expect(isSigned(keys, { ...signed, body: Buffer.from(`${body} `) }, now)).toBe(false);
});

test.each(examples('public key '))('the example of a notification under $public key is right', (example) => {
  const { 'public key': key = '', body = '', signature = '' } = example;
  const x = Buffer.from(key.split(':')[1] ?? '', 'base64').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const [, seconds = '', base64 = ''] = /^t=(\d+),ed25519=(.+)$/.exec(signature) ?? [];
  expect(verify(null, Buffer.from(`${seconds}.${body}`), publicKey, Buffer.from(base64, 'base64'))).toBe(true);
});
