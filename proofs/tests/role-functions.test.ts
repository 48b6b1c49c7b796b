// The table of function permissions still agrees with the catalogue: the proof that owns it runs for minutes.
import { expect, test } from 'vitest';
import { startWorld } from '../../server/tests/world.ts';
import { compareFunctionGrants } from '../credentials/role-functions.ts';
import { administratorDb } from '../harness/companies.ts';
import type { Context } from '../harness/proof.ts';

test('every function is executed by exactly the roles of the table', async () => {
  const world = await startWorld({ api: 0 });
  const db = administratorDb(world.stack, 1);
  const violations: unknown[] = [];
  const context = { violation: (what: string, details: unknown) => violations.push({ what, details }) };
  try {
    await compareFunctionGrants(context as unknown as Context, db);
  } finally {
    await db.close();
    await world.stop();
  }
  expect(violations).toEqual([]);
});
