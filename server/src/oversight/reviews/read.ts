// What operators read before they decide: the list of open matters, and everything known about one.

import { type Named, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import { type CompanyRow, findCompany } from '../../identity/companies/sql.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { findUnknown, listWaitingReports, type UnknownRow } from '../adoption/sql.ts';
import {
  type AttemptRow,
  type CaseRow,
  findCase,
  findInvoiced,
  findPayment,
  findReviewed,
  findScope,
  type InvoicedRow,
  listAttempts,
  listCases,
  listProposals,
  listReports,
  listUndecided,
  type PaymentRow,
  type ProposalRow,
  type ReportRow,
  type ReviewedRow,
  type Subject,
} from './sql.ts';

/** The subject of a review or a case. A review is about an operation or an invoice. */
export type About =
  | { kind: 'operation'; operation: ReviewedRow }
  | { kind: 'invoice'; invoice: InvoicedRow }
  | { kind: 'transaction'; payment: PaymentRow }
  | { kind: 'unknown'; unknown: UnknownRow };

/** A review or a case with its subject. */
export type Matter = {
  subject: Subject;
  scope: Scope;
  company: CompanyRow;
  about: About;
  /** Undefined for a review. */
  found: CaseRow | undefined;
  proposals: ProposalRow[];
  /** For a case: proposals about the operation or invoice itself. A dossier includes those of the other cases. */
  elsewhere: ProposalRow[];
};

/** Everything known about a review or a case: the attempts of an order, the reports about a payment. */
export type Dossier = Matter & { attempts: AttemptRow[]; reports: ReportRow[]; cases: CaseRow[] };

/** A page of open matters of all companies, the longest waiting first. */
export async function listMatters(
  db: Db,
  page: { after?: { since: Date; id: string }; limit: number },
): Promise<Matter[]> {
  const rows = await listUndecided(db, page);
  const matters = await Promise.all(
    rows.map(({ companyId, environment, kind, id }) => {
      const scope = { companyId, environment };
      return db.read(scope, (tx) => readMatter(tx, scope, { kind, id }));
    }),
  );
  return matters.filter((matter) => matter !== undefined);
}

/** One review or case in any status, or undefined when there is none. */
export async function findDossier(db: Db, subject: Subject): Promise<Dossier | undefined> {
  const scope = await findScope(db, subject.kind, subject.id);
  if (scope === undefined) return undefined;
  return db.read(scope, async (tx) => {
    const matter = await readMatter(tx, scope, subject);
    if (matter === undefined) return undefined;
    const { kind } = matter.about;
    const { id } = subjectOf(matter.about);
    const [attempts, reports, cases] = await Promise.all([
      kind === 'operation' || kind === 'invoice' ? listAttempts(tx, scope, { kind, id }) : [],
      listReportsOf(tx, scope, matter.about),
      listCases(tx, scope, { kind, id }),
    ]);
    const others = cases.filter((row) => row.id !== subject.id);
    const inOthers = await Promise.all(others.map((row) => listProposals(tx, scope, { kind: 'case', id: row.id })));
    return { ...matter, attempts, reports, cases, elsewhere: [...matter.elsewhere, ...inOthers.flat()] };
  });
}

/** The reports about a payment, or the notifications that wait for an unknown record. */
async function listReportsOf(tx: Tx, scope: Scope, about: About): Promise<ReportRow[]> {
  if (about.kind === 'unknown') return listWaitingReports(tx, scope, nameOf(about));
  return about.kind === 'transaction' ? listReports(tx, scope, about.payment.id) : [];
}

/** The operation, the invoice, the payment or the unknown record itself. */
export function subjectOf(about: About): ReviewedRow | InvoicedRow | PaymentRow | UnknownRow {
  switch (about.kind) {
    case 'operation':
      return about.operation;
    case 'invoice':
      return about.invoice;
    case 'transaction':
      return about.payment;
    case 'unknown':
      return about.unknown;
  }
}

const adopted: Readonly<Record<UnknownRow['kind'], Named>> = {
  order: 'operation',
  deposit: 'invoice',
  card: 'card',
  holder: 'holder',
};

/** The subject's id as people see it; of an unknown record, the one that it has once it is adopted. */
export function nameOf(about: About): string {
  if (about.kind !== 'unknown') return toId(about.kind, subjectOf(about).id);
  const { kind, reference } = about.unknown;
  return reference === null ? 'a record without a reference of ours' : toId(adopted[kind], reference);
}

/** The operation in review; undefined for other subjects. */
export const reviewOf = ({ about }: Matter): ReviewedRow | undefined =>
  about.kind === 'operation' ? about.operation : undefined;

/** The invoice; undefined for other subjects. */
export const invoiceOf = ({ about }: Matter): InvoicedRow | undefined =>
  about.kind === 'invoice' ? about.invoice : undefined;

/** Since when it waits: the sort key of the list. */
export const sinceOf = (matter: Matter): Date =>
  matter.found?.opened_at ??
  (reviewOf(matter) ?? invoiceOf(matter))?.review_opened_at ??
  subjectOf(matter.about).created_at;

/** Whether money for an expired invoice can be accepted. If a correction credited it already, it cannot. */
export const canBeAccepted = ({ status, transfers, is_adjusted }: InvoicedRow): boolean =>
  (status === 'manual_review' || status === 'expired') && transfers.length > 0 && !is_adjusted;

/** Whether it needs a decision. */
export function isOpen({ found, about }: Matter): boolean {
  if (found !== undefined) return found.closed_at === null;
  return subjectOf(about).status === 'manual_review' || (about.kind === 'invoice' && canBeAccepted(about.invoice));
}

/** Whether a proposal is undecided. */
export const isUndecided = ({ approved_at, withdrawn_at }: ProposalRow): boolean =>
  approved_at === null && withdrawn_at === null;

/**
 * The proposal that waits for another operator. A closed subject has none. Late money has two subjects, a case and its
 * expired invoice: a proposal on the invoice also concerns the case.
 */
export function openProposal(matter: Matter): ProposalRow | undefined {
  if (!isOpen(matter)) return undefined;
  const { proposals, elsewhere, found, about } = matter;
  const isLate = found?.kind === 'late_payment' && about.kind === 'invoice' && canBeAccepted(about.invoice);
  const places = isLate ? [...proposals, ...elsewhere.filter((row) => row.subject_kind === 'invoice')] : proposals;
  return places.find(isUndecided);
}

async function readMatter(tx: Tx, scope: Scope, subject: Subject): Promise<Matter | undefined> {
  const found = subject.kind === 'case' ? await findCase(tx, scope, subject.id) : undefined;
  if (subject.kind === 'case' && found === undefined) return undefined;
  const { kind, id } = aboutOf(subject, found);
  const [company, about, proposals, elsewhere] = await Promise.all([
    findCompany(tx, scope.companyId),
    findAbout(tx, scope, { kind, id }),
    listProposals(tx, scope, subject),
    subject.kind === 'case' && (kind === 'operation' || kind === 'invoice')
      ? listProposals(tx, scope, { kind, id })
      : [],
  ]);
  if (company === undefined || about === undefined) return undefined;
  return { subject, scope, company, about, found, proposals, elsewhere };
}

/** The subject of a review or a case, by its id. */
const aboutOf = ({ kind, id }: Subject, found: CaseRow | undefined): { kind: About['kind']; id: string } =>
  kind === 'case' ? { kind: found?.subject_kind ?? 'operation', id: found?.subject_id ?? id } : { kind, id };

async function findAbout(
  tx: Tx,
  scope: Scope,
  { kind, id }: { kind: About['kind']; id: string },
): Promise<About | undefined> {
  if (kind === 'unknown') {
    const unknown = await findUnknown(tx, scope, id);
    return unknown && { kind, unknown };
  }
  if (kind === 'transaction') {
    const payment = await findPayment(tx, scope, id);
    return payment && { kind, payment };
  }
  if (kind === 'invoice') {
    const invoice = await findInvoiced(tx, scope, id);
    return invoice && { kind, invoice };
  }
  const operation = await findReviewed(tx, scope, id);
  return operation && { kind, operation };
}
