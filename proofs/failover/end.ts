// What must hold at the end, with the load answered: our books and the issuer's own record agree.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Counts } from '../harness/proof.ts';
import { countLost } from './bare.ts';
import { patiently, readFence } from './facts.ts';
import { checkAcknowledged, checkSentOnce } from './judge.ts';
import type { World } from './world.ts';

/** Every operation is decided or in review by then, and all that the issuer knows is settled. */
const DECIDED_WITHIN_MS = 120_000;
const POLL_EVERY_MS = 500;

type Row = { company_id: string; id: string; status: string; amount: bigint; fee: bigint };

/** Checks everything once more. */
export async function checkEnd(world: World): Promise<Counts> {
  const { context, db, load } = world;
  await awaitDecisions(world);
  await checkAcknowledged(world);
  await checkSentOnce(world);
  const operations = await db.query<Row>(sql`select company_id, id, status, amount, fee from operations`);
  const told = new Set(load.acknowledged.map(({ id }) => id));
  if (told.size !== load.acknowledged.length) context.violation('two orders were answered with one operation');
  for (const { id } of operations)
    if (!told.has(toId('operation', id))) context.violation('an order has a second operation', { id });
  const issuerOrders = await checkIssuer(world, operations);
  await checkMoney(world, operations);
  const { entries } = await checkLedger(world);
  const { fencedWhy } = await readFence(db);
  if (fencedWhy !== '') context.violation('the fence is closed at the end', { fencedWhy });
  const count = (status: string) => operations.filter((operation) => operation.status === status).length;
  return {
    operations: operations.length,
    completed: count('completed'),
    failed: count('failed'),
    inReview: count('manual_review'),
    issuerOrders,
    entries: Number(entries),
    bareLost: await countLost(world.cluster.writerUrl, world.bare),
  };
}

/** Waits until nothing is under way, and no operation that the issuer knows is in review. */
async function awaitDecisions({ context, db, issuer }: World): Promise<void> {
  const look = async () => {
    await db.query(sql`
      update operations set next_at = clock_timestamp()
       where status = 'manual_review' and next_at > clock_timestamp() and lease_token is null`);
    const open = await db.query<Row>(
      sql`select id, status from operations where status not in ('completed', 'failed')`,
    );
    const references = open.filter(({ status }) => status === 'manual_review').map(({ id }) => toId('operation', id));
    const known = await issuer.query<{ reference: string }>(
      sql`select reference from issuer_sandbox.orders where reference = any (${references})`,
    );
    const undecided = open.filter(({ status }) => status !== 'manual_review');
    return [...undecided.map(({ id }) => id), ...known.map(({ reference }) => reference)];
  };
  const until = performance.now() + DECIDED_WITHIN_MS;
  for (let left = await patiently(look); left.length > 0; left = await patiently(look)) {
    if (performance.now() > until) {
      for (const id of left) context.violation('an operation is undecided', { id });
      return;
    }
    await sleep(POLL_EVERY_MS);
  }
}

/** The issuer has an order for each operation that was sent, for no other, and did what we say it did. */
async function checkIssuer({ context, issuer }: World, operations: readonly Row[]): Promise<number> {
  const orders = await issuer.query<{ reference: string; status: string }>(
    sql`select reference, status from issuer_sandbox.orders`,
  );
  const statusOf = new Map(orders.map(({ reference, status }) => [reference, status]));
  const ours = { done: 'completed', rejected: 'failed', absent: 'manual_review' };
  for (const { id, status } of operations) {
    const reference = toId('operation', id);
    const theirs = (statusOf.get(reference) ?? 'absent') as keyof typeof ours;
    statusOf.delete(reference);
    if (ours[theirs] !== status) context.violation('we and the issuer disagree', { reference, theirs, status });
  }
  for (const reference of statusOf.keys()) context.violation('the issuer has an order that we do not', { reference });
  return orders.length;
}

/** Held money is the cost of what is in review, for each company. */
async function checkMoney({ context, db, load }: World, operations: readonly Row[]): Promise<void> {
  const accounts = await db.query<{ company_id: string; balance: bigint }>(sql`
    select company_id, balance from ledger.accounts where account = 'held' and environment = 'sandbox'`);
  const heldBy = new Map(accounts.map(({ company_id, balance }) => [company_id, balance]));
  for (const { scope } of load.buyers) {
    const expected = operations
      .filter((row) => row.company_id === scope.companyId && row.status === 'manual_review')
      .reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
    const held = heldBy.get(scope.companyId) ?? 0n;
    if (held !== expected) context.violation('held money is not the undecided cost', { scope, held, expected });
  }
}

async function checkLedger({ context, db }: World): Promise<{ entries: bigint }> {
  const heads = await gatherHeads(openHeadFiles(context.stack.sealsDirectory, systemClock));
  const { entries, bad } = await verifyLedger(db, { heads });
  if (bad !== undefined) context.violation('the ledger does not add up', bad);
  const audit = await verifyAudit(db, heads);
  if (audit.bad !== undefined) context.violation('the audit log is broken', audit.bad);
  return { entries };
}
