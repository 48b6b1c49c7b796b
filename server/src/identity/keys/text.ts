// The text of a key: cw_<environment>_<cell><secret><checksum>. Secret scanners recognise it, a proxy routes by its
// cell, and the checksum keeps typos away from the database.
import { crc32 } from 'node:zlib';
import type { Environment } from '../../foundation/scope.ts';
import { base62, newSecret, SECRET_LENGTH } from '../../foundation/secrets.ts';

const CELL_LENGTH = 2;
const CHECKSUM_LENGTH = 6; // what 32 bits need in base 62

const shape = new RegExp(`^cw_(sandbox|live)_[0-9A-Za-z]{${CELL_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Creates a key's text. It is shown once; only its hash is stored. */
export function newKeyText(environment: Environment, cell: string): string {
  const body = `cw_${environment}_${cell}${newSecret()}`;
  return body + checksumOf(body);
}

/** Whether a text is a well-formed key with a valid checksum; the database knows whether it exists. */
export function looksLikeKey(text: string): boolean {
  return shape.test(text) && text.slice(-CHECKSUM_LENGTH) === checksumOf(text.slice(0, -CHECKSUM_LENGTH));
}

const checksumOf = (body: string) => base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
