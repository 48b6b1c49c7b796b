// The ways in which a primary is lost, and how each ends.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, ClusterNode } from '@cardwright/stack/cluster/start.ts';
import type { Random } from '../harness/random.ts';
import type { Bare } from './bare.ts';
import { type Cancelled, cancelWaits } from './cancel.ts';

/**
 * `kill`: kill -9 of Postgres and Patroni. `stop`: both are suspended, and woken after another server took over.
 * `switchover`: planned. `etcd`: all etcds are killed, and started once the primary has given up. `cancel`: commits
 * that wait for stopped standbys are ended, then all three servers are killed, and the primary stays away.
 */
export const kinds = ['kill', 'stop', 'switchover', 'etcd', 'cancel'] as const;
export type Kind = (typeof kinds)[number];

export type Attack = {
  cluster: Cluster;
  bare: Bare;
  random: Random;
  /** How many waiting commits a `cancel` ends. */
  cancels: number;
};

export type Loss = {
  /** From then on (epoch milliseconds) the old primary accepts nothing; undefined if it gave up by itself. */
  lostAt?: number;
  cancelled?: Cancelled;
  /** Brings back what was lost, once another server has taken over. */
  mend(): Promise<void> | void;
};

/** Patroni gives up without etcd after at most its `ttl` of 20 s. */
const GIVES_UP_WITHIN_MS = 60_000;

/** Without a success for this long, the bare writer is cut off: an insert takes at most two seconds. */
const CUT_OFF_MS = 3_000;

/** Long enough for our processes to look at the servers several times. */
const TWO_PRIMARIES_MS = 3_000;

const nothing = () => undefined;

/** Loses the primary. Resolves when nothing of ours stands in the way of another one. */
export async function lose(kind: Kind, attack: Attack): Promise<Loss> {
  const { cluster } = attack;
  const primary = await cluster.primary();
  if (kind === 'kill') {
    await primary.kill();
    return { lostAt: Date.now(), mend: () => primary.start() };
  }
  if (kind === 'stop') {
    await primary.freeze();
    return { lostAt: Date.now(), mend: () => wake(primary) };
  }
  if (kind === 'cancel') return cancelThenLose(attack, primary);
  if (kind === 'switchover') {
    await cluster.switchover();
    return { mend: nothing };
  }
  await cluster.killEtcd();
  await untilCutOff(attack.bare);
  cluster.startEtcd();
  return { mend: nothing };
}

/**
 * Standbys are killed while they are stopped: WAL that the kernel had received for them is lost with them. So nothing
 * of the cancelled commits is left on the server that takes over.
 */
async function cancelThenLose({ cluster, random, cancels }: Attack, primary: ClusterNode): Promise<Loss> {
  const synchronous = (await cluster.members()).find(({ role }) => role === 'sync_standby')?.name;
  const standbys = cluster.nodes.filter(({ name }) => name !== primary.name);
  // The synchronous one last: it must not miss a commit that the other one has.
  for (const node of standbys.toSorted((a, b) => Number(a.name === synchronous) - Number(b.name === synchronous)))
    await node.freeze();
  const cancelled = await cancelWaits(primary.url, random, cancels);
  await Promise.all([primary, ...standbys].map((node) => node.kill()));
  const lostAt = Date.now();
  for (const node of standbys) node.start();
  return { lostAt, cancelled, mend: () => primary.start() };
}

/** Wakes Postgres first: until Patroni wakes too, it answers as a primary beside the new one. */
async function wake(primary: ClusterNode): Promise<void> {
  primary.thawPostgres();
  await sleep(TWO_PRIMARIES_MS);
  primary.thaw();
}

async function untilCutOff({ successes }: Bare): Promise<void> {
  const started = performance.now();
  for (;;) {
    const last = Math.max(started, successes.at(-1)?.ended ?? 0);
    if (performance.now() - last > CUT_OFF_MS) return;
    if (performance.now() - started > GIVES_UP_WITHIN_MS) throw new Error('the primary goes on without etcd');
    await sleep(100);
  }
}
