// Argument parsers. They run before any request, so a mistake here is a usage error.

import { holdsCardNumber } from '@cardwright/server/foundation/card-numbers.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { maskCardNumbers } from '@cardwright/server/foundation/mask.ts';
import { secretInside } from '@cardwright/server/foundation/secrets.ts';
import { Argument, InvalidArgumentError, Option } from 'commander';

/** Characters. The database refuses longer names. */
const LONGEST_TEXT = 200;

type Named =
  | 'company'
  | 'holder'
  | 'key'
  | 'operator'
  | 'product'
  | 'proposal'
  | 'pause'
  | 'reconciliation'
  | 'notification'
  | 'webhook';

/** Parses an id of this kind. It keeps its prefix, as the desk expects it. */
export const readId =
  (named: Named, example: string) =>
  (text: string): string => {
    if (fromId(named, text) === undefined) throw new InvalidArgumentError(`A ${named} id looks like ${example}.`);
    return text;
  };

/** The company argument of a command. */
export const companyArgument = () =>
  new Argument('<company>', 'id of the company (com_…)').argParser(readId('company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'));

/** The key argument of a command. */
export const keyArgument = () =>
  new Argument('<key>', 'id of the key (key_…), not the key itself').argParser(
    readId('key', 'key_01jcp4vsb0e5d8zq6m5k1n7x2t'),
  );

/** The environment of a key. */
export const environmentOption = () =>
  new Option('--environment <environment>', 'key environment').choices(['sandbox', 'live']).makeOptionMandatory();

/** The reason of a proposal: every action that needs two operators requires one. */
export const reasonOption = () =>
  new Option('--reason <text>', 'why; shown to the approving operator and kept in the audit log')
    .argParser(words)
    .makeOptionMandatory();

/** Parses free text. Refuses empty text, long text, secrets and card numbers. */
export function words(text: string): string {
  if (holdsCardNumber(text))
    throw new InvalidArgumentError('It looks like a card number. Card numbers are never stored.');
  return oneLine(text);
}

function oneLine(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST_TEXT) {
    throw new InvalidArgumentError(`Write 1 to ${LONGEST_TEXT} characters.`);
  }
  if (/\p{Cc}/u.test(trimmed)) throw new InvalidArgumentError('Write it on one line, without control characters.');
  if (secretInside.test(trimmed)) {
    throw new InvalidArgumentError('It contains a key or a token, which would stay in the audit log.');
  }
  return trimmed;
}

/** Parses an email address. */
export function emailAddress(text: string): string {
  const email = oneLine(text);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new InvalidArgumentError('Give an address such as jane@example.com.');
  }
  return email;
}

/** Truncates keys and tokens and masks card numbers, for messages that repeat an argument. */
export const withoutSecrets = (text: string): string =>
  maskCardNumbers(text.replaceAll(new RegExp(secretInside, 'g'), '$1…'));

/** Parses a whole number within bounds, both inclusive. */
export const wholeNumber =
  ({ from, to }: { from: number; to: number }) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= from && number <= to)) throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`);
    return number;
  };

/** The page size of a list. */
export const limitOption = () =>
  new Option('--limit <number>', 'how many to show').argParser(wholeNumber({ from: 1, to: 500 })).default(20);
