// Webhook secrets as the database stores them: sealed, and each bound to one endpoint of one company.
import type { SealingKeys } from '../../foundation/config.ts';
import type { Scope } from '../../foundation/scope.ts';
import { seal, unseal } from '../../foundation/sealing.ts';

/** A sealed secret, with the version of the key that opens it. */
export type Sealed = { sealingKey: number; sealedSecret: Buffer };

/** Whose secret it is. */
export type Owner = { scope: Scope; webhookId: string };

/** Seals a secret under the newest key. */
export function sealSecret(keys: SealingKeys, owner: Owner, secret: string): Sealed {
  const { sealingKey, sealed } = seal(keys, nameOf(owner), Buffer.from(secret, 'utf8'));
  return { sealingKey, sealedSecret: sealed };
}

/** The bytes of a secret. Throws when the key is not configured or the secret belongs to another endpoint. */
export function openSecret(keys: SealingKeys, owner: Owner, { sealingKey, sealedSecret }: Sealed): Buffer {
  return unseal(keys, nameOf(owner), { sealingKey, sealed: sealedSecret }, 'CARDWRIGHT_WEBHOOK_KEYS');
}

/** The name that a secret is sealed under. */
export const nameOf = ({ scope, webhookId }: Owner) =>
  `webhook secret ${scope.companyId} ${scope.environment} ${webhookId}`;
