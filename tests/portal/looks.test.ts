// How pages look, measured in a browser: contrast of borders and choices in both schemes, and dialogs.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PHONE, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { creditSandbox, newOwner } from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('looks');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

/** WCAG 1.4.11: what a field or a choice is recognised by. */
const LEAST_OF_BORDERS = 3;

/** The entry of the page that is open, beside the others; its weight and text differ too. */
const LEAST_OF_CHOSEN = 1.15;

/** What is read of an element; these programs know no types of the browser. */
type Element = { parentElement: Element | null; outerHTML: string; getClientRects: () => { length: number } };

type Measured = { what: string; border: number; ground: number; behind: number; isLighter: boolean };

/** Contrasts of elements: of their border and of their background, each with the background behind them. */
const measure = (page: Page, selector: string): Promise<Measured[]> =>
  page.locator('html').evaluate(({ ownerDocument: document }, found) => {
    const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    /** The channels of any CSS colour, painted over another. */
    const channels = (colour: string, over: readonly number[]) => {
      if (pixel === null) return over;
      pixel.fillStyle = `rgb(${over.join(' ')})`;
      pixel.fillRect(0, 0, 1, 1);
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
      return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const styleOf = (element: Element) => document.defaultView.getComputedStyle(element);
    const groundOf = (element: Element | null): readonly number[] =>
      element === null ? [255, 255, 255] : channels(styleOf(element).backgroundColor, groundOf(element.parentElement));
    const luminance = (colour: readonly number[]) => {
      const [red = 0, green = 0, blue = 0] = colour.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: readonly number[], other: readonly number[]) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
      return (high + 0.05) / (low + 0.05);
    };
    return [...document.querySelectorAll<Element>(found)]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const behind = groundOf(element.parentElement);
        const ground = groundOf(element);
        return {
          what: element.outerHTML.slice(0, 120),
          border: contrast(channels(styleOf(element).borderTopColor, behind), behind),
          ground: contrast(ground, behind),
          behind: luminance(behind),
          isLighter: luminance(ground) > luminance(behind),
        };
      });
  }, selector);

const fields = '.mantine-Input-input, .mantine-Radio-radio:not(:checked), .mantine-Checkbox-input:not(:checked)';

/** Pages and dialogs with fields, radio buttons and checkboxes. */
const formsOf = (company: string): readonly (readonly [address: string, button: string | undefined])[] => [
  [`/c/${company}/team`, 'Invite member'],
  [`/c/${company}/sandbox/developers/keys`, 'Create sandbox key'],
  [`/c/${company}/sandbox/cards`, 'Issue card'],
  [`/c/${company}/sandbox/transactions`, undefined],
];

async function inScheme(visitor: Visitor, colorScheme: 'light' | 'dark'): Promise<void> {
  await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test('borders of fields, radio buttons and checkboxes have a contrast of 3:1', async () => {
    const { owner, company } = await newOwner(house);
    await inScheme(owner, scheme);
    for (const [address, button] of formsOf(company)) {
      await owner.opens(address);
      if (button !== undefined) {
        await owner.presses(button);
        await owner.page.getByRole('dialog').locator('input').first().waitFor();
      } else await owner.page.locator(fields).first().waitFor();
      const measured = await measure(owner.page, fields);
      expect(measured.length, address).toBeGreaterThan(0);
      expect(measured.filter(({ border }) => border < LEAST_OF_BORDERS)).toEqual([]);
    }
  });

  test('a chosen segment is lighter than its track, and the page that is open is marked', async () => {
    const { owner, company, person } = await newOwner(house);
    await creditSandbox(person, company, '10.00');
    await inScheme(owner, scheme);
    await owner.opens(`/c/${company}/sandbox/overview`);
    await owner.page.getByRole('button', { name: '30 days', pressed: true }).waitFor();
    const chosen = await measure(owner.page, 'main [aria-pressed="true"], aside [data-chosen="true"]');
    expect(chosen.map(({ isLighter }) => isLighter)).toEqual([true, true]);
    const [entry] = await measure(owner.page, 'aside nav ul [aria-current="page"]');
    expect(entry?.ground).toBeGreaterThan(LEAST_OF_CHOSEN);
  });
});

test('dialogs have a semibold title, 24 pixels around them, and their buttons in view at a height of 900', async () => {
  const { owner, company } = await newOwner(house, { visit: { width: 1_440, height: 900 } });
  for (const [address, button] of formsOf(company)) {
    if (button === undefined) continue;
    await owner.opens(address);
    await owner.presses(button);
    const dialog = owner.page.getByRole('dialog');
    await dialog.locator('input').first().waitFor();
    const style = (selector: string, name: string) =>
      dialog.locator(selector).evaluate(
        // @ts-expect-error: it runs in the browser
        (element, property) => getComputedStyle(element).getPropertyValue(property),
        name,
      );
    expect(await style('.mantine-Modal-title', 'font-weight')).toBe('600');
    expect([
      await style('.mantine-Modal-header', 'padding-left'),
      await style('.mantine-Modal-body', 'padding-left'),
    ]).toEqual(['24px', '24px']);
    const buttons = await dialog.locator('.actions button, form button[type="submit"]').last().boundingBox();
    const content = await dialog.boundingBox();
    const end = (content?.y ?? 900) + (content?.height ?? 0);
    expect(end, `the dialog of ${button}`).toBeLessThanOrEqual(900);
    expect(end - (buttons?.y ?? 900) - (buttons?.height ?? 0), `below the buttons of ${button}`).toBe(24);
  }
});

test('an unknown address inside a company keeps the navigation; elsewhere it leads back', async () => {
  const { owner, company } = await newOwner(house);
  await owner.opens(`/c/${company}/sandbox/nowhere`);
  await owner.arrives('Page not found');
  await owner.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await owner.opens('/nowhere');
  await owner.arrives('Page not found');
  await owner.follows('Go to the start page');
  await owner.arrives('Overview');
});

test('on a phone filters are chosen in a sheet, applied together, counted and cleared, and the focus returns', async () => {
  const { owner, company } = await newOwner(house, { visit: PHONE });
  const focused = () => owner.page.evaluate<string>('document.activeElement.textContent');
  await owner.opens(`/c/${company}/sandbox/operations`);
  await owner.presses('Filters');
  const sheet = owner.page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Type').selectOption({ label: 'Top-up' });
  await sheet.getByLabel('Status').selectOption({ label: 'Completed' });
  expect(owner.page.url()).not.toContain('status=');
  await owner.presses('Apply', 'Filters');
  await owner.closed('Filters');
  await owner.sees('No matching operations');
  expect(new URL(owner.page.url()).searchParams.get('status')).toBe('completed');
  await owner.page.getByRole('button', { name: 'Filters (2)', exact: true }).waitFor();
  await expect.poll(focused).toBe('Filters (2)');
  await owner.presses('Filters (2)');
  await owner.presses('Clear', 'Filters');
  await owner.closed('Filters');
  await owner.page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
  expect(new URL(owner.page.url()).search).toBe('');
});
