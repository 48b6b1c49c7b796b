// Actions with a keyboard alone. They move from one tab stop to the next, and expect at each a visible focus, an
// accessible name, and no jump back to the top of the page.
import { join } from 'node:path';
import type { CDPSession, ElementHandle, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from '../../server/tests/until.ts';
import type { Hands } from './hands.ts';

/** More presses of Tab than our longest page needs. */
const MOST_PRESSES = 120;

const SKIP = 'button "Skip to content"';

type Sitting = {
  page: Page;
  /** Time until a missing focus counts as lost. */
  patienceMs: number;
  /** Access to the browser's accessibility tree. */
  reader: CDPSession;
  /** No key was pressed since the page was opened: there may be no focus yet. */
  fresh: boolean;
  /** The last element activated outside a dialog: closing its dialog returns the focus to it. */
  opener: ElementHandle | undefined;
  inDialog: boolean;
  /** Dialogs whose tab stops were checked. */
  walked: Set<string>;
};

/** The keyboard actions of a page. Nothing here moves a mouse or sets the focus directly. */
export async function keyboardAt(page: Page, patienceMs = PATIENCE_MS): Promise<Hands> {
  await page.addInitScript({ path: join(import.meta.dirname, 'focus-in-page.js') });
  const reader = await page.context().newCDPSession(page);
  const at: Sitting = { page, patienceMs, reader, fresh: true, opener: undefined, inDialog: false, walked: new Set() };
  return {
    async writes(field, text) {
      await reach(at, field);
      await press(at, 'Control+A');
      await page.keyboard.type(text);
    },
    async activates(target) {
      await reach(at, target);
      if (!at.inDialog) at.opener = await focused(at);
      await press(at, (await ask(at, 'isLink')) === true ? 'Enter' : 'Space');
    },
    ticks: (option) => tick(at, option),
    picks: (field, option) => pick(at, field, option),
    picksDays: (field, days) => pickDays(at, field, days),
    async leaves(dialog) {
      await dialog.waitFor();
      await enter(at);
      await press(at, 'Escape');
      await dialog.waitFor({ state: 'detached' });
      await expectFocus(at);
    },
    arrived: () => void Object.assign(at, { fresh: true, opener: undefined, inDialog: false }),
    saw: (isPage) => expectFocus(at, isPage),
  };
}

/** One radio button of a group is a tab stop; arrow keys select the others. */
async function tick(at: Sitting, option: Locator): Promise<void> {
  if ((await option.getAttribute('type')) !== 'radio') {
    await reach(at, option);
    return press(at, 'Space');
  }
  const group = at.page.locator(`input[type=radio][name="${await option.getAttribute('name')}"]`);
  await reach(at, group);
  for (let presses = await group.count(); presses > 0 && !(await option.isChecked()); presses--) {
    await press(at, 'ArrowDown');
    await stop(at);
  }
  expect(await option.isChecked(), 'the arrows chose it').toBe(true);
}

/** Arrow keys move through an open list. */
async function pick(at: Sitting, field: Locator, option: string): Promise<void> {
  await reach(at, field);
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await press(at, 'ArrowDown');
    if ((await ask(at, 'option')) === option) return press(at, 'Enter');
  }
  throw new Error(`the arrows did not reach the option ${option}`);
}

/** One day of a calendar is a tab stop; arrow keys move to the others. */
async function pickDays(at: Sitting, field: Locator, days: readonly string[]): Promise<void> {
  await reach(at, field);
  at.opener = await focused(at);
  await press(at, 'Space');
  const calendar = at.page.getByRole('dialog');
  for (const name of days) {
    await reach(at, calendar.locator('td button[tabindex="0"]'));
    const day = calendar.getByRole('button', { name, exact: true });
    for (let presses = 0; (await whereAre(day)) !== 'here'; presses++) {
      if (presses === MOST_PRESSES) throw new Error(`the arrows did not reach the day ${name}`);
      await press(at, (await whereAre(day)) === 'behind' ? 'ArrowLeft' : 'ArrowRight');
      await stop(at);
    }
    await press(at, 'Enter');
  }
  await calendar.waitFor({ state: 'detached' });
  await expectFocus(at);
}

/** Expects that the last action kept the focus: in the new page, or on the opener of the closed dialog. */
async function expectFocus(at: Sitting, isPage = false): Promise<void> {
  if (at.fresh) return;
  if (isPage) return settle(at, 'isInMain', 'the focus is in the new page');
  await settle(at, 'isSomewhere', 'the focus is somewhere');
  if (!at.inDialog || (await ask(at, 'dialog')) !== undefined) return;
  at.inDialog = false;
  const message = 'the focus is back where the dialog was opened';
  await expect.poll(() => isBack(at), { timeout: at.patienceMs, message }).toBe(true);
}

