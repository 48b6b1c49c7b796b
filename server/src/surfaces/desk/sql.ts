// The statements of operators' tokens and of what sign-in notes, with the role of sign-in.

import { hashOfToken } from '../../identity/operators/operators.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** A token that works. `acts`: what it may do besides reading; null is everything that its operator may. */
export type WorkingToken = {
  id: string;
  operatorId: string;
  acts: readonly string[] | null;
  steppedUpAt: Date | null;
  /** Its use was not written to the audit log for an hour. */
  isNew: boolean;
};

/** The token with this text, unless it has ended. Whether its operator can act is asked elsewhere. */
export async function findWorkingToken(own: Queryable, text: string): Promise<WorkingToken | undefined> {
  const [row] = await own.query<WorkingToken>(sql`
    select t.id, t.operator_id as "operatorId", t.acts, least(t.stepped_up_at, clock_timestamp()) as "steppedUpAt",
           coalesce(t.noted_at, '-infinity') < clock_timestamp() - interval '1 hour' as "isNew"
      from desk.tokens t
     where t.hash = ${hashOfToken(text)} and t.expires_at > clock_timestamp() and t.revoked_at is null`);
  return row;
}

/** Notes that a code of the second factor came with a token; false when the token has ended. */
export async function stepUpToken(own: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await own.query(sql`
    update desk.tokens t set stepped_up_at = greatest(t.stepped_up_at, ${at}) where t.id = ${id} and t.revoked_at is null returning t.id`);
  return rows.length === 1;
}

export type TokenRow = {
  id: string;
  name: string;
  acts: string[] | null;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
};

/** More tokens than anybody has; older ones ended long ago. */
const MOST_TOKENS = 200;

/** The tokens of an operator, newest first, those that have ended as well. */
export async function listTokens(own: Queryable, operatorId: string): Promise<TokenRow[]> {
  return own.query<TokenRow>(sql`
    select id, name, acts, created_at, least(expires_at, '9999-12-31') as expires_at, revoked_at
      from desk.tokens
     where operator_id = ${operatorId}
     order by created_at desc
     limit ${MOST_TOKENS}`);
}

/** What operators can do, by the names that a narrowed token lists. */
export async function listActs(db: Queryable): Promise<{ act: string; needs_code: boolean; needs_two: boolean }[]> {
  return db.query(sql`select act, needs_code, needs_two from operator_acts order by act`);
}

/** Writes to the audit log that an operator has signed in, that a code was wrong, or that a token was used. */
export async function noteSignIn(
  own: Queryable,
  operatorId: string,
  { what, tokenId = null }: { what: 'signed_in' | 'code_failed' | 'token_used'; tokenId?: string | null },
): Promise<void> {
  await own.query(sql`select note_sign_in(${operatorId}, ${what}, ${tokenId})`);
}
