// How much may be uploaded: replaced documents count, and what is refused is never stored.
import { randomBytes } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { uploadLimits } from '@cardwright/server/identity/verifications/uploads.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOwn, personOf } from '../../members-of.ts';
import { upload } from '../../surfaces/portal/asking.ts';
import { startWorld, type World } from '../../world.ts';
import { newPerson, openCompany, type SignedIn } from '../people/person.ts';
import { pdf, put } from './handed-in.ts';

let world: World;
let own: Db;
beforeAll(async () => {
  world = await startWorld({ portal: true, api: 0 });
  own = openOwn(world);
});
afterAll(async () => {
  await own?.close();
  await world?.stop();
});

const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5 * 1024 * 1024 - 9)]);
const slot = 'ownership_chart';
const send = (person: SignedIn, company: string, content: Buffer = pdf) =>
  upload<{ code: string; message: string }>(world, person, { company, slot, content });

/** Lets a company have uploaded something in the last day. */
const uploaded = (companyId: string, userId: string, { count, bytes }: { count: number; bytes: number }) =>
  world.admin.query(
    `insert into verification_uploads (company_id, user_id, bytes, uploaded_at)
     select $1, $2, $4, now() - interval '1 hour' from generate_series(1, $3::integer)`,
    [companyId, userId, count, bytes],
  );
const storedOf = async (companyId: string) => {
  const { rows } = await world.admin.query<{ files: number; uploads: number }>(
    `select (select count(*)::integer from verification_files where company_id = $1) as files,
            (select count(*)::integer from verification_uploads where company_id = $1) as uploads`,
    [companyId],
  );
  return rows[0];
};

test('a company that replaces one document over and over is refused, and told when it can go on', async () => {
  const person = await newPerson(world);
  const company = await openCompany(world, person, { approved: false });
  const statuses: number[] = [];
  let last: Awaited<ReturnType<typeof send>> | undefined;
  for (let index = 0; index < 14; index++) {
    last = await send(person, company, large);
    statuses.push(last.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429]);
  expect(last?.body).toMatchObject({ code: 'document_limit' });
  expect(last?.body.message).toMatch(
    /40 documents and 60 MB in 24 hours.*Try again after \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
  );
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(86_000);
  expect(await storedOf(fromId('company', company) ?? '')).toEqual({ files: 1, uploads: 12 });
});

test('the number counts as well, and the next day there is room', async () => {
  const person = await newPerson(world);
  const company = await openCompany(world, person, { approved: false });
  const [companyId, userId] = [fromId('company', company) ?? '', fromId('user', person.userId) ?? ''];
  await uploaded(companyId, userId, { count: uploadLimits.companyUploads - 1, bytes: 100 });
  expect((await send(person, company)).status).toBe(200);
  const refused = await send(person, company);
  expect(refused).toMatchObject({ status: 429, body: { code: 'document_limit' } });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(82_000);
  expect(seconds).toBeLessThanOrEqual(82_800);
  await world.admin.query(`update verification_uploads set uploaded_at = uploaded_at - interval '23 hours'`);
  expect((await send(person, company)).status).toBe(200);
  expect(await storedOf(companyId)).toEqual({ files: 1, uploads: 2 }); // what is a day old is forgotten
});

test('a person has a limit over all their companies, and others keep theirs', async () => {
  const person = await newPerson(world);
  const [first, second] = [
    await openCompany(world, person, { approved: false }),
    await openCompany(world, person, { approved: false, name: 'Second Ltd' }),
  ];
  const userId = fromId('user', person.userId) ?? '';
  await uploaded(fromId('company', first) ?? '', userId, { count: uploadLimits.personUploads, bytes: 100 });
  expect(await send(person, second)).toMatchObject({ status: 429, body: { code: 'document_limit' } });
  const other = await newPerson(world);
  expect((await send(other, await openCompany(world, other, { approved: false }))).status).toBe(200);
});

test('of many at the same moment exactly those get in for which there is room', async () => {
  const company = await world.company({ verification: 'pending' });
  const { userId } = await personOf(world, { company });
  const by = { companyId: company.scope.companyId, userId };
  await uploaded(by.companyId, userId, { count: uploadLimits.companyUploads - 3, bytes: 100 });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => put(world, own, by, slot)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'document_limit' });
  }
  expect(await storedOf(by.companyId)).toEqual({ files: 1, uploads: uploadLimits.companyUploads });
});

test('a person has six uploads under way, not more', async () => {
  const person = await newPerson(world);
  const company = await openCompany(world, person, { approved: false });
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(person, company, large)));
  const codes = answers.map(({ status, body }) => (status === 200 ? 'stored' : body.code));
  expect(new Set(codes)).toEqual(new Set(['stored', 'uploads_under_way']));
  expect((await send(person, company)).status).toBe(200); // nothing is counted forever
});
