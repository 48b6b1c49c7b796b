// Ends commits while they wait for a standby: Postgres reports a cancelled one as a success with a warning.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../harness/random.ts';

/** How many waits were cancelled, and how many ended with their connection. */
export type Cancelled = { cancelled: number; terminated: number };

/** Patroni replaces a synchronous standby whose key in etcd has expired, 20 s after its last sign of life. */
const WITHIN_MS = 14_000;
const AGAIN_MS = 20;

/** Commits of our processes. The application's own writers only: the cluster's needs are not attacked. */
const WAITING = `
  select pid, pid || ' ' || xact_start as commit from pg_stat_activity
   where wait_event = 'SyncRep' and usename like 'cardwright%'`;

/** Cancels or terminates waiting commits until there were this many, or the time is over. */
export async function cancelWaits(url: string, random: Random, wanted: number): Promise<Cancelled> {
  const client = new pg.Client(url);
  await client.connect();
  const counts: Cancelled = { cancelled: 0, terminated: 0 };
  const seen = new Set<string>();
  const until = performance.now() + WITHIN_MS;
  while (seen.size < wanted && performance.now() < until) {
    const { rows } = await client.query<{ pid: number; commit: string }>(WAITING);
    for (const { pid, commit } of rows) {
      if (seen.has(commit)) continue;
      seen.add(commit);
      const how = random.pick(['cancelled', 'terminated'] as const);
      counts[how]++;
      await client.query(`select pg_${how === 'cancelled' ? 'cancel' : 'terminate'}_backend($1)`, [pid]);
    }
    await sleep(AGAIN_MS);
  }
  await client.end();
  return counts;
}
