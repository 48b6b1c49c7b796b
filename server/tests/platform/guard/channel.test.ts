import { readAllowList } from '@cardwright/server/platform/guard/allow.ts';
import { type Channel, openSender, type Sender, type SenderOptions } from '@cardwright/server/platform/guard/send.ts';
import { afterEach, expect, test } from 'vitest';
import { endPeers, httpPeer, rawPeer } from '../../issuer/peers.ts';

const senders: Sender[] = [];
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.close();
  await endPeers();
});

function channelTo(
  port: number,
  options: Partial<SenderOptions> = {},
): { channel: Channel; post: () => Promise<unknown> } {
  const limits = { timeoutMs: 2_000, connectMs: 1_000, mostBytes: 1_000 };
  const sender = openSender({
    allow: readAllowList(`127.0.0.1:${port},hooks.example.com:${port}`),
    ...limits,
    ...options,
  });
  senders.push(sender);
  const channel = sender.open();
  const url = new URL(`http://${options.resolve === undefined ? '127.0.0.1' : 'hooks.example.com'}:${port}/`);
  return { channel, post: () => channel.post(url, { headers: {}, body: Buffer.from('{}') }) };
}

const answering = (text = 'thanks') =>
  httpPeer((request, response) => request.resume().on('end', () => response.writeHead(200).end(text)));

const answered = { kind: 'answered', status: 200 };

test('requests that follow each other use one connection, concurrent ones have their own', async () => {
  const { port, sockets } = await answering();
  const { post } = channelTo(port);
  for (let count = 0; count < 5; count++) expect(await post()).toMatchObject(answered);
  expect(sockets.length).toBe(1);
  expect(await Promise.all([post(), post(), post()])).toMatchObject([answered, answered, answered]);
  expect(sockets.length).toBe(3);
});

test('a closed channel leaves no connection open', async () => {
  const { port, sockets } = await answering();
  const { channel, post } = channelTo(port);
  await Promise.all([post(), post()]);
  channel.close();
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

test('an answer that is too long ends its connection', async () => {
  const { port, sockets } = await answering('x'.repeat(100_000));
  const { post } = channelTo(port);
  for (let count = 1; count <= 3; count++) {
    expect(await post()).toMatchObject(answered);
    expect(sockets.length).toBe(count);
  }
});

test('a server that closes after every answer without a word gets every request, and one of them twice', async () => {
  let arrived = 0;
  const { port } = await rawPeer((socket) => {
    socket.on('data', () => {
      arrived++;
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  });
  const { post } = channelTo(port);
  for (let count = 1; count <= 20; count++) expect(await post()).toMatchObject(answered);
  expect(arrived).toBe(21);
});

test('a request that a kept connection drops is sent once more, and on a new connection never', async () => {
  const seen: number[] = [];
  const { port } = await rawPeer((socket) => {
    let requests = 0;
    socket.on('data', () => {
      seen.push(++requests);
      if (requests > 1) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  });
  const { post } = channelTo(port);
  expect(await post()).toMatchObject(answered);
  expect(await post()).toMatchObject(answered);
  expect(seen).toEqual([1, 2, 1]);

  const cutting = await rawPeer((socket) => socket.on('data', () => socket.destroy()));
  expect(await channelTo(cutting.port).post()).toMatchObject({ kind: 'failed' });
  expect(cutting.sockets.length).toBe(1);
});

test('a request whose answer has begun is not sent again', async () => {
  const { port, sockets } = await rawPeer((socket) => {
    let requests = 0;
    socket.on('data', () => {
      if (++requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nok');
    });
  });
  const { post } = channelTo(port);
  expect(await post()).toMatchObject(answered);
  expect(await post()).toMatchObject({ kind: 'failed' });
  expect(sockets.length).toBe(1);
});

test('a name is resolved once while it is trusted, then again', async () => {
  const { port, sockets } = await answering();
  let asked = 0;
  const resolve = async () => {
    asked++;
    return ['127.0.0.1'];
  };
  const trusting = channelTo(port, { resolve });
  await Promise.all([trusting.post(), trusting.post()]);
  await trusting.post();
  expect([asked, sockets.length]).toEqual([1, 2]);
  const doubting = channelTo(port, { resolve, trustMs: 0 });
  for (let count = 0; count < 3; count++) expect(await doubting.post()).toMatchObject(answered);
  expect([asked, sockets.length]).toEqual([4, 5]);
});

test('a name that could not be resolved is tried again by the next request', async () => {
  const { port } = await answering();
  let asked = 0;
  const resolve = async () => {
    if (++asked === 1) throw Object.assign(new Error('not now'), { code: 'ETIMEOUT' });
    return ['127.0.0.1'];
  };
  const { post } = channelTo(port, { resolve });
  expect(await post()).toEqual({ kind: 'failed', why: 'no answer: ETIMEOUT' });
  expect(await post()).toMatchObject(answered);
});
