// Versions of the protocol: what an issuer does not speak is never sent to it.
import type { ServerResponse } from 'node:http';
import type { Order } from '@cardwright/server/issuer/client.ts';
import { LEAVE_WITHIN_MS } from '@cardwright/server/issuer/deadline.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { deadPort, endPeers, honest, httpPeer, order, portTo } from './peers.ts';
import { inTime } from './port.ts';

afterEach(endPeers);

const freeze: Order = { ...order, kind: 'freeze', amount: 0n };
const frozen = { ...honest, kind: 'freeze', amount: '0.00' };
const unsupported = {
  kind: 'rejected',
  code: 'unsupported_by_issuer',
  message: 'The issuer does not support this.',
};

/** Long enough for every answer, and soon over for one that never comes. */
const PATIENCE_MS = 1_000;

type Answering = (response: ServerResponse) => void;
const say =
  (status: number, body: object): Answering =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body));
const both = say(200, { versions: ['1.0', '1.1'] });

/** A peer that answers the question for its versions like this, and everything else honestly. */
async function peerOf(first: Answering) {
  const paths: string[] = [];
  const peer = { answer: first, paths };
  const { url } = await httpPeer((request, response) => {
    paths.push(request.url ?? '');
    request.resume();
    request.on('end', () => {
      if (request.url === '/v1/protocol') peer.answer(response);
      else response.end(JSON.stringify(request.url === '/v1/orders' ? frozen : { token: 'ict_1' }));
    });
  });
  return Object.assign(peer, { issuer: portTo(url, PATIENCE_MS) });
}

describe('an issuer of version 1.1', () => {
  test('is asked once, before its first request of that version', async () => {
    const { issuer, paths } = await peerOf(both);
    for (let count = 0; count < 3; count++)
      expect(await issuer.submit(freeze, inTime())).toMatchObject({ kind: 'done', receipt: 'R-1' });
    await issuer.reveal('com_1', 'ict_1', 'rev_1');
    expect(paths).toEqual(['/v1/protocol', '/v1/orders', '/v1/orders', '/v1/orders', '/v1/cards/ict_1/reveal']);
  });

  test('is not asked for what version 1.0 has', async () => {
    const { issuer, paths } = await peerOf(both);
    await issuer.submit(order, inTime());
    await issuer.find('com_1', 'op_1', freeze);
    expect(paths).toEqual(['/v1/orders', '/v1/orders/op_1']);
  });
});

describe('an issuer of version 1.0', () => {
  test.each<[string, Answering]>([
    ['that has no such path', say(404, { code: 'path_unknown' })],
    ['that says so', say(200, { versions: ['1.0'] })],
    ['of no version that we know', say(200, { versions: ['2.0'] })],
  ])('%s gets none of it', async (_name, answer) => {
    const { issuer, paths } = await peerOf(answer);
    expect(await issuer.submit(freeze, inTime())).toEqual(unsupported);
    expect(await issuer.submit({ ...freeze, kind: 'close' }, inTime())).toEqual(unsupported);
    expect(await issuer.reveal('com_1', 'ict_1', 'rev_1')).toEqual({ kind: 'refused', reason: unsupported.code });
    expect(paths).toEqual(['/v1/protocol']);
  });
});

describe('an answer that is not definite', () => {
  test.each<[string, Answering]>([
    ['an error', say(500, {})],
    ['a wrong signature', say(401, { code: 'signature_invalid' })],
    ['something else', say(200, { version: '1.1' })],
    ['a closed connection', (response) => response.socket?.destroy()],
    ['silence', () => undefined],
  ])('%s: nothing is sent, and the next request asks again', async (_name, answer) => {
    const peer = await peerOf(answer);
    expect(await peer.issuer.submit(freeze, inTime())).toMatchObject({ kind: 'never_connected' });
    expect(await peer.issuer.reveal('com_1', 'ict_1', 'rev_1')).toMatchObject({ kind: 'never_connected' });
    expect(new Set(peer.paths)).toEqual(new Set(['/v1/protocol']));
    peer.answer = both;
    expect(await peer.issuer.submit(freeze, inTime())).toMatchObject({ kind: 'done' });
  });

  test('a refused connection: nothing was sent', async () => {
    const issuer = portTo(`http://127.0.0.1:${await deadPort()}`);
    expect(await issuer.submit(freeze, inTime())).toMatchObject({ kind: 'never_connected' });
  });
});

test('a claim that is too old after the question is late, and nothing was sent', async () => {
  const { issuer, paths } = await peerOf(both);
  const deadline = { ...inTime(), startedMs: performance.now() - LEAVE_WITHIN_MS };
  expect(await issuer.submit(freeze, deadline)).toMatchObject({ kind: 'late' });
  expect(paths).toEqual(['/v1/protocol']);
});

test('while work is stopped, not even the question is sent', async () => {
  const paths: string[] = [];
  const { url } = await httpPeer((request, response) => {
    paths.push(request.url ?? '');
    response.end();
  });
  const issuer = portTo(url, undefined, { ...neverStopped, check: () => ({ why: 'a test' }) as never });
  expect(await issuer.submit(freeze, inTime())).toEqual({ kind: 'stopped', reason: 'a test' });
  await expect(issuer.reveal('com_1', 'ict_1', 'rev_1')).rejects.toThrow('a test');
  expect(paths).toEqual([]);
});
