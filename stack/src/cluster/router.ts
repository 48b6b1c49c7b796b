// The router of deploy/router in front of cells, on free ports of this machine.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts, localUrl } from '../ports.ts';
import type { Home } from './home.ts';
import { HAPROXY } from './programs.ts';

const source = join(import.meta.dirname, '../../../deploy/router');

/** Parent of the cells' host names. */
const ROUTER_DOMAIN = 'example.com';

export type Router = {
  /** The API of all cells. */
  url: string;
  /** Where operators reach the desks. */
  operatorsUrl: string;
  /** Names of the backends that have a usable server. */
  usable(): Promise<string[]>;
};

export type RouterOptions = {
  /** The files of its table, by name of the cell. */
  cells: Readonly<Record<string, string>>;
  /** Variables of haproxy.cfg. */
  settings?: Record<string, string>;
  /** Changes haproxy.cfg, for planted bugs. */
  change?: (text: string) => string;
};

/** Starts HAProxy as deploy/router has it; only addresses differ. */
export async function startRouter(home: Home, { cells, settings = {}, change }: RouterOptions): Promise<Router> {
  await home.folder('router');
  await home.folder('router/cells');
  const text = await readFile(join(source, 'haproxy.cfg'), 'utf8');
  const file = await home.write('router/haproxy.cfg', change === undefined ? text : change(text));
  for (const [name, lines] of Object.entries(cells)) await home.write(`router/cells/${name}.cfg`, lines);
  const [port = 0, operatorsPort = 0, metricsPort = 0] = await freePorts(3);
  home.start('router', [HAPROXY, '-db', '-f', file, '-f', join(home.directory, 'router/cells')], {
    ROUTER_BIND: `127.0.0.1:${port}`,
    ROUTER_OPERATORS_BIND: `127.0.0.1:${operatorsPort}`,
    ROUTER_METRICS_BIND: `127.0.0.1:${metricsPort}`,
    ROUTER_UNPRIVILEGED: '1',
    ROUTER_API_HOST: '127.0.0.1',
    ROUTER_DOMAIN,
    ROUTER_CONNECTIONS: '2000', // needs no more files than a process may have here
    ROUTER_DOCS_CELL: Object.keys(cells)[0] ?? '',
    ...settings,
  });
  return {
    url: localUrl(port),
    operatorsUrl: localUrl(operatorsPort),
    async usable() {
      const metrics = await (await fetch(`${localUrl(metricsPort)}/metrics`)).text();
      return [...metrics.matchAll(/^haproxy_backend_status\{proxy="([^"]+)",state="UP"\} 1$/gm)].map(
        ([, name = '']) => name,
      );
    },
  };
}
