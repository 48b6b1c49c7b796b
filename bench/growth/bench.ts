// Whether the product stays as fast when its history is two hundred times longer.
import { rm } from 'node:fs/promises';
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import { asAdministrator } from '@cardwright/server/platform/db/migrate.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import { endWithStarter } from '@cardwright/stack/starter.ts';
import { atLeast, atMost, type Bar, type Bench, type Context, type Result, rounded } from '../harness/bench.ts';
import { type BlockCounter, openBlockCounter } from '../history/blocks.ts';
import { type Cluster, openCluster } from '../history/cluster.ts';
import { type History, historyOf, WEEK_ENTRIES } from '../history/history.ts';
import { loadHistory } from '../history/load-history.ts';
import { sealHistory, timeVerify, type VerifySpeed } from '../history/verify-speed.ts';
import { type Count, countRequests } from './count-requests.ts';
import { sizesOf } from './sizes.ts';
import { timeStatement } from './statement-time.ts';

/** Blocks of a request in the long history, against the short one. An index that gains a level adds one. */
const MOST_GROWTH = 1.5;

/** A statement that runs with few of the requests touches a fraction of a block per request, which counts as one. */
const LEAST_BLOCKS = 1;

/** Bar: the time of the largest statement as a request, as a multiple of its bare SQL. */
const MOST_TIMES_SQL = 3;

/** Bar: a ledger of ten million entries is verified within ten minutes. */
const LEAST_VERIFIED_PER_MINUTE = 1_000_000;

/** Other work on the host can only slow a verification down. So below the bar it runs again, and the fastest counts. */
const MOST_VERIFICATIONS = 3;

export const growth: Bench = {
  measures: 'blocks touched by every request in a short and in a long history, the largest statement, ledger verify',
  sizes: { full: { entries: 10_000_000, baseline: 50_000 }, small: { entries: 300_000, baseline: 50_000 } },
  run,
};

type Measured = { history: History; counts: Map<string, Count> };

async function run(context: Context): Promise<Result> {
  const short = historyOf(sizeOf(context.sizes, 'baseline'), context.seed);
  const long = historyOf(sizeOf(context.sizes, 'entries'), context.seed);
  const cluster = await openCluster(context.version, context.directory);
  endWithStarter(() => cluster.end());
  try {
    const { adminUrl, ...loaded } = await provideHistories(cluster, [short, long], context.progress);
    const longest = short.measured >= WEEK_ENTRIES;
    const count = (history: History) => (stack: Stack, counter: BlockCounter) =>
      countRequests({ stack, counter, history, longest }, (what) => context.progress(`${history.entries}: ${what}`));

    const shortCounts = await withStack(adminUrl, short, count(short));
    const { longCounts, ...times } = await withStack(adminUrl, long, async (stack, counter) => ({
      sizes: await sizesOf(stack, long.entries), // before anything more is written
      longCounts: await count(long)(stack, counter),
      statement: await timeStatement(stack, long),
      verify: await fastestVerify(() =>
        timeVerify(stack, { counter, heads: cluster.headsOf(databaseOf(long)) }, context.progress),
      ),
    }));
    const requests = compare({ history: short, counts: shortCounts }, { history: long, counts: longCounts });
    return {
      figures: { entries: [short.entries, long.entries], ...loaded, requests, ...times },
      bars: [
        ...requests.flatMap(barsOf),
        atMost(MOST_TIMES_SQL, 'x its SQL', 'the largest statement')(times.statement.ratio),
        atLeast(LEAST_VERIFIED_PER_MINUTE, 'entries a minute', 'verification')(times.verify.entriesPerMinute),
      ],
    };
  } finally {
    await cluster.end();
  }
}

async function fastestVerify(verify: () => Promise<VerifySpeed>): Promise<VerifySpeed> {
  let fastest = await verify();
  for (let time = 2; time <= MOST_VERIFICATIONS && fastest.entriesPerMinute < LEAST_VERIFIED_PER_MINUTE; time++) {
    const again = await verify();
    if (again.entriesPerMinute > fastest.entriesPerMinute) fastest = again;
  }
  return fastest;
}

