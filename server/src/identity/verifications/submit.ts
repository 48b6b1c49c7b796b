// Submits a verification once it is complete; then nothing changes until it is decided.
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { readFilled, stateRefusals } from './fill.ts';
import { submitVerification } from './sql.ts';

/** Submits what is filled in. The commit checks again that it is complete. */
export async function submit(
  tools: { db: Db; clock: Clock },
  by: { companyId: string; userId: string },
): Promise<void> {
  const { required, missing } = await readFilled(tools.db, by.companyId);
  const refused = await submitVerification(tools.db, by, {
    fields: required.fields.map(({ name }) => name),
    slots: required.documents.map(({ slot }) => slot),
    at: tools.clock.now(),
  });
  if (refused === null) return;
  if (refused !== 'verification_incomplete') stateRefusals(refused);
  const words = missing.map(({ label }) => label).join(', ');
  refuse('verification_incomplete', words === '' ? {} : { message: `Still missing: ${words}.` });
}
