// The statements that carry operations on: claim, unmark, settle, and what is due.
import { inScope, type Queryable, type Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Usd } from '../money/usd.ts';
import type { OperationRow, OperationType } from '../operations/sql.ts';
import type { Poke } from '../queue/pokes.ts';
import type { Environment, Scope } from '../scope.ts';

/** What is to be done with an operation that somebody was poked about; `send` is ours, with all there is to send. */
export type Claimed = {
  at_position: bigint;
  todo: 'send' | 'lost' | 'give_up' | 'wait' | 'over';
  wait_seconds: number;
  type: OperationType;
  product_id: string;
  amount: Usd;
  holder_token: string | null;
  card_token: string | null;
  name: string;
  recipient: string;
  scenario: string;
  attempt: string | null;
  card_id: string | null;
};

/** When a claim is silent, tried again, given up; and the addresses of the issuer, with those that refuse us now. */
export type ClaimRules = {
  silentSeconds: number;
  probeSeconds: number;
  giveUpSeconds: number;
  ownAddresses: readonly string[];
  refusing: readonly string[];
};

/** Marks operations as sent and answers what is to be done with each. Nothing may go out before this has committed. */
export async function claimOperations(
  tx: Tx,
  pokes: readonly (Poke & { token: string })[],
  rules: ClaimRules,
): Promise<Claimed[]> {
  return tx.query<Claimed>(sql`
    select * from claim_operations(${pokes.map((poke) => poke.companyId)}::uuid[], ${pokes.map((poke) => poke.environment)}::environment[],
                                   ${pokes.map((poke) => poke.operationId)}::uuid[], ${pokes.map((poke) => poke.token)}::uuid[],
                                   ${rules.silentSeconds}, ${rules.probeSeconds}, ${rules.giveUpSeconds},
                                   ${rules.ownAddresses}::text[], ${rules.refusing}::text[])`);
}

/** Takes a mark back of which there is proof that nothing was sent. */
export async function unmarkOperation(
  tx: Tx,
  poke: Poke & { token: string },
  { againAfterSeconds, evidence }: { againAfterSeconds: number; evidence: string },
): Promise<void> {
  await tx.query(sql`
    select unmark_operation(${poke.companyId}, ${poke.environment}, ${poke.operationId}, ${poke.token}, ${againAfterSeconds}, ${evidence})`);
}

/** What was learned of an operation, and how, as the database takes it. */
export type News = {
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
  nextSeconds?: number;
};

export type Settled = 'settled' | 'noted' | 'contradiction' | 'absent';

/** Settles operations by what was learned of them, in one commit. */
export async function settleOperations(db: Queryable, news: readonly News[]): Promise<Settled[]> {
  const [row] = await db.query<{ results: Settled[] }>(
    sql`select settle_operations(${JSON.stringify(news)}::jsonb) as results`,
  );
  return row?.results ?? [];
}

/** What a review knows of its operation before it asks the issuer. */
export type ReviewRow = {
  type: OperationType;
  amount: Usd;
  card_id: string | null;
  card_token: string | null;
  /** Of the company's own time since the review was opened; null for what is not in review. */
  open_seconds: number | null;
};

/** Reviews whose next look is due. */
export async function listDueReviews(db: Queryable, limit: number): Promise<Poke[]> {
  return db.query<Poke>(sql`
    select company_id as "companyId", environment, id as "operationId" from list_due_reviews(${limit})`);
}

/** Operations that nobody seems to look at; each is named once in so many seconds. */
export async function takeForgotten(tx: Tx, olderThanSeconds: number, limit: number): Promise<Poke[]> {
  return tx.query<Poke>(sql`
    select company_id as "companyId", environment, id as "operationId"
      from take_forgotten_operations(${olderThanSeconds}, ${limit})`);
}

/** An operation by the id that an issuer knows it by: whose it is, and how it stands. */
export type Ordered = Poke & { status: OperationRow['status'] };

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
    select o.type, o.amount, o.card_id, k.issuer_token as card_token,
           extract(epoch from clock_timestamp() + b.clock_offset - o.review_opened_at)::float8 as open_seconds
      from operations o
      join ledger.books b on ${inScope(scope, 'b')}
      left join cards k on ${inScope(scope, 'k')} and k.id = o.card_id
     where ${inScope(scope, 'o')} and o.id = ${id}`);
  return row;
}
