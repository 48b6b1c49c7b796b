// Signatures between us and an issuer, checked with the worked examples of docs/issuer-protocol.md.
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signRequest, verifyNotification } from '@cardwright/server/issuer/signature.ts';
import { describe, expect, test } from 'vitest';

const page = readFileSync(new URL('../../../docs/issuer-protocol.md', import.meta.url), 'utf8');

/** The lines of every example that begins so, by their first words. `(none)` is nothing. */
const examples = (first: string): Record<string, string>[] =>
  page
    .split('```')
    .filter((text) => text.trimStart().startsWith(first))
    .map((block) => {
      const lines = block.trim().split('\n');
      const pairs = lines.map((line) => line.split(/ {2,}/, 2) as [string, string]);
      return Object.fromEntries(pairs.map(([name, value]) => [name, value === '(none)' ? '' : value]));
    });

test.each(examples('key '))('a request is signed as the protocol’s example of $request is', (example) => {
  const { key = '', timestamp = '', deadline = '', request = '', body = '', signature } = example;
  const [id = '', hex = ''] = key.split(':');
  const [method = '', path = ''] = request.split(' ');
  const requestKey = { id, secret: Buffer.from(hex, 'hex') };
  const now = new Date(Number(timestamp) * 1_000 + 999); // within the same second
  const arriveBy = deadline === '' ? undefined : new Date(Number(deadline) * 1_000 + 999);
  expect(signRequest(requestKey, { method, path, body, arriveBy }, now)).toEqual({
    'issuer-key': id,
    'issuer-timestamp': timestamp,
    ...(deadline === '' ? {} : { 'issuer-deadline': deadline }),
    'issuer-signature': signature,
  });
});

describe.each(examples('public key '))('a notification under $public key', (example) => {
  const { 'public key': publicKey = '', body: text = '', signature = '' } = example;
  const [keyId = '', base64 = ''] = publicKey.split(':');
  const x = Buffer.from(base64, 'base64').toString('base64url');
  const keys = new Map([[keyId, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })]]);
  const notification = { keyId, signature, body: Buffer.from(text) };
  const seconds = Number(/t=(\d+)/.exec(signature)?.[1]);
  const at = (offset: number) => new Date((seconds + offset) * 1_000);

  test('of the protocol’s example is verified, up to 300 seconds before and after its time', () => {
    for (const offset of [-300, 0, 300])
      expect(verifyNotification(keys, notification, at(offset)), `${offset}`).toBe(true);
    for (const offset of [-301, 301])
      expect(verifyNotification(keys, notification, at(offset)), `${offset}`).toBe(false);
  });

  test('that was stored is verified however old it is, but by its bytes all the same', () => {
    expect(verifyNotification(keys, notification, 'stored')).toBe(true);
    expect(verifyNotification(keys, { ...notification, body: Buffer.from(`${text} `) }, 'stored')).toBe(false);
  });

  test('is not verified with another key, body, time or signature', () => {
    const { privateKey, publicKey: stranger } = generateKeyPairSync('ed25519');
    const refused = (changed: Partial<typeof notification>, using: Map<string, KeyObject> = keys) =>
      expect(verifyNotification(using, { ...notification, ...changed }, at(0)), JSON.stringify(changed)).toBe(false);
    refused({ keyId: 'n9' });
    refused({ keyId: '' });
    refused({ keyId: '__proto__' });
    refused({}, new Map([[keyId, stranger]]));
    refused({}, new Map());
    refused({ body: Buffer.from(text.replace('50.00', '50.01')) });
    refused({ body: Buffer.alloc(0) });
    refused({ signature: signature.replace(String(seconds), String(seconds + 1)) });
    const forged = sign(null, Buffer.from(`${seconds}.${text}`), privateKey).toString('base64');
    refused({ signature: `t=${seconds},ed25519=${forged}` });
  });

  test('has one way to be written: whatever else means the same is refused', () => {
    const [, value = ''] = /ed25519=(.+)$/.exec(signature) ?? [];
    const loose = `${value.slice(0, -3)}${value.at(-3) === 'Q' ? 'R' : 'B'}==`; // the same bytes, other spare bits
    expect(Buffer.from(loose, 'base64')).toEqual(Buffer.from(value, 'base64'));
    for (const written of [
      '',
      'undefined',
      value,
      ` ${signature}`,
      `${signature} `,
      `${signature}\n`,
      `${signature}, ${signature}`,
      `${signature},ed25519=${value}`,
      signature.replace('t=', 't=0'),
      signature.replace('t=', 't=+'),
      signature.replace(',', ', '),
      signature.replace('==', ''),
      signature.replace('ed25519', 'ED25519'),
      `ed25519=${value},t=${seconds}`,
      `t=${seconds},ed25519=${loose}`,
      `t=${seconds},ed25519=${Buffer.from(value, 'base64').toString('base64url')}`,
      `t=${seconds},ed25519=${Buffer.from(value, 'base64').toString('hex')}`,
    ])
      expect(verifyNotification(keys, { ...notification, signature: written }, at(0)), written).toBe(false);
  });
});
