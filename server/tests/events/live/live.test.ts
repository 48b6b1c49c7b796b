// The live feed: every event of the watched book in order, nobody else's, for as long as the session lasts.
import { randomUUID } from 'node:crypto';
import { startWatching } from '@cardwright/server/events/live/watch.ts';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newMember, newPerson, openCompany, portalOf, type SignedIn } from '../../identity/people/person.ts';
import { openOwn } from '../../members-of.ts';
import { listenTo, type Stream } from '../../surfaces/portal/asking.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let owner: SignedIn;
let company: string;
const streams: Stream[] = [];
beforeAll(async () => {
  world = await startWorld({ portal: true, api: 0 });
  owner = await newPerson(world);
  company = await openCompany(world, owner);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => world?.stop());

const uuidOf = (id: string) => fromId('company', id) ?? '';

/** Puts events into a book, behind those that are there. */
async function happen(id: string, count: number, environment = 'sandbox'): Promise<void> {
  for (let index = 0; index < count; index++) {
    const body = JSON.stringify({ data: { object: { id: `op_${randomUUID()}` } } });
    await world.admin.query(
      `insert into events (company_id, environment, sequence, id, type, body, created_at)
       select $1, $2, coalesce(max(sequence), 0) + 1, gen_random_uuid(), 'operation.completed', $3, now()
         from events where company_id = $1 and environment = $2`,
      [uuidOf(id), environment, body],
    );
  }
}
const listen = async (person: SignedIn, id = company, headers = {}) => {
  const stream = await listenTo(world, person, `company=${id}&environment=sandbox`, headers);
  streams.push(stream);
  return stream;
};
const idsIn = (stream: Stream) => [...stream.text().matchAll(/^id: (\d+)\nevent: /gm)].map(([, id]) => Number(id));
const hears = (stream: Stream, count: number) =>
  until(
    () => idsIn(stream),
    (ids) => ids.length >= count,
  );

test('streams new events of the book in order, and of no other book', async () => {
  const other = await openCompany(world, owner, { name: 'Other Ltd' });
  await happen(company, 2);
  const stream = await listen(owner);
  expect(stream.status).toBe(200);
  await until(
    () => stream.text(),
    (text) => text.includes('id: 2\n'),
  );
  await happen(other, 1);
  await happen(company, 1, 'live');
  await happen(company, 3);
  expect(await hears(stream, 3)).toEqual([3, 4, 5]);
  const [data = ''] = /data: (.*)/.exec(stream.text())?.slice(1) ?? [];
  expect(JSON.parse(data)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'operation.completed',
    sequence: '3',
    objectId: expect.stringMatching(/^op_/),
  });
});

test('returns the end of a book’s feed to callers who may read events', async () => {
  const id = await openCompany(world, owner, { name: 'Ends Ltd' });
  const endOf = (environment: 'sandbox' | 'live', person: SignedIn = owner) =>
    person.get('/portal/v1/events/newest', { company: id, environment });
  expect(await endOf('sandbox')).toMatchObject({ status: 200, body: { sequence: 0 } });
  await happen(id, 3);
  expect((await endOf('sandbox')).body).toEqual({ sequence: 3 });
  expect((await endOf('live')).body).toEqual({ sequence: 0 });
  const viewer = await newMember(world, owner, id, 'viewer');
  expect(await endOf('sandbox', viewer)).toMatchObject({ status: 403, body: { code: 'role_missing' } });
});

test('resumes after the last event of a browser', async () => {
  await happen(company, 3);
  const stream = await listen(owner, company, { 'last-event-id': '1' });
  const ids = await hears(stream, 5);
  expect(ids).toEqual(ids.map((_, index) => index + 2));
});

test('is refused without a session, to strangers, and in too many windows', async () => {
  const nobody = await listenTo(world, { ...owner, jar: new Map() }, `company=${company}&environment=sandbox`);
  expect(nobody.status).toBe(401);
  const stranger = await newPerson(world);
  expect((await listen(stranger)).status).toBe(404);
  const statuses: number[] = [];
  for (let index = 0; index < 13; index++) statuses.push((await listen(owner)).status);
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
  for (const stream of streams.splice(0)) stream.close();
  await until(
    async () => (await listen(owner)).status,
    (status) => status === 200,
  );
});

test('counts those that come in the same moment, and forgets those that leave before they are answered', async () => {
  const person = await newMember(world, owner, company, 'viewer');
  const together = await Promise.all(Array.from({ length: 40 }, () => listen(person)));
  expect(together.filter(({ status }) => status === 200)).toHaveLength(12);
  expect(together.filter(({ status }) => status === 429)).toHaveLength(28);
  for (const stream of streams.splice(0)) stream.close();
  await until(
    async () => (await listen(person)).status,
    (status) => status === 200,
  );
  for (const stream of streams.splice(0)) stream.close();
  const cookie = [...person.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const url = `${portalOf(world).url}/portal/v1/live?company=${company}&environment=sandbox`;
  for (let round = 0; round < 30; round++) {
    await fetch(url, { headers: { cookie }, signal: AbortSignal.timeout(1 + (round % 10)) }).catch(() => undefined);
  }
  await until(
    async () => {
      const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await listen(person)).status));
      for (const stream of streams.splice(0)) stream.close();
      return statuses.filter((status) => status === 200).length;
    },
    (count) => count === 12,
  );
});

test('ends with the session and with the membership', async () => {
  const member = await newMember(world, owner, company, 'viewer');
  const guest = await newMember(world, owner, company, 'viewer');
  const [first, second] = [await listen(member), await listen(guest)];
  expect((await member.post('/portal/auth/sign-out', {})).status).toBe(200);
  await world.admin.query('delete from members where user_id = $1', [fromId('user', guest.userId)]);
  await until(() => first.hasEnded() && second.hasEnded(), Boolean);
  const staying = await listen(owner);
  expect(staying.hasEnded()).toBe(false);
});

test('polls a book once a second for any number of watchers, and a slow watcher delays no other', async () => {
  const db = openOwn(world);
  const books: number[] = [];
  const counting: typeof db = {
    ...db,
    query: (statement) => {
      books.push((statement.values[0] as unknown[]).length);
      return db.query(statement);
    },
  };
  const watching = startWatching({ db: counting, onError: () => undefined, everyMs: 100 });
  const scope = { companyId: uuidOf(company), environment: 'sandbox' } as const;
  const last = BigInt(
    (
      await world.admin.query(
        'select max(sequence)::text as last from events where company_id = $1 and environment = $2',
        [scope.companyId, 'sandbox'],
      )
    ).rows[0].last,
  );
  const heard: string[][] = [];
  for (let index = 0; index < 50; index++) {
    const own: string[] = [];
    heard.push(own);
    watching.watch(scope, last, ({ sequence }) => own.push(sequence));
  }
  const behind: string[] = [];
  watching.watch(scope, 0n, ({ sequence }) => behind.push(sequence));
  await happen(company, 2);
  await until(() => heard.every((own) => own.length === 2) && behind.length === Number(last) + 2, Boolean);
  expect(Math.max(...books)).toBeLessThanOrEqual(2);
  expect(new Set(heard.map((own) => own.join()))).toEqual(new Set([`${last + 1n},${last + 2n}`]));
  expect(toId('company', scope.companyId)).toBe(company);
  await watching.stop();
  await db.close();
});
