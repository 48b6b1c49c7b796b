// The invariants after all kills, once everything is up again: no acknowledged work is lost, nothing was sent twice,
// and our books agree with the issuer's.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { formatUsd } from '@cardwright/server/foundation/money/usd.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Context, Counts } from '../harness/proof.ts';
import type { Load } from './load.ts';

/** The promise: within this time after the last kill, every operation is completed, failed or in review. */
const DECIDED_WITHIN_MS = 60_000;

/** Enough to read the issuer about every review, and to process all its notifications. */
const RESOLVED_WITHIN_MS = 120_000;

/** Poll interval of the database. */
const POLL_EVERY_MS = 500;

export type Checking = { context: Context; db: Db; load: Load };

type OperationRow = {
  company_id: string;
  id: string;
  type: string;
  status: string;
  amount: bigint;
  fee: bigint;
  /** Sends for which the worker recorded anything other than "nothing was sent". */
  sends: bigint;
};

/** Waits until every operation is completed, failed or in review, up to the promised time after the last kill. */
export async function awaitDecisions({ context, db }: Checking, lastKillAt: number): Promise<void> {
  const left = await dwindle(lastKillAt + DECIDED_WITHIN_MS, () =>
    db.query<{ id: string }>(sql`
      select id, status, sent_at, next_at, last_error, parked_at from operations where status not in ('completed', 'failed', 'manual_review')`),
  );
  for (const operation of left) context.violation('an operation is undecided 60 s after the last kill', operation);
}

/** Makes every review due repeatedly, until a read settles every operation that the issuer knows. */
export async function resolveReviews({ context, db }: Checking): Promise<void> {
  const left = await dwindle(performance.now() + RESOLVED_WITHIN_MS, async () => {
    await makeReviewsDue(db);
    const reviews = await db.query<{ id: string }>(sql`select id from operations where status = 'manual_review'`);
    const references = reviews.map(({ id }) => toId('operation', id));
    return db.query<object>(
      sql`select reference, status from issuer_sandbox.orders where reference = any (${references})`,
    );
  });
  for (const order of left) context.violation('the issuer knows the operation, and it is still in review', order);
}

/** Makes the next poll of every review due now. */
export async function makeReviewsDue(db: Db): Promise<void> {
  await db.query(sql`
    update operations set next_at = clock_timestamp()
     where status = 'manual_review' and next_at > clock_timestamp() and lease_token is null`);
}

/** Waits until every stored notification is processed, and every cardholder is known to the issuer. */
export async function awaitQuiet({ context, db }: Checking): Promise<void> {
  const until = performance.now() + RESOLVED_WITHIN_MS;
  const notifications = await dwindle(until, () =>
    db.query<object>(sql`select event_id, received_at from issuer_notifications where processed_at is null`),
  );
  for (const notification of notifications) context.violation('a notification was never processed', notification);
  const holders = await dwindle(until, () =>
    db.query<object>(sql`select id, status from holders where status = 'pending'`),
  );
  for (const holder of holders) context.violation('a cardholder was never registered', holder);
}

/** Polls until nothing is left or the time is over. Returns what is left. */
async function dwindle<Row>(until: number, look: () => Promise<Row[]>): Promise<Row[]> {
  for (;;) {
    const left = await look();
    if (left.length === 0 || performance.now() > until) return left;
    await sleep(POLL_EVERY_MS);
  }
}

/** Compares the clients' answers, our tables and the issuer's records. */
export async function checkEverything(checking: Checking): Promise<Counts> {
  const operations = await checking.db.query<OperationRow>(sql`
    select o.company_id, o.id, o.type, o.status, o.amount, o.fee,
           (select count(*) from operation_attempts a
             where a.company_id = o.company_id and a.environment = o.environment and a.operation_id = o.id
               and a.kind = 'send' and a.outcome not in ('never_connected', 'not_sent')) as sends
      from operations o`);
  await checkAcknowledged(checking, operations);
  const orders = await checkIssuer(checking, operations);
  await checkCards(checking);
  await checkMoney(checking, operations);
  await checkEvents(checking, operations);
  await checkNotifications(checking);
  const { entries } = await checkLedger(checking);
  const count = (status: string) => operations.filter((operation) => operation.status === status).length;
  return {
    operations: operations.length,
    completed: count('completed'),
    failed: count('failed'),
    inReview: count('manual_review'),
    issuerOrders: orders,
    entries: Number(entries),
  };
}

/** Every 201 matches its request, and nothing exists that no client was told of: every client has its answer. */
async function checkAcknowledged({ context, db, load }: Checking, operations: readonly OperationRow[]): Promise<void> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const holders = await db.query<{ id: string }>(sql`select id from holders where status = 'active'`);
  const holderIds = new Set(holders.map(({ id }) => id));
  const orders = load.acknowledged.filter(({ kind }) => kind !== 'holder');
  for (const { id, kind, amount, buyer } of load.acknowledged) {
    if (kind === 'holder') {
      if (!holderIds.has(fromId('holder', id) ?? '')) context.violation('an acknowledged cardholder is lost', { id });
      continue;
    }
    const row = byId.get(fromId('operation', id) ?? '');
    if (row === undefined) context.violation('an acknowledged operation is lost', { id });
    else if (row.type !== kind || formatUsd(row.amount) !== amount || row.company_id !== buyer.scope.companyId)
      context.violation('an acknowledged operation is not the one that was asked for', { id, row });
  }
  const told = new Set(orders.map(({ id }) => id)).size;
  if (told !== orders.length) context.violation('two keys were told of the same operation');
  if (operations.length !== told)
    context.violation('a key has more than one operation', { operations: operations.length, told });
}

