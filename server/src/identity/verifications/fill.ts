// Filling in a verification. It can change until it is submitted, and again after a rejection.
import type { Clock } from '../../foundation/clock.ts';
import { type FieldProblem, malformed } from '../../foundation/refusals/malformed.ts';
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

/** Changes the given fields and keeps the others. Refuses invalid values, and names all of them. */
export async function fill(
  tools: { db: Db; clock: Clock },
  by: { companyId: string; userId: string },
  given: Fields,
): Promise<void> {
  const { required } = await readFilled(tools.db, by.companyId);
  const at = tools.clock.now();
  const fields: Fields = {};
  const problems: FieldProblem[] = [];
  for (const [name, text] of Object.entries(given) as [FieldName, string][]) {
    const value = text.trim();
    const isKnown = required.fields.some((field) => field.name === name);
    const message = isKnown ? problemOf(name, value, at) : 'is not a field of this kind of company';
    if (message !== undefined) problems.push({ field: name, message });
    fields[name] = value;
  }
  if (problems.length > 0) throw malformed('body', problems);
  const refused = await fillFields(tools.db, by, { fields, at });
  if (refused !== null) stateRefusals(refused);
}

/** Refuses for the reason that the commit gave: it checks the person's role and the status again. */
export function stateRefusals(refused: NonNullable<Refused>): never {
  return refuse(refused === 'not_a_member' ? 'company_not_found' : refused);
}
