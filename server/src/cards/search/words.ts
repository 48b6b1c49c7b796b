// What people type, as prefixes of words.

/** Six words are enough to find anything; the rest are ignored. */
const MOST_PREFIXES = 6;

/** Stored words are cut here too. */
const LONGEST_WORD = 64;

/** One letter would match almost everything. */
const SHORTEST = 2;

/** ASCII, Latin, Greek, Cyrillic, Armenian and Georgian: the letters that the database lowercases too. */
const CASED = /[\0-\u052f\u0531-\u0556\u1c90-\u1cbf\u1e9e]/g;

/** The largest character: every word with a prefix sorts before the prefix followed by this. */
const LAST = '\u{10FFFF}';

/** The words that begin with a text: from it, and before the other. */
export type Prefix = { from: string; until: string };

/** Text without accents and in lower case, as `searched_text` in the database writes it. */
export const searchedText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(CASED, (letter) => letter.toLowerCase())
    .replaceAll('ς', 'σ');

/** The prefixes of what was typed; none if it is too short to search for. */
export function prefixesOf(typed: string): Prefix[] {
  const text = searchedText(typed).trim();
  if (text.length < SHORTEST) return [];
  return [...new Set(text.split(/\s+/))]
    .slice(0, MOST_PREFIXES)
    .map((word) => Array.from(word).slice(0, LONGEST_WORD).join(''))
    .map((from) => ({ from, until: from + LAST }));
}
