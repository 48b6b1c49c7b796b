// Arguments of a proof or a bench: `--small`, `--seed N`, sizes by name, and texts such as the name of a bug.
import { USAGE_ERROR } from '@cardwright/server/foundation/command-line.ts';
import type { Sizes } from './proof.ts';

export type Given = {
  small: boolean;
  seed: number;
  sizes: Sizes;
  texts: Record<string, string>;
  flags: readonly string[];
};

/**
 * Parses the words after a name. Options in `textOptions` take a text, those in `flagOptions` nothing; every other
 * option takes a number.
 */
export function readGiven(
  words: readonly string[],
  textOptions: readonly string[],
  flagOptions: readonly string[] = [],
): Given {
  const flags: string[] = [];
  const given: Given = { small: false, seed: 1, sizes: {}, texts: {}, flags };
  for (let at = 0; at < words.length; at++) {
    const option = (words[at] ?? '').replace(/^--/, '');
    if (option === 'small') given.small = true;
    else if (flagOptions.includes(option)) flags.push(option);
    else if (textOptions.includes(option)) given.texts[option] = words[++at] ?? '';
    else if (option === 'seed') given.seed = Number(words[++at]);
    else given.sizes[option] = Number(words[++at]);
  }
  return given;
}

/** Why the sizes are invalid, in a sentence; undefined when they are valid. */
export function wrongSize(name: string, given: Given, known: Sizes): string | undefined {
  for (const [size, value] of Object.entries({ ...given.sizes, seed: given.seed })) {
    if (size !== 'seed' && !(size in known))
      return `${name} has no --${size}. It has: ${Object.keys(known).join(', ')}`;
    // A size that is not a number would let a proof pass without doing anything.
    if (!Number.isSafeInteger(value) || value < 0) return `--${size} needs a whole number, zero or more`;
  }
  return undefined;
}

/** Ends the command with a usage error. The message has no full stop. */
export function fail(message: string): void {
  console.error(`${message}. Add --help to see how it is used.`);
  process.exitCode = USAGE_ERROR;
}
