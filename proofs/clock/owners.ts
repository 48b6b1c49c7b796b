// Companies whose clock is moved over HTTP, and the invariants of each move: their clock has the requested time, the
// issuer's clock agrees, and live time is real.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Answer, type Client, codeOf } from '../harness/ask.ts';
import { instantOf } from '../harness/calendar.ts';
import { newCompany, newKey, type Tools } from '../harness/companies.ts';
import type { Context } from '../harness/proof.ts';

const ADVANCE = '/api/v1/sandbox/clock/advance';
export const INVOICES = '/api/v1/card-account/invoices';
export const OPERATIONS = '/api/v1/operations';

/** Time limit for work of the issuer and the worker, on a busy machine. */
const SOON_MS = 15_000;
const POLL_EVERY_MS = 100;

export type Moving = {
  context: Context;
  db: Db;
  tools: Tools;
  client: Client;
  serviceId: string;
  counts: Record<'jumps' | 'dated' | 'statements' | 'invoices' | 'steps' | 'places', number>;
};

/** A company whose sandbox runs ahead; its live environment does not. */
export type Owner = { scope: Scope; account: string; key: string; liveKey: string; aheadSeconds: number };

/** A moment of a company's own time, known to lie between two others, in milliseconds. */
export type Between = { from: number; to: number };

/** An answer, and when it happened. */
type Happened<Body> = { said: Body; between: Between };

/** A company whose clock has not been moved. */
export async function openOwner({ tools }: Moving, name: string): Promise<Owner> {
  const companyId = await newCompany(tools, name);
  const scope = { companyId, environment: 'sandbox' as const };
  const [key, liveKey] = [await newKey(tools, scope), await newKey(tools, { companyId, environment: 'live' })];
  return { scope, account: toId('company', companyId), key, liveKey, aheadSeconds: 0 };
}

/** What a company's clock shows now. */
export const nowOf = ({ aheadSeconds }: Pick<Owner, 'aheadSeconds'>): number => Date.now() + aheadSeconds * 1_000;

/** Sends a company's request. Returns the answer and when it happened, in the company's time. */
export async function during(owner: Owner, ask: () => Promise<Answer>): Promise<{ answer: Answer; between: Between }> {
  const from = nowOf(owner);
  const answer = await ask();
  return { answer, between: { from, to: nowOf(owner) } };
}

/** Posts a request that must be accepted. Returns its body and when it happened. */
export async function post<Body>(
  { client, context }: Moving,
  owner: Owner,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Happened<Body>> {
  const { answer, between } = await during(owner, () =>
    client.ask({
      method: 'POST',
      path,
      key: owner.key,
      headers: { 'idempotency-key': randomUUID(), ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );
  if (answer.status >= 300) {
    context.violation('a request was refused', { path, body, text: answer.text });
    throw new Error(`${path} was refused: ${answer.text}`); // the following steps would make no sense
  }
  return { said: JSON.parse(answer.text) as Body, between };
}

/** Reads something of a company. */
export async function read<Body>({ client, context }: Moving, owner: Owner, path: string): Promise<Body> {
  const answer = await client.ask({ method: 'GET', path, key: owner.key });
  if (answer.status !== 200) context.violation('something could not be read', { path, answer });
  return JSON.parse(answer.text) as Body;
}

/** Polls until a condition holds; undefined when it does not in time. */
export async function until<Seen>(look: () => Promise<Seen>, fits: (seen: Seen) => boolean): Promise<Seen | undefined> {
  const end = performance.now() + SOON_MS;
  for (;;) {
    const seen = await look();
    if (fits(seen)) return seen;
    if (performance.now() > end) return undefined;
    await sleep(POLL_EVERY_MS);
  }
}

/** Checks that an object is dated when it happened. */
export function expectDated(
  { context, counts }: Moving,
  what: string,
  shown: string | Date,
  { from, to }: Between,
): void {
  const at = typeof shown === 'string' ? Date.parse(shown) : shown.getTime();
  counts.dated++;
  if (!(at >= from && at <= to))
    context.violation(`${what} is not dated when it happened`, { shown, from: instantOf(from), to: instantOf(to) });
}

/** Moves a company's time forward and checks every clock. */
export async function advance(moving: Moving, owner: Owner, seconds: number): Promise<void> {
  moving.counts.jumps++;
  const moved = { ...owner, aheadSeconds: owner.aheadSeconds + seconds };
  const from = nowOf(moved);
  const { said } = await post<{ now: string }>(moving, owner, ADVANCE, { body: { seconds } });
  owner.aheadSeconds = moved.aheadSeconds;
  expectDated(moving, 'a clock', said.now, { from, to: nowOf(owner) });
  await checkClocks(moving, owner);
}

/** Moves a company's time to a moment, or up to a second beyond it, in steps of at most a year. */
export async function advanceTo(moving: Moving, owner: Owner, ms: number): Promise<void> {
  const YEAR = 366 * 86_400;
  for (;;) {
    const seconds = Math.ceil((ms - nowOf(owner)) / 1_000);
    if (seconds < 1) return;
    await advance(moving, owner, Math.min(seconds, YEAR));
  }
}

type Clocks = { ours: number; issuers: number; live: number; unfollowed: number };

/** Our clock has the requested time, the issuer's agrees, and live was not moved. */
export async function checkClocks({ context, db }: Moving, { scope, account, aheadSeconds }: Owner): Promise<void> {
  const look = async () => {
    const [row] = await db.query<Clocks>(sql`
      select extract(epoch from now() + s.clock_offset - now())::float8 as ours, extract(epoch from now() + l.clock_offset - now())::float8 as live,
             coalesce((select extract(epoch from now() + a.ahead - now()) from issuer_sandbox.accounts a where a.account = ${account}), 0)::float8
               as issuers,
             (select count(*) from clock_advances a where a.company_id = s.company_id and a.followed_at is null)::integer as unfollowed
        from ledger.books s
        join ledger.books l on l.company_id = s.company_id and l.environment = 'live'
       where s.company_id = ${scope.companyId} and s.environment = 'sandbox'`);
    return row ?? { ours: 0, issuers: 0, live: 0, unfollowed: 0 };
  };
  const clocks = (await until(look, ({ unfollowed }) => unfollowed === 0)) ?? (await look());
  if (clocks.live !== 0) context.violation('live time was moved', clocks);
  if (clocks.ours !== aheadSeconds) context.violation('a clock is not where it was put', { ...clocks, aheadSeconds });
  if (clocks.issuers !== clocks.ours || clocks.unfollowed > 0)
    context.violation('the issuer’s clock is not where ours is', clocks);
}

/** Live time is real: it cannot be moved, and live events carry the real date. */
export async function checkLive(moving: Moving, owner: Owner): Promise<void> {
  const { client, context, db } = moving;
  const { companyId } = owner.scope;
  const answer = await client.ask({ method: 'POST', path: ADVANCE, key: owner.liveKey, body: { seconds: 60 } });
  if (answer.status !== 403 || codeOf(answer) !== 'sandbox_only')
    context.violation('a live clock accepted a move', answer);
  const reference = randomUUID();
  const from = Date.now();
  await db.query(sql`select ledger.deposit(${companyId}, 'live', ${reference}, 100, 2)`);
  const between = { from, to: Date.now() };
  const entries = await db.query<{ created_at: Date }>(sql`
    select created_at from ledger.entries where company_id = ${companyId} and environment = 'live' and reference = ${reference}`);
  for (const { created_at } of entries) expectDated(moving, 'a live entry', created_at, between);
  await checkClocks(moving, owner);
}
