// One round: load, a backup, more load, the loss of the server, a restore to an earlier point, and the recovery.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Archive, createArchive, type RestorePoint } from '@cardwright/stack/cluster/archive.ts';
import { type Postgres, startPostgres } from '@cardwright/stack/postgres.ts';
import { NO_RATE_LIMITS, type StackOptions, startStack } from '@cardwright/stack/start.ts';
import { type Context, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { FAST_RECONCILING } from '../harness/reconciled.ts';
import { countLost, type Left, type RoundCounts, recoverAndJudge, see } from './again.ts';
import type { Buyer } from './intents.ts';
import { countSends } from './judge.ts';
import { askDesk, type Life, openLife, until } from './life.ts';
import { openOrders } from './orders.ts';
import { giveRights } from './rights.ts';

/** The worker seals books every ten seconds: then lost entries are sealed. */
const SEALED_WITHIN_MS = 40_000;

/** The product in a round: its issuer's records are on the proof's own server, which is never lost. */
export function roundOptions(context: Context, name: string, sealsDirectory: string): StackOptions {
  const issuerUrl = new URL(context.stack.databaseUrl);
  const database = `${issuerUrl.pathname.slice(1)}_${name}`; // the issuer's server keeps those of earlier runs
  issuerUrl.pathname = '/postgres';
  return {
    database,
    issuer: true,
    issuerAdminUrl: issuerUrl.href,
    desk: true,
    secrets: context.stack.secrets,
    sealsDirectory,
    nodeArguments: context.nodeArguments,
    env: { ...NO_RATE_LIMITS, ...FAST_RECONCILING, CARDWRIGHT_LOG_LEVEL: 'fatal', ISSUER_SANDBOX_LOG_LEVEL: 'fatal' },
  };
}

/** Runs a round on servers of its own. */
export async function runRound(context: Context, number: number): Promise<RoundCounts> {
  const random = context.random.fork(`round ${number}`);
  const archive = await createArchive();
  const sealsDirectory = await mkdtemp(join(tmpdir(), 'cardwright-restore-'));
  const first = await startPostgres({ version: '15', settings: archive.settings });
  const options = roundOptions(context, String(number), sealsDirectory);
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
): Promise<Left & { point: RestorePoint }> {
  const stack = await startStack({ ...options, adminUrl: first.url });
  const life = openLife(stack);
  try {
    await context.plantIn(stack.databaseUrl);
    const orders = await openOrders(context, random, life);
    const { buyers, intents } = orders;
    const takeAway = await giveRights(life, random.pick(buyers));
    await archive.prepare(first.url);
    await archive.backUp(first.url);

    const seconds = sizeOf(context.sizes, 'load') * 1_000;
    await orders.load(seconds);
    // At the point, orders wait: they are sent afterwards, and the restored database does not know it.
    const paused = await askDesk(stack, 'POST', '/pauses', { json: { environment: 'sandbox', reason: 'a proof' } });
    await orders.load(1_000);
    const point = await archive.pointNow(first.url);
    await askDesk(stack, 'DELETE', `/pauses/${String(paused.body['id'])}`);
    await orders.load(random.integer(500, seconds));
    const rights = await takeAway();
    await orders.invoice();
    await orders.load(1_000);
    await untilSealed(life, buyers);
    const seen = await see(life, buyers);
    await archive.flush(first.url);
    orders.leaveUnderWay();
    await sleep(random.integer(0, 50));
    for (const { child } of stack.processes) child.kill('SIGKILL');
    return { intents, buyers, rights, seen, point, sends: await countSends(life) };
  } finally {
    await life.close();
    await stack.stop();
    await first.crash();
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

/** The second life, on the restored server. */
async function liveAgain(context: Context, random: Random, options: StackOptions, left: Left): Promise<RoundCounts> {
  const stack = await startStack(options);
  const life = openLife(stack);
  try {
    const lost = await countLost(life, left.intents);
    if (lost === 0) throw new Error('nothing was lost, so nothing was proven');
    return { lost, ...(await recoverAndJudge(context, random, life, left)) };
  } finally {
    await life.close();
    await stack.stop();
  }
}
