// Ends commits while they wait for a standby: Postgres reports a cancelled one as a success with a warning.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../harness/random.ts';

/** How many waits were cancelled, and how many ended with their connection. */
export type Cancelled = { cancelled: number; terminated: number };

/** Patroni replaces a synchronous standby whose key in etcd has expired, 20 s after its last sign of life. */
const WITHIN_MS = 14_000;

/** Clients repeat their keys meanwhile, and workers try again what only the primary has: marks after three seconds. */
const FOR_MS = 5_000;
const AGAIN_MS = 20;

/** Commits of our processes; the bare writer's are left alone. */
const WAITING = `
  select pid, pid || ' ' || xact_start as commit from pg_stat_activity
   where wait_event = 'SyncRep' and usename like 'cardwright%'`;

/** Cancels or terminates waiting commits for a while, and until there were this many or the time is over. */
export async function cancelWaits(url: string, random: Random, wanted: number): Promise<Cancelled> {
  const client = new pg.Client(url);
  await client.connect();
  const counts: Cancelled = { cancelled: 0, terminated: 0 };
  const seen = new Set<string>();
  const started = performance.now();
  const isOver = (ms: number) => performance.now() - started > ms;
  while (!isOver(seen.size < wanted ? WITHIN_MS : FOR_MS)) {
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
