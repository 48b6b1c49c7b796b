// What operators read before they decide: what waits, and everything that is known about one review or case.
import { type CompanyRow, findCompany } from '../companies/sql.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Scope } from '../scope.ts';
import {
  type AttemptRow,
  type CaseRow,
  findCase,
  findReviewed,
  findScope,
  listAttempts,
  listCases,
  listProposals,
  listUndecided,
  type ProposalRow,
  type ReviewedRow,
  type Subject,
} from './sql.ts';

/** A review or a case with what it is about. */
export type Matter = {
  subject: Subject;
  scope: Scope;
  company: CompanyRow;
  operation: ReviewedRow;
  /** Undefined for a review. */
  found: CaseRow | undefined;
  proposals: ProposalRow[];
};

/** Everything that is known about a review or a case. */
export type Dossier = Matter & { attempts: AttemptRow[]; cases: CaseRow[] };

/** A page of what waits for operators in all companies, the longest first. */
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

/** One review or case, whatever became of it, or undefined when there is none. */
export async function findDossier(db: Db, subject: Subject): Promise<Dossier | undefined> {
  const scope = await findScope(db, subject.kind, subject.id);
  if (scope === undefined) return undefined;
  return db.read(scope, async (tx) => {
    const matter = await readMatter(tx, scope, subject);
    if (matter === undefined) return undefined;
    const { id } = matter.operation;
    const [attempts, cases] = await Promise.all([listAttempts(tx, scope, id), listCases(tx, scope, id)]);
    return { ...matter, attempts, cases };
  });
}

/** Since when it waits: the order of the list. */
export const sinceOf = ({ found, operation }: Matter): Date =>
  found?.opened_at ?? operation.review_opened_at ?? operation.created_at;

/** Whether there is anything to decide. */
export const isOpen = ({ found, operation }: Matter): boolean =>
  found === undefined ? operation.status === 'manual_review' : found.closed_at === null;

/** The proposal that waits for another operator. One about something that is over waits for nobody. */
export const openProposal = (matter: Matter): ProposalRow | undefined =>
  isOpen(matter)
    ? matter.proposals.find(({ approved_at, withdrawn_at }) => approved_at === null && withdrawn_at === null)
    : undefined;

async function readMatter(tx: Tx, scope: Scope, subject: Subject): Promise<Matter | undefined> {
  const found = subject.kind === 'case' ? await findCase(tx, scope, subject.id) : undefined;
  if (subject.kind === 'case' && found === undefined) return undefined;
  const [company, operation, proposals] = await Promise.all([
    findCompany(tx, scope.companyId),
    findReviewed(tx, scope, found?.subject_id ?? subject.id),
    listProposals(tx, scope, subject),
  ]);
  if (company === undefined || operation === undefined) return undefined;
  return { subject, scope, company, operation, found, proposals };
}
