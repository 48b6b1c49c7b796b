// The audit log: who did what to whom. The database writes it in the commit of the action.

import type { Scope } from '../../foundation/scope.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

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

/** Filters of the log; omitted ones do not apply. */
type AuditSearch = {
  companyId?: string | undefined;
  operatorId?: string | undefined;
  action?: string | undefined;
  beforeSequence?: bigint | undefined;
  limit: number;
};

/** The log, newest first, filtered by company, operator and kind of action. */
export async function searchAuditLog(db: Queryable, asked: AuditSearch): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from search_audit_log(${asked.companyId ?? null}, ${asked.operatorId ?? null}, ${asked.action ?? null},
                                   ${asked.beforeSequence ?? null}, ${asked.limit})`);
}
