// Two processes of each kind behind plain proxies, which a roll replaces one after the other.
import { type ProxyPorts, startHttpProxy } from '@cardwright/stack/cluster/haproxy.ts';
import { type Home, openHome } from '@cardwright/stack/cluster/home.ts';
import { freePort, freePorts, localUrl } from '@cardwright/stack/ports.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { until } from '../../../server/tests/until.ts';

type Kind = 'api' | 'worker' | 'portal' | 'desk';

const kinds: readonly Kind[] = ['api', 'worker', 'portal', 'desk'];
const served = ['api', 'portal', 'desk'] as const;

type Proxy = { url: string; used: () => Promise<number[]>; home: Home };

export type Fleet = {
  /** The addresses of the proxies. */
  urls: Record<(typeof served)[number], string>;
  /** Replaces every process, one after the other. */
  roll(settingsOf: (kind: Kind) => Record<string, string>): Promise<void>;
  /** What the proxies logged, to explain a failure. */
  said(): Promise<string>;
  close(): Promise<void>;
};

/** Adds a second portal and a second desk to a stack with two API processes and two workers, and the proxies. */
export async function openFleet(stack: Stack): Promise<Fleet> {
  const addressOf = (url: string | undefined) => Number(new URL(url ?? '').port);
  const ports = {
    api: stack.baseUrls.map(addressOf),
    portal: [addressOf(stack.portalUrl), await freePort()],
    desk: [addressOf(stack.deskUrl), await freePort()],
    worker: [],
  };
  // Both processes have the address that people know.
  const own: Record<Kind, Record<string, string>> = {
    api: {},
    worker: {},
    portal: { CARDWRIGHT_PORTAL_URL: stack.portalUrl ?? '', CARDWRIGHT_PUBLIC_URL: stack.baseUrl },
    desk: { CARDWRIGHT_DESK_URL: stack.deskUrl ?? '' },
  };
  const running = (kind: Kind) => stack.processes.filter(({ role }) => role === kind);
  const fleet: Record<Kind, RunningProcess[]> = {
    api: running('api'),
    worker: running('worker'),
    portal: [...running('portal'), await stack.spawn('portal', ports.portal[1], own.portal)],
    desk: [...running('desk'), await stack.spawn('desk', ports.desk[1], own.desk)],
  };
  const proxies = Object.fromEntries(
    await Promise.all(served.map(async (kind) => [kind, await openProxy(kind, ports[kind])] as const)),
  ) as Record<(typeof served)[number], Proxy>;
  const allUsed = () =>
    Promise.all(
      Object.values(proxies).map(({ used }) =>
        until(
          () => used().catch(() => []),
          ({ length }) => length === 2,
        ),
      ),
    );
  await allUsed();
  return {
    urls: { api: proxies.api.url, portal: proxies.portal.url, desk: proxies.desk.url },
    async roll(settingsOf) {
      for (const slot of [0, 1]) {
        for (const kind of kinds) {
          const old = fleet[kind][slot];
          await old?.stop();
          if (old?.child.exitCode !== 0) throw new Error(`${kind} ended with ${old?.child.exitCode}`);
          fleet[kind][slot] = await stack.spawn(kind, ports[kind][slot], { ...settingsOf(kind), ...own[kind] });
          await allUsed(); // an orchestrator waits for this too
        }
      }
    },
    said: async () => (await Promise.all(Object.values(proxies).map(({ home }) => home.said('haproxy')))).join('\n'),
    async close() {
      await Promise.all(Object.values(proxies).map(({ home }) => home.remove()));
    },
  };
}

async function openProxy(kind: string, ports: readonly number[]): Promise<Proxy> {
  const home = await openHome(`rolling-${kind}`);
  const [port = 0, statsPort = 0] = await freePorts(2);
  const own: ProxyPorts = { port, statsPort };
  return { url: localUrl(port), used: await startHttpProxy(home, own, ports), home };
}
