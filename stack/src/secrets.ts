// The secrets of one stack: random when its data is made, kept beside the data, known to nobody else.
import { createHmac, randomBytes } from 'node:crypto';
import { type LoginRole, withDatabase } from '@cardwright/server/db/migrate.ts';

export type StackSecrets = { peppers: string };

/** New secrets for a new stack. */
export const newSecrets = (): StackSecrets => ({ peppers: `1:${randomBytes(32).toString('hex')}` });

/**
 * The password of a role. It follows from the administrator's, because roles belong to the cluster: stacks that share a
 * cluster must agree on them.
 */
export function rolePassword(adminUrl: string, role: LoginRole): string {
  return createHmac('sha256', `cardwright ${new URL(adminUrl).password}`)
    .update(role)
    .digest('hex');
}

/** The address of a database for one of the roles. */
export function roleUrl(adminUrl: string, database: string, role: LoginRole): string {
  const url = new URL(withDatabase(adminUrl, database));
  url.username = role;
  url.password = rolePassword(adminUrl, role);
  return url.toString();
}
