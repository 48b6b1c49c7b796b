// Visits pages in a real browser, each in a fresh profile, and measures the time inside the page.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromiumOptions } from '@cardwright/stack/chromium.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Visit, Wanted, Way } from './visits.ts';

/** Reported by `clock.mjs` inside the page. */
type Seen = { ms: number; nodes: number; requests: number; bytes: number; slowestMs: number; slowest: string };

/** One visit of one round, and the time of the bare page next to it. */
export type Taken = { visit: string; how: 'opened' | 'walked'; bareMs: number } & Seen;

const CLOCK = fileURLToPath(new URL('clock.mjs', import.meta.url));

/** The minimal page: every page takes at least this long in this browser and on this machine. */
const BARE = '<!doctype html><title>Bare</title><h1>Bare</h1><input>';

export type Visitors = {
  /** Signs in once; later visits reuse the session. */
  signIn(person: { email: string; password: string }): Promise<void>;
  /** Opens the page directly, and navigates to it from another page, where the visit defines these. */
  visit(visit: Visit): Promise<Taken[]>;
  /** How long it takes from a click to the file that it downloads. */
  download(address: string, files: readonly string[]): Promise<Record<string, number>>;
  close(): Promise<void>;
};

/** Starts the browser and a server for the bare page. */
export async function openVisitors(site: string): Promise<Visitors> {
  const browser = await chromium.launch(chromiumOptions());
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(BARE));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bare = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let state: Awaited<ReturnType<BrowserContext['storageState']>> = { cookies: [], origins: [] };
  const inside = <Answer>(work: (page: Page) => Promise<Answer>) => asStranger(browser, { site, state }, work);
  const bareMs = async () => (await inside((page) => open(page, bare, { title: 'Bare', sees: ['input'] }))).ms;
  return {
    async signIn(person) {
      state = await inside((page) => signIn(page, person));
    },
    async visit({ name, address, way, ...wanted }) {
      const taken: Taken[] = [];
      const beside = await bareMs();
      const note = async (how: Taken['how'], work: (page: Page) => Promise<Seen>) => {
        const seen = await inside(work).catch((error: unknown) => {
          throw new Error(`${name}, ${how}: the page was never usable`, { cause: error });
        });
        taken.push({ visit: name, how, bareMs: beside, ...seen });
      };
      if (address !== undefined) await note('opened', (page) => open(page, address, wanted));
      if (way !== undefined) await note('walked', (page) => walk(page, way, wanted));
      return taken;
    },
    download: (address, files) => inside((page) => download(page, address, files)),
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page in a browser that keeps nothing but the session. */
async function asStranger<Answer>(
  browser: Browser,
  { site, state }: { site: string; state: Awaited<ReturnType<BrowserContext['storageState']>> },
  work: (page: Page) => Promise<Answer>,
): Promise<Answer> {
  const context = await browser.newContext({
    baseURL: site,
    storageState: state,
    viewport: { width: 1_280, height: 860 },
    locale: 'en-GB',
    acceptDownloads: true,
  });
  try {
    await context.addInitScript({ path: CLOCK });
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const watch = (page: Page, wanted: Wanted & { from: 'navigation' | 'action' }): Promise<Seen> =>
  page.evaluate<Seen>(`pageClock.watch(${JSON.stringify(wanted)})`);

async function open(page: Page, address: string, wanted: Wanted): Promise<Seen> {
  await page.goto(address, { waitUntil: 'commit' });
  return watch(page, { ...wanted, from: 'navigation' });
}

/** Only the last action counts: the steps before it are not timed. */
async function walk(page: Page, way: Way, wanted: Wanted): Promise<Seen> {
  const { from, first = [], click, choose, type, back } = way;
  const needed = first[0] ?? click ?? choose?.field ?? type?.field;
  const { changes } = wanted;
  const sees = [needed, changes].filter((selector) => selector !== undefined);
  await open(page, from, { title: '.', sees });
  for (const selector of first) await page.locator(selector).first().click();
  if (back) {
    const { pathname } = new URL(from, page.url());
    await page.waitForURL((url) => url.pathname !== pathname);
    await watch(page, { title: '.', sees: [], from: 'navigation' });
  }
  const act = async () => {
    if (click !== undefined) await page.locator(click).first().click();
    if (choose !== undefined) await page.locator(choose.field).selectOption(choose.value);
    if (type !== undefined) await page.locator(type.field).fill(type.text);
    if (back) await page.evaluate('history.back()');
  };
  const [seen] = await Promise.all([watch(page, { ...wanted, from: 'action' }), act()]);
  return seen;
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/sign-in');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/overview');
  return page.context().storageState();
}

async function download(page: Page, address: string, files: readonly string[]): Promise<Record<string, number>> {
  await open(page, address, { title: '.', sees: ['main tbody tr'] });
  const times: Record<string, number> = {};
  for (const name of files) {
    await page.getByRole('button', { name: 'Download' }).click();
    const started = performance.now();
    const choose = () => page.getByRole('menuitem', { name }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), choose()]);
    await file.path();
    times[name] = performance.now() - started;
  }
  return times;
}
