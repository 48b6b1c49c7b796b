// The secrets of one stack: random when its data is made, kept beside the data, known to nobody else.
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type LoginRole, withDatabase } from '@cardwright/server/platform/db/migrate.ts';

/** What the simulated issuer and the server know of each other, each as `id:value`. */
export type IssuerSecrets = { requestKey: string; notificationPrivateKey: string; notificationPublicKey: string };

export type StackSecrets = {
  peppers: string;
  webhookKeys: string;
  documentKeys: string;
  authSecret: string;
  issuer: IssuerSecrets;
};

/** New secrets for a new stack. */
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
