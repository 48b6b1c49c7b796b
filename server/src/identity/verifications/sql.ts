// The statements of verifications. Members change them only through functions, which check their role again; operators
// read and decide in the company's scope. Only operators can read the bytes of a document.

import type { SealedBytes } from '../../foundation/sealing.ts';
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Work } from '../../platform/work/sql.ts';
import type { Kind, Verification, VerificationState } from '../companies/sql.ts';
import type { DocumentSlot, FieldName } from './requirements.ts';

export type Fields = Partial<Record<FieldName, string>>;

export type SubmissionRow = {
  name: string;
  kind: Kind;
  state: VerificationState;
  verification: Verification;
  reason: string;
  fields: Fields;
  submitted_at: Date | null;
  decided_at: Date | null;
};

export type DocumentRow = {
  id: string;
  slot: DocumentSlot;
  name: string;
  media_type: 'application/pdf' | 'image/png' | 'image/jpeg';
  bytes: number;
  uploaded_at: Date;
  removed_at: Date | null;
};

export type DecisionRow = {
  decision: 'approved' | 'rejected';
  reason: string;
  operator_id: string | null;
  decided_at: Date;
  submitted_at: Date;
  fields: Fields;
  document_ids: string[];
};

/** The person who changes a submission. */
type By = { companyId: string; userId: string };

/** Why nothing was changed; null on success. */
export type Refused =
  | 'not_a_member'
  | 'role_missing'
  | 'verification_submitted'
  | 'verification_approved'
  | 'verification_unchanged'
  | 'verification_incomplete'
  | 'document_not_found'
  | 'document_limit'
  | null;

/** What a company has filled in, for its own members. */
export async function readVerification(db: Queryable, companyId: string): Promise<SubmissionRow | undefined> {
  const [row] = await db.query<SubmissionRow>(sql`select * from read_verification(${companyId})`);
  return row;
}

/** The current documents of all slots, for the company's own members. */
export async function readDocuments(db: Queryable, companyId: string): Promise<DocumentRow[]> {
  return db.query<DocumentRow>(sql`select * from read_verification_documents(${companyId})`);
}

/** Changes the given fields and keeps the others. */
export async function fillFields(db: Queryable, by: By, given: { fields: Fields; at: Date }): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select fill_verification(${by.companyId}, ${by.userId}, ${JSON.stringify(given.fields)}::jsonb, ${given.at}) as refused`);
  return row?.refused ?? null;
}

/** Submits the verification if it is complete. */
export async function submitVerification(
  db: Queryable,
  by: By,
  needed: { fields: readonly string[]; slots: readonly string[]; at: Date },
): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select submit_verification(${by.companyId}, ${by.userId}, ${needed.fields}::text[], ${needed.slots}::text[], ${needed.at}) as refused`);
  return row?.refused ?? null;
}

/** The outcome for a slot: the refusal, or the replaced document, whose bytes are no longer needed. */
export type Placed = { refused: Refused; replaced: string | null };

/** Limits per 24 hours. */
type UploadLimits = Readonly<Record<'companyUploads' | 'companyBytes' | 'personUploads' | 'personBytes', number>>;

/** Puts a document into its slot, without its bytes. `room_at`: when a refused upload can be retried. */
export async function placeDocument(
  tx: Tx,
  by: By,
  document: { id: string; slot: string; name: string; mediaType: string; bytes: number; most: UploadLimits; at: Date },
): Promise<Placed & { room_at: Date | null }> {
  const [row] = await tx.query<Placed & { room_at: Date | null }>(sql`
    select * from place_document(${by.companyId}, ${by.userId}, ${document.id}, ${document.slot}, ${document.name},
                                 ${document.mediaType}, ${document.bytes}, ${JSON.stringify(document.most)}::jsonb, ${document.at})`);
  return row ?? { refused: null, replaced: null, room_at: null };
}

/** When an upload will be within the limits; null for now. */
export async function findUploadRoom(
  db: Queryable,
  by: By,
  { bytes, most, at }: { bytes: number; most: UploadLimits; at: Date },
): Promise<Date | null> {
  const [row] = await db.query<{ room_at: Date | null }>(sql`
    select upload_has_room_at(${by.companyId}, ${by.userId}, ${bytes}, ${JSON.stringify(most)}::jsonb, ${at}) as room_at`);
  return row?.room_at ?? null;
}

/** Empties a slot. */
export async function dropDocument(tx: Tx, by: By, { slot, at }: { slot: string; at: Date }): Promise<Placed> {
  const [row] = await tx.query<Placed>(sql`
    select * from drop_document(${by.companyId}, ${by.userId}, ${slot}, ${at})`);
  return row ?? { refused: null, replaced: null };
}

