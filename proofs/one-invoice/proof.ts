// Attacks: a company has at most one unresolved invoice, and can create the next as soon as it is resolved.
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { openClient } from '../harness/ask.ts';
import { besides } from '../harness/besides.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { replayBook } from '../harness/replay.ts';
import { oneInvoiceBugs } from './bugs.ts';
import { INVOICES, kinds, runRound, type Track } from './rounds.ts';

/** Concurrent rounds, each with its own company: while one waits for the issuer, others race. */
const TRACKS = 8;

/** Poll interval of the table. */
const POLL_EVERY_MS = 15;

/** Connections to each API process. */
const CONNECTIONS = 128;

async function run(context: Context): Promise<Counts> {
  const [rounds, width] = [sizeOf(context.sizes, 'rounds'), sizeOf(context.sizes, 'clients')];
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, 2);
  const clients = context.stack.baseUrls.map((url) => openClient(url, CONNECTIONS));
  const tally = { created: 0, refused: 0, replayed: 0, again: 0, raced: 0 };
  const watched = { looks: 0 };
  let done = 0;
  try {
    const tracks = await Promise.all(Array.from({ length: TRACKS }, () => openTrack(tools)));
    const race = async (track: Track, index: number) => {
      for (let round = index; round < rounds; round += TRACKS) {
        const kind = kinds[(Math.floor(round / TRACKS) + index) % kinds.length] ?? 'completed';
        const random = context.random.fork(round);
        await runRound({ context, clients, width, tally }, { number: round, kind, track, random });
        context.progress(++done, rounds, 'rounds');
      }
    };
    await besides([(signal) => watch(context, db, watched, signal)], () => Promise.all(tracks.map(race)));
    for (const track of tracks) await checkTrack(context, db, track);
    if (tally.raced === 0 || tally.again === 0)
      context.violation('no resolution raced with a creation, or no refused key was reused: nothing was proven', tally);
    const requests = clients.reduce((sum, client) => sum + client.asked(), 0);
    return { requests, ...tally, ...watched, ...(await reconcileSandboxes(context, tools)) };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await db.close();
    await tools.db.close();
  }
}

async function openTrack(tools: Tools): Promise<Track> {
  const scope = { companyId: await newCompany(tools, 'One invoice'), environment: 'sandbox' as const };
  return { scope, key: await newKey(tools, scope), told: new Set(), refused: [] };
}

/** At every moment a company has at most one unresolved invoice. */
async function watch({ violation }: Context, db: Db, watched: { looks: number }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const twice = await db.query<object>(sql`
      select company_id, environment, array_agg(id || ' ' || status) as unresolved
        from invoices where status in ('creating', 'pending', 'manual_review')
       group by company_id, environment having count(*) > 1`);
    watched.looks++;
    for (const company of twice) violation('a company has two unresolved invoices', company);
    await sleep(POLL_EVERY_MS);
  }
}

type Row = { id: string; status: string; created_at: Date; decided_at: Date | null };

/** The stored invoices are those that clients were told of, one after the other. */
async function checkTrack({ violation }: Context, db: Db, { scope, told }: Track): Promise<void> {
  const own = sql`company_id = ${scope.companyId} and environment = ${scope.environment}`;
  const rows = await db.query<Row>(sql`
    select id, status, created_at, decided_at from invoices where ${own} order by created_at, id`);
  const entries = await db.query<{ reference: string }>(sql`select reference from ledger.entries where ${own}`);
  const sends = await db.query<{ reference: string }>(sql`
    select reference from issuer_sandbox.requests
     where account = ${toId('company', scope.companyId)} and method = 'POST' and path = '/v1/deposits'`);
  const [keys] = await db.query<{ count: number }>(sql`
    select count(*)::integer from idempotency_keys where ${own} and path = ${INVOICES}`);
  const ids = rows.map(({ id }) => toId('invoice', id));
  if (ids.length !== told.size || ids.some((id) => !told.has(id)))
    violation('stored invoices differ from those that clients were told of', { stored: ids.length, told: told.size });
  if (keys?.count !== ids.length)
    violation('used keys and invoices differ in number', { keys: keys?.count, invoices: ids.length });
  for (const [index, row] of rows.entries()) {
    const id = toId('invoice', row.id);
    const before = rows[index - 1];
    if (before !== undefined && (before.decided_at === null || before.decided_at > row.created_at))
      violation('an invoice was created before the one before it was resolved', { before, row });
    if (entries.filter(({ reference }) => reference === id).length !== (row.status === 'completed' ? 2 : 0))
      violation('an invoice was not credited correctly', row);
    if (sends.filter(({ reference }) => reference === id).length > 1)
      violation('the issuer was asked for a deposit twice', row);
  }
  await replayBook(db, scope, violation);
}

export const oneInvoice: Proof = {
  promise: 'A company has at most one unresolved invoice, and can create the next as soon as it is resolved.',
  sizes: { full: { rounds: 1_000, clients: 200 }, small: { rounds: 18, clients: 40 } },
  stack: { api: 2, workers: 1, issuer: true, env: { ...NO_RATE_LIMITS, ...FAST_RECONCILING } },
  run,
  bugs: oneInvoiceBugs,
};
