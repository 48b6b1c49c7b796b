// One round: load, a backup, more load, the loss of the server, a restore to an earlier point, and the recovery.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Archive, createArchive, type RestorePoint } from '@cardwright/stack/cluster/archive.ts';
import { newOperator } from '@cardwright/stack/operators.ts';
import { type Postgres, startPostgres } from '@cardwright/stack/postgres.ts';
import { NO_RATE_LIMITS, type StackOptions, startStack } from '@cardwright/stack/start.ts';
import { makeKey, newCompany } from '../harness/companies.ts';
import { type Context, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { FAST_RECONCILING, reconcileSandboxes } from '../harness/reconciled.ts';
import { type Buyer, type Intent, repeat, send, take } from './intents.ts';
import {
  compareNumbers,
  countSends,
  judgeHistory,
  judgeIssuer,
  judgeRights,
  type Numbers,
  readNumbers,
} from './judge.ts';
import { askDesk, findProducts, type Life, newIntent, openBuyer, openLife, read, until } from './life.ts';
import { adoptAll, recover } from './recover.ts';

const COMPANIES = 3;
const CLIENTS_OF_A_COMPANY = 2;

/** The worker seals books every ten seconds: then lost entries are sealed. */
const SEALED_WITHIN_MS = 40_000;

/** All requests are answered, and all records adopted, by then. */
const RECOVERED_WITHIN_MS = 180_000;

/** Time for processes on the restored server to do something that they must not. */
const FENCED_MS = 2_000;

/** Requests that are under way when everything is killed. */
const UNDER_WAY = 12;

export type RoundCounts = { intents: number; lost: number; adopted: number; orders: number };

/** What the first life leaves behind. */
type Left = {
  intents: Intent[];
  buyers: Buyer[];
  rights: { revoked: string; removed: string; suspended: string };
  numbers: Map<Buyer, Numbers>;
  statements: Map<Buyer, string>;
  point: RestorePoint;
  sends: number;
};

/** Runs a round on servers of its own. */
export async function runRound(context: Context, number: number): Promise<RoundCounts> {
  const random = context.random.fork(`round ${number}`);
  const archive = await createArchive();
  const sealsDirectory = await mkdtemp(join(tmpdir(), 'cardwright-restore-'));
  const first = await startPostgres({ version: '15', settings: archive.settings });
  const issuerUrl = new URL(context.stack.databaseUrl);
  const database = `${issuerUrl.pathname.slice(1)}_${number}`; // the issuer's server keeps those of earlier runs
  issuerUrl.pathname = '/postgres';
  const options: StackOptions = {
    database,
    issuer: true,
    issuerAdminUrl: issuerUrl.href,
    desk: true,
    secrets: context.stack.secrets,
    sealsDirectory,
    nodeArguments: context.nodeArguments,
    env: { ...NO_RATE_LIMITS, ...FAST_RECONCILING, CARDWRIGHT_LOG_LEVEL: 'fatal', ISSUER_SANDBOX_LOG_LEVEL: 'fatal' },
  };
  try {
    const left = await live(context, random, { archive, first, options });
    const restored = await archive.restore(left.point);
    return await liveAgain(context, random, { ...options, adminUrl: restored.url, seed: false }, left);
  } finally {
    await first.stop();
    await archive.remove();
    await rm(sealsDirectory, { recursive: true, force: true });
  }
}

/** The first life, to its sudden end. */
async function live(
  context: Context,
  random: Random,
  { archive, first, options }: { archive: Archive; first: Postgres; options: StackOptions },
): Promise<Left> {
  const stack = await startStack({ ...options, adminUrl: first.url });
  const life = openLife(stack);
  try {
    await context.plantIn(stack.databaseUrl);
    const products = await findProducts(life.db);
    const buyers = await Promise.all(Array.from({ length: COMPANIES }, () => openBuyer(life, products)));
    const suspended = toId('company', await newCompany(life.tools, 'Suspended'));
    const scope = { companyId: buyers[0]?.companyId ?? '', environment: 'sandbox' } as const;
    const key = await makeKey(life.tools, scope, { name: 'to be revoked', scopes: ['balance:read'] });
    const operator = await newOperator(stack.databaseUrl, { name: 'Carl', email: `${randomUUID()}@example.com` });
    await archive.prepare(first.url);
    await archive.backUp(first.url);

    const intents: Intent[] = [];
    const load = async (ms: number) => {
      const end = performance.now() + ms;
      const order = async (buyer: Buyer) => {
        while (performance.now() < end) {
          const intent = newIntent(buyer, products, random);
          intents.push(intent);
          take(context, intent, await send(stack, intent));
        }
      };
      await Promise.all(buyers.flatMap((buyer) => Array.from({ length: CLIENTS_OF_A_COMPANY }, () => order(buyer))));
    };
    const seconds = sizeOf(context.sizes, 'load') * 1_000;
    await load(seconds);
    // At the point, orders wait: they are sent afterwards, and the restored database does not know it.
    const paused = await askDesk(stack, 'POST', '/pauses', { json: { environment: 'sandbox', reason: 'a proof' } });
    await load(1_000);
    const point = await archive.pointNow(first.url);
    await askDesk(stack, 'DELETE', `/pauses/${String(paused.body['id'])}`);
    await load(random.integer(500, seconds));
    await takeAway(life, { company: buyers[0]?.id ?? '', key: key.id, operator: operator.id, suspended });
    for (const buyer of buyers) {
      const invoice = { buyer, path: '/api/v1/card-account/invoices', body: { amount: '100' }, key: randomUUID() };
      intents.push(invoice);
      take(context, invoice, await send(stack, invoice));
    }
    await load(1_000);
    await untilSealed(life, buyers);
    const numbers = new Map(await each(buyers, (buyer) => readNumbers(stack, buyer)));
    const statements = new Map(await each(buyers, (buyer) => readStatement(life, buyer)));
    await archive.flush(first.url);
    for (let index = 0; index < UNDER_WAY; index++) {
      const intent = newIntent(random.pick(buyers), products, random);
      intents.push(intent);
      void send(stack, intent).then((answer) => take(context, intent, answer));
    }
    await sleep(random.integer(0, 50));
    for (const { child } of stack.processes) child.kill('SIGKILL');
    const sends = await countSends(life);
    const rights = { revoked: key.text, removed: operator.token, suspended };
    return { intents, buyers, rights, numbers, statements, point, sends };
  } finally {
    await life.close();
    await stack.stop();
    await first.crash();
  }
}

/** Takes rights away, each exported when it is answered. */
async function takeAway(
  { stack }: Life,
  given: { company: string; key: string; operator: string; suspended: string },
): Promise<void> {
  const key = toId('key', given.key);
  const operator = toId('operator', given.operator);
  const reason = 'a proof';
  for (const [path, json] of [
    [`/companies/${given.company}/keys/${key}/revoke`, { environment: 'sandbox' }],
    [`/companies/${given.suspended}/suspend`, { reason }],
    [`/operators/${operator}/disable`, { reason }],
  ] as const) {
    const { status, exported, body } = await askDesk(stack, 'POST', path, { json });
    if (status !== 200 || exported !== 'done')
      throw new Error(`${path}: ${status} ${exported} ${JSON.stringify(body)}`);
  }
}

/** Waits until entries of the last seconds are sealed and exported: the restored books must go on from before them. */
async function untilSealed({ stack, db }: Life, buyers: readonly Buyer[]): Promise<void> {
  const store = openHeadFiles(stack.sealsDirectory, systemClock);
  for (const { id, companyId } of buyers) {
    const [book] = await db.query<{ entries: bigint }>(sql`
      select entries from ledger.books where company_id = ${companyId} and environment = 'sandbox'`);
    await until(async () => {
      const last = (await gatherHeads(store)).get(`${id}/sandbox`)?.at(-1)?.last ?? 0;
      return last >= Number(book?.entries ?? 0n) ? [last] : [];
    }, SEALED_WITHIN_MS);
  }
}

async function readStatement({ stack }: Pick<Life, 'stack'>, { key }: Buyer): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  return (await read(stack, key, `/api/v1/account-statements?from=${day}&to=${day}`)).text;
}

