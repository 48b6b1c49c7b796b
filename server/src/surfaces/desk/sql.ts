// The statements of operators' tokens and of sign-in entries, with the role of sign-in.

import { hashOfToken } from '../../identity/operators/operators.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** A valid token. `actions`: what it may do besides reading; null is everything that its operator may. */
export type WorkingToken = {
  id: string;
  operatorId: string;
  actions: readonly string[] | null;
  steppedUpAt: Date | null;
  /** The audit log has no use of it within the last hour. */
  isNew: boolean;
};

/** The token with this text, unless it has ended. It does not check whether its operator is enabled. */
export async function findWorkingToken(own: Queryable, text: string): Promise<WorkingToken | undefined> {
  const [row] = await own.query<WorkingToken>(sql`
    select t.id, t.operator_id as "operatorId", t.actions, least(t.stepped_up_at, clock_timestamp()) as "steppedUpAt",
           coalesce(t.noted_at, '-infinity') < clock_timestamp() - interval '1 hour' as "isNew"
      from desk.tokens t
     where t.hash = ${hashOfToken(text)} and t.expires_at > clock_timestamp() and t.revoked_at is null`);
  return row;
}

/** Records that a second-factor code came with a token; false when the token has ended. */
export async function stepUpToken(own: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await own.query(sql`
    update desk.tokens t set stepped_up_at = greatest(t.stepped_up_at, ${at}) where t.id = ${id} and t.revoked_at is null returning t.id`);
  return rows.length === 1;
}

export type TokenRow = {
  id: string;
  name: string;
  actions: string[] | null;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
};

/** More tokens than anybody has; older ones ended long ago. */
const MOST_TOKENS = 200;

/** The tokens of an operator, newest first, including ended ones. */
export async function listTokens(own: Queryable, operatorId: string): Promise<TokenRow[]> {
  return own.query<TokenRow>(sql`
    select id, name, actions, created_at, least(expires_at, '9999-12-31') as expires_at, revoked_at
      from desk.tokens
     where operator_id = ${operatorId}
     order by created_at desc
     limit ${MOST_TOKENS}`);
}

/** The actions of operators, by the names that a narrowed token lists. */
export async function listActions(
  db: Queryable,
): Promise<{ action: string; needs_code: boolean; needs_two: boolean }[]> {
  return db.query(sql`select action, needs_code, needs_two from operator_actions order by action`);
}

/** Writes a sign-in, a wrong code or the use of a token to the audit log. */
export async function noteSignIn(
  own: Queryable,
  operatorId: string,
  { what, tokenId = null }: { what: 'signed_in' | 'code_failed' | 'token_used'; tokenId?: string | null },
): Promise<void> {
  await own.query(sql`select note_sign_in(${operatorId}, ${what}, ${tokenId})`);
}
