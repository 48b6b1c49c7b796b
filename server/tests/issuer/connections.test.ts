// The line between "no socket ever connected", which alone allows a second send, and everything else.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Outcome } from '@cardwright/server/issuer/answers.ts';
import { LEAVE_WITHIN_MS } from '@cardwright/server/issuer/deadline.ts';
import { MOST_CONNECTIONS } from '@cardwright/server/issuer/exchange.ts';
import { WorkStopped } from '@cardwright/server/platform/work/stop.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import {
  deadPort,
  endPeers,
  honest,
  httpPeer,
  nameOf,
  newCertificate,
  order,
  portTo,
  rawPeer,
  securePeer,
  silentPort,
} from './peers.ts';
import { inTime } from './port.ts';

afterEach(endPeers);

const never = (reason: string | RegExp) => ({ kind: 'never_connected', reason: expect.stringMatching(reason) });
const unknown = (reason: string | RegExp) => ({ kind: 'unknown', reason: expect.stringMatching(reason) });
const done = { kind: 'done', receipt: 'R-1' };
const submitTo = (url: string, timeoutMs?: number): Promise<Outcome> => portTo(url, timeoutMs).submit(order, inTime());

/** An honest answer in bytes, on a connection that stays open. */
const body = JSON.stringify(honest);
const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('never connected', () => {
  test.each(['http', 'https'])('%s: the port is closed', async (scheme) => {
    expect(await submitTo(`${scheme}://127.0.0.1:${await deadPort()}`)).toEqual(never('ECONNREFUSED'));
  });

  test('a name with several addresses, all of them out of reach', async () => {
    const [dead, silent] = [await deadPort(), await silentPort()]; // the silent one is silent at 127.0.0.1 only
    const name = nameOf(['127.0.0.1', '127.0.0.2', '224.0.0.1']);
    expect(await submitTo(`http://${name}:${dead}`)).toEqual(never('ECONNREFUSED'));
    expect(await submitTo(`http://${name}:${silent}`, 2_000)).toEqual(never('ETIMEDOUT'));
    expect(await submitTo(`https://${name}:${silent}`, 2_000)).toEqual(never('ETIMEDOUT'));
  });

  test('a name that nobody has', async () => {
    expect(await submitTo('http://nobody.invalid', 8_000)).toEqual(never(/ENOTFOUND|EAI_AGAIN/));
  });

  test('no route', async () => {
    // Nobody can have a connection to a group of machines, and the kernel says so.
    expect(await submitTo('http://224.0.0.1')).toEqual(never('ENETUNREACH'));
  });

  test.each(['http', 'https'])('%s: nobody replies to the first packet', async (scheme) => {
    expect(await submitTo(`${scheme}://127.0.0.1:${await silentPort()}`)).toEqual(never('ETIMEDOUT'));
  });

  test('the peer went away some time after an earlier request', async () => {
    const peer = await httpPeer((_request, response) => response.end(body));
    const issuer = portTo(peer.url);
    expect(await issuer.submit(order, inTime())).toMatchObject(done);
    for (const socket of peer.sockets) socket.destroy();
    peer.server.close();
    await sleep(50); // we have noticed by now
    expect(await issuer.submit(order, inTime())).toEqual(never('ECONNREFUSED'));
    const found = await issuer.find(order.account, order.reference, order);
    expect(found).toEqual(unknown('ECONNREFUSED')); // a read has only answers, or none
  });
});

