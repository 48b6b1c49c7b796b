// A database cluster for proofs and rehearsals: etcd, Patroni with Postgres in strict synchronous mode, and HAProxy.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from '../ports.ts';
import type { Archive } from './archive.ts';
import { type Etcds, startEtcds } from './etcd.ts';
import { startHaproxy } from './haproxy.ts';
import { type Home, openHome } from './home.ts';
import { configureNode, findMembers, type Member, type NodeAddress, requestSwitchover, startNode } from './patroni.ts';
import { processesIn } from './processes-in.ts';
import { type Pair, requirePrograms } from './programs.ts';

export type ClusterNode = {
  name: string;
  /** Administrator's URL of this node's own Postgres, primary or not. */
  url: string;
  /** Its folder: `data` for Postgres, `patroni.yml` for Patroni. */
  directory: string;
  /** Kills Patroni and Postgres with SIGKILL. */
  kill(): Promise<void>;
  /** Starts a killed node on its data; it joins as a standby. A running node stays as it is. */
  start(): void;
  /** Suspends Patroni and Postgres, as when a machine stops for a while. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Wakes Postgres alone: without Patroni, nobody tells it that it was replaced. */
  thawPostgres(): void;
  isRunning(): boolean;
};

export type Cluster = {
  /** Administrator's URL through HAProxy: always the primary. */
  writerUrl: string;
  /** Administrator's URL with all nodes, in libpq's form: clients find the primary themselves. */
  hostsUrl: string;
  nodes: ClusterNode[];
  /** The node that etcd names as primary; waits until there is one. */
  primary(): Promise<ClusterNode>;
  /** Nodes with role and state, as Patroni sees them. */
  members(): Promise<Member[]>;
  /** A planned change of the primary; resolves when Patroni has done it. */
  switchover(to?: ClusterNode): Promise<void>;
  /**
   * Waits until one node is primary, all others follow it, and a commit through HAProxy succeeds. One follows
   * synchronously, unless told otherwise: the unsound pair may never name one again.
   */
  settled(options?: { synchronous: boolean }): Promise<void>;
  /** Kills etcd servers, all unless told. */
  killEtcd(count?: number): Promise<void>;
  startEtcd(): void;
  stop(): Promise<void>;
};

export type ClusterOptions = {
  nodes?: number;
  pair?: Pair;
  /** False: standbys follow asynchronously, and a failover may lose acknowledged commits. */
  synchronous?: boolean;
  /** Where WAL goes, from `createArchive`. */
  archive?: Archive;
  /** Settings of Postgres. */
  settings?: Record<string, string>;
};

/** A first start takes about 20 seconds, and more beside other work. */
const SETTLED_WITHIN_MS = 180_000;
const LOOK_AGAIN_MS = 250;

