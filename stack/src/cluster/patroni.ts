// Patroni: one process for each node, which starts Postgres there and makes it primary or standby.
import type { Home } from './home.ts';
import { type Pair, POSTGRES_BIN, PYTHON, patroniOf } from './programs.ts';

export type NodeAddress = { name: string; port: number; apiPort: number };

export type PatroniOptions = {
  pair: Pair;
  /** False: standbys follow asynchronously, and a failover may lose acknowledged commits. */
  synchronous: boolean;
  etcdHosts: readonly string[];
  password: string;
  /** Settings of Postgres beside those below. */
  settings: Record<string, string>;
};

/**
 * A dead primary is replaced once its key in etcd is `ttl` seconds old. Patroni 4 accepts no less than 20, with 3 for
 * `retry_timeout`.
 */
const TIMES = { ttl: 20, loop_wait: 1, retry_timeout: 3 };

/** With these, a frozen primary that woke took the key back in two of two rounds, and hundreds of rows were lost. */
const UNSOUND_TIMES = { ttl: 10, loop_wait: 2, retry_timeout: 3 };

/** Larger than what any proof writes while a standby is away. */
const LARGEST_LAG_BYTES = 64 * 1024 * 1024;

/** Small, because three of them share a machine with everything else. */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  max_wal_size: '512MB',
  max_wal_senders: '10',
  max_worker_processes: '4',
  wal_log_hints: 'on',
  // The default of five seconds is how long a standby would wait before it follows the new primary.
  wal_retrieve_retry_interval: '500ms',
};

/** A node as Patroni sees it. */
export type Member = { name: string; role: string; state: string; timeline?: number };

/** Writes the configuration of a node. */
export async function configureNode(home: Home, node: NodeAddress, options: PatroniOptions): Promise<void> {
  const folder = await home.folder(node.name);
  const address = `127.0.0.1:${node.port}`;
  const api = `127.0.0.1:${node.apiPort}`;
  const login = { username: 'postgres', password: options.password };
  const configuration = {
    scope: 'cardwright',
    name: node.name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: options.etcdHosts },
    bootstrap: {
      dcs: {
        ...(options.pair === 'sound' ? TIMES : UNSOUND_TIMES),
        maximum_lag_on_failover: LARGEST_LAG_BYTES,
        synchronous_mode: options.synchronous,
        synchronous_mode_strict: options.synchronous,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { ...SETTINGS, ...options.settings } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: `${folder}/data`,
      bin_dir: POSTGRES_BIN,
      pgpass: `${folder}/pgpass`,
      authentication: { superuser: login, replication: { username: 'replicator', password: options.password } },
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
  await home.write(`${node.name}/patroni.yml`, JSON.stringify(configuration)); // JSON is YAML
}

/** Starts Patroni on a node, which starts Postgres. */
export function startNode(home: Home, name: string, pair: Pair): void {
  home.start(name, [PYTHON, '-m', 'patroni', `${home.directory}/${name}/patroni.yml`], patroniOf(pair));
}

/** The nodes as the Patroni at this port sees them; undefined if it does not answer. */
export async function findMembers(apiPort: number): Promise<Member[] | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await answer.json()) as { members: Member[] }).members;
  } catch {
    return undefined;
  }
}

/** Asks for a planned change of the primary; throws with Patroni's reason if it refuses. */
export async function requestSwitchover(apiPort: number, leader: string, candidate: string | undefined): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${apiPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader, ...(candidate === undefined ? {} : { candidate }) }),
  });
  if (answer.status !== 200) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
}
