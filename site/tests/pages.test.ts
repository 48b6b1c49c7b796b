// Every page of the built site in a real browser: accessible in both colour schemes, small, and without third parties.
import { existsSync, globSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromiumOptions } from '@cardwright/stack/chromium.ts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../build/serve.ts';

const dist = join(import.meta.dirname, '../dist');

/** What a page needs at its first load: a second on a slow line. */
const MOST_BYTES = 150 * 1024;

/** Pages open at the same time: one draws while another is checked. */
const AT_ONCE = 3;

/** Rules that depend on colours; the others are checked in one scheme only. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The addresses of all pages. */
const addresses = globSync('**/*.html', { cwd: dist })
  .map((file) => (file === '404.html' ? '/404.html' : `/${dirname(file)}/`.replace('/./', '/')))
  .toSorted();

/**
 * `CARDWRIGHT_PAGES=2/12` checks the second of twelve shares of the generated pages, which come from a few templates. Pages
 * that are written by hand are always checked.
 */
const [share = 1, shares = 1] = (process.env['CARDWRIGHT_PAGES'] ?? '1/1').split('/').map(Number);
const isByHand = (address: string) => /^\/(|quickstart\/|concepts\/.*|guides\/.*|sandbox\/.*|404.html)$/.test(address);
const selected = addresses.filter((address, index) => isByHand(address) || index % shares === share - 1);

/** Only ends a test that hangs: all pages take minutes on two cores. */
const LONGEST_MS = 1_800_000;

let server: Server;
let browser: Browser;
let site: string;
beforeAll(async () => {
  server = await serve(dist, 0);
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch(chromiumOptions());
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Runs the work for every selected page, several at a time, each in a browser without a cache. */
async function onEveryPage(work: (page: Page, address: string) => Promise<string[]>): Promise<string[]> {
  const left = [...selected];
  const faults: string[] = [];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' });
      const page = await context.newPage();
      const found = await work(page, address);
      faults.push(...found.map((fault) => `${address}: ${fault}`));
      await context.close();
    }
  });
  await Promise.all(workers);
  return faults;
}

test('there are pages to check', () => expect(addresses.length).toBeGreaterThan(150));

test('no page has a violation in either scheme, is too large, or asks another host', {
  timeout: LONGEST_MS,
}, async () => {
  const faults = await onEveryPage(async (page, address) => {
    const found: string[] = [];
    const loaded: Promise<number>[] = [];
    page.on('pageerror', (error) => found.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(site) && !request.url().startsWith('data:')) found.push(`asks ${request.url()}`);
    });
    page.on('requestfinished', (request) => {
      loaded.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize));
    });
    await page.goto(site + address, { waitUntil: 'load' });
    const width = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    if (width > 0) found.push(`${width} px too wide`);
    found.push(...(await violationsOf(page)));
    await page.locator('html').evaluate((root) => root.setAttribute('data-theme', 'dark'));
    found.push(...(await violationsOf(page, colourRules)).map((fault) => `dark: ${fault}`));
    const bytes = (await Promise.all(loaded)).reduce((sum, each) => sum + each, 0);
    if (bytes > MOST_BYTES || bytes === 0) found.push(`${Math.ceil(bytes / 1024)} KB at its first load`);
    return found;
  });
  expect(faults).toEqual([]);
});

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (rules !== undefined) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

test('a search finds a guide', async () => {
  const page = await browser.newPage();
  await page.goto(`${site}/`);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('textbox', { name: 'Search' }).fill('unknown outcome');
  await page.getByRole('link', { name: 'Operations and unknown outcomes' }).first().waitFor();
  await page.close();
});

test('every page is also Markdown, and llms.txt leads to all of them', () => {
  const pages = addresses.filter((address) => address !== '/404.html');
  const markdown = pages.map((address) => (address === '/' ? '/index.md' : `${address.slice(0, -1)}.md`));
  expect(markdown.filter((file) => !existsSync(join(dist, file)))).toEqual([]);
  const index = readFileSync(join(dist, 'llms.txt'), 'utf8');
  expect(markdown.filter((file) => file !== '/index.md' && !index.includes(`(${file})`))).toEqual([]);
  const linked = Array.from(index.matchAll(/\]\((\/[^)]+)\)/g), ([, file = '']) => file);
  expect(linked.filter((file) => !existsSync(join(dist, file)))).toEqual([]);
  const full = readFileSync(join(dist, 'llms-full.txt'), 'utf8');
  const sources = Array.from(full.matchAll(/^# .+\n\nSource: (\S+)$/gm), ([, address = '']) => address);
  expect(sources.toSorted()).toEqual(pages.filter((address) => !/^\/(operate|change)\//.test(address)));
});

test('every link to a file of the site leads to it', () => {
  const broken = addresses.flatMap((address) => {
    const html = readFileSync(join(dist, address.endsWith('/') ? `${address}index.html` : address), 'utf8');
    return Array.from(html.matchAll(/ href="(\/[^"#?]*)/g), ([, target = '']) => target)
      .filter((target) => !existsSync(join(dist, target.endsWith('/') ? `${target}index.html` : target)))
      .map((target) => `${address}: ${target}`);
  });
  expect(broken).toEqual([]);
});
