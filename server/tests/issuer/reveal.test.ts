// What an answer to a reveal means: an address that may be opened now, or a reason that quotes nothing of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPeers, httpPeer, portTo } from './peers.ts';

let reply: { status?: number; body: object } = { body: {} };
let asked = '';
let issuer: ReturnType<typeof portTo>;
beforeAll(async () => {
  const peer = await httpPeer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/protocol') return response.end('{"versions":["1.1"]}');
      asked = `${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`;
      return response.writeHead(reply.status ?? 200).end(JSON.stringify(reply.body));
    });
  });
  issuer = portTo(peer.url, 2_000);
});
afterAll(endPeers);

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const page = (more: object = {}) => ({
  token: 'ict_1',
  url: 'https://cards.test/r/1?x=y',
  expiresAt: inSeconds(60),
  ...more,
});
function revealed(body: object, status = 200) {
  reply = { status, body };
  return issuer.reveal('com_1', 'ict_1', 'rev_1');
}

test('names the card in the path and our reference in the body', async () => {
  await revealed(page());
  expect(asked).toBe('POST /v1/cards/ict_1/reveal {"reference":"rev_1"}');
});

test('an honest answer is an address and when it expires, and only those', async () => {
  const said = page({ number: '4111111111111111' });
  expect(await revealed(said)).toStrictEqual({
    kind: 'revealed',
    url: said.url,
    expiresAt: new Date(said.expiresAt),
  });
});

test('a closed card is refused, an unknown one absent, to the letter of the protocol', async () => {
  expect(await revealed({ code: 'card_closed', message: 'x' }, 409)).toEqual({
    kind: 'refused',
    reason: 'card_closed',
  });
  expect(await revealed({ status: 'absent' }, 404)).toEqual({ kind: 'absent' });
  expect(await revealed({ code: 'other' }, 409)).toEqual({ kind: 'unknown', reason: 'HTTP status 409' });
  expect(await revealed({}, 404)).toEqual({ kind: 'unknown', reason: 'HTTP status 404' });
});

describe('unknown, with nothing of the answer in its reason', () => {
  test.each<[string, object]>([
    ['another card', { token: 'ict_2' }],
    ['no address', { url: undefined }],
    ['a script in place of an address', { url: 'javascript:alert(1)' }],
    ['a file', { url: 'file:///etc/passwd' }],
    ['no whole address', { url: '/reveal/secret' }],
    ['an address without end', { url: `https://cards.test/${'s'.repeat(2_000)}` }],
    ['a page that lives too long', { expiresAt: inSeconds(150) }],
    ['a time that is none', { expiresAt: '2026-13-45T25:61:61Z' }],
    ['no time', { expiresAt: undefined }],
  ])('%s', async (_name, change) => {
    const answer = await revealed(page(change));
    expect(answer).toEqual({ kind: 'unknown', reason: expect.any(String) });
    expect(JSON.stringify(answer)).not.toMatch(/secret|cards\.test|passwd|alert/);
  });
});
