// What an issuer calls a receipt may be a number that looks like a card's.
import { findCardNumber } from './card-numbers.ts';

/**
 * Leaves the last four digits of everything that could be a card's number, and the separators between its groups. Such
 * a text is never refused: one numeric receipt in ten passes the check of a card number by chance.
 */
export function maskCardNumbers(text: string): string {
  let masked = text;
  // The four digits that stay may be another number's first, so the search begins anew. Each step removes nine or more.
  for (let found = findCardNumber(masked); found !== undefined; found = findCardNumber(masked)) {
    const number = masked.slice(found.start, found.end);
    masked = masked.slice(0, found.start) + number.replaceAll(ALL_BUT_LAST_FOUR, '*') + masked.slice(found.end);
  }
  return masked;
}

const ALL_BUT_LAST_FOUR = /\d(?=(?:\D*\d){4})/g;
