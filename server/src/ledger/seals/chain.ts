// The chain: each hash covers one entry, of a book or of the audit log, and the previous hash. docs/chain.md publishes
// the recipe, so nothing here may change without a new number in the first line of the chain.
import { createHash, hash } from 'node:crypto';
import { toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { ShownEntry } from '../book/entries.ts';

/** Bytes of a full hash, and of the mark of it that a seal stores. */
const HASH_BYTES = 32;
export const MARK_BYTES = 4;

/** The most links in a seal: to compute a hash inside one, no more than these must be read again. */
export const MOST_LINKS = 64;

/** One link: a number that people can look up, and the hashed texts. */
export type Link = { number: number; texts: readonly string[] };

/** The name of a book's chain in exported lines. */
export const chainOf = (scope: Scope): string => `${toId('company', scope.companyId)}/${scope.environment}`;

/** The name of the audit log's chain in exported lines. */
export const AUDIT_CHAIN = 'audit';

/** The hash before the first entry of a book: it contains the book's name, so no book can pass for another. */
export const beginningOf = (scope: Scope): Buffer =>
  sha256(`cardwright chain 1\n${toId('company', scope.companyId)}\n${scope.environment}`);

/** The hash before the first entry of the audit log. */
export const beginningOfAudit = (): Buffer => sha256('cardwright audit chain 1');

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest();

/** The texts of an entry, in hashing order. */
export const textsOfEntry = (entry: ShownEntry): string[] => [
  entry.id,
  entry.reference,
  entry.kind,
  entry.description,
  entry.amount,
  entry.balance,
  entry.availableDelta,
  entry.heldDelta,
  entry.createdAt,
];

/** Fits any entry within the database's limits; larger ones get a buffer of their own. */
const workspace = Buffer.alloc(4_096);

/** The hash after a link: of the hash before it, then each text as `<length in bytes>:<text>,`. */
export function nextHash(before: Buffer, texts: readonly string[]): Buffer {
  let written = '';
  for (const text of texts) written += `${Buffer.byteLength(text)}:${text},`;
  const size = HASH_BYTES + Buffer.byteLength(written);
  const bytes = size <= workspace.length ? workspace : Buffer.alloc(size);
  before.copy(bytes);
  bytes.write(written, HASH_BYTES, 'utf8');
  return hash('sha256', bytes.subarray(0, size), 'buffer');
}
