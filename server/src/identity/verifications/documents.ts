// Documents: allowed types, sealing and storage.
import type { SealingKeys } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { type SealedBytes, seal, unseal } from '../../foundation/sealing.ts';
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { stateRefusals } from './fill.ts';
import type { DocumentSlot } from './requirements.ts';
import { dropDocument, dropFile, findFile, insertFile, placeDocument } from './sql.ts';
import { refuseUntil, uploadLimits } from './uploads.ts';

/** Enough for a legible scan, and small enough to seal and store in one piece. */
export const MOST_DOCUMENT_BYTES = 5 * 1024 * 1024;

const LONGEST_NAME = 120;

export const mediaTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The owner of the bytes. */
export type Place = { companyId: string; documentId: string };

/**
 * Storage of sealed bytes. Changes join the given transaction if the store can; a store outside the database stores
 * first and removes last, so that a document is never without its bytes.
 */
export type DocumentStore = {
  put(tx: Tx, place: Place, sealed: SealedBytes): Promise<void>;
  get(tx: Tx, place: Place): Promise<SealedBytes | undefined>;
  remove(tx: Tx, place: Place): Promise<void>;
};

/** Stores the bytes in the database, in the commit of their document. */
export const databaseStore: DocumentStore = { put: insertFile, get: findFile, remove: dropFile };

/** Magic bytes of each file type. */
const beginnings: readonly { mediaType: MediaType; bytes: Buffer }[] = [
  { mediaType: 'application/pdf', bytes: Buffer.from('%PDF-') },
  { mediaType: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { mediaType: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
];

/** The media type by content, ignoring the name and the sender's claim; undefined for unsupported types. */
function mediaTypeOf(content: Buffer): MediaType | undefined {
  return beginnings.find(({ bytes }) => content.subarray(0, bytes.length).equals(bytes))?.mediaType;
}

/**
 * A name that is safe to show and save: no path, no control or direction characters, no leading dot. Possible card
 * numbers are masked, not refused: cameras name pictures by numbers, and one in ten passes the check.
 */
export function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{C}"<>:|?*%;]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const masked = maskCardNumbers(clean).replaceAll('*', 'x'); // every file system accepts an x
  return Array.from(masked).slice(0, LONGEST_NAME).join('') || 'document';
}

const endings: Record<MediaType, string> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };

/** The file name for an operator's download. It contains nothing of the applicant's own name. */
export const fileNameOf = ({ slot, mediaType }: { slot: DocumentSlot; mediaType: MediaType }): string =>
  `${slot.replaceAll('_', '-')}.${endings[mediaType]}`;

/** The name that a document is sealed under. */
export const nameOf = ({ companyId, documentId, slot }: Place & { slot: DocumentSlot }) =>
  `document ${companyId} ${slot} ${documentId}`;

/** Opens sealed bytes; throws if they were sealed for another company, slot or document. */
export const openSealed = (keys: SealingKeys, owner: Place & { slot: DocumentSlot }, sealed: SealedBytes): Buffer =>
  unseal(keys, nameOf(owner), sealed, 'CARDWRIGHT_DOCUMENT_KEYS');

export type DocumentTools = {
  db: { writeUnscoped<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> } & Queryable;
  clock: { now(): Date };
  documentKeys: SealingKeys;
  store: DocumentStore;
};

/** The owner who changes a submission; the commit checks the role again. */
export type Filler = { companyId: string; userId: string };

/** Puts a document into its slot, replacing any previous one. Returns its id. */
export async function putDocument(
  tools: DocumentTools,
  by: Filler,
  given: { slot: DocumentSlot; name: string; content: Buffer; declared: string },
): Promise<string> {
  const mediaType = mediaTypeOf(given.content);
  if (mediaType === undefined || mediaType !== given.declared) refuse('document_refused');
  const at = tools.clock.now();
  const id = newUuid(at);
  const sealed = seal(tools.documentKeys, nameOf({ ...by, documentId: id, slot: given.slot }), given.content);
  await tools.db.writeUnscoped(async (tx) => {
    const { refused, replaced, room_at } = await placeDocument(tx, by, {
      id,
      slot: given.slot,
      name: cleanName(given.name),
      mediaType,
      bytes: given.content.length,
      most: uploadLimits,
      at,
    });
    if (room_at !== null) refuseUntil(room_at, at);
    if (refused !== null) stateRefusals(refused);
    await tools.store.put(tx, { companyId: by.companyId, documentId: id }, sealed);
    if (replaced !== null) await tools.store.remove(tx, { companyId: by.companyId, documentId: replaced });
  });
  return id;
}

/** Removes a document from its slot. */
export async function removeDocument(tools: DocumentTools, by: Filler, slot: DocumentSlot): Promise<void> {
  await tools.db.writeUnscoped(async (tx) => {
    const { refused, replaced } = await dropDocument(tx, by, { slot, at: tools.clock.now() });
    if (refused !== null) stateRefusals(refused);
    if (replaced !== null) await tools.store.remove(tx, { companyId: by.companyId, documentId: replaced });
  });
}
