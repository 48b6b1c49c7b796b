// The secrets of webhooks as the database keeps them: each under a key of its own, and that under a key which is not in
// the database. Both belong to one endpoint of one company: a row that is copied elsewhere does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealingKeys } from '../config.ts';
import type { Scope } from '../scope.ts';

/** A sealed secret, with the version of the key that opens it. */
export type Sealed = { sealingKey: number; sealedSecret: Buffer };

/** Whose secret it is. */
export type Owner = { scope: Scope; webhookId: string };

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12; // what GCM is made for; random ones are safe for far more secrets than there are endpoints
const TAG_BYTES = 16;

/** A key, sealed: its nonce, itself and its tag. What is behind it is the secret. */
const SEALED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/** Seals a secret under the newest key. */
export function sealSecret(keys: SealingKeys, owner: Owner, secret: string): Sealed {
  const sealingKey = Math.max(...keys.keys());
  const own = randomBytes(KEY_BYTES);
  const sealedKey = encrypt(keyOf(keys, sealingKey), owner, own);
  return { sealingKey, sealedSecret: Buffer.concat([sealedKey, encrypt(own, owner, Buffer.from(secret, 'utf8'))]) };
}

/** The characters of a secret; throws when the key is not configured, or when it is another endpoint's. */
export function openSecret(keys: SealingKeys, owner: Owner, { sealingKey, sealedSecret }: Sealed): Buffer {
  const own = decrypt(keyOf(keys, sealingKey), owner, sealedSecret.subarray(0, SEALED_KEY_BYTES));
  return decrypt(own, owner, sealedSecret.subarray(SEALED_KEY_BYTES));
}

function keyOf(keys: SealingKeys, version: number): Buffer {
  const key = keys.get(version);
  if (key === undefined) throw new Error(`CARDWRIGHT_WEBHOOK_KEYS lacks version ${version}, which sealed a secret`);
  return key;
}

function encrypt(key: Buffer, owner: Owner, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(nameOf(owner));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, owner: Owner, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(nameOf(owner));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

const nameOf = ({ scope, webhookId }: Owner) =>
  Buffer.from(`webhook secret ${scope.companyId} ${scope.environment} ${webhookId}`);
