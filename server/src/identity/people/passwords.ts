// Passwords: argon2id with the costs that OWASP recommends, and a check against guessable ones.
import { hash, verify } from '@node-rs/argon2';

/** Shorter passwords are guessable; longer ones cost us time. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 128;

/** 19 MiB, two passes, no parallelism: about 30 ms of one core. Argon2id is the library's default. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password, for storing. */
export const hashPassword = (password: string): Promise<string> => hash(password, costs);

/**
 * Guesses that a password must withstand. A thousand sources with three attempts each per quarter of an hour need
 * almost three years for them. Popular choices, such as a common password followed by a year, fall below.
 */
const LEAST_GUESSES = 3e8;

/** Judging time grows with the square of the length, and a text that is hard to guess by this length stays so. */
const JUDGED_CHARACTERS = 32;

/** Our name, and words that are in many addresses. */
const everybodys = ['cardwright', 'gmail', 'outlook', 'example'];

/** Loaded when a password is first set: the lists take about 30 MB. */
const judge = once(async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
});

/** Shorter words occur in every password. */
const SHORTEST_WORD = 3;

/** Characters that a password needs beyond publicly known words: fewer are a year, a number or an exclamation mark. */
const SHORTEST_REST = 6;

/** Whether a password is common, simple, or made of publicly known words; `own` are an address, a name, a company. */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  const words = [...everybodys, ...own].flatMap((text) => [text, lettersOf(text), ...text.split(/[^\p{L}\p{N}]+/u)]);
  const known = words.filter((word) => word.length >= SHORTEST_WORD).map((word) => word.toLowerCase());
  const letters = lettersOf(password).toLowerCase();
  const rest = restOf(letters, known);
  if (rest !== letters && rest.length < SHORTEST_REST) return true;
  const { guesses } = (await judge()).check(password.slice(0, JUDGED_CHARACTERS), known);
  return guesses < LEAST_GUESSES;
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Letters and digits without the known words, removed longest first. */
const restOf = (letters: string, known: readonly string[]) =>
  known.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ''), letters);

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Whether a password matches a stored hash. */
export const isPassword = ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> =>
  verify(stored, password);
