// The worked examples of docs/issuer-protocol.md, which others check their code with.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isSigned } from '@cardwright/issuer-sandbox/signatures.ts';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/issuer-protocol.md', import.meta.url), 'utf8');

/** The lines of an example, by their first words. */
function example(first: string): Record<string, string> {
  const block = page.split('```').find((text) => text.trimStart().startsWith(first)) ?? '';
  return Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/, 2) as [string, string]),
  );
}

test('the example of a signed request is right, and only then', () => {
  const { key = '', timestamp = '', deadline = '', request = '', body = '', signature = '' } = example('key ');
  const [id = '', secret = ''] = key.split(':');
  const [method = '', path = ''] = request.split(' ');
  const keys = new Map([[id, Buffer.from(secret, 'hex')]]);
  const headers = {
    'issuer-key': id,
    'issuer-timestamp': timestamp,
    'issuer-deadline': deadline,
    'issuer-signature': signature,
  };
  const signed = { headers, method, path, body: Buffer.from(body) };
  const now = new Date(Number(timestamp) * 1_000);
  expect(isSigned(keys, signed, now)).toBe(true);
  expect(isSigned(keys, signed, new Date(now.getTime() + 300_000))).toBe(true);
  expect(isSigned(keys, signed, new Date(now.getTime() + 301_000))).toBe(false);
  const { 'issuer-deadline': _, ...withoutDeadline } = headers;
  expect(isSigned(keys, { ...signed, headers: withoutDeadline }, now)).toBe(false);
  expect(isSigned(keys, { ...signed, headers: { ...headers, 'issuer-deadline': `${deadline}0` } }, now)).toBe(false);
  expect(isSigned(keys, { ...signed, method: 'PUT' }, now)).toBe(false);
  expect(isSigned(keys, { ...signed, path: `${path}?` }, now)).toBe(false);
  expect(isSigned(keys, { ...signed, body: Buffer.from(`${body} `) }, now)).toBe(false);
});

test('the example of a signed notification is right', () => {
  const { 'public key': key = '', body = '', signature = '' } = example('public key ');
  const x = Buffer.from(key.split(':')[1] ?? '', 'base64').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const [, seconds = '', base64 = ''] = /^t=(\d+),ed25519=(.+)$/.exec(signature) ?? [];
  expect(verify(null, Buffer.from(`${seconds}.${body}`), publicKey, Buffer.from(base64, 'base64'))).toBe(true);
});
