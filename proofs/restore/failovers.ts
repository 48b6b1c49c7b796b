// Failovers that lose acknowledged commits. The processes live on: each must notice that its database went back.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type ClusterNode, type ClusterOptions, startCluster } from '@cardwright/stack/cluster/start.ts';
import { startStack } from '@cardwright/stack/start.ts';
import { patiently, readFence } from '../failover/facts.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { countLost, type Left, type RoundCounts, recoverAndJudge, see, UNDER_WAY } from './again.ts';
import { send } from './intents.ts';
import { countSends } from './judge.ts';
import { type Life, openLife } from './life.ts';
import { type Orders, openOrders } from './orders.ts';
import { giveRights } from './rights.ts';
import { roundOptions } from './round.ts';

/**
 * `lag`: standbys follow asynchronously. They are stopped for a moment, and all three servers are killed.
 * `woken`: a frozen primary wakes and takes over again, with a Patroni that allows it.
 */
export type Loss = 'lag' | 'woken';

const CLUSTERS: Record<Loss, ClusterOptions> = { lag: { synchronous: false }, woken: { pair: 'unsound' } };

/** What is lost: milliseconds to seconds of commits. */
const LOST_MS = { low: 20, high: 3_000 };

/** Orders that were on their way when the primary died reach the issuer within this time. */
const ARRIVED_MS = 3_000;

/** A failover takes the `ttl` of Patroni, 20 s, and some more on a busy machine. */
const NOTICED_WITHIN_MS = 150_000;

/** A woken primary took over again in two of three attempts. */
const MOST_WAKINGS = 5;

/** Another server takes over within this time: the `ttl` of Patroni is 20 s. */
const TAKES_OVER_WITHIN_MS = 60_000;

/** Runs rounds on one cluster, with processes that are never restarted. */
export async function runFailovers(
  context: Context,
  loss: Loss,
  rounds: number,
  onRound: (counts: RoundCounts) => void,
): Promise<void> {
  if (rounds === 0) return;
  const random = context.random.fork(loss);
  const cluster = await startCluster(CLUSTERS[loss]);
  const sealsDirectory = await mkdtemp(join(tmpdir(), 'cardwright-restore-'));
  try {
    const stack = await startStack({ ...roundOptions(context, loss, sealsDirectory), adminUrl: cluster.hostsUrl });
    const life = openLife(stack);
    try {
      await context.plantIn(stack.databaseUrl);
      for (let number = 1; number <= rounds; number++)
        onRound(
          await runFailover(context, random.fork(`round ${number}`), {
            loss,
            cluster,
            life,
            isQuiet: number % 2 === 0,
          }),
        );
    } finally {
      await life.close();
      await stack.stop();
    }
  } finally {
    await cluster.stop();
    await rm(sealsDirectory, { recursive: true, force: true });
  }
}

/** `isQuiet`: nobody orders in the lost moment, so that nothing is lost but rights that were taken away. */
type World = { loss: Loss; cluster: Cluster; life: Life; isQuiet: boolean };

async function runFailover(context: Context, random: Random, world: World): Promise<RoundCounts> {
  const { loss, cluster, life } = world;
  const orders = await openOrders(context, random, life);
  const { buyers, intents } = orders;
  await orders.load(2_000);
  await cluster.settled();
  const left: Left = { buyers, intents, ...(await { lag: loseLag, woken: loseWoken }[loss](random, world, orders)) };
  await untilFenced(context, life, left);
  await cluster.settled({ synchronous: false });
  const missing = await countLost(life, intents);
  return { lost: missing, ...(await recoverAndJudge(context, random, life, left)) };
}

type Lost = Pick<Left, 'rights' | 'seen' | 'sends'>;

/** What the standbys did not receive is lost: they are killed while they are stopped, with what is in their sockets. */
async function loseLag(random: Random, { cluster, life, isQuiet }: World, orders: Orders): Promise<Lost> {
  const takeAway = await giveRights(life, random.pick(orders.buyers));
  await cluster.settled();
  const primary = await cluster.primary();
  const standbys = cluster.nodes.filter(({ name }) => name !== primary.name);
  for (const node of standbys) await node.freeze();
  if (!isQuiet) await orders.load(random.integer(LOST_MS.low, LOST_MS.high));
  const rights = await takeAway();
  const seen = await see(life, orders.buyers);
  if (!isQuiet) orders.leaveUnderWay();
  await sleep(random.integer(0, 50));
  await Promise.all(cluster.nodes.map((node) => node.kill()));
  await sleep(ARRIVED_MS);
  const sends = await countSends(life);
  for (const node of standbys) node.start();
  await untilPrimary(cluster, ({ name }) => name !== primary.name);
  primary.start();
  return { rights, seen, sends };
}

/** What the other server accepted meanwhile is lost, when the frozen one takes over again. It does not every time. */
async function loseWoken(random: Random, { cluster, life }: World, orders: Orders): Promise<Lost> {
  for (let attempt = 1; attempt <= MOST_WAKINGS; attempt++) {
    const takeAway = await giveRights(life, random.pick(orders.buyers));
    const former = await cluster.primary();
    await former.freeze();
    await untilWritten(orders);
    await orders.load(random.integer(LOST_MS.high / 2, LOST_MS.high));
    const rights = await takeAway();
    const seen = await see(life, orders.buyers);
    orders.leaveUnderWay();
    former.thaw();
    await sleep(ARRIVED_MS);
    await cluster.settled({ synchronous: false }); // until then, both name themselves
    if ((await cluster.primary()).name === former.name) return { rights, seen, sends: await countSends(life) };
  }
  throw new Error('no woken primary took over again, so nothing was proven');
}

/** Waits for another primary. Etcd names a dead one until its key is `ttl` old. */
async function untilPrimary(cluster: Cluster, isWanted: (node: ClusterNode) => boolean): Promise<void> {
  for (const started = performance.now(); !isWanted(await cluster.primary()); await sleep(200))
    if (performance.now() - started > TAKES_OVER_WITHIN_MS)
      throw new Error('the wanted server did not take over, so nothing was proven');
}

async function untilWritten(orders: Orders): Promise<void> {
  const answered = () => orders.intents.filter(({ id }) => id !== undefined).length;
  const before = answered();
  for (const started = performance.now(); answered() < before + UNDER_WAY; await orders.load(500))
    if (performance.now() - started > NOTICED_WITHIN_MS) throw new Error('the cluster did not fail over');
}

/** Clients go on meanwhile. Nothing is acknowledged between the loss and the fence, and the loss is noticed. */
async function untilFenced(context: Context, life: Life, { intents }: Left): Promise<void> {
  const again = intents.slice(-UNDER_WAY).filter(({ id }) => id === undefined);
  for (const started = performance.now(); ; await sleep(100)) {
    for (const intent of again) {
      const answer = await send(life.stack, intent);
      if (answer?.status === 201) context.violation('a write was accepted before the recovery', { key: intent.key });
    }
    if ((await readFence(life.db)).fencedWhy !== '') return;
    if (performance.now() - started < NOTICED_WITHIN_MS) continue;
    const lost = await patiently(() => countLost(life, intents));
    context.violation('commits were lost and nobody noticed', { lost });
    throw new Error('the database is not fenced');
  }
}
