import { resolveByServers, resolveHere } from '@cardwright/server/platform/guard/resolve.ts';
import { afterEach, expect, test } from 'vitest';
import { type Answer, startNameServer } from './name-server.ts';

const servers: { stop(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

async function resolverFor(answer: Answer) {
  const server = await startNameServer(answer);
  servers.push(server);
  return { resolve: resolveByServers([server.address]), asked: () => server.asked() };
}

const four = (...octets: number[]) => Buffer.from(octets);
const six = Buffer.from('26064700000000000000000000001111', 'hex');

test('every address of both kinds is found', async () => {
  const { resolve } = await resolverFor((_name, type) =>
    type === 'A' ? [four(8, 8, 8, 8), four(10, 0, 0, 1)] : [six],
  );
  expect(await resolve('hooks.example.com')).toEqual(['8.8.8.8', '10.0.0.1', '2606:4700::1111']);
});

test('a name of one kind only is found, and so is one whose other kind cannot be asked', async () => {
  const none = await resolverFor((_name, type) => (type === 'A' ? [] : [six]));
  expect(await none.resolve('hooks.example.com')).toEqual(['2606:4700::1111']);
  const failing = await resolverFor((_name, type) => (type === 'A' ? [four(8, 8, 8, 8)] : undefined));
  expect(await failing.resolve('hooks.example.com')).toEqual(['8.8.8.8']);
});

test('a name without addresses fails', async () => {
  const none = await resolverFor(() => []);
  await expect(none.resolve('hooks.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
  const failing = await resolverFor(() => undefined);
  await expect(failing.resolve('hooks.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('no answer is kept, and the name is asked for as it is', async () => {
  const names = new Set<string>();
  const { resolve, asked } = await resolverFor((name, type) => {
    names.add(name);
    return type === 'A' ? [four(8, 8, 8, names.size)] : [];
  });
  await resolve('hooks.example.com');
  const before = asked();
  await resolve('hooks.example.com');
  expect(asked()).toBe(before * 2);
  expect([...names]).toEqual(['hooks.example.com']);
});

test('this machine knows itself', async () => {
  const addresses = await resolveHere('localhost');
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address);
});
