import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GivenHeaders, SignatureError, type VerifyOptions, webhooks } from '@cardwright/sdk';
import { signDelivery } from '@cardwright/server/events/webhooks/sign.ts';
import { afterEach, describe, expect, test } from 'vitest';

const { sign, verify } = webhooks;
const secret = 'whsec_3q2bZ8yH0fVn5sKdR1tGx7LwPjUcMaEo';
const other = 'whsec_Q0aVbW1cXdYeZf2gAhBiCjDkElFmGn3o';
const timestamp = 1_767_225_600;
const now = timestamp * 1_000;
const body = Buffer.from('{"id":"evt_01k9","type":"webhook.test"}');
const good = await sign(body, secret, timestamp);

type Delivery = VerifyOptions & { secret?: unknown; body?: unknown };

const byOther = await sign(body, other, timestamp);
const byAnotherBody = await sign(`${body.toString()} `, secret, timestamp);

const codeOf = async (headers: GivenHeaders, changes: Delivery = {}) => {
  const { secret: by = secret, body: of = body, ...options } = { now, ...changes };
  try {
    await verify(of as string, headers, by as string, options);
    return 'accepted';
  } catch (error) {
    if (error instanceof SignatureError) return error.code;
    throw error;
  }
};

describe('verify', () => {
  test('returns the event that the server signed, and the example of the documentation is true', async () => {
    expect(signDelivery(Buffer.from(secret), { timestamp, body })).toBe(good);
    expect(await verify(body, { 'Service-Signature': good }, secret, { now })).toEqual({
      id: 'evt_01k9',
      type: 'webhook.test',
    });
    const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
    for (const line of [`secret     ${secret}`, `body       ${body.toString()}`, `signature  ${good}`])
      expect(page).toContain(line);
  });

  test('takes headers as Node, fetch and people write them, and bodies as bytes or text', async () => {
    for (const headers of [
      { 'service-signature': good },
      { 'SERVICE-SIGNATURE': good },
      { 'service-signature': [good] },
      new Headers({ 'Service-Signature': good }),
    ])
      expect(await codeOf(headers)).toBe('accepted');
    for (const given of [body.toString(), new Uint8Array(body)])
      expect(await codeOf({ 'service-signature': good }, { body: given })).toBe('accepted');
    expect(await codeOf({ 'service-signature': good }, { now: new Date(now) })).toBe('accepted');
  });

  test('accepts up to 300 seconds on both sides, or what it is told', async () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      codeOf(
        { 'service-signature': good },
        { now: now + seconds * 1_000, ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }) },
      );
    for (const seconds of [-300, 0, 300]) expect(await at(seconds)).toBe('accepted');
    for (const seconds of [-301, 301, 86_400]) expect(await at(seconds)).toBe('expired');
    expect(await at(10, 10)).toBe('accepted');
    expect(await at(11, 10)).toBe('expired');
    expect(await at(0, 0)).toBe('accepted');
    expect(await codeOf({ 'service-signature': good }, { now: Number.NaN })).toBe('expired');
  });

  test('while a secret is replaced, the old one, the new one and both are enough', async () => {
    const headers = { 'service-signature': good, 'service-signature-next': byOther };
    for (const given of [secret, other, [other, secret], ['whsec_neither', other]])
      expect(await codeOf(headers, { secret: given })).toBe('accepted');
    expect(await codeOf(headers, { secret: 'whsec_neither' })).toBe('mismatch');
  });

  test.each([
    ['missing', {}],
    ['missing', { 'service-signature': '' }],
    ['missing', { 'service-signature': undefined }],
    ['missing', { 'stripe-signature': good }],
    ['malformed', { 'service-signature': `${good},v1=${'0'.repeat(64)}` }],
    ['malformed', { 'service-signature': [good, good] }],
    ['malformed', new Headers(Array.from({ length: 2 }, (): [string, string] => ['service-signature', good]))],
    ['malformed', { 'service-signature': good, 'Service-Signature': good }],
    ['malformed', { 'service-signature': ` ${good}` }],
    ['malformed', { 'service-signature': `${good}\n` }],
    ['malformed', { 'service-signature': good.replace('v1=', 'v0=') }],
    ['malformed', { 'service-signature': good.slice(0, -1) }],
    ['malformed', { 'service-signature': good.toUpperCase().replace('T=', 't=').replace('V1=', 'v1=') }],
    ['malformed', { 'service-signature': good.replace('t=', 't=-') }],
    ['malformed', { 'service-signature': good.replace('t=', 't=1e') }],
    ['mismatch', { 'service-signature': good.replace('t=', 't=0') }],
    ['mismatch', { 'service-signature': good.replace(String(timestamp), String(timestamp + 1)) }],
    ['mismatch', { 'service-signature': good.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
    ['mismatch', { 'service-signature': byOther }],
    ['mismatch', { 'service-signature': byAnotherBody }],
  ] as const)('refuses as %s: %j', async (code, headers) => {
    expect(await codeOf(headers)).toBe(code);
  });

  test('a call that could accept anything is a mistake, and says so', async () => {
    const headers = { 'service-signature': good };
    for (const wrong of ['', null, [], [''], [secret, ''], 5])
      await expect(codeOf(headers, { secret: wrong })).rejects.toThrow(TypeError);
    await expect(codeOf(headers, { body: JSON.parse(body.toString()) as object })).rejects.toThrow(/raw bytes/);
    for (const toleranceSeconds of [Number.NaN, -1, 'many'])
      await expect(codeOf(headers, { toleranceSeconds: toleranceSeconds as number })).rejects.toThrow(TypeError);
  });
});

describe('examples/receiver.mjs', () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  const start = (given: string) =>
    spawn(process.execPath, [join(import.meta.dirname, '../examples/receiver.mjs')], {
      env: { CARDWRIGHT_WEBHOOK_SECRET: given, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  test('handles each event once, and nothing that is not ours', async () => {
    child = start(`${secret},${other}`);
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    const [url = ''] = /http:\S+/.exec(said) ?? [];
    const deliver = async (text: string, by = secret) => {
      const headers = { 'service-signature': await sign(text, by) };
      return (await fetch(url, { method: 'POST', headers, body: text })).status;
    };
    const event = (id: string) => JSON.stringify({ id, type: 'operation.completed' });
    expect(await deliver(event('evt_1'))).toBe(204);
    expect(await deliver(event('evt_1'), other)).toBe(204);
    expect(await deliver(event('evt_2'))).toBe(204);
    expect(await deliver(event('evt_3'), 'whsec_forged')).toBe(400);
    expect(said.match(/evt_\d/g)).toEqual(['evt_1', 'evt_2']);
  });

  test('does not start without a secret', async () => {
    child = start('');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(1);
  });
});
