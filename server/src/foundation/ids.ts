// Ids: a uuid (version 7, so that they sort by time) in the database, a prefixed text in the API.
import { createHash, randomBytes } from 'node:crypto';
import { TypeID } from 'typeid-js';
import type { Scope } from './scope.ts';

/** Object kinds and their id prefixes. */
const prefixes = {
  company: 'com',
  key: 'key',
  operator: 'opr',
  operatorToken: 'optok',
  product: 'prod',
  holder: 'holder',
  card: 'card',
  operation: 'op',
  invoice: 'inv',
  transaction: 'txn',
  sandboxFunding: 'sbf',
  event: 'evt',
  webhook: 'whe',
  delivery: 'dlv',
  case: 'case',
  proposal: 'proposal',
  pause: 'pause',
  reconciliation: 'run',
  user: 'usr',
  invitation: 'invite',
  document: 'doc',
  notification: 'ntf',
} as const;

type Named = keyof typeof prefixes;

/** The nil uuid: no row ever has it. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A new uuid, version 7: 48 bits of milliseconds, the rest random. */
export function newUuid(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The text of an id, as people and clients see it. */
export function toId(named: Named, uuid: string): string {
  return TypeID.fromUUID(prefixes[named], uuid).toString();
}

/** The uuid behind an id's text, or undefined for a malformed id. */
export function fromId(named: Named, text: string): string | undefined {
  try {
    const id = TypeID.fromString(text, prefixes[named]);
    return id.toUUID();
  } catch {
    return undefined;
  }
}

/**
 * The id of a ledger entry, derived from the book and the entry's number and therefore never stored: 61 bits for the
 * book, then the number, in 26 characters that sort like the entries.
 */
export function entryIdsOf(scope: Scope): (sequence: bigint) => string {
  const digest = createHash('sha256').update(`${scope.companyId} ${scope.environment}`).digest();
  const book = (digest.readBigUInt64BE(0) >> 3n).toString(32).padStart(13, '0'); // 61 bits
  return (sequence) => `le_${book}${sequence.toString(32).padStart(13, '0')}`;
}
