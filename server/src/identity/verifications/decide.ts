// Operators' work on submissions: read them, open their documents, decide. A decision is one commit: the submission,
// the company's verification, the audit entry and the email to the owners.

import type { SealingKeys } from '../../foundation/config.ts';
import { toId } from '../../foundation/ids.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Kind, Verification } from '../companies/sql.ts';
import { type Actor, administer, didAlone } from '../operators/act.ts';
import { type DocumentStore, openSealed } from './documents.ts';
import { type DocumentSlot, type FieldName, type Required, requirementsOf } from './requirements.ts';
import {
  type DecisionRow,
  type DocumentRow,
  findDocument,
  findSubmission,
  listDecisions,
  listDocuments,
  listSubmittedRows,
} from './sql.ts';

/** A submission that awaits a decision. */
export type Waiting = { companyId: string; name: string; kind: Kind; submittedAt: Date };

export type ShownDocument = {
  id: string;
  slot: DocumentSlot;
  name: string;
  mediaType: 'application/pdf' | 'image/png' | 'image/jpeg';
  bytes: number;
  uploadedAt: Date;
};

export type Decision = {
  decision: 'approved' | 'rejected';
  reason: string;
  /** The operator's id; undefined if unknown. */
  operatorId: string | undefined;
  decidedAt: Date;
  submittedAt: Date;
  /** The fields as submitted. */
  fields: Partial<Record<FieldName, string>>;
  documents: ShownDocument[];
};

export type Submission = {
  companyId: string;
  name: string;
  kind: Kind;
  state: 'draft' | 'submitted' | 'approved' | 'rejected';
  verification: Verification;
  fields: Partial<Record<FieldName, string>>;
  documents: ShownDocument[];
  required: Required;
  submittedAt: Date | undefined;
  /** Earlier decisions, newest first. */
  decisions: Decision[];
};

/** The submissions that await a decision, oldest first; each page continues after the previous one. */
export async function listSubmitted(
  db: Db,
  page: { after?: { submittedAt: Date; companyId: string }; limit: number },
): Promise<Waiting[]> {
  const rows = await listSubmittedRows(db, page);
  return rows.map((row) => ({
    companyId: row.company_id,
    name: row.name,
    kind: row.kind,
    submittedAt: row.submitted_at,
  }));
}

/** A company's submission, in one snapshot; undefined if there is no such company. */
export async function readSubmission(db: Db, companyId: string): Promise<Submission | undefined> {
  return db.read({ companyId, environment: 'sandbox' }, async (tx) => {
    const [row, documents, decisions] = await Promise.all([
      findSubmission(tx, companyId),
      listDocuments(tx, companyId),
      listDecisions(tx, companyId),
    ]);
    if (row === undefined) return undefined;
    return {
      companyId,
      name: row.name,
      kind: row.kind,
      state: row.state,
      verification: row.verification,
      fields: row.fields,
      documents: documents.filter(({ removed_at }) => removed_at === null).map(toShown),
      required: requirementsOf(row.kind),
      submittedAt: row.submitted_at ?? undefined,
      decisions: decisions.map((decision) => toDecision(decision, documents)),
    };
  });
}

/**
 * Opens a document for an operator and records it in the audit log. Undefined if this company has no such document;
 * throws if the bytes were not sealed for this company.
 */
export async function openDocument(
  tools: { db: Db; store: DocumentStore; documentKeys: SealingKeys },
  asked: { companyId: string; documentId: string; actor: Actor },
): Promise<(ShownDocument & { content: Buffer }) | undefined> {
  const { companyId, documentId } = asked;
  return tools.db.write({ companyId, environment: 'sandbox' }, async (tx) => {
    const document = await findDocument(tx, companyId, documentId);
    const sealed = document && (await tools.store.get(tx, { companyId, documentId }));
    if (document === undefined || sealed === undefined) return undefined;
    const content = openSealed(tools.documentKeys, { companyId, documentId, slot: document.slot }, sealed);
    await administer(tx, asked.actor, {
      action: 'verification.open_document',
      given: { company: companyId, document: documentId },
    });
    return { ...toShown(document), content };
  });
}

/**
 * Decides a submission. `not_submitted`: nothing happened, because it was decided before, or is not the one that was
 * reviewed (by its `submittedAt`, if given).
 */
export async function decideSubmission(
  { db }: { db: Db },
  asked: {
    companyId: string;
    decision: 'approved' | 'rejected';
    reason: string;
    actor: Actor;
    submittedAt?: Date;
  },
): Promise<'decided' | 'not_submitted'> {
  const { companyId, decision, reason, actor, submittedAt } = asked;
  const given = { company: companyId, reason, submission: true, submittedAt };
  return (await didAlone(db, actor, { action: `company.${decision}`, given })) === 'done' ? 'decided' : 'not_submitted';
}

const toShown = (row: DocumentRow): ShownDocument => ({
  id: toId('document', row.id),
  slot: row.slot,
  name: row.name,
  mediaType: row.media_type,
  bytes: row.bytes,
  uploadedAt: row.uploaded_at,
});

function toDecision(row: DecisionRow, documents: readonly DocumentRow[]): Decision {
  return {
    decision: row.decision,
    reason: row.reason,
    operatorId: row.operator_id ?? undefined,
    decidedAt: row.decided_at,
    submittedAt: row.submitted_at,
    fields: row.fields,
    documents: documents.filter(({ id }) => row.document_ids.includes(id)).map(toShown),
  };
}
