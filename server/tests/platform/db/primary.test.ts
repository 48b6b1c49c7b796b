// The search for the primary always ends: neither a silent server nor another caller can block it.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serversOf } from '@cardwright/server/platform/db/primary.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** Longer than a server has to answer. */
const SOON_MS = 5_000;

let silent: Server; // takes connections, never answers, and closes when its client does
const sockets: Socket[] = [];
beforeAll(async () => {
  silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined).resume()));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent?.close();
});

test('a search that waits for a silent server is not lost when another one has its answer', async () => {
  const primary = new URL(inject('adminUrl'));
  const { port } = silent.address() as AddressInfo;
  const servers = serversOf(inject('adminUrl').replace(primary.host, `${primary.host},127.0.0.1:${port}`));
  const first = servers?.find();
  await sleep(300); // the primary has answered
  expect(await servers?.find()).toMatchObject({ port: Number(primary.port) });
  expect(await Promise.race([first, sleep(SOON_MS, 'hangs')])).toMatchObject({ port: Number(primary.port) });
  servers?.left({ host: primary.hostname, port: Number(primary.port) });
  expect(await Promise.race([servers?.find(), sleep(SOON_MS, 'hangs')])).toMatchObject({ port: Number(primary.port) });
});
