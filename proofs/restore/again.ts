// After a loss: the database is fenced, two operators recover it, clients repeat, and everything is judged.
import { toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { reconcileSandboxes } from '../harness/reconciled.ts';
import { type Buyer, type Intent, repeat, send } from './intents.ts';
import {
  compareNumbers,
  countSends,
  judgeHistory,
  judgeIssuer,
  judgeRights,
  type Numbers,
  readNumbers,
} from './judge.ts';
import { type Life, read, until } from './life.ts';
import { adoptAll, recover } from './recover.ts';
import type { Rights } from './rights.ts';

/** All requests are answered, and all records adopted, by then. */
const RECOVERED_WITHIN_MS = 180_000;

/** Time for processes on the database that lost commits to do something that they must not. */
const FENCED_MS = 2_000;

/** Requests that are under way when the commits are lost. */
export const UNDER_WAY = 12;

export type RoundCounts = { intents: number; lost: number; adopted: number; orders: number };

/** What companies saw before the loss. */
export type Seen = { numbers: ReadonlyMap<Buyer, Numbers>; statements: ReadonlyMap<Buyer, string> };

/** What the time before the loss leaves behind. */
export type Left = { intents: readonly Intent[]; buyers: readonly Buyer[]; rights: Rights; seen: Seen; sends: number };

/** What each company sees of its history. */
export async function see({ stack }: Pick<Life, 'stack'>, buyers: readonly Buyer[]): Promise<Seen> {
  const numbers = await each(buyers, (buyer) => readNumbers(stack, buyer));
  const statements = await each(buyers, ({ key }) => readStatement(stack, key));
  return { numbers: new Map(numbers), statements: new Map(statements) };
}

async function readStatement(stack: Life['stack'], key: string): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  return (await read(stack, key, `/api/v1/account-statements?from=${day}&to=${day}`)).text;
}

/** Recovers a database that lacks what was left, and judges the outcome. */
export async function recoverAndJudge(
  context: Context,
  random: Random,
  life: Life,
  left: Left,
): Promise<Omit<RoundCounts, 'lost'>> {
  await expectFenced(context, life, left);
  await recover(context, life, left.rights.removed);
  const adopted = await repeatAndAdopt(context, random, life, left);
  await reconcileSandboxes(context, life.tools);
  const orders = await judgeIssuer(context, life, left.intents);
  await judgeRights(context, life, left.rights);
  const now = await see(life, left.buyers);
  for (const [buyer, before] of left.seen.numbers) compareNumbers(context, before, now.numbers.get(buyer) ?? new Map());
  const statements = [...left.seen.statements].map(([buyer, before]) => ({
    before,
    after: now.statements.get(buyer) ?? '',
  }));
  await judgeHistory(context, life, statements);
  return { intents: left.intents.length, adopted, orders };
}

/** Acknowledged operations that the database does not have. */
export async function countLost({ db }: Pick<Life, 'db'>, intents: readonly Intent[]): Promise<number> {
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

/** A row once every listing is read, every record adopted and every operation decided. Reviews are made due now. */
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
