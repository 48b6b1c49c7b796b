// A completed verification, as an owner submits it.
import { randomBytes } from 'node:crypto';
import { readVersions } from '@cardwright/server/foundation/config.ts';
import { databaseStore, putDocument } from '@cardwright/server/identity/verifications/documents.ts';
import { fill } from '@cardwright/server/identity/verifications/fill.ts';
import { type DocumentSlot, requirementsOf } from '@cardwright/server/identity/verifications/requirements.ts';
import { submit } from '@cardwright/server/identity/verifications/submit.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { toolsOfPortal } from '../../members-of.ts';
import type { World } from '../../world.ts';

export const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_000)]);

export const documentKeys = readVersions(`1:${randomBytes(32).toString('hex')}`);

export const corporateFields = {
  legalName: 'Test Ltd',
  registrationNumber: 'HRB 12345',
  country: 'DE',
  address: 'Hauptstrasse 1, 10115 Berlin',
  website: 'https://test.example.com',
  businessDescription: 'We buy advertisements for others.',
  expectedMonthlyVolume: '50000',
  directors: 'Grace Hopper, 1906-12-09',
  beneficialOwners: 'Grace Hopper, 1906-12-09, 100 %',
};

export const fillTools = (world: World, db: Db) => ({
  ...toolsOfPortal(world, db),
  documentKeys,
  store: databaseStore,
});

export type By = { companyId: string; userId: string };

/** Uploads a document to a slot. */
export const put = (world: World, db: Db, by: By, slot: DocumentSlot, content = pdf) =>
  putDocument(fillTools(world, db), by, { slot, name: `${slot}.pdf`, content, declared: 'application/pdf' });

/** Fills in everything required for a corporate company, and submits it. */
export async function handIn(world: World, db: Db, by: By): Promise<void> {
  await fill(fillTools(world, db), by, corporateFields);
  for (const { slot } of requirementsOf('corporate').documents) await put(world, db, by, slot);
  await submit(fillTools(world, db), by);
}
