// From the text of a file to its rows: columns by their headings.
import { refuse } from '../../foundation/refusals/refusals.ts';
import { parseCsv } from './csv.ts';

/**
 * Rows of one import: an individual company's monthly quota of cards. Such a file fits the limit of a request's body,
 * and its preview takes a fraction of a second.
 */
export const MOST_ROWS = 500;

export const importTypes = ['issue', 'topup'] as const;
export type ImportType = (typeof importTypes)[number];

/** The columns of each type. The headings of the template; case does not matter. */
const columns = {
  issue: { needed: ['cardholder', 'amount'], known: ['cardholder', 'name', 'amount'] },
  topup: { needed: ['card', 'amount'], known: ['card', 'cardholder', 'amount'] },
} as const satisfies Record<ImportType, { needed: readonly string[]; known: readonly string[] }>;

/** A row as it is written. A column that the file lacks is empty. */
export type GivenRow = {
  /** 1 for the first row below the heading. */
  number: number;
  cardholder: string;
  card: string;
  name: string;
  amount: string;
  /** Whether it has more cells than the heading. */
  malformed: boolean;
};

const invalid = (message: string) => refuse('import_invalid', { message });

/** The rows of a file, or the refusal that says what to change. */
export function readRows(type: ImportType, text: string): GivenRow[] {
  const records = parseCsv(text) ?? invalid('A quote in the file is not closed.');
  const [heading = [], ...rows] = records;
  const names = heading.map((each) => each.toLowerCase());
  const { needed, known } = columns[type];
  const missing = needed.find((each) => !names.includes(each));
  if (missing !== undefined) invalid(`The file has no column “${missing}”. Start from the template.`);
  // Its name is not repeated: without a heading it would be somebody's data.
  const unknown = names.findIndex((each) => !(known as readonly string[]).includes(each));
  if (unknown !== -1) invalid(`Column ${unknown + 1} is unknown. The columns are ${known.join(', ')}.`);
  if (new Set(names).size !== names.length) invalid('The file has two columns with the same heading.');
  if (rows.length === 0) invalid('The file has no rows below its heading.');
  if (rows.length > MOST_ROWS) invalid(`The file has ${rows.length} rows, and at most ${MOST_ROWS} are possible.`);
  return rows.map((cells, index) => {
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    return {
      number: index + 1,
      cardholder: cell('cardholder'),
      card: cell('card'),
      name: cell('name'),
      amount: cell('amount'),
      malformed: cells.length > names.length,
    };
  });
}
