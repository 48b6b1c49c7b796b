// Every database function in the catalogue that takes a request and a credential compares their scopes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { credentialBugs } from '../credentials/bugs.ts';
import { attackCredentials, type Mixed } from '../credentials/credentials.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import { plantInDatabase } from '../harness/plant.ts';
import type { Context } from '../harness/proof.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0, tampered: true });
});
afterAll(() => world.stop());

/** Runs the attacks. Returns the violations. */
async function attack(target: World, mixed: Mixed): Promise<{ attacks: number; violations: { what: string }[] }> {
  const [db, tools] = [administratorDb(target.stack, 2), operatorTools(target.stack)];
  const violations: { what: string; details: unknown }[] = [];
  const context = { violation: (what: string, details: unknown) => violations.push({ what, details }) };
  try {
    const attacks = await attackCredentials(context as unknown as Context, db, tools, mixed);
    return { attacks, violations };
  } finally {
    await db.close();
    await tools.db.close();
  }
}

describe('a request of one scope with a credential of another', () => {
  test('has no effect when they are of two companies', async () => {
    const { attacks, violations } = await attack(world, 'companies');
    expect(violations).toEqual([]);
    expect(attacks).toBeGreaterThan(100);
  });

  test('has no effect when they are of two environments', async () => {
    const { attacks, violations } = await attack(world, 'environments');
    expect(violations).toEqual([]);
    expect(attacks).toBeGreaterThan(20);
  });
});

test.each(Object.entries(credentialBugs))('the attacks find the bug %s', async (_name, bug) => {
  const broken = await startWorld({ api: 0, tampered: true });
  try {
    await plantInDatabase(broken.admin, bug);
    const found = await Promise.all([attack(broken, 'companies'), attack(broken, 'environments')]);
    const whats = found.flatMap(({ violations }) => violations.map(({ what }) => what));
    expect(whats).toContainEqual(expect.stringMatching(/^(a credential of another scope|the role of the API finds)/));
  } finally {
    await broken.stop();
  }
});