/** The second life: fenced, recovered, and judged. */
async function liveAgain(context: Context, random: Random, options: StackOptions, left: Left): Promise<RoundCounts> {
  const stack = await startStack(options);
  const life = openLife(stack);
  try {
    const lost = await countLost(life, left.intents);
    if (lost === 0) throw new Error('nothing was lost, so nothing was proven');
    await expectFenced(context, life, left);
    await recover(context, life, left.rights.removed);
    const adopted = await repeatAndAdopt(context, random, life, left);
    await reconcileSandboxes(context, life.tools);
    const orders = await judgeIssuer(context, life, left.intents);
    await judgeRights(context, life, left.rights);
    for (const [buyer, before] of left.numbers) compareNumbers(context, before, await readNumbers(stack, buyer));
    const statements = await each(left.buyers, (buyer) => readStatement(life, buyer));
    await judgeHistory(
      context,
      life,
      statements.map(([buyer, after]) => ({ before: left.statements.get(buyer) ?? '', after })),
    );
    return { intents: left.intents.length, lost, adopted, orders };
  } finally {
    await life.close();
    await stack.stop();
  }
}

/** Acknowledged operations that the restored database does not have. */
async function countLost({ db }: Life, intents: readonly Intent[]): Promise<number> {
  const rows = await db.query<{ id: string }>(sql`select id from operations`);
  const here = new Set(rows.map(({ id }) => toId('operation', id)));
  return intents.filter(({ path, id }) => path === '/api/v1/operations' && id !== undefined && !here.has(id)).length;
}

