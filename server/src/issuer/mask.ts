// What an issuer calls a receipt may be a number that looks like a card's.
import { isCardNumber } from '../card-numbers.ts';

/**
 * Leaves the last four of every unbroken run of digits that could be a card's number. Such a text is never refused: one
 * numeric receipt in ten passes the check of a card number by chance.
 */
export const maskCardNumbers = (text: string): string =>
  text.replaceAll(/\d+/g, (run) => (isCardNumber(run) ? '*'.repeat(run.length - 4) + run.slice(-4) : run));
