// Ids: a uuid in the database, a prefixed text in the API. What a client creates has an id that is derived from its
// Idempotency-Key; all others are version 7 and sort by time.
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
  reveal: 'reveal',
  operation: 'op',
  import: 'import',
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
  passkey: 'passkey',
  invitation: 'invite',
  document: 'doc',
  notification: 'ntf',
} as const;

export type Named = keyof typeof prefixes;

/** The nil uuid: no row ever has it. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A new uuid, version 7: 48 bits of milliseconds, the rest random. */
export function newUuid(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  return formatUuid(bytes, 7);
}

/** When a uuid of version 7 was made. */
export const timeOf = (uuid: string): Date => new Date(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16));

/**
 * The id of what a client creates under an Idempotency-Key, and its reference at the issuer. The same key has the same
 * id even after the database was lost, so a repeated request has no second effect at the issuer. A uuid of version 8
 * with 122 bits of a SHA-256 digest.
 */
export function derivedUuid(
  named: 'operation' | 'invoice' | 'holder' | 'import',
  scope: Scope,
  idempotencyKey: string,
): string {
  const parts = [named, scope.companyId, scope.environment, idempotencyKey]; // only the last can contain a line break
  const bytes = createHash('sha256').update(parts.join('\n')).digest().subarray(0, 16);
  return formatUuid(bytes, 8);
}

/** Bytes as a uuid of a version, in the variant of RFC 9562. */
function formatUuid(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
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

/** The uuids behind the ids that are given; undefined when one is malformed, so that it names nothing. */
export function fromIds<Name extends string>(
  named: Readonly<Record<Name, Named>>,
  texts: Readonly<Partial<Record<NoInfer<Name>, string>>>,
): Partial<Record<Name, string>> | undefined {
  const ids: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(named) as Name[]) {
    const text = texts[name];
    if (text === undefined) continue;
    const id = fromId(named[name], text);
    if (id === undefined) return undefined;
    ids[name] = id;
  }
  return ids;
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

/** The uuid in the id of every example. */
const EXAMPLE_UUID = '01932f49-e590-7152-8ff2-e8b99b53f45a';

/** An id for examples. */
export const exampleId = (named: Named): string => toId(named, EXAMPLE_UUID);
