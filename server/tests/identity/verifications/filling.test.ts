// What a company fills in and hands in: by its owners alone, only while it may change, and sealed for it alone.

import { fromId } from '@cardwright/server/foundation/ids.ts';
import { decideSubmission, openDocument, readSubmission } from '@cardwright/server/identity/verifications/decide.ts';
import {
  cleanName,
  databaseStore,
  putDocument,
  removeDocument,
} from '@cardwright/server/identity/verifications/documents.ts';
import { fill, readFilled } from '@cardwright/server/identity/verifications/fill.ts';
import { requirementsOf } from '@cardwright/server/identity/verifications/requirements.ts';
import { submit } from '@cardwright/server/identity/verifications/submit.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOwn, personOf } from '../../members-of.ts';
import { startWorld, type World } from '../../world.ts';
import { corporateFields, documentKeys, fillTools, handIn, pdf, put } from './handed-in.ts';

let world: World;
let own: Db;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  own = openOwn(world);
});
afterAll(async () => {
  await own?.close();
  await world?.stop();
});

const applicant = async () => {
  const company = await world.company({ verification: 'pending' });
  const person = await personOf(world, { company });
  return { company, by: { companyId: company.scope.companyId, userId: person.userId } };
};
const open = (companyId: string, id: string) =>
  openDocument(
    { ...world.tools, store: databaseStore, documentKeys },
    { companyId, documentId: fromId('document', id) ?? id, actor: world.tools.actor },
  );

describe('filling in', () => {
  test('begins with everything missing, keeps what is given, and says what is left', async () => {
    const { by } = await applicant();
    const { fields, documents } = requirementsOf('corporate');
    expect(await readFilled(own, by.companyId)).toMatchObject({ state: 'draft', fields: {}, documents: [] });
    expect((await readFilled(own, by.companyId)).missing).toHaveLength(fields.length + documents.length);
    await fill(fillTools(world, own), by, { legalName: '  Test Ltd ', country: 'DE' });
    await fill(fillTools(world, own), by, { country: 'FR' });
    await put(world, own, by, 'ownership_chart');
    const filled = await readFilled(own, by.companyId);
    expect(filled.fields).toEqual({ legalName: 'Test Ltd', country: 'FR' });
    expect(filled.missing).toHaveLength(fields.length + documents.length - 3);
  });

  test.each([
    [{ country: 'Germany' }],
    [{ website: 'javascript:alert(1)' }],
    [{ dateOfBirth: '1990-01-01' }], // no field of a corporate company
  ])('refuses %j', async (fields) => {
    const { by } = await applicant();
    await expect(fill(fillTools(world, own), by, fields)).rejects.toThrow();
    expect((await readFilled(own, by.companyId)).fields).toEqual({});
  });

  test('is refused as a whole, and the refusal names every invalid field', async () => {
    const { by } = await applicant();
    const given = { legalName: 'Test Ltd', country: 'Germany', website: 'example.com' };
    await expect(fill(fillTools(world, own), by, given)).rejects.toMatchObject({
      code: 'request_invalid',
      details: { errors: [{ field: 'country' }, { field: 'website' }] },
    });
    expect((await readFilled(own, by.companyId)).fields).toEqual({});
  });

  test('is refused to everybody but an owner of the company itself, in the commit', async () => {
    const { company, by } = await applicant();
    const others = await Promise.all(
      (['finance', 'developer', 'viewer'] as const).map((role) => personOf(world, { company, role })),
    );
    for (const { userId } of others) {
      const asOther = { ...by, userId };
      await expect(fill(fillTools(world, own), asOther, { country: 'DE' })).rejects.toThrow('Your role');
      await expect(put(world, own, asOther, 'ownership_chart')).rejects.toThrow('Your role');
      await expect(submit(fillTools(world, own), asOther)).rejects.toThrow('Your role');
    }
    const stranger = await applicant();
    const asStranger = { ...by, userId: stranger.by.userId };
    await expect(put(world, own, asStranger, 'ownership_chart')).rejects.toMatchObject({ code: 'company_not_found' });
    await expect(removeDocument(fillTools(world, own), asStranger, 'ownership_chart')).rejects.toThrow();
    expect((await readFilled(own, by.companyId)).documents).toEqual([]);
  });
});