describe('unknown, because a socket connected', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['closed at once', (socket) => socket.end()],
    ['reset at once', (socket) => socket.resetAndDestroy()],
    ['closed when the request had come', (socket) => socket.once('data', () => socket.end())],
    ['reset when the request had come', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['reset within the head', (socket) => cut(socket, answer.slice(0, 30))],
    ['reset within the body', (socket) => cut(socket, answer.slice(0, -10))],
    ['closed within the body', (socket) => socket.once('data', () => socket.end(answer.slice(0, -10)))],
    ['something that is not HTTP', (socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n'))],
    [
      'a head without end',
      (socket) => socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(99_999)}`)),
    ],
  ])('%s', async (_name, handle) => {
    const peer = await rawPeer(handle);
    expect(await submitTo(peer.url)).toEqual(unknown('the connection failed'));
    expect(peer.sockets).toHaveLength(1);
  });

  const cut = (socket: Socket, part: string) =>
    socket.once('data', () => socket.write(part, () => setTimeout(() => socket.resetAndDestroy(), 20)));

  test.each<[string, (socket: Socket) => void]>([
    ['silence', (socket) => socket.resume()],
    ['half an answer and then silence', (socket) => socket.once('data', () => socket.write(answer.slice(0, -10)))],
    ['an answer that drips', (socket) => socket.once('data', () => drip(socket))],
  ])('%s, until the time is over and the connection is closed', async (_name, handle) => {
    const peer = await rawPeer(handle);
    expect(await submitTo(peer.url)).toEqual(unknown('^no answer within 400 ms$'));
    const [socket] = peer.sockets;
    await until(
      () => socket?.destroyed ?? false,
      (gone) => gone,
    );
  });

  const drip = (socket: Socket) => {
    let sent = 0;
    const timer = setInterval(() => socket.write(answer.slice(sent, ++sent)), 50);
    socket.once('close', () => clearInterval(timer));
  };

  test('one of several addresses takes the connection and drops it', async () => {
    const peer = await rawPeer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const name = nameOf(['127.0.0.2', '127.0.0.1', '127.0.0.3']);
    expect(await submitTo(`http://${name}:${peer.port}`)).toEqual(unknown('the connection failed'));
    expect(await submitTo(`https://${name}:${peer.port}`)).toEqual(unknown('the connection failed'));
    expect(peer.sockets).toHaveLength(2);
  });

  test('a reset on a connection that had served before: the request is not sent a second time', async () => {
    let requests = 0;
    const peer = await rawPeer((socket) =>
      socket.on('data', () => (++requests === 1 ? socket.write(answer) : socket.resetAndDestroy())),
    );
    const issuer = portTo(peer.url);
    expect(await issuer.submit(order, inTime())).toMatchObject(done);
    await sleep(10); // the connection is free again
    expect(await issuer.submit(order, inTime())).toEqual(unknown('the connection failed'));
    await sleep(50);
    expect({ requests, connections: peer.sockets.length }).toEqual({ requests: 2, connections: 1 });
  });

  test('a kept connection ends just as the request begins, and the next connection is refused', async () => {
    for (const delayMs of [undefined, 0, 1]) {
      const peer = await httpPeer((_request, response) => response.end(body));
      const issuer = portTo(peer.url);
      expect(await issuer.submit(order, inTime())).toMatchObject(done);
      await sleep(10); // the connection is free again
      peer.server.close();
      const submitted = issuer.submit(order, inTime());
      if (delayMs !== undefined) await sleep(delayMs);
      for (const socket of peer.sockets) socket.destroy();
      // If it was quick enough, it was answered; what it never is here is proof that no socket connected.
      expect((await submitted).kind).toMatch(/^(unknown|done)$/);
    }
  });
});

describe('TLS trouble comes after the connection, so it is unknown', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['closed at once', (socket) => socket.end()],
    ['reset at once', (socket) => socket.resetAndDestroy()],
    ['closed within the handshake', (socket) => socket.once('data', () => socket.end())],
    ['reset within the handshake', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['an answer in the open', (socket) => socket.once('data', () => socket.end(answer))],
    ['a handshake that never ends', () => undefined],
  ])('%s', async (_name, handle) => {
    const peer = await rawPeer(handle, 'https');
    expect(await submitTo(peer.url)).toEqual(unknown('the connection failed'));
    expect(peer.sockets).toHaveLength(1);
  });

  test('a certificate that nobody vouches for, and one of another name; one that fits is answered', async () => {
    const certificate = newCertificate();
    let requests = 0;
    const peer = await securePeer(certificate, (_request, response) => {
      requests++;
      response.end(body);
    });
    expect(await submitTo(peer.url, 2_000)).toEqual(unknown('DEPTH_ZERO_SELF_SIGNED_CERT'));
    const trusted = getCACertificates();
    try {
      setDefaultCACertificates([...trusted, certificate.cert]);
      expect(await submitTo(peer.url.replace('127.0.0.1', 'localhost'), 2_000)).toEqual(
        unknown('ERR_TLS_CERT_ALTNAME_INVALID'),
      );
      expect(requests).toBe(0);
      const issuer = portTo(peer.url, 2_000);
      expect(await issuer.submit(order, inTime())).toMatchObject(done);
      expect(await issuer.submit(order, inTime())).toMatchObject(done);
      expect(requests).toBe(2);
    } finally {
      setDefaultCACertificates(trusted);
    }
  });
});

