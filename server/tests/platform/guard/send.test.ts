import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readAllowList } from '@cardwright/server/platform/guard/allow.ts';
import { openSender, type Sender, type SenderOptions } from '@cardwright/server/platform/guard/send.ts';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { deadPort, endPeers, httpPeer, newCertificate, rawPeer, securePeer, silentPort } from '../../issuer/peers.ts';

const senders: Sender[] = [];
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.close();
  await endPeers();
});

const certificate = newCertificate('DNS:hooks.example.com,IP:127.0.0.1');
beforeAll(() => setDefaultCACertificates([...getCACertificates(), certificate.cert]));

/** A sender with little patience, for receivers on this machine. */
function senderTo(allowed: string, options: Partial<SenderOptions> = {}): Sender {
  const limits = { timeoutMs: 1_000, connectMs: 500, mostBytes: 1_000 };
  const sender = openSender({ allow: readAllowList(allowed), ...limits, ...options });
  senders.push(sender);
  return sender;
}

const body = Buffer.from('{"id":"evt_1"}');
const post = (sender: Sender, url: string, signal?: AbortSignal) =>
  sender.open().post(new URL(url), {
    headers: { 'content-type': 'application/json', 'service-event-id': 'evt_1' },
    body,
    ...(signal === undefined ? {} : { signal }),
  });

const answering = (status: number, headers: Record<string, string> = {}, text = 'thanks') =>
  httpPeer((request, response) => request.resume().on('end', () => response.writeHead(status, headers).end(text)));

test('what is posted arrives as it is, and the answer comes back', async () => {
  const arrived: string[] = [];
  const { port } = await httpPeer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { host, connection, 'service-event-id': id } = request.headers;
      arrived.push([request.method, request.url, host, connection, id, Buffer.concat(chunks)].join(' '));
      response.writeHead(503, { 'retry-after': '120' }).end('later');
    });
  });
  const sent = await post(senderTo(`127.0.0.1:${port}`), `http://127.0.0.1:${port}/a/b?c=d`);
  expect(sent).toEqual({ kind: 'answered', status: 503, retryAfter: '120', body: Buffer.from('later') });
  expect(arrived).toEqual([`POST /a/b?c=d 127.0.0.1:${port} keep-alive evt_1 ${body.toString()}`]);
});

