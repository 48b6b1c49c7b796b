// Verification, keys, overview and statement files of a company, as its people ask for them.

import { readVersions } from '@cardwright/server/foundation/config.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { decideSubmission, openDocument } from '@cardwright/server/identity/verifications/decide.ts';
import { databaseStore } from '@cardwright/server/identity/verifications/documents.ts';
import { requirementsOf } from '@cardwright/server/identity/verifications/requirements.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../client.ts';
import {
  enableSecondFactor,
  newMember,
  newPerson,
  openCompany,
  portalOf,
  type SignedIn,
  stepUp,
} from '../../identity/people/person.ts';
import { corporateFields, pdf } from '../../identity/verifications/handed-in.ts';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { startWorld, type World } from '../../world.ts';
import { upload } from './asking.ts';

let world: World;
let ledger: Ledger;
let owner: SignedIn;
let viewer: SignedIn;
let developer: SignedIn;
let stranger: SignedIn;
/** Of the owner, approved. */
let company: string;
let strangers: string;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  ledger = ledgerOf(world.stack);
  owner = await newPerson(world);
  company = await openCompany(world, owner);
  viewer = await newMember(world, owner, company, 'viewer');
  developer = await newMember(world, owner, company, 'developer');
  stranger = await newPerson(world);
  strangers = await openCompany(world, stranger);
});
afterAll(async () => {
  await ledger?.close();
  await world?.stop();
});

const verification = '/portal/v1/verification';
const today = new Date().toISOString().slice(0, 10);
const scopeOf = (id: string) => ({ companyId: fromId('company', id) ?? '', environment: 'sandbox' as const });

type Shown = {
  state: string;
  missing: unknown[];
  documents: { id: string; slot: string; name: string }[];
  reason: string;
};

describe('verification', () => {
  test('goes from a draft to a decision that the owner gets a letter about', async () => {
    const applied = await openCompany(world, owner, { approved: false, name: 'Applied Ltd' });
    expect(await owner.get(verification, { company: applied })).toMatchObject({
      status: 200,
      body: { state: 'draft' },
    });
    const filled = await owner.ask(`${verification}/fields`, {
      method: 'PUT',
      json: corporateFields,
      company: applied,
    });
    expect(filled, filled.text).toMatchObject({ status: 200, body: { fields: corporateFields } });
    for (const { slot } of requirementsOf('corporate').documents) {
      const put = await upload(world, owner, { company: applied, slot, content: pdf, name: `../../${slot}.pdf` });
      expect(put.status, put.text).toBe(200);
    }
    const handedIn = await owner.post<Shown>(`${verification}/submit`, undefined, { company: applied });
    expect(handedIn, handedIn.text).toMatchObject({ status: 200, body: { state: 'submitted', missing: [] } });
    expect(handedIn.body.documents.map(({ name }) => name)).toContain('ownership_chart.pdf');

    const documentKeys = readVersions(world.stack.secrets.documentKeys);
    const { companyId } = scopeOf(applied);
    const documentId = fromId('document', handedIn.body.documents[0]?.id ?? '') ?? '';
    const opening = { ...world.tools, store: databaseStore, documentKeys };
    expect((await openDocument(opening, { companyId, documentId, actor: world.tools.actor }))?.content).toEqual(pdf);
    const theirs = scopeOf(strangers).companyId;
    expect(await openDocument(opening, { companyId: theirs, documentId, actor: world.tools.actor })).toBeUndefined();

    const change = await upload(world, owner, { company: applied, slot: 'director_id', content: pdf });
    expect(change).toMatchObject({ status: 409, body: { code: 'verification_submitted' } });
    await decideSubmission(world.tools, { companyId, decision: 'approved', reason: '', actor: world.tools.actor });
    const { mails, url } = portalOf(world);
    await world.stack.spawn('worker', undefined, {
      CARDWRIGHT_SMTP_URL: mails.url,
      CARDWRIGHT_MAIL_FROM: 'Cardwright <no-reply@example.com>',
      CARDWRIGHT_PORTAL_URL: url,
    });
    await mails.waitFor(owner.email, 'Applied Ltd is verified');
    const after = await owner.get<Shown>(verification, { company: applied });
    expect(after.body.state).toBe('approved');
  });

  test('is refused to anyone but an owner, before the body is read', async () => {
    const open = await openCompany(world, owner, { approved: false });
    const reader = await newMember(world, owner, open, 'viewer');
    expect((await reader.get(verification, { company: open })).status).toBe(200);
    const put = await upload(world, reader, { company: open, slot: 'director_id', content: pdf });
    expect(put).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    const submitted = await reader.post(`${verification}/submit`, undefined, { company: open });
    expect(submitted).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    expect(await stranger.get(verification, { company: open })).toMatchObject({ status: 404 });
    const foreign = await upload(world, stranger, { company: open, slot: 'director_id', content: pdf });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
  });

  test('refuses what is no document: HTML with a .pdf name, another kind, too large, an unknown slot', async () => {
    const open = await openCompany(world, owner, { approved: false });
    const send = (given: Partial<Parameters<typeof upload>[2]>) =>
      upload<{ code: string; message: string }>(world, owner, {
        company: open,
        slot: 'director_id',
        content: pdf,
        ...given,
      });
    const html = Buffer.from('<html><script>fetch("//evil")</script></html>');
    expect(await send({ content: html, name: 'id.pdf' })).toMatchObject({
      status: 400,
      body: { code: 'document_refused' },
    });
    expect(await send({ content: html, type: 'text/html' })).toMatchObject({ status: 415 });
    expect(await send({ type: 'image/png' })).toMatchObject({ status: 400, body: { code: 'document_refused' } });
    const large = await send({ content: Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]) });
    expect(large).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(large.body.message).toContain('5 MB');
    expect((await send({ slot: 'anything' })).status).toBe(400);
    const right = await send({ content: Buffer.concat([pdf, Buffer.alloc(4 * 1024 * 1024)]) });
    expect(right.status, right.text).toBe(200);
    const { body } = await owner.get<Shown>(verification, { company: open });
    expect(body.documents).toHaveLength(1);
  });
});

