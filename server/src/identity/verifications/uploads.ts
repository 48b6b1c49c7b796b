// Upload limits: per company and person within a day, and concurrently.

import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { findUploadRoom } from './sql.ts';

const MB = 1024 * 1024;

/**
 * Within 24 hours, including replaced and removed documents. A full set is six documents of at most 5 MB: a company can
 * upload each of them twice at that size, and a person can do so for two companies.
 */
export const uploadLimits = {
  companyUploads: 40,
  companyBytes: 60 * MB,
  personUploads: 80,
  personBytes: 120 * MB,
} as const;

/** One for each slot: a slow connection sends all of them concurrently. */
export const MOST_UPLOADS_OF_PERSON = 6;

/** Each is held in memory until it is sealed and stored: 160 MB, twice that during sealing. */
export const MOST_UPLOADS_IN_ALL = 32;

/** Refuses an upload beyond today's limits before its bytes are read. */
export async function refuseBeyondLimits(
  { db, clock }: { db: Queryable; clock: { now(): Date } },
  by: { companyId: string; userId: string },
  bytes: number,
): Promise<void> {
  const at = clock.now();
  const roomAt = await findUploadRoom(db, by, { bytes, most: uploadLimits, at });
  if (roomAt !== null) refuseUntil(roomAt, at);
}

/** Refuses with the limits and the time of the next possible upload. */
export function refuseUntil(roomAt: Date, at: Date): never {
  const { companyUploads, companyBytes, personUploads, personBytes } = uploadLimits;
  const seconds = Math.max(1, Math.ceil((roomAt.getTime() - at.getTime()) / 1_000));
  const when = `${new Date(roomAt.getTime() + 59_999).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  refuse('document_limit', {
    message:
      `A company uploads at most ${companyUploads} documents and ${companyBytes / MB} MB in 24 hours, and a person ` +
      `${personUploads} and ${personBytes / MB} MB; replaced ones count. Try again after ${when}.`,
    retryAfter: seconds,
  });
}
