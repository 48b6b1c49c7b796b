// A view: one page in one state, and whoever looks at it.
import type { Page } from 'playwright-core';
import type { Visitor } from './browser.ts';
import type { FullHouse } from './full-house.ts';
import type { Look } from './looking.ts';

/** Who looks: people of the portal, operators, and those whom neither site knows. */
export type Who = 'ida' | 'otto' | 'vera' | 'stranger' | 'ann' | 'bob' | 'half' | 'deskStranger';

export type View = {
  /** The page, by its address in the table of addresses. */
  page: string;
  /** What it shows; a page shows several things in turn. */
  state: string;
  who: Who;
  at: (full: FullHouse) => string;
  /** Set up before the page is asked for: requests that fail or never end. */
  before?: (page: Page) => Promise<unknown>;
  /** What is done on the page before it is looked at. */
  acts?: (visitor: Visitor) => Promise<void>;
  /** What goes wrong on purpose. */
  expects?: RegExp;
  /** Looked at while it is still coming; waits for this instead of rest. */
  whileSeeing?: string;
  /** Names of the pictures that the documentation shows, by the way in which it is looked at. */
  kept?: Look['kept'];
};

/** Presses a button by the beginning of its name, wherever it stands on the page. */
export const pressing = (name: string | RegExp) => async (visitor: Visitor) => {
  const pattern = typeof name === 'string' ? new RegExp(`^${name}`) : name;
  await visitor.page.getByRole('button', { name: pattern }).filter({ visible: true }).first().click();
};

/** Does one thing after another. */
export const first =
  (...steps: ((visitor: Visitor) => Promise<void>)[]) =>
  async (visitor: Visitor) => {
    for (const step of steps) await step(visitor);
  };

/** Types into a field of the dialog on top. */
export const typing = (label: string, text: string) => async (visitor: Visitor) => {
  await visitor.page.getByRole('dialog').last().getByLabel(label, { exact: true }).fill(text);
};

/** Presses a button of the dialog on top. */
export const pressingThere = (name: string) => async (visitor: Visitor) => {
  await visitor.page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
};

/** Waits for words. */
export const seeing = (words: string | RegExp) => (visitor: Visitor) => visitor.sees(words);

/** Requests to these paths never get an answer. */
export const without = (path: RegExp) => (page: Page) => page.route(path, () => undefined);

/** Requests to these paths are refused. */
export const refusing =
  (path: RegExp, status: number, body: object, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(path, (route) =>
      route.fulfill({ status, headers, json: { statusCode: status, requestId: 'req_01k2', ...body } }),
    );
