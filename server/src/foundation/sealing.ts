// Envelope encryption for data that the database must not be able to read: each item has its own key, which is
// encrypted by a key outside the database. Both are bound to the item's name: a row that is copied elsewhere does not
// open.
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { currentKey, type SealingKeys } from './config.ts';

/** Sealed bytes, with the version of the key that opens them. */
export type SealedBytes = { sealingKey: number; sealed: Buffer };

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12; // the size GCM is designed for; random nonces are safe for far more than one key ever seals
const TAG_BYTES = 16;

/** A sealed key: nonce, key and tag. The sealed bytes follow it. */
const SEALED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/** Seals bytes under the current key; they open only under the same name. */
export function seal(keys: SealingKeys, name: string, plain: Buffer): SealedBytes {
  const { key, version } = currentKey(keys);
  const own = randomBytes(KEY_BYTES);
  return { sealingKey: version, sealed: Buffer.concat([encrypt(key, name, own), encrypt(own, name, plain)]) };
}

/** Seals the key of sealed bytes again, under the current key. The result replaces their first SEALED_KEY_BYTES. */
export function rewrap(keys: SealingKeys, name: string, wrapped: SealedBytes, setting: string): SealedBytes {
  const { key, version } = currentKey(keys);
  const own = decrypt(keyOf(keys, wrapped.sealingKey, setting), name, wrapped.sealed);
  return { sealingKey: version, sealed: encrypt(key, name, own) };
}

/** Opens bytes sealed under this name; throws when the key is not configured, or the bytes belong to another name. */
export function unseal(
  keys: SealingKeys,
  name: string,
  { sealingKey, sealed }: SealedBytes,
  setting: string, // names the source of the keys in the error message
): Buffer {
  const own = decrypt(keyOf(keys, sealingKey, setting), name, sealed.subarray(0, SEALED_KEY_BYTES));
  return decrypt(own, name, sealed.subarray(SEALED_KEY_BYTES));
}

function keyOf({ byVersion }: SealingKeys, version: number, setting: string): Buffer {
  const key = byVersion.get(version);
  if (key === undefined) throw new Error(`${setting} lacks version ${version}, which sealed a secret`);
  return key;
}

function encrypt(key: Buffer, name: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, createSecretKey(key), nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(name),
  );
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, name: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, createSecretKey(key), nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(name),
  );
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
