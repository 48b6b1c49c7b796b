// Actions on a page, by input device. This file has the mouse, `keyboard.ts` the keyboard.
import type { Locator } from 'playwright-core';

/** Actions on the elements of a journey. If several elements match, any will do. */
export type Hands = {
  /** Replaces the text of a field. */
  writes(field: Locator, text: string): Promise<void>;
  /** Presses a button, follows a link. */
  activates(target: Locator): Promise<void>;
  /** Selects a radio button or checkbox. */
  ticks(option: Locator): Promise<void>;
  /** Opens a list and selects the option with this name. */
  picks(field: Locator, option: string): Promise<void>;
  /** Selects days in a calendar by their names. */
  picksDays(field: Locator, days: readonly string[]): Promise<void>;
  /** Dismisses a dialog. */
  leaves(dialog: Locator): Promise<void>;
  /** Called after another address was opened. */
  arrived(): void;
  /** Called when the awaited element is there; `isPage` if it is a page. */
  saw(isPage?: boolean): Promise<void>;
};

/** Actions with a mouse. */
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
