// HAProxy in front of the nodes: connections go to the node whose Patroni says that it is the primary.
import type { Home } from './home.ts';
import { HAPROXY } from './programs.ts';

/**
 * A node that is no longer primary is left within a second, and its connections are closed. A new primary is used at
 * its first good answer.
 */
const CHECK = 'inter 500ms fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions';

type Target = { name: string; port: number; apiPort: number };

/** Starts HAProxy on a port. */
export async function startHaproxy(home: Home, port: number, targets: readonly Target[]): Promise<void> {
  await home.folder('haproxy');
  const file = await home.write(
    'haproxy/haproxy.cfg',
    `global
  maxconn 2000
defaults
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
  home.start('haproxy', [HAPROXY, '-db', '-f', file]);
}
