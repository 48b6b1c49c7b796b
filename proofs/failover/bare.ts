// A writer without anything of ours, through HAProxy: what the database itself takes for a failover.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Pause between two inserts, and before a new connection. */
const EVERY_MS = 50;

/** A server that takes longer to connect, or to insert, is given up. A frozen one never answers. */
const CONNECT_WITHIN_MS = 1_000;
const INSERT_WITHIN_MS = 2_000;

export type Bare = {
  /** When each insert that succeeded began and ended. */
  successes: { begun: number; ended: number }[];
  /** Numbers of the rows that were acknowledged. */
  acknowledged: number[];
  stop(): Promise<void>;
};

/** Inserts rows, one after another, until stopped. */
export async function startBare(url: string): Promise<Bare> {
  const stopping = new AbortController();
  const bare: Pick<Bare, 'successes' | 'acknowledged'> = { successes: [], acknowledged: [] };
  let client: pg.Client | undefined = await connect(url);
  await client.query('create table if not exists bare (number integer primary key)');
  const insertOnce = async (number: number) => {
    const begun = performance.now();
    client ??= await connect(url);
    await client.query('insert into bare values ($1)', [number]);
    bare.successes.push({ begun, ended: performance.now() });
    bare.acknowledged.push(number);
  };
  const work = (async () => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      await insertOnce(number).catch(() => {
        void client?.end().catch(() => undefined);
        client = undefined;
      });
      await sleep(EVERY_MS);
    }
    void client?.end().catch(() => undefined);
  })();
  return {
    ...bare,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: INSERT_WITHIN_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

/** Rows that were acknowledged and are gone. */
export async function countLost(url: string, { acknowledged }: Pick<Bare, 'acknowledged'>): Promise<number> {
  const client = await connect(url);
  const { rows } = await client.query<{ lost: number }>(
    `select count(*)::integer as lost from unnest($1::integer[]) n (number)
      where not exists (select from bare b where b.number = n.number)`,
    [acknowledged],
  );
  await client.end();
  return rows[0]?.lost ?? 0;
}

/** The longest time without a success between two moments. */
export function longestGap(ended: readonly number[], from: number, to: number): number {
  const moments = [from, ...ended.filter((at) => at >= from && at <= to).sort((a, b) => a - b), to];
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
}
