// HAProxy in front of the nodes of a cluster, and in front of HTTP processes.
import type { Home } from './home.ts';
import { HAPROXY } from './programs.ts';

/**
 * A node that is no longer primary is left within a second, and its connections are closed. A new primary is used at
 * its first good answer.
 */
const CHECK = 'inter 500ms fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions';

type Target = { name: string; port: number; apiPort: number };

/** Starts HAProxy on a port. Connections go to the node whose Patroni says that it is the primary. */
export async function startHaproxy(home: Home, port: number, targets: readonly Target[]): Promise<void> {
  await startWith(
    home,
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
  option clitcpka
  option srvtcpka
listen writer
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server ${CHECK}
${targets.map((node) => `  server ${node.name} 127.0.0.1:${node.port} maxconn 500 check port ${node.apiPort}`).join('\n')}
`,
  );
}

/**
 * A process is left after three failed checks, which take less than a second, and used again at the first good one.
 * With fewer, a process that a busy machine delays would be left too.
 */
const HTTP_CHECK = 'inter 200ms fall 3 rise 1';

export type ProxyPorts = { port: number; statsPort: number };

/**
 * Starts HAProxy on a port, in front of HTTP processes on others. It repeats no request and keeps connections open, so
 * that a process which stops too soon fails a request. Returns the ports of the processes that it uses now.
 */
export async function startHttpProxy(
  home: Home,
  { port, statsPort }: ProxyPorts,
  ports: readonly number[],
): Promise<() => Promise<number[]>> {
  await startWith(
    home,
    `defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  timeout check 4s
  retries 0
  http-reuse always
listen http
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host cardwright
  http-check expect status 200
  default-server ${HTTP_CHECK}
${ports.map((each) => `  server ${each} 127.0.0.1:${each} check`).join('\n')}
listen stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /stats
`,
  );
  return async () => {
    const stats = await (await fetch(`http://127.0.0.1:${statsPort}/stats;csv`)).text();
    return ports.filter((each) => new RegExp(`^http,${each},.*,UP,`, 'm').test(stats));
  };
}

async function startWith(home: Home, sections: string): Promise<void> {
  await home.folder('haproxy');
  const file = await home.write('haproxy/haproxy.cfg', `global\n  maxconn 2000\n${sections}`);
  home.start('haproxy', [HAPROXY, '-db', '-f', file]);
}
