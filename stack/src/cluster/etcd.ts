// etcd: three servers that agree on who is the primary.
import { freePorts } from '../ports.ts';
import type { Home } from './home.ts';
import { ETCD } from './programs.ts';

export type Etcds = {
  /** Host and port of each, for clients. */
  hosts: string[];
  /** Kills some of them; without a number all. Two of three stop the majority. */
  kill(count?: number): Promise<void>;
  /** Starts those that were killed, on their data. */
  start(): void;
};

/** Faster than the defaults (100 and 1,000 ms): everything is on one machine. */
const HEARTBEAT_MS = 100;
const ELECTION_MS = 1_000;

/** Starts etcd servers. */
export async function startEtcds(home: Home, count = 3): Promise<Etcds> {
  const ports = await freePorts(2 * count);
  const servers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `etcd${index + 1}`;
      const data = await home.folder(name);
      const [client = 0, peer = 0] = ports.slice(2 * index, 2 * index + 2);
      return { name, data, client: `127.0.0.1:${client}`, peer: `http://127.0.0.1:${peer}` };
    }),
  );
  const members = servers.map(({ name, peer }) => `${name}=${peer}`).join(',');
  const start = ({ name, data, client, peer }: (typeof servers)[number]) =>
    home.start(name, [
      ETCD,
      `--name=${name}`,
      `--data-dir=${data}/data`,
      `--initial-cluster=${members}`,
      `--listen-client-urls=http://${client}`,
      `--advertise-client-urls=http://${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--heartbeat-interval=${HEARTBEAT_MS}`,
      `--election-timeout=${ELECTION_MS}`,
      '--log-level=warn',
    ]);
  servers.forEach(start);
  const killed = new Set<(typeof servers)[number]>();
  return {
    hosts: servers.map(({ client }) => client),
    async kill(some = count) {
      const chosen = servers.slice(0, some);
      await Promise.all(chosen.map(({ name }) => home.kill(name)));
      for (const server of chosen) killed.add(server);
    },
    start() {
      for (const server of killed) start(server);
      killed.clear();
    },
  };
}
