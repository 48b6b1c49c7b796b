// CSV as spreadsheets write it.
import { Refusal } from '@cardwright/server/foundation/refusals/refusals.ts';
import { parseCsv } from '@cardwright/server/operations/imports/csv.ts';
import { type ImportType, MOST_ROWS, readRows } from '@cardwright/server/operations/imports/file.ts';
import { describe, expect, test } from 'vitest';

describe('the records of a text', () => {
  test.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\r\n1;2,5\r\n',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    [
      'tabs',
      'a\tb\r1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\ufeffa,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the first line of Excel',
      'sep=;\r\na;b,c\r\n1;2',
      [
        ['a', 'b,c'],
        ['1', '2'],
      ],
    ],
    [
      'quotes',
      '"a","b ""c"""\n"1,\r\n2",3',
      [
        ['a', 'b "c"'],
        ['1,\r\n2', '3'],
      ],
    ],
    [
      'a quote inside a cell',
      'a,b\nsix " wide,2',
      [
        ['a', 'b'],
        ['six " wide', '2'],
      ],
    ],
    [
      'text behind a closing quote',
      'a,b\n"1"x,2',
      [
        ['a', 'b'],
        ['1x', '2'],
      ],
    ],
    [
      'blank lines and spaces',
      '\n a , b \n\n 1 ,\n,\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['an empty text', '', []],
  ])('with %s', (_name, text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  test('without a closing quote there are none', () => {
    expect(parseCsv('a,b\n"1,2')).toBeUndefined();
  });

  test('every text that is quoted is read as it was', () => {
    const cells = ['', 'a', 'a,b', 'a;b', '"', '""', 'line\nbreak', '\r\n', '-1', 'ß–“”'];
    const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    expect(parseCsv(`${cells.map((_, index) => `h${index}`).join(',')}\r\n${quoted}`)?.[1]).toEqual(
      cells.map((cell) => cell.trim()),
    );
  });
});

describe('the rows of a file', () => {
  const refusalOf = (type: ImportType, text: string): string => {
    try {
      readRows(type, text);
    } catch (error) {
      if (error instanceof Refusal) return `${error.code}: ${error.message}`;
      throw error;
    }
    return 'none';
  };

  test('columns are found by their headings, in any order and case', () => {
    expect(readRows('issue', 'Amount;CARDHOLDER\n10;ada\n20;bob')).toEqual([
      { number: 1, cardholder: 'ada', card: '', name: '', amount: '10', malformed: false },
      { number: 2, cardholder: 'bob', card: '', name: '', amount: '20', malformed: false },
    ]);
  });

  test('a row with more cells than the heading is marked', () => {
    expect(readRows('topup', 'card,amount\n2001,1,000.00')[0]).toMatchObject({ amount: '1', malformed: true });
  });

  test.each([
    ['issue', '', 'no column “cardholder”'],
    ['issue', 'cardholder,name\nada,x', 'no column “amount”'],
    ['topup', 'card,amount,note\n2001,10,x', 'Column 3 is unknown'],
    ['issue', 'cardholder,amount,amount\nada,1,2', 'two columns with the same heading'],
    ['issue', 'cardholder,amount', 'no rows below its heading'],
    ['issue', 'cardholder,amount\n"ada,1', 'quote in the file is not closed'],
    ['issue', `cardholder,amount\n${'ada,1\n'.repeat(MOST_ROWS + 1)}`, 'at most 500 are possible'],
  ] as const)('%s: %j is refused', (type, text, words) => {
    expect(refusalOf(type, text)).toMatch(/^import_invalid: /);
    expect(refusalOf(type, text)).toContain(words);
  });
});
