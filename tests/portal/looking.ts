// Checks a page in light and dark, on desktop and phone. All faults are reported together.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../../server/tests/until.ts';
import { DESKTOP, PHONE, PICTURES } from './browser.ts';

/** All variants; a page is opened in the first, and `again` marks a width in its other colour scheme. */
export const ways = [
  { name: 'light-desktop', colorScheme: 'light', size: DESKTOP, again: false },
  { name: 'dark-desktop', colorScheme: 'dark', size: DESKTOP, again: true },
  { name: 'dark-phone', colorScheme: 'dark', size: PHONE, again: false },
  { name: 'light-phone', colorScheme: 'light', size: PHONE, again: true },
] as const;

/** Screenshots of the documentation. Renewed only on request, because times differ in each run. */
const DOCUMENTED = join(import.meta.dirname, '../../docs/pictures');
const KEEPS = process.env['CARDWRIGHT_KEEP_PICTURES'] === '1';

/** Pictures without checks (`npm run pictures`): `all` replaces the earlier ones, `some` keeps the others. */
export const PICTURES_ONLY = process.env['CARDWRIGHT_PICTURES'];

/** The folder of the pictures. */
export const EVERY_PAGE = join(PICTURES, PICTURES_ONLY === undefined ? 'every-page' : 'pictures');

/** Loading indicators: skeletons and busy elements. */
const COMING = '.mantine-Skeleton-root, [aria-busy="true"], [data-loading="true"]';

/** A page is at rest when its text is unchanged for this time. */
const STILL_MS = 120;

/** Waits until a page, or its open dialog, has a title and has finished loading. */
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
  /** Base name of the screenshots. */
  name: string;
  /** Names of screenshots for the documentation, by variant. */
  kept?: Partial<Record<(typeof ways)[number]['name'], string>>;
  /** What is seen exists on phones only. */
  onPhonesOnly?: boolean;
};

/** Checks every variant; returns all faults, each with its variant. */
export async function look(page: Page, { name, kept = {}, onPhonesOnly = false }: Look): Promise<string[]> {
  const wrong: string[] = [];
  await stopMotion(page);
  for (const way of ways.filter(({ size }) => !onPhonesOnly || size === PHONE)) {
    await page.emulateMedia({ colorScheme: way.colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(way.size);
    const found = PICTURES_ONLY === undefined ? [...(await faultsOf(page)), ...(await violations(page, way))] : [];
    wrong.push(...found.map((fault) => `${way.name}: ${fault}`));
    const path = join(EVERY_PAGE, `${name}-${way.name}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    const shown = kept[way.name];
    if (shown !== undefined && KEEPS) await page.screenshot({ path: join(DOCUMENTED, `${shown}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(onPhonesOnly ? PHONE : DESKTOP);
  if (PICTURES_ONLY !== undefined) return [];
  await page.keyboard.press('Shift'); // from now on focus is shown as to somebody with a keyboard
  return [...wrong, ...(await unseenFocus(page))];
}

/** Rules that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Violations found by axe: of every rule, or only of colour rules if the width was checked before. */
async function violations(
  page: Page,
  { size, again }: Pick<(typeof ways)[number], 'size' | 'again'>,
): Promise<string[]> {
  // One frame with only our own scripts: the mode without a second page suffices, and is several times as fast.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (again) axe.withRules(colourRules);
  else axe.options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: size === PHONE } } });
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

/** Finishes all transitions: a colour in transition has no defined contrast. */
async function stopMotion(page: Page): Promise<void> {
  await page.locator('html').evaluate(({ ownerDocument: document }) => {
    const still = new document.defaultView.CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets = [still];
  });
}

/** Faults outside axe's rules: width, titles and truncated text. */
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

/** Focuses every element in turn, and returns those without a visible focus. */
const unseenFocus = (page: Page): Promise<string[]> =>
  page.locator('html').evaluate(({ ownerDocument: document }) => {
    type Element = typeof document.body;
    const looksOf = (element: Element) => {
      if (element === null) return '';
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } =
        document.defaultView.getComputedStyle(element);
      return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor].join(' ');
    };
    // A hidden element, such as a checkbox input, shows its focus on a sibling or parent.
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
