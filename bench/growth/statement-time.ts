// How much longer the largest statement takes over HTTP than the bare SQL that returns its rows.
import { openClient } from '@cardwright/proofs/harness/ask.ts';
import { newKey, operatorTools } from '@cardwright/proofs/harness/companies.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { medianOf, rounded } from '../harness/bench.ts';
import { fullWeekOf, type History, WEEK_ENTRIES } from '../history/history.ts';

const DAY_MS = 86_400_000;

/** Rounds of request, SQL, SQL, request: drift during a round affects both alike. */
const ROUNDS = 20;
const WARM_UP = 5;

export type StatementTimes = { entries: number; requestMs: number; sqlMs: number; ratio: number };

/** Medians of a request and of the bare SQL, and the median of their ratios. */
export async function timeStatement(stack: Stack, history: History): Promise<StatementTimes> {
  const client = openClient(stack.baseUrl, 1);
  const tools = operatorTools(stack);
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  try {
    const key = await newKey(tools, { companyId: history.measuredId, environment: 'sandbox' });
    const { from, to } = fullWeekOf(history);
    const path = `/api/v1/account-statements?from=${from}&to=${to}`;
    const request = async () => {
      const { status, text } = await client.ask({ method: 'GET', path, key });
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
      return text;
    };
    const range = { from: new Date(from), until: new Date(Date.parse(to) + DAY_MS) };
    const bare = async () => (await readRows(database, history, range)).length;

    const { data } = JSON.parse(await request()) as { data: unknown[] };
    if (data.length !== WEEK_ENTRIES || (await bare()) !== WEEK_ENTRIES) throw new Error('a week lost an entry');
    for (let time = 0; time < WARM_UP; time++) await Promise.all([request(), bare()]);
    const requestMs: number[] = [];
    const sqlMs: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times = [await timed(request), await timed(bare), await timed(bare), await timed(request)] as const;
      requestMs.push(times[0], times[3]);
      sqlMs.push(times[1], times[2]);
      ratios.push((times[0] + times[3]) / (times[1] + times[2]));
    }
    return {
      entries: WEEK_ENTRIES,
      requestMs: rounded(medianOf(requestMs)),
      sqlMs: rounded(medianOf(sqlMs)),
      ratio: rounded(medianOf(ratios)),
    };
  } finally {
    await database.end();
    await tools.db.close();
    await client.close();
  }
}

/** The same rows by the same driver: prepared once, without a transaction, a scope or row-level security. */
async function readRows(database: pg.Client, history: History, range: { from: Date; until: Date }) {
  const { rows } = await database.query({
    name: 'bare',
    text: `select sequence, kind, reference, description, available_delta, held_delta, available_after, held_after, created_at
             from ledger.entries
            where company_id = $1 and environment = 'sandbox' and created_at >= $2 and created_at < $3
            order by created_at, sequence`,
    values: [history.measuredId, range.from, range.until],
  });
  return rows;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