/** Starts a cluster and waits until it takes writes. After a failure nothing is left running. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  requirePrograms();
  const home = await openHome('cluster');
  try {
    return await startIn(home, options);
  } catch (error) {
    await home.remove();
    throw error;
  }
}

async function startIn(home: Home, options: ClusterOptions): Promise<Cluster> {
  const pair = options.pair ?? 'sound';
  const password = randomBytes(24).toString('hex');
  const count = options.nodes ?? 3;
  const etcds = await startEtcds(home);
  const [writerPort = 0, ...ports] = await freePorts(1 + 2 * count);
  const addresses = Array.from({ length: count }, (_, index) => ({
    name: `node${index + 1}`,
    port: ports[2 * index] ?? 0,
    apiPort: ports[2 * index + 1] ?? 0,
  }));
  const synchronous = options.synchronous ?? true;
  const settings = { ...options.archive?.settings, ...options.settings };
  for (const address of addresses) {
    await configureNode(home, address, { pair, synchronous, etcdHosts: etcds.hosts, password, settings });
    startNode(home, address.name, pair);
  }
  await startHaproxy(home, writerPort, addresses);
  const cluster = clusterOf({ home, pair, password, addresses, writerPort, etcds, synchronous });
  await cluster.settled();
  await options.archive?.prepare(cluster.writerUrl);
  return cluster;
}

type Parts = {
  home: Home;
  pair: Pair;
  password: string;
  addresses: readonly NodeAddress[];
  writerPort: number;
  etcds: Etcds;
  synchronous: boolean;
};

function clusterOf({ home, pair, password, addresses, writerPort, etcds, synchronous }: Parts): Cluster {
  const urlAt = (hosts: string) => `postgres://postgres:${password}@${hosts}/postgres`;
  const isRunning = (name: string) => processesIn(`${home.directory}/${name}`).length > 0;
  const nodes = addresses.map(
    ({ name, port }): ClusterNode => ({
      name,
      url: urlAt(`127.0.0.1:${port}`),
      directory: `${home.directory}/${name}`,
      kill: () => home.kill(name),
      start: () => {
        if (!isRunning(name)) startNode(home, name, pair);
      },
      freeze: () => home.freeze(name),
      thaw: () => home.thaw(name),
      thawPostgres: () => home.thaw(`${name}/data`),
      isRunning: () => isRunning(name),
    }),
  );
  const writerUrl = urlAt(`127.0.0.1:${writerPort}`);

  const members = async (): Promise<Member[]> => {
    const answers = await Promise.all(addresses.map(({ apiPort }) => findMembers(apiPort)));
    return answers.find((answer) => answer !== undefined) ?? [];
  };
  const findPrimary = async (): Promise<ClusterNode | undefined> => {
    const leader = (await members()).find(({ role }) => role === 'leader');
    return nodes.find(({ name }) => name === leader?.name);
  };
  const isSettled = async (isSynchronous: boolean) =>
    hasSettled(await members(), { count: nodes.length, synchronous: isSynchronous }) && canCommit(writerUrl);
  const wait = async <Result>(look: () => Promise<Result | undefined>, what: string): Promise<Result> => {
    for (const started = Date.now(); ; await sleep(LOOK_AGAIN_MS)) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() - started > SETTLED_WITHIN_MS) throw new Error(`${what}\n${await said(home, addresses)}`);
    }
  };
  return {
    writerUrl,
    hostsUrl: `${urlAt(addresses.map(({ port }) => `127.0.0.1:${port}`).join(','))}?target_session_attrs=read-write`,
    nodes,
    members,
    primary: () => wait(findPrimary, 'no node became primary'),
    async switchover(to) {
      const from = await wait(findPrimary, 'no node is primary');
      const apiPort = addresses.find(({ name }) => name === from.name)?.apiPort ?? 0;
      await requestSwitchover(apiPort, from.name, to?.name);
    },
    async settled(wanted = { synchronous }) {
      await wait(async () => ((await isSettled(wanted.synchronous)) ? true : undefined), 'the cluster did not settle');
    },
    killEtcd: (some) => etcds.kill(some),
    startEtcd: () => etcds.start(),
    stop: () => home.remove(),
  };
}

/** Whether one node is primary and every other one follows it; one of them synchronously, if that is asked. */
function hasSettled(
  members: readonly Member[],
  { count, synchronous }: { count: number; synchronous: boolean },
): boolean {
  const ready = members.filter(({ state }) => state === 'running' || state === 'streaming');
  const inRole = (wanted: string) => ready.filter(({ role }) => role === wanted).length;
  const isOneHistory = new Set(ready.map(({ timeline }) => timeline)).size === 1;
  return (
    ready.length === count && isOneHistory && inRole('leader') === 1 && (!synchronous || inRole('sync_standby') === 1)
  );
}

/** Whether a commit succeeds, which in strict synchronous mode means: on a standby too. */
async function canCommit(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query("select pg_logical_emit_message(true, 'probe', '')"); // writes WAL, so its commit waits
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined); // a commit that waits would hold us here
  }
}

async function said(home: Home, addresses: readonly NodeAddress[]): Promise<string> {
  const logs = await Promise.all(addresses.map(async ({ name }) => `${name}:\n${await home.said(name)}`));
  return logs.join('\n');
}
