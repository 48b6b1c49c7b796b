// What the database keeps but must not be able to read: each thing under a key of its own, and that under a key which
// is not in the database. Both are bound to the name of what was sealed: a row that is copied elsewhere does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealingKeys } from './config.ts';

/** Sealed bytes, with the version of the key that opens them. */
export type SealedBytes = { sealingKey: number; sealed: Buffer };

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12; // what GCM is made for; random ones are safe for far more than one key ever seals
const TAG_BYTES = 16;

/** A key, sealed: its nonce, itself and its tag. What is behind it are the bytes. */
const SEALED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/** Seals bytes under the newest key; they open under the same name only. */
export function seal(keys: SealingKeys, name: string, plain: Buffer): SealedBytes {
  const sealingKey = Math.max(...keys.keys());
  const key = keys.get(sealingKey);
  if (key === undefined) throw new Error('no sealing key is configured');
  const own = randomBytes(KEY_BYTES);
  return { sealingKey, sealed: Buffer.concat([encrypt(key, name, own), encrypt(own, name, plain)]) };
}

/** The bytes that were sealed under this name; throws when the key is not configured, or when they are another's. */
export function unseal(
  keys: SealingKeys,
  name: string,
  { sealingKey, sealed }: SealedBytes,
  setting: string, // where the keys come from, for whoever must add the missing one
): Buffer {
  const key = keys.get(sealingKey);
  if (key === undefined) throw new Error(`${setting} lacks version ${sealingKey}, which sealed a secret`);
  const own = decrypt(key, name, sealed.subarray(0, SEALED_KEY_BYTES));
  return decrypt(own, name, sealed.subarray(SEALED_KEY_BYTES));
}

function encrypt(key: Buffer, name: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, name: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
