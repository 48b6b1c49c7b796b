// The keys between our processes and an issuer, each as `id:value`.
import { generateKeyPairSync, randomBytes } from 'node:crypto';

export type IssuerKeys = { requestKey: string; notificationPrivateKey: string; notificationPublicKey: string };

/** New keys. Their ids have the version, so that two versions can work side by side. */
export function newIssuerKeys(version: number): IssuerKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' }); // the 32 bytes themselves
  return {
    requestKey: `k${version}:${randomBytes(32).toString('hex')}`,
    notificationPrivateKey: `n${version}:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
    notificationPublicKey: `n${version}:${Buffer.from(x, 'base64url').toString('base64')}`,
  };
}
