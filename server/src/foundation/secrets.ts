// Secrets that are shown once and stored only as a keyed hash: API keys and operators' tokens.
import { randomBytes } from 'node:crypto';
import { currentKey, type Peppers } from './config.ts';
import { hmacSha256 } from './hmac.ts';

const SECRET_BYTES = 32; // 256 bits: beyond guessing

/** How our secrets begin. Permanent texts, such as a reason in the audit log, must contain none. */
export const secretInside = /(cw_(?:sandbox|live)_|cwop_|whsec_)[0-9A-Za-z]+/;

/** The length of a new secret: 256 bits in base 62. */
export const SECRET_LENGTH = 43;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new secret of 256 random bits. */
export const newSecret = (): string => base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);

/** Base 62, always `length` characters. */
export function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = (alphabet[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

/** The keyed hash of a secret under the current pepper, for storing. */
export function hashForStoring(peppers: Peppers, secret: string): { hash: Buffer; pepperVersion: number } {
  const { key, version } = currentKey(peppers);
  return { hash: keyedHash(key, secret), pepperVersion: version };
}

/** The possible hashes of a stored secret: one for each accepted pepper. */
export function hashesForFinding(peppers: Peppers, secret: string): Buffer[] {
  return [...peppers.byVersion.values()].map((pepper) => keyedHash(pepper, secret));
}

const keyedHash = (pepper: Buffer, secret: string) => hmacSha256(pepper).update(secret).digest();
