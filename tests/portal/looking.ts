// Looking at a page as everybody has it: light and dark, at a desk and on a phone. Whatever is wrong is named together.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../../server/tests/until.ts';
import { DESKTOP, PHONE, PICTURES } from './browser.ts';

/** Every way to look; the first is how a page is opened, and `again` is a width in its other scheme. */
const ways = [
  { name: 'light-desktop', colorScheme: 'light', size: DESKTOP, again: false },
  { name: 'dark-desktop', colorScheme: 'dark', size: DESKTOP, again: true },
  { name: 'dark-phone', colorScheme: 'dark', size: PHONE, again: false },
  { name: 'light-phone', colorScheme: 'light', size: PHONE, again: true },
] as const;

/** Where the documentation has its pictures. Only whoever asks for it renews them: each run differs in its times. */
const DOCUMENTED = join(import.meta.dirname, '../../docs/pictures');
const KEEPS = process.env['CARDWRIGHT_KEEP_PICTURES'] === '1';

/** What is still coming: shapes of it, and whatever says that it is busy. */
const COMING = '.mantine-Skeleton-root, [aria-busy="true"], [data-loading="true"]';

/** A page that shows its last word says the same for so long. */
const STILL_MS = 120;

/** Waits until a page has a title and nothing is loading any more: in the dialog that has the focus, where one is open. */
export async function rests(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const dialog = page.locator('[role="dialog"]:focus-within');
  const end = performance.now() + PATIENCE_MS;
  for (let since = performance.now(); performance.now() - since < STILL_MS; await sleep(STILL_MS / 4)) {
    const coming = ((await dialog.count()) > 0 ? dialog : page).locator(COMING);
    if ((await coming.count()) === 0) continue;
    since = performance.now();
    if (since > end) throw new Error(`still loading: ${(await coming.first().innerHTML()).slice(0, 200)}`);
  }
}

export type Look = {
  /** Names the pictures. */
  name: string;
  /** Names of the pictures that the documentation shows, by the way in which it is looked at. */
  kept?: Partial<Record<(typeof ways)[number]['name'], string>>;
};

/** Looks in every way; answers everything that is wrong, each with the way in which it is. */
export async function look(page: Page, { name, kept = {} }: Look): Promise<string[]> {
  const wrong: string[] = [];
  await stopMotion(page);
  for (const way of ways) {
    await page.emulateMedia({ colorScheme: way.colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(way.size);
    const found = [...(await faultsOf(page)), ...(await violations(page, way))];
    wrong.push(...found.map((fault) => `${way.name}: ${fault}`));
    const path = join(PICTURES, 'every-page', `${name}-${way.name}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    const shown = kept[way.name];
    if (shown !== undefined && KEEPS) await page.screenshot({ path: join(DOCUMENTED, `${shown}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(DESKTOP);
  await page.keyboard.press('Shift'); // from now on focus is shown as to somebody with a keyboard
  return [...wrong, ...(await unseenFocus(page))];
}

/** What the colours decide. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds: every rule, or of a width that was looked at before only what another scheme can change. */
async function violations(
  page: Page,
  { size, again }: Pick<(typeof ways)[number], 'size' | 'again'>,
): Promise<string[]> {
  // One frame, and scripts of our own only: the way that opens no second page is enough, and several times as fast.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (again) axe.withRules(colourRules);
  else axe.options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: size === PHONE } } });
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

/** Lets everything look at once as it will: colours that glide have no contrast of their own. */
async function stopMotion(page: Page): Promise<void> {
  await page.locator('html').evaluate(({ ownerDocument: document }) => {
    const still = new document.defaultView.CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets = [still];
  });
}

/** What no rule of axe is about: the width, the titles, and words that are cut off. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.locator('html').evaluate((root) => {
    const { ownerDocument: document } = root;
    const faults: string[] = [];
    if (root.scrollWidth > root.clientWidth)
      faults.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    const titles = document.querySelectorAll('h1').length;
    if (titles !== 1) faults.push(`${titles} titles`);
    if (!/^\S.+ · Cardwright$/.test(document.title)) faults.push(`the document is called ${document.title}`);
    for (const element of document.querySelectorAll('main *, [role="dialog"] *')) {
      const { overflowX, textOverflow, position } = document.defaultView.getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
      if (isCut && overflowX === 'hidden' && textOverflow !== 'ellipsis' && position !== 'absolute')
        faults.push(`cut off: ${element.outerHTML.slice(0, 160)}`);
      if (isCut && overflowX === 'auto' && element.querySelector('table') !== null)
        faults.push(`a table ${element.scrollWidth - element.clientWidth} px too wide`);
    }
    return faults;
  });

/** Gives everything the focus in turn, and names what does not show it. */
const unseenFocus = (page: Page): Promise<string[]> =>
  page.locator('html').evaluate(({ ownerDocument: document }) => {
    type Element = typeof document.body;
    const looksOf = (element: Element) => {
      if (element === null) return '';
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } =
        document.defaultView.getComputedStyle(element);
      return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor].join(' ');
    };
    // What cannot be seen itself, such as the field of a checkbox, shows its focus on what stands beside or around it.
    const shownBy = (element: Element) =>
      [element, element.nextElementSibling, element.parentElement].map(looksOf).join(' / ');
    const part = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
    const unseen: string[] = [];
    for (const element of part.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')) {
      const isOff = element.matches(':disabled') || element.tabIndex < 0;
      if (isOff || element.getClientRects().length === 0 || element.closest('[aria-hidden="true"]') !== null) continue;
      document.activeElement?.blur();
      const before = shownBy(element);
      element.focus();
      if (document.activeElement === element && shownBy(element) === before)
        unseen.push(`its focus is not seen: ${element.outerHTML.slice(0, 160)}`);
    }
    return unseen;
  });