test('each channel has connections of its own', async () => {
  const { port, sockets } = await answering(200);
  const sender = senderTo(`127.0.0.1:${port}`);
  for (let count = 1; count <= 3; count++) {
    expect(await post(sender, `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
    expect(sockets.length).toBe(count);
  }
});

test('what the operator has allowed is found as this machine finds it', async () => {
  const { port } = await answering(204);
  const sent = await post(senderTo(`localhost:${port}`), `http://localhost:${port}/`);
  expect(sent).toEqual({ kind: 'answered', status: 204, body: Buffer.alloc(0) });
});

test('a certificate must be for the name in the URL, whatever the environment says', async () => {
  let requests = 0;
  const { port } = await securePeer(certificate, (_request, response) => {
    requests++;
    response.end();
  });
  const names = ['hooks.example.com', 'other.example.com', '127.0.0.1', '127.0.0.2'];
  const sender = senderTo(names.map((name) => `${name}:${port}`).join(), { resolve: async () => ['127.0.0.1'] });
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    expect(await post(sender, `https://hooks.example.com:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
    expect(await post(sender, `https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
    const sent = await post(sender, `https://other.example.com:${port}/`);
    expect(sent).toEqual({ kind: 'failed', why: 'no answer: ERR_TLS_CERT_ALTNAME_INVALID' });
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  }
  expect(requests).toBe(2);
});

test('a certificate that nobody trusts is no certificate, and plain HTTP is no TLS', async () => {
  const strange = await securePeer(newCertificate(), (_request, response) => response.end());
  const sent = await post(senderTo(`127.0.0.1:${strange.port}`), strange.url);
  expect(sent).toEqual({ kind: 'failed', why: 'no answer: DEPTH_ZERO_SELF_SIGNED_CERT' });
  const { port } = await answering(200);
  const plain = await post(senderTo(`127.0.0.1:${port}`), `https://127.0.0.1:${port}/`);
  expect(plain).toMatchObject({ kind: 'failed' });
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is an answer and is not followed', async (status) => {
  const elsewhere = await answering(200);
  const { port } = await answering(status, { location: `${elsewhere.url}/` });
  const sender = senderTo(`127.0.0.1:${port},127.0.0.1:${elsewhere.port}`);
  expect(await post(sender, `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status });
  expect(elsewhere.sockets).toEqual([]);
});

test('no more of an answer is kept than was asked for', async () => {
  const { port, sockets } = await httpPeer((_request, response) => {
    response.writeHead(200);
    const more = () => response.write('x'.repeat(700)) && setImmediate(more);
    more();
  });
  const sent = await post(senderTo(`127.0.0.1:${port}`), `http://127.0.0.1:${port}/`);
  expect(sent).toEqual({ kind: 'answered', status: 200, body: Buffer.from('x'.repeat(1_000)) });
  const [socket] = sockets;
  if (socket?.destroyed === false) await once(socket, 'close');
});

test('a head without end is no answer', async () => {
  const { port } = await rawPeer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const more = () => socket.writable && socket.write(`x: ${'y'.repeat(1_000)}\r\n`) && setImmediate(more);
    more();
  });
  const sent = await post(senderTo(`127.0.0.1:${port}`), `http://127.0.0.1:${port}/`);
  expect(sent).toEqual({ kind: 'failed', why: 'no answer: UND_ERR_HEADERS_OVERFLOW' });
});

test.each([
  ['says nothing', () => undefined],
  ['never ends its answer', (socket: { write(text: string): void }) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
])('a peer that %s is dropped at the timeout', async (_what, handle) => {
  const { port } = await rawPeer(handle);
  const sent = await post(senderTo(`127.0.0.1:${port}`, { timeoutMs: 300 }), `http://127.0.0.1:${port}/`);
  expect(sent).toEqual({ kind: 'failed', why: 'no whole answer within 300 ms' });
});

test('a connection has less time than the answer, with TLS and without', async () => {
  const silent = await silentPort();
  const sender = senderTo(`127.0.0.1:${silent}`, { connectMs: 200, timeoutMs: 20_000 });
  expect(await post(sender, `http://127.0.0.1:${silent}/`)).toEqual({ kind: 'failed', why: 'no answer: ETIMEDOUT' });
  const { port } = await rawPeer(() => undefined); // accepts, and never says hello
  const secure = senderTo(`127.0.0.1:${port}`, { connectMs: 200, timeoutMs: 20_000 });
  expect(await post(secure, `https://127.0.0.1:${port}/`)).toEqual({ kind: 'failed', why: 'no answer: ETIMEDOUT' });
});

test('an address that nobody answers at is followed by the next', async () => {
  const { port } = await answering(200);
  const sender = senderTo(`hooks.example.com:${port}`, { resolve: async () => ['127.0.0.2', '127.0.0.1'] });
  expect(await post(sender, `http://hooks.example.com:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
  const dead = await deadPort();
  const alone = senderTo(`127.0.0.1:${dead}`);
  expect(await post(alone, `http://127.0.0.1:${dead}/`)).toEqual({ kind: 'failed', why: 'no answer: ECONNREFUSED' });
});

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '127.0.0.1']],
  [['::1', '2606:4700::1111']],
  [['8.8.8.8', '::ffff:127.0.0.1', '8.8.4.4']],
  [['8.8.8.8', 'localhost']],
])('a name with the addresses %j is refused, and asked for once', async (addresses) => {
  const { port, sockets } = await answering(200);
  const asked: string[] = [];
  const sender = senderTo('', {
    resolve: async (name) => {
      asked.push(name);
      return addresses;
    },
  });
  const sent = await post(sender, `https://hooks.example.com:${port}/`);
  expect(sent).toEqual({ kind: 'refused', why: 'The host leads to an address that is not public.' });
  expect(asked).toEqual(['hooks.example.com']);
  expect(sockets).toEqual([]);
});

test('a URL that may not be registered is not posted to either', async () => {
  const { port, sockets } = await answering(200);
  const sender = senderTo('', { resolve: async () => ['127.0.0.1'] });
  for (const url of [`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`, `https://x@hooks.example.com:${port}/`])
    expect(await post(sender, url)).toMatchObject({ kind: 'refused' });
  expect(sockets).toEqual([]);
});

test('a name that cannot be found, has no address, or is never answered for, is a failure', async () => {
  const unknown = Object.assign(new Error('not repeated'), { code: 'ENOTFOUND' });
  const url = 'https://hooks.example.com/';
  const failing = senderTo('', { resolve: () => Promise.reject(unknown) });
  expect(await post(failing, url)).toEqual({ kind: 'failed', why: 'no answer: ENOTFOUND' });
  const empty = senderTo('', { resolve: async () => [] });
  expect(await post(empty, url)).toEqual({ kind: 'failed', why: 'no answer: ENODATA' });
  const slow = senderTo('', { timeoutMs: 200, resolve: () => new Promise(() => undefined) });
  expect(await post(slow, url)).toEqual({ kind: 'failed', why: 'no whole answer within 200 ms' });
});

test('the caller may cancel a request, before and while it is in progress', async () => {
  const { port, sockets } = await rawPeer(() => undefined);
  const sender = senderTo(`127.0.0.1:${port}`);
  const calledOff = { kind: 'failed', why: 'it was called off' };
  expect(await post(sender, `http://127.0.0.1:${port}/`, AbortSignal.abort())).toEqual(calledOff);
  expect(sockets).toEqual([]);
  expect(await post(sender, `http://127.0.0.1:${port}/`, AbortSignal.timeout(100))).toEqual(calledOff);
});

test('a sender that is closed ends what is under way and begins nothing', async () => {
  const { port, server } = await rawPeer(() => undefined);
  const sender = senderTo(`127.0.0.1:${port}`, { timeoutMs: 20_000 });
  const sent = post(sender, `http://127.0.0.1:${port}/`);
  await once(server, 'connection');
  await sender.close();
  expect(await sent).toEqual({ kind: 'failed', why: 'the sender is closed' });
  expect(await post(sender, `http://127.0.0.1:${port}/`)).toEqual({ kind: 'failed', why: 'the sender is closed' });
});

test('a header that would be two is a failure, and nothing is sent', async () => {
  const { port, sockets } = await answering(200);
  const sender = senderTo(`127.0.0.1:${port}`);
  const headers = { 'service-event-id': 'evt_1\r\nx-injected: 1' };
  const sent = await sender.open().post(new URL(`http://127.0.0.1:${port}/`), { headers, body });
  expect(sent).toEqual({ kind: 'failed', why: 'no answer: UND_ERR_INVALID_ARG' });
  expect(sockets).toEqual([]);
});
