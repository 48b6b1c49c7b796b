// Actions of operators. For each action, the database checks the operator's credential, performs the action and writes
// the audit entry, in one commit. An action that needs two people becomes a proposal.

import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The acting operator: a desk session or a personal token, which the database checks. Never log it. */
export type Actor = { credential: string };

/** The credential of a session. */
export const bySession = (token: string): Actor => ({ credential: `session ${token}` });

/** The credential of a personal token. */
export const byToken = (token: string): Actor => ({ credential: `token ${token}` });

/** The action waits for another operator; `proposed` is the uuid of the proposal. */
export type Proposed = { proposed: string };

/** The outcome of an action. */
export type Administered<Result> = { refused: string } | Proposed | { result: Result };

/** Performs an operator's action, or proposes it. Refuses callers who are not operators, or must give a code first. */
export async function administer<Result = undefined>(
  db: Queryable,
  { credential }: Actor,
  { action, given, reason = '' }: { action: string; given: object; reason?: string },
): Promise<Administered<Result>> {
  const [row] = await db
    .query<{ answer: { refused?: string; proposed?: string; result?: Result } }>(sql`
      select administer(${credential}, ${action}, ${toJson(given)}::jsonb, ${reason}) as answer`)
    .catch(refuseForOperator);
  const { refused, proposed, result } = row?.answer ?? {};
  if (refused !== undefined) return { refused };
  return proposed === undefined ? { result: result as Result } : { proposed };
}

/** For actions that one operator performs alone: whether it was done, or why not. */
export async function didAlone(
  db: Queryable,
  actor: Actor,
  asked: { action: string; given: object },
): Promise<'done' | { refused: string }> {
  const answer = await administer(db, actor, asked);
  return 'refused' in answer ? answer : 'done';
}

/** For actions that need two people: the proposal, or why there is none. */
export async function propose(
  db: Queryable,
  actor: Actor,
  asked: { action: string; given: object; reason: string },
): Promise<Proposed | { refused: string }> {
  const answer = await administer(db, actor, asked);
  if ('result' in answer) throw new Error(`${asked.action} was done by one operator`);
  return answer;
}

/** JSON has no bigint; the database also reads numbers from text. */
const toJson = (given: object): string =>
  JSON.stringify(given, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** SQLSTATEs for an invalid credential, a missing code, and a token without the permission. */
const refusals: Readonly<Record<string, RefusalCode>> = {
  CW020: 'signed_out',
  CW021: 'second_factor_needed',
  CW022: 'token_may_not',
};

/** Turns the database's refusals of a credential into refusals of the desk. */
export function refuseForOperator(error: unknown): never {
  const code = refusals[(error as { code?: string }).code ?? ''];
  if (code !== undefined) refuse(code);
  throw error;
}
