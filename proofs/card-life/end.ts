// The end: everything that waits is cancelled, read or delivered, until nothing is on its way any more.
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { inParallel } from '../harness/proof.ts';
import { advance, cancelOne } from './clients.ts';
import { type Company, centsOf, count, type Run } from './companies.ts';

/** Beyond the hour of a late notification, and beyond the first steps of the review schedule. */
const LATER_SECONDS = 3_700;

/** How often time is moved, and how long due work may take each time. */
const ROUNDS = 8;
const QUIET_WITHIN_MS = 45_000;

/** A close that waits for a payment is left to operators when nothing else has been on its way for this long. */
const STUCK_AFTER_MS = 3_000;

const POLL_EVERY_MS = 250;

/** Companies whose time is moved concurrently. */
const AT_ONCE = 8;

/** Lets everything happen. Operators decide the closes that no payment can explain any more. */
export async function letEverythingHappen(run: Run): Promise<void> {
  const random = run.context.random.fork('end');
  for (let round = 0; round < ROUNDS; round++) {
    if ((await listWaiting(run)).length === 0) break;
    await inParallel(run.companies.length, AT_ONCE, async (index) => {
      await advance(run, random.fork(`${round} ${index}`), run.companies[index] as Company, LATER_SECONDS);
    });
    await untilQuiet(run);
    await decideClosings(run);
  }
  for (const waiting of await listWaiting(run)) run.context.violation('something never ended', waiting);
}

/** What nobody can connect to waits for 15 minutes, unless it is cancelled. */
async function cancelUnreachable(run: Run): Promise<void> {
  const rows = await run.patient.look(() =>
    run.db.query<{ id: string; company_id: string }>(
      sql`select id, company_id from operations where status = 'queued' and scenario = 'connection_refused'`,
    ),
  );
  for (const { id, company_id } of rows) {
    const company = run.companies.find(({ scope }) => scope.companyId === company_id);
    if (company !== undefined) await cancelOne(run, run.context.random, company, toId('operation', id));
  }
}

/** Waits until nothing is on its way, or only closes that wait for a payment. */
async function untilQuiet(run: Run): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  let onlyClosesSince: number | undefined;
  while (performance.now() < until) {
    const waiting = await listWaiting(run);
    if (waiting.length === 0) return;
    const onlyCloses = waiting.every(({ what }) => what === 'close' || what === 'early');
    onlyClosesSince = onlyCloses ? (onlyClosesSince ?? performance.now()) : undefined;
    if (onlyClosesSince !== undefined && performance.now() - onlyClosesSince > STUCK_AFTER_MS) return;
    await cancelUnreachable(run); // again and again: a claimed one becomes queued later
    await hurry(run);
    run.context.progress(
      0,
      waiting.length,
      `wait: ${waiting
        .map(({ what }) => what)
        .slice(0, 5)
        .join(', ')}`,
    );
    await sleep(POLL_EVERY_MS);
  }
}

/** Retries of unplaced notifications and of deliveries are due now. */
async function hurry({ db, patient }: Run): Promise<void> {
  await patient.look(async () => {
    await db.query(sql`
      update issuer_notifications set next_at = clock_timestamp()
       where status = 'unplaced' and next_at > clock_timestamp()`);
    await db.query(sql`
      update issuer_sandbox.notifications set due_at = clock_timestamp()
       where copies > 0 and attempts > 0 and not given_up and due_at > clock_timestamp()`);
    await db.query(sql`
      update operations set next_at = clock_timestamp()
       where status = 'manual_review' and next_at > clock_timestamp() and lease_token is null`);
  });
}

type Waiting = { what: string; id: string };

/** Everything that must still happen. A review of an operation that the issuer does not know waits for people. */
async function listWaiting({ db, patient }: Run): Promise<Waiting[]> {
  return patient.look(async () => {
    const waiting = await db.query<Waiting>(sql`
      select status as what, id::text from operations where status in ('queued', 'processing')
      union all
      select 'payment', id::text from simulated_payments where state = 'waiting'
      union all
      select 'clock', company_id::text from clock_advances where followed_at is null
      union all
      select 'outbox', id from issuer_sandbox.notifications where copies > 0 and not given_up
      union all
      select case outcome when 'its card is not closed here yet' then 'early' else status end, event_id
        from issuer_notifications where status in ('received', 'unplaced')`);
    const reviews = await db.query<{ id: string; type: string }>(
      sql`select id, type from operations where status = 'manual_review'`,
    );
    const known = await db.query<{ reference: string }>(sql`
      select reference from issuer_sandbox.orders
       where reference = any (${reviews.map(({ id }) => toId('operation', id))}::text[])`);
    const references = new Set(known.map(({ reference }) => reference));
    const unsettled = reviews.filter(({ id }) => references.has(toId('operation', id)));
    return [...waiting, ...unsettled.map(({ id, type }) => ({ what: type === 'close' ? 'close' : 'review', id }))];
  });
}

/**
 * A payment that lowered the balance of a closed card was recorded before its close: the two amounts never become equal
 * again. Only a payment as told does that, so any other close must end without operators. Two of them complete it with
 * the issuer's amount.
 */
async function decideClosings(run: Run): Promise<void> {
  const { db, tools, context } = run;
  const stuck = await db.query<{ id: string; company_id: string; balance: bigint; token: string }>(sql`
    select o.id, o.company_id, k.balance, k.issuer_token as token
      from operations o join cards k on k.company_id = o.company_id and k.environment = o.environment and k.id = o.card_id
     where o.type = 'close' and o.status = 'manual_review'`);
  for (const { id, company_id, balance, token } of stuck) {
    const [order] = await db.query<{ receipt: string; returned: string }>(sql`
      select answer::json ->> 'receipt' as receipt, answer::json ->> 'returned' as returned
        from issuer_sandbox.orders where reference = ${toId('operation', id)} and status = 'done'`);
    if (order === undefined) continue; // the issuer does not know it
    const payments = await db.query<{ reference: string }>(
      sql`select reference from issuer_sandbox.card_transactions where card = ${token}`,
    );
    const company = run.companies.find(({ scope }) => scope.companyId === company_id);
    const asTold = payments.filter(({ reference }) => company?.payments.get(reference)?.isDecided === false);
    if (asTold.length === 0 || balance === centsOf(order.returned))
      context.violation('a close waits, and no payment explains it', { id, balance, order });
    count(run, 'leftToOperators');
    company?.leftToOperators.add(toId('operation', id));
    const evidence = { decision: 'complete', reason: 'the issuer closed it', receipt: order.receipt } as const;
    const proposed = await propose(tools, { kind: 'operation', id }, evidence);
    const approved =
      typeof proposed === 'string'
        ? proposed
        : await approve({ db: tools.db, actor: tools.second }, proposed.proposalId);
    if (approved !== 'approved') context.violation('operators could not complete a close', { id, approved });
  }
}
