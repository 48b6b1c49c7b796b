// Masks card numbers. An issuer's receipt may look like one.
import { findCardNumber } from './card-numbers.ts';

/**
 * Masks everything that could be a card number, except its last four digits and the separators. Masks instead of
 * refusing: one numeric receipt in ten passes the check of a card number by chance.
 */
export function maskCardNumbers(text: string): string {
  let masked = text;
  // The remaining four digits may begin another number, so the search restarts. Each step removes nine or more.
  for (let found = findCardNumber(masked); found !== undefined; found = findCardNumber(masked)) {
    const number = masked.slice(found.start, found.end);
    masked = masked.slice(0, found.start) + number.replaceAll(ALL_BUT_LAST_FOUR, '*') + masked.slice(found.end);
  }
  return masked;
}

const ALL_BUT_LAST_FOUR = /\d(?=(?:\D*\d){4})/g;
