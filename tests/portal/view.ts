// A view: one page in one state, and its visitor.
import type { Page } from 'playwright-core';
import type { Visitor } from './browser.ts';
import type { FullHouse } from './full-house.ts';
import type { Look } from './looking.ts';

/** The visitor: a person of the portal, an operator, or a stranger. */
export type Who = 'ida' | 'otto' | 'vera' | 'stranger' | 'ann' | 'bob' | 'half' | 'deskStranger';

export type View = {
  /** The page, by its path in the route table. */
  page: string;
  /** The state of the page. */
  state: string;
  who: Who;
  at: (full: FullHouse) => string;
  /** Runs before the page is opened, to make requests fail or hang. */
  before?: (page: Page) => Promise<unknown>;
  /** Actions on the page before the check. */
  actions?: (visitor: Visitor) => Promise<void>;
  /** Expected errors. */
  expects?: RegExp;
  /** Checked while loading; waits for this instead of rest. */
  whileSeeing?: string;
  /** Exists on phones only, such as a sheet. */
  onPhonesOnly?: boolean;
  /** Names of screenshots for the documentation, by variant. */
  kept?: Look['kept'];
};

/** Presses a button of the page by the beginning of its name. */
export const pressing = (name: string | RegExp) => async (visitor: Visitor) => {
  const pattern = typeof name === 'string' ? new RegExp(`^${name}`) : name;
  await visitor.page.getByRole('button', { name: pattern }).filter({ visible: true }).first().click();
};

/** Runs actions in sequence. */
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

/** Waits for a text. */
export const seeing = (words: string | RegExp) => (visitor: Visitor) => visitor.sees(words);

/** Fails where a text is shown. */
export const lacking = (words: string) => async (visitor: Visitor) => {
  const count = await visitor.page.getByText(words).filter({ visible: true }).count();
  if (count > 0) throw new Error(`${words} is shown`);
};

/** Makes requests to these paths hang. */
export const without = (path: RegExp) => (page: Page) => page.route(path, () => undefined);

/** Makes requests to these paths fail. */
export const refusing =
  (path: RegExp, status: number, body: object, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(path, (route) =>
      route.fulfill({ status, headers, json: { statusCode: status, requestId: 'req_01k2', ...body } }),
    );
