// What somebody does to a page, with whatever hands they have. This file has the mouse; `keyboard.ts` the other pair.
import type { Locator } from 'playwright-core';

/** How somebody reaches what a journey names. Of several things that fit, any will do. */
export type Hands = {
  /** Puts a text into a field, in place of what stands there. */
  writes(field: Locator, text: string): Promise<void>;
  /** Presses a button, follows a link. */
  activates(target: Locator): Promise<void>;
  /** Chooses one of several, or says yes. */
  ticks(option: Locator): Promise<void>;
  /** Opens a list and takes the option with this name. */
  picks(field: Locator, option: string): Promise<void>;
  /** Takes days of the month that a calendar shows, by their names. */
  picksDays(field: Locator, days: readonly string[]): Promise<void>;
  /** Turns away from a dialog. */
  leaves(dialog: Locator): Promise<void>;
  /** Told that another address was opened. */
  arrived(): void;
  /** Told that what was waited for is there; `isPage` when it is a page. */
  saw(isPage?: boolean): Promise<void>;
};

/** The hands of somebody with a mouse. */
export const mouse: Hands = {
  writes: (field, text) => field.fill(text),
  activates: (target) => target.first().click(),
  ticks: (option) => option.check(),
  async picks(field, option) {
    await field.click();
    await field.page().getByRole('option', { name: option, exact: true }).click();
  },
  async picksDays(field, days) {
    await field.click();
    for (const name of days) await field.page().getByRole('button', { name, exact: true }).click();
  },
  leaves: (dialog) => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
  arrived: () => undefined,
  saw: async () => undefined,
};
