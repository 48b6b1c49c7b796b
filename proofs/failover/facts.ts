// What the servers say about themselves, asked until they answer: a server may be away for a moment.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import pg from 'pg';

const WITHIN_MS = 90_000;
const AGAIN_MS = 100;

/** Asks until there is an answer. */
export async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const started = performance.now(); ; await sleep(AGAIN_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() - started > WITHIN_MS) throw error;
    }
  }
}

/** What the database was verified on, and when; why it is fenced, or ''. */
export type FenceRow = { timeline: string; verifiedAt: Date; fencedWhy: string };

/** Reads the row of the fence. */
export async function readFence(db: Db): Promise<FenceRow> {
  const [row] = await patiently(() =>
    db.query<FenceRow>(sql`
      select timeline, verified_at as "verifiedAt", case when fenced_at is null then '' else fenced_why end as "fencedWhy"
        from verified_timeline`),
  );
  if (row === undefined) throw new Error('there is no row in verified_timeline');
  return row;
}

/** Names of the connections of our processes at one server. */
export async function namesAt(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select application_name as name from pg_stat_activity where usename like 'cardwright%'",
    );
    return rows.map(({ name }) => name);
  } finally {
    void client.end().catch(() => undefined);
  }
}
