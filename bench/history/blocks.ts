// Counts the blocks that statements touch, with pg_stat_statements. For each statement it adds up what EXPLAIN
// (ANALYZE, BUFFERS) shows as shared hit and read, with all that the functions and triggers it calls touch.
// Planning is left out.
import pg from 'pg';

/** The work of one statement, by its text, since the last reset of the counters. */
export type Counted = { query: string; calls: number; blocks: number; walBytes: number; seconds: number };

export type BlockCounter = {
  /** Resets the counters of the database. */
  reset(): Promise<void>;
  /** The statements that ran in the database since then. */
  read(): Promise<Counted[]>;
  close(): Promise<void>;
};

/** Counters of one database, read through another, so that reading them is not counted. */
export async function openBlockCounter(adminUrl: string, database: string): Promise<BlockCounter> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  return {
    async reset() {
      await client.query(
        'select pg_stat_statements_reset(0::oid, oid, 0::bigint) from pg_database where datname = $1',
        [database],
      );
    },
    async read() {
      const { rows } = await client.query<Counted>(
        `select s.query, s.calls::float8 as calls, (s.shared_blks_hit + s.shared_blks_read)::float8 as blocks,
                s.wal_bytes::float8 as "walBytes", s.total_exec_time / 1000 as seconds
           from pg_stat_statements s join pg_database d on d.oid = s.dbid
          where d.datname = $1 and s.toplevel`,
        [database],
      );
      return rows;
    },
    close: () => client.end(),
  };
}

/**
 * Key lookups, last-used updates and the checks of the fence depend on the clock, not on the request, so they are not
 * counted with it; the statements of the played issuer are excluded too.
 */
const besideRequests = /\b(find_keys|touch_keys|read_server|find_marks|report_timeline)\(|\bplayed_issuer\b/;

/** The statements of the requests themselves. */
export const ofRequests = (counted: readonly Counted[]): Counted[] =>
  counted.filter(({ query }) => !besideRequests.test(query));

/** The statement that finds a key. */
export const findKeyOnly = (counted: readonly Counted[]): Counted[] =>
  counted.filter(({ query }) => query.includes('find_keys('));

/** The sum of a counter over statements. */
export const sumOf = (counted: readonly Counted[], counter: 'calls' | 'blocks' | 'walBytes' | 'seconds'): number =>
  counted.reduce((sum, statement) => sum + statement[counter], 0);