/** The issuer received each order at most once, by its own record, and its effects are our completed operations. */
async function checkIssuer({ context, db }: Checking, operations: readonly OperationRow[]): Promise<number> {
  const sent = await db.query<{ reference: string; received: bigint }>(sql`
    select reference, count(*) as received
      from issuer_sandbox.requests where method = 'POST' and path = '/v1/orders' group by reference`);
  for (const { reference, received } of sent)
    if (received > 1n) context.violation('an order was sent a second time', { reference, received });
  const orders = await db.query<{ reference: string; status: string }>(
    sql`select reference, status from issuer_sandbox.orders`,
  );
  const statusOf = new Map(orders.map(({ reference, status }) => [reference, status]));
  const ours = { done: 'completed', rejected: 'failed', absent: 'manual_review' };
  for (const { id, status, sends } of operations) {
    const reference = toId('operation', id);
    const theirs = (statusOf.get(reference) ?? 'absent') as keyof typeof ours;
    statusOf.delete(reference);
    if (ours[theirs] !== status) context.violation('we and the issuer disagree', { reference, theirs, status });
    if (sends > 1n) context.violation('a worker noted two sends of one operation', { reference, sends });
  }
  for (const reference of statusOf.keys()) context.violation('the issuer has an order that we do not', { reference });
  return orders.length;
}

/** Our cards and the issuer's are the same, with the same balances, statuses and limits. */
async function checkCards({ context, db }: Checking): Promise<void> {
  const different = await db.query<object>(sql`
    select coalesce(k.issuer_token, i.token) as token, k.balance, i.balance_cents, k.status, i.status as their_status, k.limits
      from cards k
      full join issuer_sandbox.cards i on i.token = k.issuer_token
     where k.balance is distinct from i.balance_cents or k.status is distinct from i.status
        or issuer_sandbox.cents(k.limits ->> 'perDay') is distinct from i.limit_per_day_cents`);
  for (const card of different) context.violation('a card is another one at the issuer', card);
  const twice = await db.query<object>(sql`
    select issuer_token as token, count(*) from cards group by issuer_token having count(*) > 1`);
  for (const card of twice) context.violation('a card exists twice', card);
}

/** Held money equals the cost of the undecided operations, for each company. */
async function checkMoney({ context, db, load }: Checking, operations: readonly OperationRow[]): Promise<void> {
  const accounts = await db.query<{ company_id: string; balance: bigint }>(sql`
    select company_id, balance from ledger.accounts where account = 'held' and environment = 'sandbox'`);
  const heldBy = new Map(accounts.map(({ company_id, balance }) => [company_id, balance]));
  for (const { scope } of load.buyers) {
    const expected = operations
      .filter((row) => row.company_id === scope.companyId && row.status !== 'completed' && row.status !== 'failed')
      .reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
    const held = heldBy.get(scope.companyId) ?? 0n;
    if (held !== expected) context.violation('held money is not the undecided cost', { scope, held, expected });
  }
}

/** Events are numbered without a gap, and each settled operation has exactly one final event. */
async function checkEvents({ context, db }: Checking, operations: readonly OperationRow[]): Promise<void> {
  const gaps = await db.query<object>(sql`
    select e.company_id, count(*) as events, max(e.sequence) as highest, min(e.sequence) as lowest
      from events e group by e.company_id, e.environment
    having count(*) <> max(e.sequence) or min(e.sequence) <> 1`);
  for (const gap of gaps) context.violation('the events of a company have a gap', gap);
  const told = await db.query<{ type: string; reference: string; times: bigint }>(sql`
    select type, body::jsonb #>> '{data,object,id}' as reference, count(*) as times
      from events group by type, reference`);
  const timesOf = new Map(told.map(({ type, reference, times }) => [`${type} ${reference}`, times]));
  for (const { id, status } of operations) {
    const reference = toId('operation', id);
    for (const final of ['completed', 'failed']) {
      const times = timesOf.get(`operation.${final} ${reference}`) ?? 0n;
      if (times !== (status === final ? 1n : 0n))
        context.violation('a settled operation does not have exactly one final event', {
          reference,
          status,
          final,
          times,
        });
    }
    if ((timesOf.get(`operation.manual_review ${reference}`) ?? 0n) > 1n)
      context.violation('a review has two events', { reference });
  }
}

/** Every notification that we acknowledged to the issuer is stored. */
async function checkNotifications({ context, db }: Checking): Promise<void> {
  const lost = await db.query<object>(sql`
    select n.id from issuer_sandbox.notifications n
     where n.copies = 0
       and not exists (select from issuer_notifications s where s.environment = 'sandbox' and s.event_id = n.id)`);
  for (const notification of lost) context.violation('an acknowledged notification is lost', notification);
}

async function checkLedger({ context, db }: Checking): Promise<{ entries: bigint }> {
  const heads = await gatherHeads(openHeadFiles(context.stack.sealsDirectory, systemClock));
  const { entries, bad } = await verifyLedger(db, { heads });
  if (bad !== undefined) context.violation('the ledger does not add up', bad);
  const audit = await verifyAudit(db, heads);
  if (audit.bad !== undefined) context.violation('the audit log is broken', audit.bad);
  return { entries };
}
