// What must hold after each loss, with the load still on: nothing acknowledged is gone, and everybody followed.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { formatUsd, usd } from '@cardwright/server/foundation/money/usd.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type FenceRow, namesAt, patiently, readFence } from './facts.ts';
import { LISTENER, type World } from './world.ts';

/** Everybody has followed by then: a second by design; the rest for slow machines. */
const FOLLOWED_WITHIN_MS = 15_000;

/** Connections that work; others of our processes watch every server. */
const working = ['cardwright-api', 'cardwright-worker', 'cardwright-queue', LISTENER];

/** The server and this process round times to milliseconds. */
const ROUNDED_MS = 10;

/** Checks a round: what the fence said before it, and when the old primary was cut off, if it was. */
export async function checkRound(
  world: World,
  { before, lostAt }: { before: FenceRow; lostAt: number | undefined },
): Promise<void> {
  const { context, load, pids } = world;
  if (load.error !== undefined) throw load.error;
  const fence = await readFence(world.db);
  if (fence.fencedWhy !== '') context.violation('the database was fenced', fence);
  await checkAcknowledged(world, fence.timeline === before.timeline ? undefined : fence.verifiedAt.getTime());
  if (lostAt !== undefined && fence.timeline !== before.timeline) await checkVerified(world, lostAt, fence);
  await checkSentOnce(world);
  await checkFollowed(world);
  const now = context.stack.processes.map(({ pid }) => pid);
  if (now.join() !== pids.join()) context.violation('a process of ours ended', { pids, now });
}

type Row = { company_id: string; id: string; type: string; amount: bigint };

/** Every acknowledged operation is in the database, as it was asked for. */
export async function checkAcknowledged({ context, db, load }: World, tookOverAt?: number): Promise<void> {
  const acknowledged = [...load.acknowledged];
  const ids = acknowledged.map(({ id }) => fromId('operation', id) ?? '');
  const rows = await patiently(() =>
    db.query<Row>(sql`select company_id, id, type, amount from operations where id = any (${ids}::uuid[])`),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, kind, amount, buyer, at } of acknowledged) {
    const row = byId.get(fromId('operation', id) ?? '');
    if (row === undefined) {
      const byOld = tookOverAt !== undefined && at > tookOverAt;
      const what = byOld
        ? 'the old primary acknowledged after the new one took over'
        : 'an acknowledged operation is lost';
      context.violation(what, { id, at: new Date(at).toISOString() });
    } else if (row.type !== kind || formatUsd(usd(row.amount)) !== amount || row.company_id !== buyer.scope.companyId)
      context.violation('an acknowledged operation is not the one that was asked for', { id, row });
  }
}

/** Nothing was accepted on the new server before it was verified. */
async function checkVerified({ context, db }: World, lostAt: number, { verifiedAt }: FenceRow): Promise<void> {
  const early = await patiently(() =>
    db.query<object>(sql`
      select id, accepted_at from operations
       where accepted_at > ${new Date(lostAt)} and accepted_at < ${new Date(verifiedAt.getTime() - ROUNDED_MS)}`),
  );
  for (const operation of early)
    context.violation('an operation was accepted before the new server was verified', { operation, verifiedAt });
}

/** The issuer received each order at most once, by its own record. */
export async function checkSentOnce({ context, issuer }: World): Promise<void> {
  const twice = await issuer.query<object>(sql`
    select reference, count(*) as received from issuer_sandbox.requests
     where method = 'POST' and path = '/v1/orders' group by reference having count(*) > 1`);
  for (const order of twice) context.violation('an order was sent a second time', order);
}

/** Our processes listen at the primary, work at no other server, and say that they can write. */
async function checkFollowed({ context, cluster, listeners, load }: World): Promise<void> {
  const look = async () => {
    const primary = await cluster.primary();
    const others = cluster.nodes.filter(({ name }) => name !== primary.name);
    const listening = (await patiently(() => namesAt(primary.url))).filter((name) => name === LISTENER).length;
    const elsewhere = (await Promise.all(others.map(({ url }) => patiently(() => namesAt(url))))).flat();
    const writable = await Promise.all(load.gates.map(({ url }) => patiently(() => fetch(`${url}/health/writable`))));
    return {
      missingListeners: Math.max(0, listeners - listening),
      elsewhere: elsewhere.filter((name) => working.includes(name)).length,
      notWritable: writable.filter(({ status }) => status !== 200).length,
    };
  };
  let seen = await look();
  for (const started = performance.now(); Object.values(seen).some((count) => count > 0); seen = await look()) {
    if (performance.now() - started > FOLLOWED_WITHIN_MS) {
      if (seen.missingListeners > 0) context.violation('a listener did not connect to the new primary', seen);
      if (seen.elsewhere > 0) context.violation('a connection works at a server that is not the primary', seen);
      if (seen.notWritable > 0) context.violation('a process says that it cannot write', seen);
      return;
    }
    await sleep(200);
  }
}
