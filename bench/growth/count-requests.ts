// Sends each request many times to a real API process and reports how many blocks one request touches.

import { playIssuer } from '@cardwright/proofs/credentials/played-issuer.ts';
import { type Client, openClient } from '@cardwright/proofs/harness/ask.ts';
import { administratorDb, newKey, operatorTools } from '@cardwright/proofs/harness/companies.ts';
import { readVersions } from '@cardwright/server/foundation/config.ts';
import { INDEX_PLANS } from '@cardwright/server/platform/db/db.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { medianOf, rounded } from '../harness/bench.ts';
import { type BlockCounter, type Counted, findKeyOnly, ofRequests, sumOf } from '../history/blocks.ts';
import type { History } from '../history/history.ts';
import { postings } from './posting.ts';
import type { Asked, Request } from './request.ts';
import { findPlaces, requestsOf, requireEveryEndpoint } from './requests.ts';

/**
 * A read touches the same blocks each time, and the median leaves out one that also met a cold catalogue. A write
 * splits a page now and then, so it needs an average.
 */
const READS = 5;
const WRITES = 200;

/** Enough for a connection to have planned every statement and filled its catalogue caches. */
const WARM_UP = 20;

/** Number of EXPLAIN runs per call, in addition to the counters. */
const EXPLAINED = 20;

/** The cost of one request of a kind. `rows`: how many rows its answer lists; a comparison needs equal answers. */
export type Count = { blocks: number; rows?: number; walBytes?: number; explained?: number };

/** Counts for every request, by endpoint and variant, then for the posting functions. */
export async function countRequests(
  { stack, counter, history, longest }: { stack: Stack; counter: BlockCounter; history: History; longest: boolean },
  progress: (what: string) => void,
): Promise<Map<string, Count>> {
  const client = openClient(stack.baseUrl, 1); // one request at a time, so that all use one warm connection
  const tools = operatorTools(stack);
  const administrator = administratorDb(stack, 1);
  // No worker runs, and no request may wait for one.
  const issuer = playIssuer(administrator, readVersions(stack.secrets.webhookKeys));
  try {
    const key = await newKey(tools, { companyId: history.measuredId, environment: 'sandbox' });
    const requests = requestsOf(history, await findPlaces(client, key, history), { longest });
    await requireEveryEndpoint(client, new Set(requests.keys()));
    const counts = new Map<string, Count>();
    const findings: number[] = [];
    for (const [endpoint, variants] of requests) {
      for (const request of variants) {
        const name = `${endpoint}: ${request.variant}`;
        const counted = await countOne(client, counter, key, request);
        counts.set(name, counted.count);
        for (const [statement, count] of counted.statements) counts.set(`${name}, "${statement}"`, count);
        findings.push(...counted.findings);
        progress(`${name}: ${counted.count.blocks} blocks`);
      }
    }
    counts.set('finding the key (at most twice a second)', { blocks: medianOf(findings) });
    for (const [name, count] of await countPostings(stack, counter, history)) {
      counts.set(name, count);
      progress(`${name}: ${count.blocks} blocks`);
    }
    return counts;
  } finally {
    await issuer.stop();
    await administrator.close();
    await tools.db.close();
    await client.close();
  }
}

/** Sends a request that must succeed, and returns its text. */
async function succeed(client: Client, key: string, asked: Asked): Promise<string> {
  const { status, text } = await client.ask({ ...asked, key });
  if (status !== 200 && status !== 201) throw new Error(`${asked.path} answered ${status}: ${text.slice(0, 200)}`);
  return text;
}

/** Counts one kind of request; a write also by statement, so that the bar holds for each part of it. */
async function countOne(client: Client, counter: BlockCounter, key: string, request: Request) {
  let text = '';
  const send = async () => {
    const fresh = request.fresh === true ? { headers: { 'idempotency-key': crypto.randomUUID() } } : {};
    text = await succeed(client, key, { ...request.ask, ...fresh });
    if (request.next !== undefined) await succeed(client, key, request.next(text));
  };
  for (let time = 0; time < WARM_UP; time++) await send();

  const findings: number[] = [];
  const sendCounted = async (times: number): Promise<Counted[]> => {
    await counter.reset();
    for (let time = 0; time < times; time++) await send();
    const counted = await counter.read();
    const found = findKeyOnly(counted);
    if (found.length > 0) findings.push(rounded(sumOf(found, 'blocks') / sumOf(found, 'calls')));
    return ofRequests(counted);
  };
  if (request.fresh !== true) {
    const blocks: number[] = [];
    for (let time = 0; time < READS; time++) blocks.push(sumOf(await sendCounted(1), 'blocks'));
    return { count: { blocks: medianOf(blocks), ...rowsIn(text) }, statements: [], findings };
  }
  const counted = await sendCounted(WRITES);
  const statements = counted
    .filter(({ blocks }) => blocks > 0)
    .map((statement) => [headOf(statement.query), average([statement])] as const);
  return { count: average(counted), statements, findings };
}

/** The cost of one of many writes. */
const average = (counted: readonly Counted[]): Count => ({
  blocks: rounded(sumOf(counted, 'blocks') / WRITES),
  walBytes: Math.round(sumOf(counted, 'walBytes') / WRITES),
});

/** The first words of a statement, up to its first bracket. */
const headOf = (query: string) => query.replace(/\s+/g, ' ').trim().split(/ ?\(/)[0] ?? query;

/** How many rows an answer lists. */
function rowsIn(text: string): { rows?: number } {
  if (!text.startsWith('{')) return { rows: text.trimEnd().split('\n').length - 1 }; // CSV, with a line of headings
  const { data } = JSON.parse(text) as { data?: unknown[] };
  return data === undefined ? {} : { rows: data.length };
}

/** Counts for the posting functions, called as the administrator, and their EXPLAIN (ANALYZE, BUFFERS) output. */
async function countPostings(stack: Stack, counter: BlockCounter, history: History): Promise<Map<string, Count>> {
  const client = new pg.Client({
    connectionString: stack.databaseUrl,
    options: INDEX_PLANS, // as on the product's own connections
  });
  await client.connect();
  const scope = { companyId: history.measuredId, environment: 'sandbox' } as const;
  const counts = new Map<string, Count>();
  try {
    for (const { name, text, values } of postings) {
      const call = () => client.query({ name, text, values: values(scope, crypto.randomUUID()) });
      for (let time = 0; time < WARM_UP; time++) await call();
      await counter.reset();
      for (let time = 0; time < WRITES; time++) await call();
      const counted = (await counter.read()).filter(({ query }) => query.includes('ledger.post'));
      let explained = 0;
      for (let time = 0; time < EXPLAINED; time++) {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values(scope, crypto.randomUUID()),
        );
        const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
        explained += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      }
      counts.set(name, { ...average(counted), explained: rounded(explained / EXPLAINED) });
    }
    return counts;
  } finally {
    await client.end();
  }
}
