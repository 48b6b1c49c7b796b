// The audit log: who did what to whom, in the same commit as the act.
import type { Queryable, Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Scope } from '../scope.ts';

/**
 * The operator who acts; undefined only for the very first one, who adds themselves. What companies' people do is
 * written by functions of the database, without an operator and with the person in the details.
 */
export type Actor = { operatorId: string } | undefined;

export type Act = {
  at: Date;
  actor: Actor;
  action: string;
  /** The company it concerns, with its environment where that matters. */
  scope?: { companyId: string; environment?: Scope['environment'] };
  subject: string;
  /** What changed. Never a key, a token or a secret. */
  details?: object;
};

export type AuditRow = {
  sequence: bigint;
  at: Date;
  operator_id: string | null;
  action: string;
  company_id: string | null;
  environment: Scope['environment'] | null;
  subject: string;
  details: Record<string, unknown>;
};

/** Writes an act into the log of the same transaction: it happened and is known, or neither. */
export async function audit(tx: Tx, act: Act): Promise<void> {
  await tx.query(sql`
    insert into audit_log (at, operator_id, action, company_id, environment, subject, details)
    values (${act.at}, ${act.actor?.operatorId ?? null}, ${act.action}, ${act.scope?.companyId ?? null},
            ${act.scope?.environment ?? null}, ${act.subject}, ${JSON.stringify(act.details ?? {})})`);
}

/** The log, newest first, of one company or of all. */
export async function readAuditLog(
  db: Queryable,
  page: { companyId?: string; beforeSequence?: bigint; limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from read_audit_log(${page.companyId ?? null}, ${page.beforeSequence ?? null}, ${page.limit})`);
}

/** What is asked of the log; whatever is left out is not asked. */
type AuditSearch = {
  companyId?: string | undefined;
  operatorId?: string | undefined;
  action?: string | undefined;
  beforeSequence?: bigint | undefined;
  limit: number;
};

/** The log, newest first, of a company, of an operator, of one kind of act, or of all that together. */
export async function searchAuditLog(db: Queryable, asked: AuditSearch): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from search_audit_log(${asked.companyId ?? null}, ${asked.operatorId ?? null}, ${asked.action ?? null},
                                   ${asked.beforeSequence ?? null}, ${asked.limit})`);
}