/** Loads missing data and leaves the cluster running for measurements. */
async function provideHistories(cluster: Cluster, histories: readonly History[], progress: Context['progress']) {
  const loadSeconds: Record<string, number> = {};
  const sealSeconds: Record<string, number> = {};
  const missing = await missingFrom(await cluster.start('measuring'), histories);
  const loadingUrl = missing.length > 0 ? await cluster.start('loading') : '';
  for (const history of missing) {
    const started = performance.now();
    const database = databaseOf(history);
    await asAdministrator(loadingUrl, (client) => client.query(`drop database if exists ${database}`));
    const stack = await startStack({ adminUrl: loadingUrl, database, seed: false, api: 0, workers: 0 });
    await loadHistory(stack.databaseUrl, history, (what) => progress(`${history.entries}: ${what}`));
    loadSeconds[history.entries] = Math.round((performance.now() - started) / 1_000);
    progress(`${history.entries}: sealing`);
    await rm(cluster.headsOf(database), { recursive: true, force: true }); // of an earlier load of another shape
    sealSeconds[history.entries] = await sealHistory(stack, cluster.headsOf(database));
    await asAdministrator(stack.databaseUrl, (client) => client.query('vacuum analyze ledger.seals'));
    await asAdministrator(loadingUrl, (client) =>
      client.query(`comment on database ${database} is '${loadedNote(history)}'`),
    );
    await stack.stop();
  }
  return { adminUrl: await cluster.start('measuring'), loadSeconds, sealSeconds };
}

const databaseOf = ({ entries, seed }: History) => `growth_${entries}_${seed}`;

/** Comment on a database once it is fully loaded. Kept data of another shape is loaded again. */
const loadedNote = (history: History) => `loaded ${JSON.stringify(history)}`;

async function missingFrom(adminUrl: string, histories: readonly History[]): Promise<History[]> {
  return asAdministrator(adminUrl, async (client) => {
    const { rows } = await client.query<{ note: string | null }>(
      `select shobj_description(oid, 'pg_database') as note from pg_database`,
    );
    const notes = new Set(rows.map(({ note }) => note));
    return histories.filter((history) => !notes.has(loadedNote(history)));
  });
}

/** One API process on a history, with the counters of its database. */
async function withStack<Answer>(
  adminUrl: string,
  history: History,
  work: (stack: Stack, counter: BlockCounter) => Promise<Answer>,
): Promise<Answer> {
  const database = databaseOf(history);
  const stack = await startStack({ adminUrl, database, seed: false, workers: 0, env: NO_RATE_LIMITS });
  const counter = await openBlockCounter(adminUrl, database);
  try {
    return await work(stack, counter);
  } finally {
    await counter.close();
    await stack.stop();
  }
}

/** The figures of one kind of request: the short history first, then the long one. */
type Compared = { request: string; blocks: [number, number]; ratio: number; rows?: [number, number] } & Record<
  'explained' | 'walBytes',
  [number, number] | undefined
>;

function compare(short: Measured, long: Measured): Compared[] {
  return [...short.counts].map(([request, before]) => {
    const after = long.counts.get(request);
    if (after === undefined) throw new Error(`${request} was measured in one history only`);
    const both = (name: keyof Count): [number, number] | undefined => {
      const [first, second] = [before[name], after[name]];
      return first === undefined || second === undefined ? undefined : [first, second];
    };
    const rows = both('rows');
    return {
      request,
      blocks: [before.blocks, after.blocks],
      ratio: rounded(Math.max(after.blocks, LEAST_BLOCKS) / Math.max(before.blocks, LEAST_BLOCKS)),
      ...(rows === undefined ? {} : { rows }),
      explained: both('explained'),
      walBytes: both('walBytes'),
    };
  });
}

function barsOf({ request, blocks, ratio, rows }: Compared): Bar[] {
  const grown = atMost(
    MOST_GROWTH,
    'x the blocks of the short history',
    `${request}: ${blocks[0]} to ${blocks[1]}`,
  )(ratio);
  if (rows === undefined || rows[0] === rows[1]) return [grown];
  const differ = `${rows[0]} and ${rows[1]} rows do not compare`;
  return [grown, { what: request, found: differ, bar: 'as many rows in both histories', isMet: false }];
}
