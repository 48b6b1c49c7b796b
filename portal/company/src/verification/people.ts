// Directors and owners: one line for each in the text that is stored, one row for each in the form.

/** `share` is a percentage, which only owners have. */
export type Person = { name: string; born: string; share: string };

export const nobody: Person = { name: '', born: '', share: '' };

/** Enough for any board. Together with the longest name, the text stays below the server's 4,000 characters. */
export const MOST_PEOPLE = 20;
export const LONGEST_NAME = 150;

/** A date as typed: digits and the separators of any country. */
const dateLike = /^[\d./-]*$/;

/** The people of a text. A line of another form becomes a name, so that nothing is lost. */
export function peopleOf(text: string): Person[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? [nobody] : lines.map(personOf);
}

function personOf(line: string): Person {
  const parts = line.split(', ');
  const share = parts.length > 1 && parts.at(-1)?.endsWith('%') === true ? (parts.pop() ?? '') : '';
  const born = parts.length > 1 && dateLike.test(parts.at(-1) ?? '') ? (parts.pop() ?? '') : '';
  return { name: parts.join(', '), born, share: share.replace(/ ?%$/, '') };
}

/** The text of these people. Empty rows are left out. */
export const textOf = (people: readonly Person[]): string =>
  people
    .map(({ name, born, share }) =>
      [name.trim(), born.trim(), share.trim() === '' ? '' : `${share.trim()} %`].join(', ').replace(/(, )+$/, ''),
    )
    .filter((line) => line !== '')
    .join('\n');

/** Nobody alive was born earlier. */
const EARLIEST = '1900-01-01';

function isBirthday(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return false;
  return text >= EARLIEST && date.getTime() < Date.now();
}

const isShare = (text: string) => /^\d{1,3}([.,]\d{1,2})?$/.test(text) && Number(text.replace(',', '.')) <= 100;

export type Part = keyof Person;

/** Why a part of a row is wrong; undefined if it is right. `whole` also refuses empty parts. */
export function problemOf(
  { name, born, share }: Person,
  part: Part,
  { whole, withShare }: { whole: boolean; withShare: boolean },
): 'nameMissing' | 'bornInvalid' | 'shareInvalid' | undefined {
  switch (part) {
    case 'name':
      return whole && name.trim() === '' ? 'nameMissing' : undefined;
    case 'born':
      return (born.trim() === '' ? whole : !isBirthday(born.trim())) ? 'bornInvalid' : undefined;
    case 'share':
      return withShare && (share.trim() === '' ? whole : !isShare(share.trim())) ? 'shareInvalid' : undefined;
  }
}

const parts = ['name', 'born', 'share'] as const;

/** Whether every row of a text is complete. */
export const isWhole = (text: string, withShare: boolean): boolean =>
  peopleOf(text).every((person) =>
    parts.every((part) => problemOf(person, part, { whole: true, withShare }) === undefined),
  );
