// Filling in a verification. It can change until it is submitted, and again after a rejection.
import type { Clock } from '../../foundation/clock.ts';
import { refuseField } from '../../foundation/refusals/malformed.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { type FieldName, missingOf, problemOf, type Required, requirementsOf } from './requirements.ts';
import {
  type DocumentRow,
  type Fields,
  fillFields,
  type Refused,
  readDocuments,
  readVerification,
  type SubmissionRow,
} from './sql.ts';

export type Filled = SubmissionRow & {
  documents: DocumentRow[];
  required: Required;
  missing: { name: string; label: string }[];
};

/** What a company has filled in, and what is missing. */
export async function readFilled(db: Db, companyId: string): Promise<Filled> {
  return db.readUnscoped(async (tx) => {
    const [row, documents] = await Promise.all([readVerification(tx, companyId), readDocuments(tx, companyId)]);
    if (row === undefined) throw new Error('the company of a member is missing');
    const required = requirementsOf(row.kind);
    const slots = documents.map(({ slot }) => slot);
    return { ...row, documents, required, missing: missingOf(required, { fields: row.fields, slots }) };
  });
}

/** Changes the given fields and keeps the others; refuses invalid values. */
export async function fill(
  tools: { db: Db; clock: Clock },
  by: { companyId: string; userId: string },
  given: Fields,
): Promise<void> {
  const { required } = await readFilled(tools.db, by.companyId);
  const at = tools.clock.now();
  const fields: Fields = {};
  for (const [name, text] of Object.entries(given) as [FieldName, string][]) {
    const value = text.trim();
    if (!required.fields.some((field) => field.name === name)) {
      refuseField('body', name, 'is not a field of this kind of company');
    }
    const problem = problemOf(name, value, at);
    if (problem !== undefined) refuseField('body', name, problem);
    fields[name] = value;
  }
  const refused = await fillFields(tools.db, by, { fields, at });
  if (refused !== null) stateRefusals(refused);
}

/** Refuses for the reason that the commit gave: it checks the person's role and the status again. */
export function stateRefusals(refused: NonNullable<Refused>): never {
  return refuse(refused === 'not_a_member' ? 'company_not_found' : refused);
}