describe('a request goes to its address, once, and nowhere else', () => {
  test('redirects are not followed, and 503 with Retry-After is not retried', async () => {
    const target = await httpPeer((_request, response) => response.end(body));
    for (const status of [301, 302, 307, 308, 429, 503]) {
      let requests = 0;
      const peer = await httpPeer((_request, response) => {
        requests++;
        response.writeHead(status, { location: `${target.url}/v1/orders`, 'retry-after': '0' }).end(body);
      });
      expect(await submitTo(peer.url)).toEqual(unknown(`HTTP status ${status}`));
      expect(requests).toBe(1);
    }
    expect(target.sockets).toHaveLength(0);
  });

  test('a proxy in the environment is not asked', async () => {
    const proxy = await rawPeer((socket) => socket.end());
    const peer = await httpPeer((_request, response) => response.end(body));
    const before = { ...process.env };
    try {
      for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) process.env[name] = proxy.url;
      process.env['NODE_USE_ENV_PROXY'] = '1';
      expect(await submitTo(peer.url)).toMatchObject(done);
      expect(proxy.sockets).toHaveLength(0);
    } finally {
      process.env = before;
    }
  });

  test('connections are pooled and bounded: a request waits for a free one, and is sent once', async () => {
    const seen = new Map<string, number>();
    const peer = await httpPeer((request, response) => {
      request.resume();
      setTimeout(() => {
        const reference = request.url?.split('/').at(-1) ?? '';
        seen.set(reference, (seen.get(reference) ?? 0) + 1);
        response.end(JSON.stringify({ ...honest, reference }));
      }, 50);
    });
    const issuer = portTo(peer.url, 5_000);
    const references = Array.from({ length: MOST_CONNECTIONS + 50 }, (_, index) => `op_${index}`);
    const found = await Promise.all(references.map((reference) => issuer.find('com_1', reference, order)));
    expect(found).toEqual(references.map(() => expect.objectContaining(done)));
    expect([...seen.values()]).toEqual(references.map(() => 1));
    expect(peer.sockets).toHaveLength(MOST_CONNECTIONS);
  });

  test('an order whose claim is too old does not leave, also not on a connection that is open', async () => {
    const heard: string[] = [];
    const peer = await httpPeer((request, response) => {
      heard.push(request.headers['issuer-deadline'] as string);
      response.end(JSON.stringify(honest));
    });
    const issuer = portTo(peer.url, 5_000);
    const young = inTime();
    expect(await issuer.submit(order, young)).toMatchObject(done);
    expect(heard).toEqual([String(Math.floor(young.arriveBy.getTime() / 1_000))]);
    const old = { ...inTime(), startedMs: performance.now() - LEAVE_WITHIN_MS };
    expect(await issuer.submit(order, old)).toEqual({ kind: 'late', reason: 'its claim was too old to send it' });
    expect(await portTo(peer.url, 5_000).submit(order, old)).toMatchObject({ kind: 'late' });
    expect(await issuer.submit(order, inTime())).toMatchObject(done);
    expect(heard).toHaveLength(2);
  });

  test('nothing leaves while work is stopped, also not on a connection that is open', async () => {
    const heard: string[] = [];
    const peer = await httpPeer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      response.end(JSON.stringify(honest));
    });
    let why: string | undefined;
    const check = () => (why === undefined ? undefined : { why, since: new Date() });
    const issuer = portTo(peer.url, 5_000, { isOn: () => why !== undefined, check });
    expect(await issuer.submit(order, inTime())).toMatchObject(done);
    why = 'somebody said so';
    expect(await issuer.submit(order, inTime())).toEqual({ kind: 'stopped', reason: why });
    await expect(issuer.find('com_1', 'op_1', order)).rejects.toThrow(WorkStopped);
    const holder = { account: 'com_1', reference: 'h_1', name: 'Ada', email: 'a@b.c', kind: 'individual' } as const;
    await expect(issuer.registerHolder(holder)).rejects.toThrow(WorkStopped);
    expect(await issuer.createDeposit({ account: 'com_1', reference: 'inv_1', amount: 100n }, inTime())).toEqual({
      kind: 'stopped',
      reason: why,
    });
    why = undefined;
    expect(await issuer.find('com_1', 'op_1', order)).toMatchObject(done);
    expect(heard).toEqual(['POST /v1/orders', 'GET /v1/orders/op_1']);
  });

  test('a silent peer makes everybody unknown, but for those who never got a connection: nothing of theirs left', async () => {
    const peer = await httpPeer((request) => void request.resume());
    const issuer = portTo(peer.url);
    const outcomes = await Promise.all(Array.from({ length: 70 }, () => issuer.submit(order, inTime())));
    const [first, ...others] = outcomes;
    expect(first).toEqual(unknown('no answer within 400 ms'));
    for (const { kind, ...rest } of others) {
      expect(['unknown', 'late']).toContain(kind);
      expect(rest).toEqual({ reason: 'no answer within 400 ms' });
    }
  });

  test('closing the port ends what is under way as unknown, and what comes later', async () => {
    const peer = await rawPeer(() => undefined);
    const issuer = portTo(peer.url, 5_000);
    const submitted = issuer.submit(order, inTime());
    await until(
      () => peer.sockets.length,
      (count) => count > 0,
    );
    const [socket] = peer.sockets;
    await once(socket as Socket, 'data');
    await issuer.close();
    expect(await submitted).toEqual(unknown('the connection failed'));
    expect(await issuer.submit(order, inTime())).toEqual(unknown('the connection failed'));
  });
});
