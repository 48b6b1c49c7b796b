// Reads CSV as spreadsheets write it: RFC 4180, with or without a byte order mark, with commas, semicolons or tabs.

const BYTE_ORDER_MARK = '\ufeff';

/** What separates cells. Spreadsheets use a semicolon where the comma is the decimal separator. */
const DELIMITERS = [',', ';', '\t'] as const;

/** The records of a text, without blank ones; undefined if a quote is not closed. */
export function parseCsv(text: string): string[][] | undefined {
  const { body, delimiter } = delimited(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at <= body.length; ) {
    const cell = readCell(body, at, delimiter);
    if (cell === undefined) return undefined;
    record.push(cell.text.trim());
    at = cell.end + 1;
    if (body[cell.end] === delimiter) continue;
    if (body[cell.end] === '\r' && body[at] === '\n') at += 1;
    if (record.some((each) => each !== '')) records.push(record);
    record = [];
  }
  return records;
}

/** The text with its delimiter: the one in Excel's first line `sep=;`, or the most frequent one of the heading. */
function delimited(text: string): { body: string; delimiter: string } {
  const named = /^sep=([,;\t])\r?\n/i.exec(text);
  if (named?.[1] !== undefined) return { body: text.slice(named[0].length), delimiter: named[1] };
  const heading = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const count = (delimiter: string) => heading.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
  return { body: text, delimiter };
}

/** The cell that begins at a position, and where it ends; undefined if its quote is not closed. */
function readCell(text: string, from: number, delimiter: string): { text: string; end: number } | undefined {
  if (text[from] !== '"') {
    const end = endOfCell(text, from, delimiter);
    return { text: text.slice(from, end), end };
  }
  for (let close = text.indexOf('"', from + 1); close !== -1; close = text.indexOf('"', close + 2)) {
    if (text[close + 1] === '"') continue; // a doubled quote stands for one
    const end = endOfCell(text, close + 1, delimiter);
    return { text: text.slice(from + 1, close).replaceAll('""', '"') + text.slice(close + 1, end), end };
  }
  return undefined;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