type NewKey = { text: string; key: { id: string; state: string; createdBy: string; environment: string } };

describe('keys', () => {
  const wanted = { name: 'build', environment: 'sandbox', scopes: ['balance:read'] };
  const create = (person: SignedIn, body: object, of = company) =>
    person.post<NewKey>('/portal/v1/keys', body, { company: of });

  test('are made, listed, replaced and revoked by a developer; the text is shown once', async () => {
    const made = await create(developer, wanted);
    expect(made, made.text).toMatchObject({
      status: 201,
      body: { key: { state: 'active', createdBy: 'A developer' } },
    });
    expect((await clientOf(world.stack.baseUrl, made.body.text).get('/api/v1/balance')).status).toBe(200);
    const rotated = await developer.post<NewKey>(
      `/portal/v1/keys/${made.body.key.id}/rotate`,
      { overlapHours: 0 },
      { company },
    );
    expect(rotated.status, rotated.text).toBe(201);
    const revoked = await developer.post(`/portal/v1/keys/${rotated.body.key.id}/revoke`, undefined, { company });
    expect(revoked, revoked.text).toMatchObject({ status: 200, body: { state: 'revoked' } });
    const listed = await owner.get<{ items: { id: string; state: string }[] }>('/portal/v1/keys', { company });
    expect(listed.text).not.toContain(made.body.text);
    expect(listed.body.items.map(({ state }) => state)).toEqual(['revoked', 'expired']);
    const scopes = await viewer.get<{ items: unknown[] }>('/portal/v1/scopes');
    expect(scopes.body.items).toHaveLength(11);
  });

  test('are refused to viewers, strangers and companies that are not verified', async () => {
    expect(await create(viewer, wanted)).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    expect(await create(stranger, wanted)).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    const open = await openCompany(world, owner, { approved: false });
    expect(await create(owner, wanted, open)).toMatchObject({ status: 403, body: { code: 'verification_required' } });
    const mine = await create(owner, wanted);
    const stolen = await stranger.post(`/portal/v1/keys/${mine.body.key.id}/revoke`, undefined, { company: strangers });
    expect(stolen).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
  });

  test('of live need a code of the second factor', async () => {
    const live = { ...wanted, environment: 'live' };
    const fresh = await newMember(world, owner, company, 'developer');
    expect(await create(fresh, live)).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
    const factor = await enableSecondFactor(fresh);
    expect(await create(fresh, live)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    await stepUp(fresh, factor);
    const made = await create(fresh, live);
    expect(made, made.text).toMatchObject({ status: 201, body: { key: { environment: 'live' } } });
    expect(made.body.text).toMatch(/^cw_live_/);
  });
});

describe('overview and statement files', () => {
  test('show the company’s own figures, to every role', async () => {
    await ledger.credit(scopeOf(company), 250_00n, 'sbf_portal');
    await ledger.adjust(scopeOf(company), 'case_formula', 1_00n, '=cmd|"/c calc"!A1');
    await ledger.adjust(scopeOf(company), 'case_minus', -1_00n, '-2+3');
    const at = { company, environment: 'sandbox' as const };
    const overview = await viewer.get<{ balance: object; movement: object[] }>('/portal/v1/overview', at);
    expect(overview.status, overview.text).toBe(200);
    expect(overview.body.balance).toEqual({ available: '250.00', held: '0.00', currency: 'USD' });
    expect(overview.body.movement.at(-1)).toEqual({ day: today, in: '251.00', out: '1.00', closing: '250.00' });
    expect(await viewer.get('/portal/v1/overview', { company })).toMatchObject({ status: 400 });
    expect(await stranger.get('/portal/v1/overview', at)).toMatchObject({ status: 404 });

    const csv = await viewer.get(`/portal/v1/statements.csv?from=${today}&to=${today}`, at);
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="statement-${today}-${today}.csv"`);
    expect(csv.text).toContain(`,"'=cmd|""/c calc""!A1",1.00,`);
    expect(csv.text).toContain(`,'-2+3,-1.00,`);
    const theirs = await stranger.get(`/portal/v1/statements.csv?from=${today}&to=${today}`, {
      company: strangers,
      environment: 'sandbox',
    });
    expect(theirs.text.trimEnd().split('\n')).toHaveLength(1);

    const printed = await viewer.get(`/portal/v1/statements.pdf?from=${today}&to=${today}`, at);
    expect(printed.status, printed.text.slice(0, 300)).toBe(200);
    expect(printed.headers.get('content-type')).toBe('application/pdf');
    expect(printed.text.startsWith('%PDF-')).toBe(true);
    expect(printed.text.trimEnd().endsWith('%%EOF')).toBe(true);
    const wrong = await viewer.get(`/portal/v1/statements.pdf?from=${today}&to=2020-01-01`, at);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });

  test('the time is the company’s own: of a sandbox that was moved, and of everybody in live', async () => {
    const mover = await newPerson(world);
    const moved = await openCompany(world, mover);
    const at = { company: moved, environment: 'sandbox' as const };
    const advanced = await mover.post<{ now: string }>('/api/v1/sandbox/clock/advance', { seconds: 86_400 }, at);
    expect(advanced.status, advanced.text).toBe(200);
    const minutesAhead = async (environment: 'sandbox' | 'live') => {
      const { body } = await mover.get<{ now: string }>('/portal/v1/time', { company: moved, environment });
      return Math.abs(Math.round((Date.parse(body.now) - Date.now()) / 60_000));
    };
    expect(await minutesAhead('sandbox')).toBe(24 * 60);
    expect(await minutesAhead('live')).toBe(0);
    expect(await stranger.get('/portal/v1/time', at)).toMatchObject({ status: 404 });
  });

  test('count as statements, whichever way they are asked for', async () => {
    const { companyId } = scopeOf(strangers);
    const limitTo = (perSecond: number | null) =>
      world.admin.query('update companies set statements_per_second = $2 where id = $1', [companyId, perSecond]);
    await limitTo(1); // ten within ten seconds
    const range = `from=${today}&to=${today}`;
    const at = { company: strangers, environment: 'sandbox' as const };
    const [csv, pdf, api] = ['/portal/v1/statements.csv', '/portal/v1/statements.pdf', '/api/v1/account-statements'];
    const answers = [];
    for (const path of [...Array(9).fill(csv), api, csv, pdf, api])
      answers.push(await stranger.get(`${path}?${range}`, at));
    await limitTo(null);
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429, 429]);
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"statements";q=10;w=10');
  });
});