/** Behind the fence, nothing is accepted and nothing is sent; reads work. */
async function expectFenced(context: Context, life: Life, { intents, buyers, sends }: Left): Promise<void> {
  const end = performance.now() + FENCED_MS;
  while (performance.now() < end) {
    for (const intent of intents.slice(-UNDER_WAY)) {
      const answer = await send(life.stack, intent);
      if (answer?.status !== 503 || answer.body.code !== 'recovering')
        context.violation('a write was not refused before the recovery', { path: intent.path, answer });
    }
    const { status } = await read(life.stack, buyers[0]?.key ?? '', '/api/v1/balance');
    if (status !== 200) context.violation('a read was refused before the recovery', { status });
  }
  const now = await countSends(life);
  if (now !== sends) context.violation('something was sent before the recovery', { before: sends, now });
}

/** Clients repeat what was not answered, and half of what was; operators adopt what only the issuer has. */
async function repeatAndAdopt(context: Context, random: Random, life: Life, { intents }: Left): Promise<number> {
  let isOver = false;
  const adopting = adoptAll(life, () => isOver);
  try {
    await repeatHalf(context, random, life, intents);
    await until(() => findSettled(life), RECOVERED_WITHIN_MS).catch(() => {
      context.violation('something is still open after the recovery');
    });
  } finally {
    isOver = true;
    await adopting;
  }
  return adopting;
}

async function repeatHalf(
  context: Context,
  random: Random,
  { stack }: Life,
  intents: readonly Intent[],
): Promise<void> {
  const repeated = intents.filter(({ id }) => id === undefined || random.oneIn(2));
  const end = performance.now() + RECOVERED_WITHIN_MS;
  const unanswered = await repeat({ context, stack, until: end }, repeated);
  if (unanswered.length > 0)
    context.violation('a request was never answered', { count: unanswered.length, first: unanswered[0]?.path });
}

/** A row once every listing is read, every record adopted and every operation decided. Reviews are due at once. */
async function findSettled({ db }: Life): Promise<object[]> {
  await db.query(sql`
    update operations set next_at = clock_timestamp()
     where status = 'manual_review' and next_at > clock_timestamp() and lease_token is null`);
  return db.query(sql`
    select 1 where not exists (select from unread_listings)
               and not exists (select from cases c where c.kind = 'unknown_here' and c.closed_at is null)
               and not exists (select from operations o where o.status in ('queued', 'processing', 'manual_review'))`);
}

const each = async <Value>(
  buyers: readonly Buyer[],
  find: (buyer: Buyer) => Promise<Value>,
): Promise<[Buyer, Value][]> =>
  Promise.all(buyers.map(async (buyer): Promise<[Buyer, Value]> => [buyer, await find(buyer)]));
