// The secrets of one stack: random, created with its data and kept beside it.
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type LoginRole, withDatabase } from '@cardwright/server/platform/db/migrate.ts';

/** Keys shared by the simulated issuer and the server, each as `id:value`. */
export type IssuerSecrets = { requestKey: string; notificationPrivateKey: string; notificationPublicKey: string };

export type StackSecrets = {
  peppers: string;
  webhookKeys: string;
  documentKeys: string;
  authSecret: string;
  issuer: IssuerSecrets;
};

/** Creates the secrets of a new stack. */
export const newSecrets = (): StackSecrets => ({
  peppers: `1:${randomBytes(32).toString('hex')}`,
  webhookKeys: `1:${randomBytes(32).toString('hex')}`,
  documentKeys: `1:${randomBytes(32).toString('hex')}`,
  authSecret: randomBytes(32).toString('hex'),
  issuer: newIssuerSecrets(),
});

function newIssuerSecrets(): IssuerSecrets {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' }); // the 32 bytes themselves
  return {
    requestKey: `k1:${randomBytes(32).toString('hex')}`,
    notificationPrivateKey: `n1:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
    notificationPublicKey: `n1:${Buffer.from(x, 'base64url').toString('base64')}`,
  };
}

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
