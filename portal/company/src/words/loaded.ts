// The texts that are loaded so far.
import { words as shared } from '../../../shared/words/t.ts';

export const loaded: Record<string, string> = { ...shared };

/** Adds the texts of an area, as its file is loaded. */
export function add(words: Readonly<Record<string, string>>): void {
  Object.assign(loaded, words);
}
