// The secrets of one stack: random, created with its data and kept beside it.
import { createHmac, randomBytes } from 'node:crypto';
import { type IssuerKeys, newIssuerKeys } from '@cardwright/server/platform/cells/issuer-keys.ts';
import { type LoginRole, withDatabase } from '@cardwright/server/platform/db/migrate.ts';

export type StackSecrets = {
  peppers: string;
  webhookKeys: string;
  documentKeys: string;
  authSecret: string;
  issuer: IssuerKeys;
};

/** Creates the secrets of a new stack. */
export const newSecrets = (): StackSecrets => ({
  peppers: `1:${randomBytes(32).toString('hex')}`,
  webhookKeys: `1:${randomBytes(32).toString('hex')}`,
  documentKeys: `1:${randomBytes(32).toString('hex')}`,
  authSecret: randomBytes(32).toString('hex'),
  issuer: newIssuerKeys(1),
});

/**
 * The password of a role, derived from the administrator's. Roles belong to the cluster, so all stacks on one cluster
 * must use the same passwords.
 */
export function rolePassword(adminUrl: string, role: LoginRole): string {
  const password = /^[a-z]+:\/\/[^:@/]*:([^@/]*)@/.exec(adminUrl)?.[1] ?? ''; // the URL may name several hosts
  return createHmac('sha256', `cardwright ${password}`).update(role).digest('hex');
}

/** The database URL for one of the roles. */
export const roleUrl = (adminUrl: string, database: string, role: LoginRole): string =>
  withDatabase(adminUrl, database).replace(/^([a-z]+:\/\/)([^@/]*@)?/, `$1${role}:${rolePassword(adminUrl, role)}@`);
