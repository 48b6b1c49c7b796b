// The statements of companies.
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export type Kind = 'individual' | 'corporate';
export type Verification = 'pending' | 'approved' | 'rejected';
export type Capability = 'direct_invoices' | 'live_services';

export type CompanyRow = {
  id: string;
  name: string;
  kind: Kind;
  verification: Verification;
  verification_reason: string;
  suspended_at: Date | null;
  suspension_reason: string;
  direct_invoices: boolean;
  live_services: boolean;
  reads_per_second: number | null;
  writes_per_second: number | null;
  statements_per_second: number | null;
  created_at: Date;
};

/** The status of a verification, as people see it. */
export type VerificationState = 'draft' | 'submitted' | 'approved' | 'rejected';

export type CompanyAtDesk = CompanyRow & { verification_state: VerificationState };

/** The company of the transaction's scope. */
export async function findCompany(tx: Tx, id: string): Promise<CompanyRow | undefined> {
  const [row] = await tx.query<CompanyRow>(sql`select * from companies where id = ${id}`);
  return row;
}

/** For an operator, who also sees whether the verification is submitted. */
export async function findCompanyAtDesk(tx: Tx, id: string): Promise<CompanyAtDesk | undefined> {
  const [row] = await tx.query<CompanyAtDesk>(sql`
    select c.*, shown_verification(c.verification, v.state) as verification_state
      from companies c
      left join verifications v on v.company_id = c.id
     where c.id = ${id}`);
  return row;
}

/** In requests per second; null means the cell's default. */
export type RateLimitsOfCompany = { reads: number | null; writes: number | null; statements: number | null };

/** A page of company ids, newest first; each company is then read in its own scope. */
export async function listCompanyIds(
  db: Queryable,
  page: { before?: { id: string; createdAt: Date }; limit: number },
): Promise<{ id: string; created_at: Date }[]> {
  return db.query(sql`
    select id, created_at from list_companies(${page.before?.createdAt ?? null}, ${page.before?.id ?? null}, ${page.limit})`);
}

/** A page of the companies whose names contain words with these prefixes, newest first. */
export async function searchCompanyIds(
  db: Queryable,
  words: string,
  page: { before?: { id: string; createdAt: Date }; limit: number },
): Promise<{ id: string; created_at: Date }[]> {
  const parts = words.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (parts.length === 0) return [];
  const query = parts.map((part) => `${part}:*`).join(' & ');
  return db.query(sql`
    select id, created_at
      from search_companies(${query}, ${page.before?.createdAt ?? null}, ${page.before?.id ?? null}, ${page.limit})`);
}
