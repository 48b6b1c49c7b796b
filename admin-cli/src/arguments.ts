// What is typed, checked before anything else happens: a mistake here is a usage error.

import { holdsCardNumber } from '@cardwright/server/foundation/card-numbers.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { maskCardNumbers } from '@cardwright/server/foundation/mask.ts';
import { secretInside } from '@cardwright/server/foundation/secrets.ts';
import { Argument, InvalidArgumentError, Option } from 'commander';

/** No name or reason needs more; the database refuses longer names. */
const LONGEST_TEXT = 200;

type Named =
  | 'company'
  | 'key'
  | 'operator'
  | 'product'
  | 'proposal'
  | 'pause'
  | 'reconciliation'
  | 'notification'
  | 'webhook';

/** Reads an id of this kind. It stays as it is shown, which is how the desk takes it. */
export const readId =
  (named: Named, example: string) =>
  (text: string): string => {
    if (fromId(named, text) === undefined) throw new InvalidArgumentError(`A ${named} id looks like ${example}.`);
    return text;
  };

/** The company that a command is about. */
export const companyArgument = () =>
  new Argument('<company>', 'id of the company (com_…)').argParser(readId('company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'));

/** The key that a command is about. */
export const keyArgument = () =>
  new Argument('<key>', 'id of the key (key_…), not the key itself').argParser(
    readId('key', 'key_01jcp4vsb0e5d8zq6m5k1n7x2t'),
  );

/** Every key belongs to one environment. */
export const environmentOption = () =>
  new Option('--environment <environment>', 'where the key works').choices(['sandbox', 'live']).makeOptionMandatory();

/** Why something is proposed: every act that needs two operators has it. */
export const reasonOption = () =>
  new Option('--reason <text>', 'why; the operator who approves reads it, and the audit log keeps it')
    .argParser(words)
    .makeOptionMandatory();

/** Reads words for people: some, not too many, and neither a secret nor a card number among them. */
export function words(text: string): string {
  if (holdsCardNumber(text))
    throw new InvalidArgumentError('It looks like a card number. Card numbers are kept nowhere.');
  return oneLine(text);
}

function oneLine(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST_TEXT) {
    throw new InvalidArgumentError(`Write 1 to ${LONGEST_TEXT} characters.`);
  }
  if (/\p{Cc}/u.test(trimmed)) throw new InvalidArgumentError('Write it in one line, without control characters.');
  if (secretInside.test(trimmed)) {
    throw new InvalidArgumentError('It contains a key or a token, which the audit log would keep.');
  }
  return trimmed;
}

/** Reads an address for mail. */
export function emailAddress(text: string): string {
  const email = oneLine(text);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new InvalidArgumentError('Give an address such as jane@example.com.');
  }
  return email;
}

/** The same words with keys and tokens cut short and card numbers masked, for messages that repeat what was typed. */
export const withoutSecrets = (text: string): string =>
  maskCardNumbers(text.replaceAll(new RegExp(secretInside, 'g'), '$1…'));

/** Reads a whole number within bounds, both of them allowed. */
export const wholeNumber =
  ({ from, to }: { from: number; to: number }) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= from && number <= to)) throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`);
    return number;
  };

/** How much of a list is shown. */
export const limitOption = () =>
  new Option('--limit <number>', 'how many to show').argParser(wholeNumber({ from: 1, to: 500 })).default(20);