type Place = { companyId: string; documentId: string };

/** Stores the sealed bytes of a document that was placed in the same commit. */
export async function insertFile(tx: Tx, place: Place, { sealingKey, sealed }: SealedBytes): Promise<void> {
  await tx.query(sql`
    select keep_document_file(${place.companyId}, ${place.documentId}, ${sealingKey}, ${sealed})`);
}

/** Deletes the bytes of a removed document; keeps those of an existing one. */
export async function dropFile(tx: Tx, place: Place): Promise<void> {
  await tx.query(sql`select drop_document_file(${place.companyId}, ${place.documentId})`);
}

/** The sealed bytes of a document, for an operator in the company's scope. */
export async function findFile(tx: Tx, place: Place): Promise<SealedBytes | undefined> {
  const [row] = await tx.query<{ sealing_key: number; sealed: Buffer }>(sql`
    select sealing_key, sealed from verification_files
     where company_id = ${place.companyId} and document_id = ${place.documentId}`);
  return row && { sealingKey: row.sealing_key, sealed: row.sealed };
}

/** A page of the submissions that await a decision, across companies, oldest first. */
export async function listSubmittedRows(
  db: Queryable,
  page: { after?: { submittedAt: Date; companyId: string }; limit: number },
): Promise<{ company_id: string; name: string; kind: Kind; submitted_at: Date }[]> {
  return db.query(sql`
    select company_id, name, kind, submitted_at
      from list_submitted(${page.after?.submittedAt ?? null}, ${page.after?.companyId ?? null}, ${page.limit})`);
}

/** What the company of the transaction's scope has filled in, for an operator. */
export async function findSubmission(tx: Tx, companyId: string): Promise<SubmissionRow | undefined> {
  const [row] = await tx.query<SubmissionRow>(sql`
    select c.name, c.kind, shown_verification(c.verification, v.state) as state, c.verification,
           c.verification_reason as reason, coalesce(v.fields, '{}') as fields, v.submitted_at, v.decided_at
      from companies c
      left join verifications v on v.company_id = c.id
     where c.id = ${companyId}`);
  return row;
}

const documentColumns = sql`id, slot, name, media_type, bytes, uploaded_at, removed_at`;

/** Every stored document, including those of earlier submissions. */
export async function listDocuments(tx: Tx, companyId: string): Promise<DocumentRow[]> {
  return tx.query<DocumentRow>(sql`
    select ${documentColumns} from verification_documents where company_id = ${companyId} order by uploaded_at, id`);
}

/** One document of the company. */
export async function findDocument(tx: Tx, companyId: string, id: string): Promise<DocumentRow | undefined> {
  const [row] = await tx.query<DocumentRow>(sql`
    select ${documentColumns} from verification_documents where company_id = ${companyId} and id = ${id}`);
  return row;
}

/** Earlier decisions, newest first: a company has only a few. */
export async function listDecisions(tx: Tx, companyId: string): Promise<DecisionRow[]> {
  return tx.query<DecisionRow>(sql`
    select decision, reason, operator_id, decided_at, submitted_at, fields, document_ids
      from verification_decisions where company_id = ${companyId} order by number desc limit 100`);
}

export type TakenMail = {
  company_id: string;
  id: string;
  company_name: string;
  to_name: string;
  to_address: string;
  kind: 'verification_approved' | 'verification_rejected' | 'owner_invited' | 'member_invited';
  details: { reason?: string; until?: string; email?: string; role?: string; by?: string };
  created_at: Date;
};

/** An email to send; without an address it has no recipient any more. Undefined once it is finished. */
export async function findMail(
  db: Queryable,
  { companyId, id }: Work,
): Promise<(Omit<TakenMail, 'to_address'> & { to_address: string | null }) | undefined> {
  const [row] = await db.query<Omit<TakenMail, 'to_address'> & { to_address: string | null }>(sql`
    select company_id, id, company_name, to_name, to_address, kind, details, created_at from read_mail(${companyId}, ${id})`);
  return row;
}

/** Finishes a leased email; one whose lease was lost is left to its new holder. */
export async function finishMail(
  db: Queryable,
  { companyId, id, token }: Work,
  { outcome, reason }: { outcome: 'sent' | 'given_up'; reason: string },
): Promise<void> {
  await db.query(sql`select finish_mail(${companyId}, ${id}, ${token}, ${outcome}, ${reason})`);
}
