// Members of companies, inserted as administrator, for tests that do not concern sign-in.
import { randomBytes } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import type { Role } from '@cardwright/server/identity/people/actions.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import type { Company, World } from './world.ts';

export type MadePerson = { userId: string; name: string; email: string };

/** Creates a user, and a member if a company is given. */
export async function personOf(
  world: World,
  { company, role = 'owner', name = 'Grace Hopper' }: { company?: Company; role?: Role; name?: string } = {},
): Promise<MadePerson> {
  const at = new Date();
  const userId = newUuid(at);
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  await world.admin.query(
    `insert into people.users (id, name, email, email_verified, created_at, updated_at) values ($1, $2, $3, true, $4, $4)`,
    [userId, name, email, at],
  );
  if (company !== undefined) {
    await world.admin.query('insert into members (company_id, user_id, role, since) values ($1, $2, $3, $4)', [
      company.scope.companyId,
      userId,
      role,
      at,
    ]);
  }
  return { userId, name, email };
}

/** Connections with the portal's role. */
export const openOwn = (world: World): Db =>
  openDb({
    url: world.stack.urlOf('cardwright_portal'),
    name: 'test-portal',
    connections: 3,
    onError: () => undefined,
  });

/** The context of the portal's functions. */
export const toolsOfPortal = (world: World, db: Db) => ({
  db,
  clock: systemClock,
  peppers: world.tools.peppers,
  cell: world.tools.cell,
});