describe('a document', () => {
  test('is one of three kinds by its own bytes, whatever its name and its sender say', async () => {
    const { by } = await applicant();
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
    for (const [content, declared] of [
      [html, 'application/pdf'],
      [png, 'application/pdf'],
      [pdf, 'image/png'],
      [Buffer.alloc(0), 'application/pdf'],
      [Buffer.concat([Buffer.from('\n'), pdf]), 'application/pdf'],
    ] as const) {
      const given = { slot: 'ownership_chart', name: 'chart.pdf', content, declared } as const;
      await expect(putDocument(fillTools(world, own), by, given)).rejects.toMatchObject({ code: 'document_refused' });
    }
    const given = { slot: 'ownership_chart', name: 'chart.png', content: png, declared: 'image/png' } as const;
    await putDocument(fillTools(world, own), by, given);
    expect((await readFilled(own, by.companyId)).documents).toMatchObject([{ media_type: 'image/png', bytes: 11 }]);
  });

  test('has a name that is safe to show and to save', () => {
    expect(cleanName('../../etc/passwd')).toBe('passwd');
    expect(cleanName('C:\\scans\\me.pdf')).toBe('me.pdf');
    expect(cleanName('a"b<c>\r\nSet-Cookie: x\u202Efdp.exe')).toBe('abcSet-Cookie xfdp.exe');
    expect(cleanName('...')).toBe('document');
    expect(cleanName('4111-1111-1111-1111.png')).toBe('xxxx-xxxx-xxxx-1111.png');
    expect(cleanName('Ä'.repeat(500)).length).toBe(120);
  });

  test('stands alone in its slot, and what it replaced is gone', async () => {
    const { by } = await applicant();
    const at = { slot: 'ownership_chart' } as const;
    await Promise.all([1, 2, 3].map(() => put(world, own, by, at.slot)));
    const { documents } = await readFilled(own, by.companyId);
    expect(documents).toHaveLength(1);
    const { rows } = await world.admin.query('select document_id from verification_files where company_id = $1', [
      by.companyId,
    ]);
    expect(rows).toEqual([{ document_id: documents[0]?.id }]);
    await removeDocument(fillTools(world, own), by, at.slot);
    await expect(removeDocument(fillTools(world, own), by, at.slot)).rejects.toMatchObject({
      code: 'document_not_found',
    });
    const left = await world.admin.query('select 1 from verification_files where company_id = $1', [by.companyId]);
    expect(left.rowCount).toBe(0);
  });

  test('is sealed in the database, opens for an operator, and the portal’s role cannot read it at all', async () => {
    const { by } = await applicant();
    await put(world, own, by, 'ownership_chart');
    const { rows } = await world.admin.query<{ sealed: Buffer }>(
      'select sealed from verification_files where company_id = $1',
      [by.companyId],
    );
    expect(rows[0]?.sealed.includes('%PDF-')).toBe(false);
    const [document] = (await readSubmission(world.tools.db, by.companyId))?.documents ?? [];
    expect((await open(by.companyId, document?.id ?? ''))?.content).toEqual(pdf);
    const entries = await world.admin.query(
      `select subject from audit_log where action = 'verification.open_document'`,
    );
    expect(entries.rows).toContainEqual({ subject: document?.id });
    const { Client } = (await import('pg')).default;
    const client = new Client(world.stack.urlOf('cardwright_portal'));
    await client.connect();
    await expect(client.query('select * from verification_files')).rejects.toThrow('permission denied');
    await expect(client.query('select * from verifications')).rejects.toThrow('permission denied');
    await client.end();
  });

  test('of another company is not there, and a row that is copied to another company or slot does not open', async () => {
    const { by } = await applicant();
    const other = (await applicant()).by;
    await put(world, own, by, 'ownership_chart');
    const [mine] = (await readFilled(own, by.companyId)).documents;
    expect(await open(other.companyId, mine?.id ?? '')).toBeUndefined();
    for (const table of ['verification_documents', 'verification_files']) {
      const columns =
        table === 'verification_files'
          ? 'document_id, sealing_key, sealed'
          : 'id, slot, name, media_type, bytes, uploaded_at, uploaded_by';
      await world.admin.query(
        `insert into ${table} (company_id, ${columns}) select $2, ${columns} from ${table} where company_id = $1`,
        [by.companyId, other.companyId],
      );
    }
    await expect(open(other.companyId, mine?.id ?? '')).rejects.toThrow();
    await world.admin.query(`update verification_documents set slot = 'director_id' where company_id = $1`, [
      by.companyId,
    ]);
    await expect(open(by.companyId, mine?.id ?? '')).rejects.toThrow();
    await world.admin.query(`update verification_documents set slot = 'ownership_chart' where company_id = $1`, [
      by.companyId,
    ]);
    expect((await open(by.companyId, mine?.id ?? ''))?.content).toEqual(pdf);
  });
});

describe('handing in', () => {
  test('needs everything, says what is missing, and happens once', async () => {
    const { by } = await applicant();
    await expect(submit(fillTools(world, own), by)).rejects.toMatchObject({ code: 'verification_incomplete' });
    await fill(fillTools(world, own), by, corporateFields);
    await expect(submit(fillTools(world, own), by)).rejects.toThrow('Certificate of incorporation');
    await handIn(world, own, by);
    const again = await Promise.allSettled([1, 2].map(() => submit(fillTools(world, own), by)));
    expect(again.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await readFilled(own, by.companyId)).toMatchObject({ state: 'submitted', missing: [] });
  });

  test('fixes it: nothing changes until it is decided, and after a rejection a change makes a draft of it', async () => {
    const { by } = await applicant();
    await handIn(world, own, by);
    for (const change of [
      () => fill(fillTools(world, own), by, { country: 'FR' }),
      () => put(world, own, by, 'ownership_chart'),
      () => removeDocument(fillTools(world, own), by, 'ownership_chart'),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'verification_submitted' });
    const decided = { companyId: by.companyId, reason: 'The chart cannot be read.', actor: world.tools.actor };
    expect(await decideSubmission(world.tools, { ...decided, decision: 'rejected' })).toBe('decided');
    expect(await readFilled(own, by.companyId)).toMatchObject({ state: 'rejected', reason: decided.reason });
    await expect(submit(fillTools(world, own), by)).rejects.toMatchObject({ code: 'verification_unchanged' });

    const [before] = (await readSubmission(world.tools.db, by.companyId))?.decisions[0]?.documents ?? [];
    await put(world, own, by, 'certificate_of_incorporation');
    expect(await readFilled(own, by.companyId)).toMatchObject({ state: 'draft' });
    // What was decided about can still be opened.
    expect((await open(by.companyId, before?.id ?? ''))?.content).toEqual(pdf);
    await submit(fillTools(world, own), by);
    expect(await decideSubmission(world.tools, { ...decided, decision: 'approved', reason: '' })).toBe('decided');
    await expect(fill(fillTools(world, own), by, { country: 'FR' })).rejects.toMatchObject({
      code: 'verification_approved',
    });
    const submission = await readSubmission(world.tools.db, by.companyId);
    expect(submission?.decisions.map(({ decision }) => decision)).toEqual(['approved', 'rejected']);
    expect(submission?.documents).toHaveLength(4);
  });
});
