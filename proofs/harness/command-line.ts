// What a proof or a bench is told: `--small`, `--seed N`, sizes by their names, and texts such as the name of a bug.
import { USAGE_ERROR } from '@cardwright/server/foundation/command-line.ts';
import type { Sizes } from './proof.ts';

export type Given = { small: boolean; seed: number; sizes: Sizes; texts: Record<string, string> };

/** Reads the words behind a name. Options in `textOptions` take a word as it is; every other takes a number. */
export function readGiven(words: readonly string[], textOptions: readonly string[]): Given {
  const given: Given = { small: false, seed: 1, sizes: {}, texts: {} };
  for (let at = 0; at < words.length; at++) {
    const option = (words[at] ?? '').replace(/^--/, '');
    if (option === 'small') given.small = true;
    else if (textOptions.includes(option)) given.texts[option] = words[++at] ?? '';
    else if (option === 'seed') given.seed = Number(words[++at]);
    else given.sizes[option] = Number(words[++at]);
  }
  return given;
}

/** Why sizes cannot be used, in a sentence; undefined when they can. */
export function wrongSize(name: string, given: Given, known: Sizes): string | undefined {
  for (const [size, value] of Object.entries({ ...given.sizes, seed: given.seed })) {
    if (size !== 'seed' && !(size in known))
      return `${name} has no --${size}. It has: ${Object.keys(known).join(', ')}`;
    // A size that is no number would let a proof pass by doing nothing.
    if (!Number.isSafeInteger(value) || value < 1) return `--${size} needs a whole number above zero`;
  }
  return undefined;
}

/** Ends the command as one that was typed wrong. The message has no full stop. */
export function fail(message: string): void {
  console.error(`${message}. Add --help to see how it is used.`);
  process.exitCode = USAGE_ERROR;
}
