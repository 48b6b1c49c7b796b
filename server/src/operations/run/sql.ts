// The statements that run operations: claim, unmark, settle, and read for a review.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import type { Limits } from '../../issuer/answers.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { isTracing } from '../../platform/trace/trace.ts';
import type { Work } from '../../platform/work/sql.ts';
import type { OperationRow, OperationType } from '../read/sql.ts';

/** Identifies an operation. */
export type OperationRef = Scope & { operationId: string };

/** What to do with a leased operation; `send` is ours, with everything to send. */
export type Claimed = {
  id: string;
  todo: 'send' | 'ask' | 'lost' | 'give_up';
  type: OperationType;
  product_id: string;
  amount: Usd;
  holder_token: string | null;
  card_token: string | null;
  name: string;
  recipient: string;
  scenario: string;
  /** The attempt that marked it as sent. */
  attempt: string | null;
  card_id: string | null;
  /** Of a traced request. Null in a worker that does not trace. */
  traceparent: string | null;
};

/** Retry and give-up times of waiting operations, and the issuer's addresses, with those closed now. */
export type ClaimRules = {
  probeSeconds: number;
  giveUpSeconds: number;
  ownAddresses: readonly string[];
  refusing: readonly string[];
  unanswered: readonly string[];
  probing: readonly string[];
};

/** Marks leased operations as sent and returns what to do with each. Nothing is sent before its commit. */
export async function claimOperations(tx: Tx, leased: readonly Work[], rules: ClaimRules): Promise<Claimed[]> {
  const [first] = leased;
  if (first === undefined) return [];
  const traceparent = isTracing() ? sql`traceparent_of_operation(company_id, ${first.environment}, id)` : sql`null`;
  return tx.query<Claimed>(sql`
    select id, todo, type, product_id, amount, holder_token, card_token, name, recipient, scenario, attempt, card_id,
           ${traceparent} as traceparent
      from claim_operations(${first.environment}, ${first.token}, ${leased.map(({ companyId }) => companyId)}::uuid[],
                            ${leased.map(({ id }) => id)}::uuid[], ${rules.probeSeconds}, ${rules.giveUpSeconds},
                            ${rules.ownAddresses}::text[], ${rules.refusing}::text[], ${rules.unanswered}::text[],
                            ${rules.probing}::text[])`);
}

/** Why an operation that was marked as sent was not. */
export type Unsent = 'never_connected' | 'unanswered' | 'late' | 'stopped';

/** Clears a mark after proof that nothing was sent. */
export async function unmarkOperation(
  db: Queryable,
  { companyId, environment, id, token }: Work,
  { againAfterSeconds, why, evidence }: { againAfterSeconds: number; why: Unsent; evidence: string },
): Promise<void> {
  await db.query(sql`
    select unmark_operation(${companyId}, ${environment}, ${id}, ${token}, ${againAfterSeconds}, ${why}, ${evidence})`);
}

/** The issuer does not know an operation that it was asked about first: it may be sent. */
export async function noteAbsent(db: Queryable, { companyId, environment, id, token }: Work): Promise<void> {
  await db.query(sql`select note_absent(${companyId}, ${environment}, ${id}, ${token})`);
}

/** What was learned of an operation, and how, as the database takes it. */
export type OperationUpdate = {
  companyId: string;
  environment: Environment;
  operationId: string;
  how: 'send' | 'read' | 'notification' | 'lost' | 'unsent';
  token?: string;
  outcome: 'done' | 'rejected' | 'absent' | 'pending' | 'unknown';
  detail: string;
  shownId: string;
  shownCompany: string;
  eventId: string;
  shownEvent: string;
  receipt?: string;
  shownCard?: string;
  cardToken?: string;
  last4?: string;
  /** Cents that a closed card returned. */
  returned?: string;
  code?: string;
  message?: string;
  /** Of a traced settlement: the event continues its trace. */
  traceparent?: string;
};

export type Settled = 'settled' | 'noted' | 'contradiction' | 'absent';

/** Settles operations by what was learned of them, in one commit. */
export async function settleOperations(db: Queryable, updates: readonly OperationUpdate[]): Promise<Settled[]> {
  const [row] = await db.query<{ results: Settled[] }>(
    sql`select settle_operations(${JSON.stringify(updates)}::jsonb) as results`,
  );
  return row?.results ?? [];
}

/** The fields that a review needs before it asks the issuer. */
export type ReviewRow = {
  type: OperationType;
  amount: Usd;
  card_id: string | null;
  card_token: string | null;
  /** Of an operation that sets them. */
  limits: Limits | null;
};

/** An operation by the id that an issuer knows it by: its owner and its status. */
export type Ordered = OperationRef & { status: OperationRow['status'] };

/** Finds operations by their ids alone, before a scope can be entered. */
export async function findOrdered(
  db: Queryable,
  named: readonly { environment: Environment; operationId: string }[],
): Promise<Ordered[]> {
  return db.query<Ordered>(sql`
    select company_id as "companyId", environment, id as "operationId", status
      from owners_of_operations(${named.map((each) => each.environment)}::environment[], ${named.map((each) => each.operationId)}::uuid[])`);
}

/** Opens a case for operators. A repeated call finds the open case. */
export async function openCase(
  db: Queryable,
  { companyId, environment }: Scope,
  subject: { kind: 'operation' | 'invoice'; id: string },
  { kind, detail }: { kind: 'changed_notification'; detail: string },
): Promise<void> {
  await db.query(sql`
    select open_case(${companyId}, ${environment}, ${subject.kind}, ${subject.id}, ${kind}, ${detail})`);
}

/** The fields of an operation that are needed to query the issuer, or to check its answer. */
export async function findReview(tx: Tx, scope: Scope, id: string): Promise<ReviewRow | undefined> {
  const [row] = await tx.query<ReviewRow>(sql`
    select o.type, o.amount, o.card_id, o.limits, k.issuer_token as card_token
      from operations o
      left join cards k on ${inScope(scope, 'k')} and k.id = o.card_id
     where ${inScope(scope, 'o')} and o.id = ${id}`);
  return row;
}
