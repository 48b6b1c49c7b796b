// A real browser, and whoever sits in front of it. Whatever goes wrong in a page is kept, and fails the journey unless
// the journey is about just that.
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromiumOptions } from '@cardwright/stack/chromium.ts';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from '../../server/tests/until.ts';
import { type Hands, mouse } from './hands.ts';
import { keyboardAt } from './keyboard.ts';

/** Where pictures are kept, a folder for each file of journeys. */
export const PICTURES = join(import.meta.dirname, '../../.journeys');

export const DESKTOP = { width: 1_280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** Asking who is signed in is how a page finds out that nobody is, or that the second factor is still missing. */
const ordinary = [/^401 GET \/(portal|desk)\/v1\/me$/, /^403 GET \/desk\/v1\/me$/];

export type Visitor = {
  page: Page;
  /** The journey is about this: `403 POST /portal/v1/keys`, or what the console says. */
  expects(trouble: RegExp): void;
  /** What went wrong since this was asked last, and was not expected. */
  troubles(): readonly string[];
  /** Opens an address: of this site, or a whole one. */
  opens(address: string): Promise<void>;
  /** Types into the field with this label, in the dialog with this title where one is named. */
  types(label: string, text: string, dialog?: string): Promise<void>;
  /** Presses the button with this name. */
  presses(name: string | RegExp, dialog?: string): Promise<void>;
  /** Follows the link with this name. */
  follows(name: string | RegExp): Promise<void>;
  /** Presses or follows what the journey found by itself. */
  activates(target: Locator): Promise<void>;
  /** Chooses the one of several with this label, or says yes to it. */
  ticks(label: string, dialog?: string): Promise<void>;
  /** Takes an option of the list with this label. */
  picks(label: string, option: string): Promise<void>;
  /** Takes days of the month that the calendar with this name shows first. */
  picksDays(calendar: RegExp, days: readonly string[]): Promise<void>;
  /** Turns away from a dialog, which does nothing then. */
  leaves(dialog: string): Promise<void>;
  /** Waits until the words stand somewhere. */
  sees(words: string | RegExp, dialog?: string): Promise<void>;
  /** Waits until this is the title of the page. */
  arrives(title: string | RegExp): Promise<void>;
  /** Waits until a dialog is gone. */
  closed(dialog: string): Promise<void>;
  /** Keeps what the page looks like. */
  pictures(name: string): Promise<void>;
  /** Expects that nothing on the page keeps anybody from using it. */
  isAccessible(): Promise<void>;
};

export type Visit = {
  width?: number;
  height?: number;
  cookies?: ReadonlyMap<string, string>;
  /** What the visitor has at hand: a mouse, unless told otherwise. */
  hands?: 'mouse' | 'keyboard';
  /** How long somebody with a keyboard waits for the focus, if not as long as everybody. */
  patienceMs?: number;
};

/** For journeys that must go well with either. */
export const bothHands = ['mouse', 'keyboard'] as const;

export type Visitors = {
  /** Somebody with a browser of their own, at one of our sites. */
  visitor(site: string, visit?: Visit): Promise<Visitor>;
  /** Fails with everything that went wrong in the browsers since the last time, and closes them. */
  leave(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the browser; `name` is the folder of its pictures. */
export async function openBrowser(name: string): Promise<Visitors> {
  const browser = await chromium.launch(chromiumOptions());
  let leaving: (() => Promise<readonly string[]>)[] = [];
  return {
    async visitor(site, visit = {}) {
      const { visitor, leave } = await arrive(browser, { site, folder: join(PICTURES, name), ...visit });
      leaving.push(leave);
      return visitor;
    },
    async leave() {
      const all = leaving;
      leaving = [];
      const troubles = await Promise.all(all.map((leave) => leave()));
      expect(troubles.flat(), 'what went wrong in the browser').toEqual([]);
    },
    stop: () => browser.close(),
  };
}

let ends = 1;

type Arriving = Visit & { site: string; folder: string };

async function arrive(browser: Browser, { site, folder, width, height, cookies, hands, patienceMs }: Arriving) {
  const context = await browser.newContext({
    viewport: { width: width ?? DESKTOP.width, height: height ?? DESKTOP.height },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addCookies([...(cookies ?? [])].map(([name, value]) => ({ name, value, url: site })));
  const expected: RegExp[] = [...ordinary];
  const troubles: string[] = [];
  const page = await context.newPage();
  watch(page, site, troubles);
  const unexpected = () => troubles.splice(0).filter((trouble) => !expected.some((pattern) => pattern.test(trouble)));
  const leave = async () => {
    // Whoever looks for why a journey failed sees where it ended.
    const path = join(folder, `end-${ends++}.png`);
    await page.screenshot({ path, animations: 'disabled' }).catch(() => troubles.push('the page hangs'));
    await context.close();
    return unexpected();
  };
  const own = hands === 'keyboard' ? await keyboardAt(page, patienceMs) : mouse;
  const visitor: Visitor = {
    page,
    expects: (trouble) => void expected.push(trouble),
    troubles: unexpected,
    async opens(address) {
      await page.goto(new URL(address, site).href);
      own.arrived();
    },
    ...actsOf(page, own),
    ...eyesOf(page, own, join(folder, hands === 'keyboard' ? 'keyboard' : '')),
  };
  return { visitor, leave };
}

/** Notes every console error, refused request and request to anybody else. */
function watch(page: Page, site: string, troubles: string[]): void {
  const tell = (trouble: string) => void troubles.push(trouble);
  const pathOf = (url: string) => (url.startsWith(`${site}/`) ? new URL(url).pathname : url);
  page.on('console', (message) => {
    // The browser repeats each refused answer there, without its path.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) tell(message.text());
  });
  page.on('pageerror', (error) => tell(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (!new RegExp(`^(${site}/|data:|blob:)`).test(request.url())) tell(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left ends what it was asking for.
    if (why !== 'net::ERR_ABORTED') tell(`no answer: ${request.method()} ${pathOf(request.url())} ${why}`);
  });
  page.on('response', (response) => {
    const asked = `${response.request().method()} ${pathOf(response.url())}`;
    if (response.status() >= 400) return tell(`${response.status()} ${asked}`);
    // A busy server tells the page to ask again later. It did, and all is well.
    while (troubles.includes(`503 ${asked}`)) troubles.splice(troubles.indexOf(`503 ${asked}`), 1);
  });
}

const partOf = (page: Page, dialog: string | undefined): Page | Locator =>
  dialog === undefined ? page : page.getByRole('dialog', { name: dialog, exact: true });

type Acts = Pick<Visitor, 'types' | 'presses' | 'follows' | 'activates' | 'ticks' | 'picks' | 'picksDays' | 'leaves'>;

function actsOf(page: Page, hands: Hands): Acts {
  return {
    types: (label, text, dialog) => hands.writes(partOf(page, dialog).getByLabel(label, { exact: true }), text),
    presses: (name, dialog) => hands.activates(partOf(page, dialog).getByRole('button', { name, exact: true })),
    follows: (name) => hands.activates(page.getByRole('link', { name, exact: true })),
    activates: (target) => hands.activates(target),
    ticks: (label, dialog) => hands.ticks(partOf(page, dialog).getByLabel(label, { exact: true })),
    picks: (label, option) => hands.picks(page.locator('input').and(page.getByLabel(label, { exact: true })), option),
    picksDays: (calendar, days) => hands.picksDays(page.getByRole('button', { name: calendar }), days),
    leaves: (dialog) => hands.leaves(page.getByRole('dialog', { name: dialog, exact: true })),
  };
}

type Eyes = Pick<Visitor, 'sees' | 'arrives' | 'closed' | 'pictures' | 'isAccessible'>;

function eyesOf(page: Page, hands: Hands, folder: string): Eyes {
  return {
    async sees(words, dialog) {
      await partOf(page, dialog).getByText(words).filter({ visible: true }).first().waitFor();
      await hands.saw();
    },
    async arrives(title) {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await hands.saw(true);
    },
    async closed(dialog) {
      await page.getByRole('dialog', { name: dialog, exact: true }).waitFor({ state: 'detached' });
      await hands.saw();
    },
    pictures: async (name) => {
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
    },
    async isAccessible() {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const shown = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      expect(shown, `what keeps people from using ${page.url()}`).toEqual([]);
    },
  };
}
