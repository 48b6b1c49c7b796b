// The environment of a journey: the whole stack with the built pages, and a browser.
import type { Mails } from '@cardwright/stack/mails.ts';
import { buildPages } from '@cardwright/stack/pages.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import type { Browser as Client } from '../../server/tests/browser.ts';
import { startWorld, type World, type WorldOptions } from '../../server/tests/world.ts';
import { openBrowser, type Visit, type Visitor } from './browser.ts';

export type House = {
  world: World;
  mails: Mails;
  portalUrl: string;
  deskUrl: string;
  /** A new visitor of the portal. */
  stranger(visit?: Visit): Promise<Visitor>;
  /** A visitor of the portal who is signed in. */
  enters(person: Client, visit?: Visit): Promise<Visitor>;
  /** A visitor of the operators' desk. */
  atDesk(visit?: Visit): Promise<Visitor>;
  /** An operator who is signed in at the desk. */
  entersDesk(operator: Pick<Client, 'jar'>, visit?: Visit): Promise<Visitor>;
  /** Ends a journey; fails with all errors of the browsers. */
  leave(): Promise<void>;
  stop(): Promise<void>;
};

type HouseOptions = Pick<WorldOptions, 'tampered'> & {
  /** Serves the portal at a name: browsers allow no passkeys at an IP address. */
  named?: true;
};

/** Another portal of the same stack. */
async function namedPortal({ stack }: World): Promise<string> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await stack.spawn('portal', port, { CARDWRIGHT_PORTAL_URL: url, CARDWRIGHT_PUBLIC_URL: stack.baseUrl });
  return url;
}

/** Starts the stack and the browser. One house serves all journeys of a file; each creates its own people. */
export async function openHouse(name: string, { named, ...options }: HouseOptions = {}): Promise<House> {
  const pages = await buildPages('production');
  const world = await startWorld({ issuer: true, portal: true, desk: true, workers: 1, pages, ...options });
  const { portalUrl: numbered = '', deskUrl = '', mails } = world.stack;
  const portalUrl = named ? await namedPortal(world) : numbered;
  if (mails === undefined) throw new Error('a stack with a portal keeps letters');
  const visitors = await openBrowser(name);
  return {
    world,
    mails,
    portalUrl,
    deskUrl,
    stranger: (visit) => visitors.visitor(portalUrl, visit),
    enters: (person, visit) => visitors.visitor(portalUrl, { ...visit, cookies: person.jar }),
    atDesk: (visit) => visitors.visitor(deskUrl, visit),
    entersDesk: ({ jar }, visit) => visitors.visitor(deskUrl, { ...visit, cookies: jar }),
    leave: () => visitors.leave(),
    async stop() {
      await visitors.stop();
      await world.stop();
    },
  };
}
