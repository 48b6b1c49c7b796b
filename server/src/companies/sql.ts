// The statements of companies.
import type { Queryable, Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';

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

/** The company of the transaction's scope. */
export async function findCompany(tx: Tx, id: string): Promise<CompanyRow | undefined> {
  const [row] = await tx.query<CompanyRow>(sql`select * from companies where id = ${id}`);
  return row;
}

/** Stores a new company. */
export async function insertCompany(
  tx: Tx,
  company: { id: string; name: string; kind: Kind; createdAt: Date },
): Promise<void> {
  await tx.query(sql`
    insert into companies (id, name, kind, created_at)
    values (${company.id}, ${company.name}, ${company.kind}, ${company.createdAt})`);
}

/** Opens the company's book in an environment. */
export async function openBook(tx: Tx, companyId: string, environment: 'sandbox' | 'live'): Promise<void> {
  await tx.query(sql`select ledger.open_book(${companyId}, ${environment})`);
}

/** Moves the verification of a company; false when it was in another state than expected. */
export async function updateVerification(
  tx: Tx,
  id: string,
  change: { from: readonly Verification[]; to: Verification; reason: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update companies set verification = ${change.to}, verification_reason = ${change.reason}
     where id = ${id} and verification = any (${change.from})
    returning id`);
  return rows.length === 1;
}

/** Switches a capability; false when it was so already. */
export async function updateCapability(tx: Tx, id: string, capability: Capability, enabled: boolean): Promise<boolean> {
  const column = { direct_invoices: sql`direct_invoices`, live_services: sql`live_services` }[capability];
  const rows = await tx.query(sql`
    update companies set ${column} = ${enabled} where id = ${id} and ${column} <> ${enabled} returning id`);
  return rows.length === 1;
}

/** Suspends a company that is not, or lifts a suspension that is; false otherwise. */
export async function updateSuspension(
  tx: Tx,
  id: string,
  change: { at: Date | undefined; reason: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update companies set suspended_at = ${change.at ?? null}, suspension_reason = ${change.reason}
     where id = ${id} and (suspended_at is null) = ${change.at !== undefined}
    returning id`);
  return rows.length === 1;
}

export type RateLimitsOfCompany = { reads: number | null; writes: number | null; statements: number | null };

/**
 * Sets a company's own rate limits, in requests a second; null is the cell's default. False: there is no such company.
 */
export async function updateRateLimits(tx: Tx, id: string, limits: RateLimitsOfCompany): Promise<boolean> {
  const rows = await tx.query(sql`
    update companies
       set reads_per_second = ${limits.reads}, writes_per_second = ${limits.writes}, statements_per_second = ${limits.statements}
     where id = ${id}
    returning id`);
  return rows.length === 1;
}

/** A page of company ids, newest first; each is then read in its own scope. */
export async function listCompanyIds(
  db: Queryable,
  page: { before?: { id: string; createdAt: Date }; limit: number },
): Promise<{ id: string; created_at: Date }[]> {
  return db.query(sql`
    select id, created_at from list_companies(${page.before?.createdAt ?? null}, ${page.before?.id ?? null}, ${page.limit})`);
}

/** A page of the companies whose names have words that begin so, newest first. */
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
