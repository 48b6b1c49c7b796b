// What companies hand in, at the desk: the queue, the documents, the decision of an operator.
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readVersions } from '@cardwright/server/foundation/config.ts';
import { databaseStore, putDocument } from '@cardwright/server/identity/verifications/documents.ts';
import { fill } from '@cardwright/server/identity/verifications/fill.ts';
import { requirementsOf } from '@cardwright/server/identity/verifications/requirements.ts';
import { submit } from '@cardwright/server/identity/verifications/submit.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corporateFields, pdf } from '../../identity/verifications/handed-in.ts';
import { openOwn, personOf } from '../../members-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { type AtDesk, deskOf, operatorAt } from './operator.ts';

let world: World;
let own: Db;
let ann: AtDesk;
beforeAll(async () => {
  world = await startWorld({ api: 0, desk: true });
  own = openOwn(world);
  ann = await operatorAt(world, 'Ann');
});
afterAll(async () => {
  await own?.close();
  await world?.stop();
});

/** A company whose owner has handed everything in. */
async function applicant(name: string): Promise<Company> {
  const company = await world.company({ name, verification: 'pending' });
  const { userId } = await personOf(world, { company });
  const by = { companyId: company.scope.companyId, userId };
  const documentKeys = readVersions(world.stack.secrets.documentKeys);
  const tools = { db: own, clock: systemClock, documentKeys, store: databaseStore };
  await fill(tools, by, corporateFields);
  for (const { slot } of requirementsOf('corporate').documents) {
    await putDocument(tools, by, { slot, name: `the "${slot}".pdf.hta`, content: pdf, declared: 'application/pdf' });
  }
  await submit(tools, by);
  return company;
}

type Shown = {
  state: string;
  submittedAt: string;
  fields: { name: string; label: string; value: string }[];
  documents: { id: string; slot: string; label: string; bytes: number }[];
  decisions: object[];
};
const get = async (company: Company) => (await ann.get<Shown>(`/desk/v1/verifications/${company.id}`)).body;
const decide = (company: Company, verb: string, json: object) =>
  ann.post<Shown>(`/desk/v1/verifications/${company.id}/${verb}`, json);

describe('a verification', () => {
  test('waits in the queue, the longest first, and is shown with fields and documents', async () => {
    const first = await applicant('First Ltd');
    const second = await applicant('Second Ltd');
    type Queue = { data: { company: { id: string } }[]; nextCursor: string | null };
    const page = (await ann.get<Queue>('/desk/v1/verifications?limit=1')).body;
    expect(page.data).toMatchObject([{ company: { id: first.id, name: 'First Ltd' }, kind: 'corporate' }]);
    const next = (await ann.get<Queue>(`/desk/v1/verifications?limit=1&cursor=${page.nextCursor}`)).body;
    expect(next.data).toMatchObject([{ company: { id: second.id } }]);
    const shown = await get(first);
    expect(shown).toMatchObject({ state: 'submitted', verification: 'pending', decisions: [] });
    const { body: company } = await ann.get(`/desk/v1/companies/${first.id}`);
    expect(company).toMatchObject({ verification: 'pending', verificationState: 'submitted' });
    expect(shown.fields).toContainEqual({ name: 'legalName', label: 'Legal name', value: 'Test Ltd' });
    expect(shown.documents.map(({ slot }) => slot).toSorted()).toEqual(
      requirementsOf('corporate')
        .documents.map(({ slot }) => slot)
        .toSorted(),
    );
  });

  test('has documents that open as files and never in the page, and the log says who opened them', async () => {
    const company = await applicant('Third Ltd');
    const document = (await get(company)).documents.find(({ slot }) => slot === 'director_id');
    const path = `/desk/v1/verifications/${company.id}/documents/${document?.id}`;
    const cookie = [...ann.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(deskOf(world).url + path, { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="director-id.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const log = await ann.get<{ data: object[] }>(`/desk/v1/audit?companyId=${company.id}&limit=1`);
    expect(log.body.data).toMatchObject([{ action: 'verification.open_document', operator: { name: 'Ann' } }]);
    const other = await applicant('Other Ltd');
    const foreign = await ann.get(`/desk/v1/verifications/${other.id}/documents/${document?.id}`);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'document_not_found' } });
  });

  test('is approved with a code of the second factor, once, as it was looked at', async () => {
    const company = await applicant('Fourth Ltd');
    await ann.stepUp();
    const { submittedAt } = await get(company);
    const other = new Date(Date.parse(submittedAt) - 1_000).toISOString();
    expect(await decide(company, 'approve', { reason: 'checked', submittedAt: other })).toMatchObject({ status: 409 });
    expect(await decide(company, 'approve', { reason: 'checked', submittedAt })).toMatchObject({
      status: 200,
      body: {
        state: 'approved',
        verification: 'approved',
        decisions: [{ decision: 'approved', reason: 'checked', decidedBy: { id: ann.id, name: 'Ann' } }],
      },
    });
    expect(await decide(company, 'reject', { reason: 'no' })).toMatchObject({
      status: 409,
      body: { code: 'stands_already' },
    });
  });

  test('is rejected with a reason', async () => {
    const company = await applicant('Fifth Ltd');
    expect(await decide(company, 'reject', { reason: ' ' })).toMatchObject({ status: 400 });
    expect(await decide(company, 'reject', { reason: 'The chart cannot be read.' })).toMatchObject({
      status: 200,
      body: { state: 'rejected', verification: 'rejected', decisions: [{ reason: 'The chart cannot be read.' }] },
    });
  });

  test('of nobody is not found', async () => {
    for (const path of ['/desk/v1/verifications/nonsense', '/desk/v1/verifications/nonsense/documents/nonsense']) {
      expect((await ann.get(path)).status).toBe(404);
    }
  });
});
