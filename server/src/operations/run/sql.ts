// The statements that carry operations on: claim, unmark, settle, and what a review has to know.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Work } from '../../platform/work/sql.ts';
import type { OperationRow, OperationType } from '../read/sql.ts';

/** Which operation something is about. */
export type OperationRef = Scope & { operationId: string };

/** What is to be done with an operation that was leased; `send` is ours, with all there is to send. */
export type Claimed = {
  id: string;
  todo: 'send' | 'lost' | 'give_up';
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
};

/** When a waiting operation is due again, and given up; and the addresses of the issuer, with what is closed now. */
export type ClaimRules = {
  probeSeconds: number;
  giveUpSeconds: number;
  ownAddresses: readonly string[];
  refusing: readonly string[];
  unanswered: readonly string[];
  probing: readonly string[];
};

/** Marks leased operations as sent and answers what is to be done with each. Nothing goes out before its commit. */
export async function claimOperations(tx: Tx, leased: readonly Work[], rules: ClaimRules): Promise<Claimed[]> {
  const [first] = leased;
  if (first === undefined) return [];
  return tx.query<Claimed>(sql`
    select id, todo, type, product_id, amount, holder_token, card_token, name, recipient, scenario, attempt, card_id
      from claim_operations(${first.environment}, ${first.token}, ${leased.map(({ companyId }) => companyId)}::uuid[],
                            ${leased.map(({ id }) => id)}::uuid[], ${rules.probeSeconds}, ${rules.giveUpSeconds},
                            ${rules.ownAddresses}::text[], ${rules.refusing}::text[], ${rules.unanswered}::text[],
                            ${rules.probing}::text[])`);
}

/** Why an operation that was marked as sent was not. */
export type Unsent = 'never_connected' | 'unanswered' | 'late' | 'stopped';

/** Takes a mark back of which there is proof that nothing was sent. */
export async function unmarkOperation(
  db: Queryable,
  { companyId, environment, id, token }: Work,
  { againAfterSeconds, why, evidence }: { againAfterSeconds: number; why: Unsent; evidence: string },
): Promise<void> {
  await db.query(sql`
    select unmark_operation(${companyId}, ${environment}, ${id}, ${token}, ${againAfterSeconds}, ${why}, ${evidence})`);
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
  newCardId?: string;
  shownCard?: string;
  cardToken?: string;
  last4?: string;
  code?: string;
  message?: string;
};

export type Settled = 'settled' | 'noted' | 'contradiction' | 'absent';

/** Settles operations by what was learned of them, in one commit. */
export async function settleOperations(db: Queryable, updates: readonly OperationUpdate[]): Promise<Settled[]> {
  const [row] = await db.query<{ results: Settled[] }>(
    sql`select settle_operations(${JSON.stringify(updates)}::jsonb) as results`,
  );
  return row?.results ?? [];
}

/** What a review knows of its operation before it asks the issuer. */
export type ReviewRow = {
  type: OperationType;
  amount: Usd;
  card_id: string | null;
  card_token: string | null;
};

/** An operation by the id that an issuer knows it by: whose it is, and how it stands. */
export type Ordered = OperationRef & { status: OperationRow['status'] };

/** Finds operations by their ids alone: what has to be known before a scope can be entered. */
export async function findOrdered(
  db: Queryable,
  named: readonly { environment: Environment; operationId: string }[],
): Promise<Ordered[]> {
  return db.query<Ordered>(sql`
    select company_id as "companyId", environment, id as "operationId", status
      from owners_of_operations(${named.map((each) => each.environment)}::environment[], ${named.map((each) => each.operationId)}::uuid[])`);
}

/** Leaves something to people; said again while it is open, it stays one case. */
export async function openCase(
  db: Queryable,
  { companyId, environment }: Scope,
  subject: { kind: 'operation' | 'invoice'; id: string },
  { kind, detail }: { kind: 'changed_notification'; detail: string },
): Promise<void> {
  await db.query(sql`
    select open_case(${companyId}, ${environment}, ${subject.kind}, ${subject.id}, ${kind}, ${detail})`);
}

/** What has to be known of an operation to ask the issuer about it, or to believe what it says. */
export async function findReview(tx: Tx, scope: Scope, id: string): Promise<ReviewRow | undefined> {
  const [row] = await tx.query<ReviewRow>(sql`
    select o.type, o.amount, o.card_id, k.issuer_token as card_token
      from operations o
      left join cards k on ${inScope(scope, 'k')} and k.id = o.card_id
     where ${inScope(scope, 'o')} and o.id = ${id}`);
  return row;
}
