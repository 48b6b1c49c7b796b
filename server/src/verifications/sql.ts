// The statements of verifications. People of a company change them through functions alone, which ask again who they
// are; operators read and decide in the company's scope. The bytes of a document are readable for operators only.
import type { Kind, Verification } from '../companies/sql.ts';
import type { Queryable, Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { SealedBytes } from '../sealing.ts';
import type { DocumentSlot, FieldName } from './requirements.ts';

export type State = 'draft' | 'submitted' | 'approved' | 'rejected';

export type Fields = Partial<Record<FieldName, string>>;

export type SubmissionRow = {
  name: string;
  kind: Kind;
  state: State;
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

/** Who changes what is handed in. */
type By = { companyId: string; userId: string };

/** Why nothing was changed; null when it was. */
export type Refused =
  | 'not_a_member'
  | 'role_missing'
  | 'verification_submitted'
  | 'verification_approved'
  | 'verification_unchanged'
  | 'verification_incomplete'
  | 'document_not_found'
  | null;

/** What a company has filled in, for its own people. */
export async function readVerification(db: Queryable, companyId: string): Promise<SubmissionRow | undefined> {
  const [row] = await db.query<SubmissionRow>(sql`select * from read_verification(${companyId})`);
  return row;
}

/** The documents that stand in their slots now, for the company's own people. */
export async function readDocuments(db: Queryable, companyId: string): Promise<DocumentRow[]> {
  return db.query<DocumentRow>(sql`select * from read_verification_documents(${companyId})`);
}

/** Changes the fields that are given and leaves the others. */
export async function fillFields(db: Queryable, by: By, given: { fields: Fields; at: Date }): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select fill_verification(${by.companyId}, ${by.userId}, ${JSON.stringify(given.fields)}::jsonb, ${given.at}) as refused`);
  return row?.refused ?? null;
}

/** Hands in what is there, if all of it is. */
export async function submitVerification(
  db: Queryable,
  by: By,
  needed: { fields: readonly string[]; slots: readonly string[]; at: Date },
): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select submit_verification(${by.companyId}, ${by.userId}, ${needed.fields}::text[], ${needed.slots}::text[], ${needed.at}) as refused`);
  return row?.refused ?? null;
}

/** What became of a slot: why nothing, or the document whose bytes nobody needs any more. */
export type Placed = { refused: Refused; replaced: string | null };

/** Puts a document into its slot, without its bytes. */
export async function placeDocument(
  tx: Tx,
  by: By,
  document: { id: string; slot: string; name: string; mediaType: string; bytes: number; at: Date },
): Promise<Placed> {
  const [row] = await tx.query<Placed>(sql`
    select * from place_document(${by.companyId}, ${by.userId}, ${document.id}, ${document.slot}, ${document.name},
                                 ${document.mediaType}, ${document.bytes}, ${document.at})`);
  return row ?? { refused: null, replaced: null };
}

/** Empties a slot. */
export async function dropDocument(tx: Tx, by: By, { slot, at }: { slot: string; at: Date }): Promise<Placed> {
  const [row] = await tx.query<Placed>(sql`
    select * from drop_document(${by.companyId}, ${by.userId}, ${slot}, ${at})`);
  return row ?? { refused: null, replaced: null };
}

type Place = { companyId: string; documentId: string };

/** Keeps the sealed bytes of a document that was placed in the same commit. */
export async function insertFile(tx: Tx, place: Place, { sealingKey, sealed }: SealedBytes): Promise<void> {
  await tx.query(sql`
    select keep_document_file(${place.companyId}, ${place.documentId}, ${sealingKey}, ${sealed})`);
}

/** Forgets the bytes of a document that is gone; those of one that is there stay. */
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

/** A page of what waits for a decision, across companies, oldest first. */
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

/** Every document that is still kept, those of earlier submissions too. */
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

/** Earlier decisions, newest first: a company is decided on a few times in its life. */
export async function listDecisions(tx: Tx, companyId: string): Promise<DecisionRow[]> {
  return tx.query<DecisionRow>(sql`
    select decision, reason, operator_id, decided_at, submitted_at, fields, document_ids
      from verification_decisions where company_id = ${companyId} order by number desc limit 100`);
}

/** What was handed in when it was decided. */
export type HandedIn = { fields: Fields; submittedAt: Date; documentIds: string[] };

/** Moves a submission out of waiting; undefined when none waits, or another than the one that was looked at. */
export async function moveSubmission(
  tx: Tx,
  companyId: string,
  change: { to: 'approved' | 'rejected'; at: Date; submittedAt: Date | undefined },
): Promise<HandedIn | undefined> {
  // The company is locked first, so that nobody approves it by another way in the same moment.
  const [row] = await tx.query<{ fields: Fields; submitted_at: Date }>(sql`
    with company as materialized (
      select c.id from companies c where c.id = ${companyId} and c.verification <> 'approved' for no key update
    )
    update verifications v set state = ${change.to}, decided_at = ${change.at}
      from company
     where v.company_id = company.id and v.state = 'submitted'
       and v.submitted_at = coalesce(${change.submittedAt ?? null}::timestamptz, v.submitted_at)
    returning v.fields, v.submitted_at`);
  if (row === undefined) return undefined;
  const documents = await listDocuments(tx, companyId);
  const documentIds = documents.filter(({ removed_at }) => removed_at === null).map(({ id }) => id);
  return { fields: row.fields, submittedAt: row.submitted_at, documentIds };
}

/** Keeps a decision with what it was about, for ever. */
export async function insertDecision(
  tx: Tx,
  companyId: string,
  decision: HandedIn & { decision: string; reason: string; at: Date; operatorId: string | undefined },
): Promise<void> {
  await tx.query(sql`
    insert into verification_decisions (company_id, decision, reason, operator_id, decided_at, submitted_at, fields, document_ids)
    values (${companyId}, ${decision.decision}, ${decision.reason}, ${decision.operatorId ?? null}, ${decision.at},
            ${decision.submittedAt}, ${JSON.stringify(decision.fields)}::jsonb, ${decision.documentIds}::uuid[])`);
}

/** Queues a mail to each owner of a company: it goes out if this commit happens, and only then. */
export async function queueMails(
  tx: Tx,
  companyId: string,
  mail: { kind: string; details: object; at: Date },
): Promise<void> {
  await tx.query(sql`
    select queue_mails_to_owners(${companyId}, ${mail.kind}, ${JSON.stringify(mail.details)}::jsonb, ${mail.at})`);
}

export type TakenMail = {
  company_id: string;
  id: string;
  company_name: string;
  to_name: string;
  to_address: string;
  kind: 'verification_approved' | 'verification_rejected' | 'owner_invited';
  details: { reason?: string; until?: string };
  tries: number;
  created_at: Date;
};

/** Takes the mails that are due, for as long as the lease lasts. */
export async function takeMails(
  db: Queryable,
  { lease, seconds, limit }: { lease: string; seconds: number; limit: number },
): Promise<TakenMail[]> {
  return db.query<TakenMail>(sql`select * from take_mails(${lease}, make_interval(secs => ${seconds}), ${limit})`);
}

/** Notes what became of a mail that was taken; one that somebody else has taken since is left to them. */
export async function noteMail(
  db: Queryable,
  mail: { company_id: string; id: string },
  outcome: { lease: string; isSent: boolean; againAt: Date | undefined; problem: string },
): Promise<void> {
  await db.query(sql`
    select note_mail(${mail.company_id}, ${mail.id}, ${outcome.lease}, ${outcome.isSent}, ${outcome.againAt ?? null}, ${outcome.problem})`);
}