/** Whether the focus is on the opener of the dialog, or in the page if the opener is gone. */
async function isBack(at: Sitting): Promise<boolean> {
  const { opener } = at;
  if ((await ask(at, 'isInDialog')) === true) return true; // another one has taken its place
  const isThere = (await opener?.evaluate((element) => element.isConnected && !element.disabled)) === true;
  if (opener === undefined || !isThere) return (await ask(at, 'isInMain')) === true;
  return opener.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** A menu is one tab stop; arrow keys move through it. */
const keysOf = async (wanted: Locator): Promise<Record<'ahead' | 'behind', string>> =>
  (await wanted.first().getAttribute('role')) === 'menuitem'
    ? { ahead: 'ArrowDown', behind: 'ArrowUp' }
    : { ahead: 'Tab', behind: 'Shift+Tab' };

/** Presses Tab, or arrow keys in a menu, until the focus is on one of these. */
async function reach(at: Sitting, wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  const message = `${wanted.toString()} can be used`;
  await expect.poll(() => wanted.first().isEnabled(), { timeout: at.patienceMs, message }).toBe(true);
  await enter(at);
  if (at.fresh) await skipNavigation(at, wanted);
  const passed: string[] = [];
  const keys = await keysOf(wanted);
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    const where = await whereAre(wanted);
    if (where === 'here') return;
    await press(at, keys[where]);
    passed.push(await stop(at));
  }
  throw new Error(`the keyboard did not reach ${wanted.toString()}; it passed ${passed.join(', ')}`);
}

const whereAre = (wanted: Locator): Promise<'here' | 'ahead' | 'behind'> =>
  wanted.evaluateAll((elements) => elements[0]?.ownerDocument.defaultView.focusInPage.whereAre(elements));

/** A dialog must take and trap the focus: the first time it appears, Tab is pressed once around it. */
async function enter(at: Sitting): Promise<void> {
  const title = await ask(at, 'dialog');
  at.inDialog = typeof title === 'string';
  if (typeof title !== 'string') return;
  await settle(at, 'isInDialog', `the dialog “${title}” has the focus`);
  if (at.walked.has(title)) return;
  at.walked.add(title);
  const first = await focused(at);
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await press(at, 'Tab');
    await stop(at);
    if (await first.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`Tab does not lead around in the dialog “${title}”`);
}

/** Uses the skip link past the navigation, if the page has one. */
async function skipNavigation(at: Sitting, wanted: Locator): Promise<void> {
  const isInside = await wanted.evaluateAll((elements) => elements.some((element) => element.closest('main') !== null));
  if (!isInside || (await ask(at, 'isSomewhere')) === true) return;
  await press(at, 'Tab');
  if ((await stop(at)) !== SKIP) return;
  await press(at, 'Enter');
  expect(await ask(at, 'isMain'), 'the navigation is skipped').toBe(true);
}

/** Expects a usable focus; returns its accessible description. */
async function stop(at: Sitting): Promise<string> {
  const name = await readOut(at);
  const faults = await ask(at, 'faults');
  if (faults !== '') throw new Error(`the focus is at ${name}: ${String(faults)}`);
  return name;
}

/** Role and name in the accessibility tree. */
async function readOut(at: Sitting): Promise<string> {
  if ((await ask(at, 'isSomewhere')) !== true) return 'the end of the page';
  const { result } = await at.reader.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const of = { objectId: result.objectId ?? '', fetchRelatives: false };
  const [node] = (await at.reader.send('Accessibility.getPartialAXTree', of)).nodes;
  const name = String(node?.name?.value ?? '');
  expect(name, `the name of ${result.description}`).toMatch(/\S/);
  return `${node?.role?.value} "${name}"`;
}

async function press(at: Sitting, key: string): Promise<void> {
  await at.page.keyboard.press(key);
  at.fresh = false;
}

/** The result of `focus-in-page.js`. */
type Asked = 'faults' | 'isSomewhere' | 'dialog' | 'isInDialog' | 'isInMain' | 'isMain' | 'isLink' | 'option';

const ask = (at: Sitting, what: Asked): Promise<unknown> => at.page.evaluate(`focusInPage.${what}()`);

async function focused(at: Sitting): Promise<ElementHandle> {
  const element = (await at.page.evaluateHandle('document.activeElement')).asElement();
  if (element === null) throw new Error('nothing has the focus');
  return element;
}

async function settle(at: Sitting, what: Asked, message: string): Promise<void> {
  await expect.poll(() => ask(at, what), { timeout: at.patienceMs, message }).toBe(true);
}
