// What must hold after a recovery. The issuer's own record is the judge.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { fromId, type Named } from '@cardwright/server/foundation/ids.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import type { Context } from '../harness/proof.ts';
import type { Buyer, Intent } from './intents.ts';
import { askDesk, type Life, read } from './life.ts';

/** Numbers of events, each with the id of its event, of one company. */
export type Numbers = ReadonlyMap<number, string>;

/** The program that customers check statements with. */
const VERIFY = new URL('../../docs/verify-statement.mjs', import.meta.url).pathname;

/** How many requests for an effect the issuer has received. */
export async function countSends({ issuer }: Life): Promise<number> {
  const [row] = await issuer.query<{ count: bigint }>(sql`
    select count(*) as count from issuer_sandbox.requests where method = 'POST' and path in ('/v1/orders', '/v1/holders', '/v1/deposits')`);
  return Number(row?.count ?? 0n);
}

/** Every number that the feed of a company shows. */
export async function readNumbers(stack: Stack, { key }: Buyer): Promise<Numbers> {
  const numbers = new Map<number, string>();
  for (let after = 0; ; ) {
    const { text } = await read(stack, key, `/api/v1/events?afterSequence=${after}&limit=100`);
    const { data } = JSON.parse(text) as { data: { id: string; sequence: number }[] };
    for (const { id, sequence } of data) numbers.set(sequence, id);
    if (data.length === 0) return numbers;
    after = data.at(-1)?.sequence ?? after;
  }
}

/** No number of an event has two contents. */
export function compareNumbers(context: Context, before: Numbers, after: Numbers): void {
  for (const [sequence, id] of before) {
    const now = after.get(sequence);
    if (now !== undefined && now !== id) context.violation('a number has two events', { sequence, before: id, now });
  }
}

/** Everything that the issuer has is ours, under the reference that its key gives it, and was sent once. */
export async function judgeIssuer(context: Context, { db, issuer }: Life, intents: readonly Intent[]): Promise<number> {
  const listed = await issuer.query<{ reference: string; sends: bigint }>(sql`
    select reference, count(*) as sends from issuer_sandbox.requests
     where method = 'POST' and path = '/v1/orders' and reference is not null group by reference`);
  for (const { reference, sends } of listed)
    if (sends > 1n) context.violation('an order was sent twice', { reference, sends });
  await compare(context, 'an order', {
    theirs: await issuer.query(sql`select reference from issuer_sandbox.orders`),
    ours: await db.query(sql`select id from operations`),
    named: 'operation',
  });
  await compare(context, 'a cardholder', {
    theirs: await issuer.query(sql`select reference from issuer_sandbox.holders`),
    ours: await db.query(sql`select id from holders`),
    named: 'holder',
  });
  await compare(context, 'a deposit', {
    theirs: await issuer.query(sql`select reference from issuer_sandbox.deposits`),
    ours: await db.query(sql`select id from invoices`),
    named: 'invoice',
  });
  const known = new Set((await db.query<{ token: string }>(sql`select issuer_token as token from cards`)).map(tokenOf));
  for (const { token } of await issuer.query<{ token: string }>(sql`select token from issuer_sandbox.cards`))
    if (!known.has(token)) context.violation('the issuer has a card that is not here', { token });
  const answered = new Set(intents.flatMap(({ id }) => id ?? []));
  if (answered.size !== intents.filter(({ id }) => id !== undefined).length)
    context.violation('two requests were answered with one object');
  return listed.length;
}

const tokenOf = ({ token }: { token: string }) => token;

async function compare(
  context: Context,
  what: string,
  sides: { theirs: { reference: string }[]; ours: { id: string }[]; named: Named },
): Promise<void> {
  const ours = new Set(sides.ours.map(({ id }) => id));
  for (const { reference } of sides.theirs)
    if (!ours.has(fromId(sides.named, reference) ?? ''))
      context.violation(`the issuer has ${what} that is not here`, { reference });
}

/** What was taken away stays away. */
export async function judgeRights(
  context: Context,
  { stack }: Life,
  { revoked, removed, suspended }: { revoked: string; removed: string; suspended: string },
): Promise<void> {
  const { status } = await read(stack, revoked, '/api/v1/balance');
  if (status !== 401) context.violation('a revoked key works again', { status });
  const desk = await askDesk(stack, 'GET', '/status', { as: removed });
  if (desk.status !== 401) context.violation('a removed operator works again', { status: desk.status });
  const company = await askDesk(stack, 'GET', `/companies/${suspended}`);
  if (company.body['suspendedAt'] === null) context.violation('a suspended company is not suspended any more');
}

/** Both histories verify against what was exported, and statements from before still verify. */
export async function judgeHistory(
  context: Context,
  { stack, tools, db }: Life,
  statements: readonly { before: string; after: string }[],
): Promise<void> {
  const heads = await gatherHeads(openHeadFiles(stack.sealsDirectory, systemClock));
  const ledger = await verifyLedger(tools.db, { heads });
  if (ledger.bad !== undefined) context.violation('ledger verify found something', ledger.bad);
  const audit = await verifyAudit(db, heads);
  if (audit.bad !== undefined) context.violation('audit verify found something', audit.bad);
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-statements-'));
  try {
    for (const { before, after } of statements) {
      const files = [join(directory, 'before.json'), join(directory, 'after.json')] as const;
      await Promise.all([writeFile(files[0], before), writeFile(files[1], after)]);
      for (const file of files) await verifyStatement(context, file);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** 0: everything is right. 3: right as far as it can be checked. */
async function verifyStatement(context: Context, file: string): Promise<void> {
  const checked = await promisify(execFile)(process.execPath, [VERIFY, file]).catch(
    (error: { code?: number; stderr?: string }) => error,
  );
  const code = 'code' in checked ? checked.code : 0;
  if (code !== 0 && code !== 3) context.violation('a statement does not verify', { file, said: checked.stderr });
}
