// A real browser and its visitors. Every error in a page is recorded, and fails the journey unless the journey expects
// it.
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromiumOptions } from '@cardwright/stack/chromium.ts';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from '../../server/tests/until.ts';
import { type Hands, mouse } from './hands.ts';
import { keyboardAt } from './keyboard.ts';

/** Directory of screenshots, with one folder per journey file. */
export const PICTURES = join(import.meta.dirname, '../../.journeys');

export const DESKTOP = { width: 1_440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Refused requests for the session are expected: pages use them to detect a missing sign-in or second factor. */
const ordinary = [/^401 GET \/(portal|desk)\/v1\/me$/, /^403 GET \/desk\/v1\/me$/];

export type Visitor = {
  page: Page;
  /** Expects an error: `403 POST /portal/v1/keys`, or a console message. */
  expects(trouble: RegExp): void;
  /** Loses every answer to such a request, which arrives once; returns how often it was sent. */
  losesAnswers(address: string): Promise<() => number>;
  /** Unexpected errors since the last call. */
  troubles(): readonly string[];
  /** Opens an address: a path of this site, or a full URL. */
  opens(address: string): Promise<void>;
  /** Types into the field with this label, in the dialog with this title if given. */
  types(label: string, text: string, dialog?: string): Promise<void>;
  /** Presses the button with this name. */
  presses(name: string | RegExp, dialog?: string): Promise<void>;
  /** Follows the link with this name. */
  follows(name: string | RegExp): Promise<void>;
  /** Activates an element that the journey located itself. */
  activates(target: Locator): Promise<void>;
  /** Selects the radio button or checkbox with this label. */
  ticks(label: string, dialog?: string): Promise<void>;
  /** Selects an option of the list with this label. */
  picks(label: string, option: string): Promise<void>;
  /** Selects days of the first month in the calendar with this name. */
  picksDays(calendar: RegExp, days: readonly string[]): Promise<void>;
  /** Dismisses a dialog, without effect. */
  leaves(dialog: string): Promise<void>;
  /** Waits until the text appears. */
  sees(words: string | RegExp, dialog?: string): Promise<void>;
  /** Waits for the page with this title. */
  arrives(title: string | RegExp): Promise<void>;
  /** Waits until a dialog is closed. */
  closed(dialog: string): Promise<void>;
  /** Takes a screenshot. */
  pictures(name: string): Promise<void>;
  /** Expects no accessibility violations on the page. */
  isAccessible(): Promise<void>;
};

export type Visit = {
  width?: number;
  height?: number;
  cookies?: ReadonlyMap<string, string>;
  /** Input device of the visitor; a mouse by default. */
  hands?: 'mouse' | 'keyboard';
  /** How long a keyboard visitor waits for the focus, if not the default. */
  patienceMs?: number;
};

/** For journeys that must work with both devices. */
export const bothHands = ['mouse', 'keyboard'] as const;

export type Visitors = {
  /** A visitor with a separate browser context, at one of our sites. */
  visitor(site: string, visit?: Visit): Promise<Visitor>;
  /** Fails with all errors of the browsers since the last call, and closes them. */
  leave(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the browser; `name` is the folder of its screenshots. */
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
    // Shows where a failed journey ended.
    const path = join(folder, `end-${ends++}.png`);
    await page.screenshot({ path, animations: 'disabled' }).catch(() => troubles.push('the page hangs'));
    await context.close();
    return unexpected();
  };
  const own = hands === 'keyboard' ? await keyboardAt(page, patienceMs) : mouse;
  const visitor: Visitor = {
    page,
    expects: (trouble) => void expected.push(trouble),
    losesAnswers: async (address) => {
      let sent = 0;
      await page.route(address, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        sent += 1;
        expected.push(new RegExp(`^no answer: POST ${new URL(route.request().url()).pathname} `));
        if (sent === 1) await route.fetch();
        return route.abort('connectionreset');
      });
      return () => sent;
    },
    troubles: unexpected,
    async opens(address) {
      await page.goto(new URL(address, site).href);
      own.arrived();
    },
    ...actionsOf(page, own),
    ...eyesOf(page, own, join(folder, hands === 'keyboard' ? 'keyboard' : '')),
  };
  return { visitor, leave };
}

/** Records every console error, refused request and request to another site. */
function watch(page: Page, site: string, troubles: string[]): void {
  const tell = (trouble: string) => void troubles.push(trouble);
  const pathOf = (url: string) => (url.startsWith(`${site}/`) ? new URL(url).pathname : url);
  page.on('console', (message) => {
    // The console repeats each refused response, without its path.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) tell(message.text());
  });
  page.on('pageerror', (error) => tell(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (!new RegExp(`^(${site}/|data:|blob:)`).test(request.url())) tell(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Leaving a page aborts its requests.
    if (why !== 'net::ERR_ABORTED') tell(`no answer: ${request.method()} ${pathOf(request.url())} ${why}`);
  });
  page.on('response', (response) => {
    const asked = `${response.request().method()} ${pathOf(response.url())}`;
    if (response.status() >= 400) return tell(`${response.status()} ${asked}`);
    // A busy server makes the page retry, which succeeded.
    while (troubles.includes(`503 ${asked}`)) troubles.splice(troubles.indexOf(`503 ${asked}`), 1);
  });
}

const partOf = (page: Page, dialog: string | undefined): Page | Locator =>
  dialog === undefined ? page : page.getByRole('dialog', { name: dialog, exact: true });

type Actions = Pick<
  Visitor,
  'types' | 'presses' | 'follows' | 'activates' | 'ticks' | 'picks' | 'picksDays' | 'leaves'
>;

function actionsOf(page: Page, hands: Hands): Actions {
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
