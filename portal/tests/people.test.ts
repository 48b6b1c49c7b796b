// Directors and owners in the form: rows become text and text becomes rows, without loss.
import { expect, test } from 'vitest';
import { isWhole, nobody, peopleOf, textOf } from '../company/src/verification/people.ts';

test('rows survive being stored, complete or not', () => {
  const rows = [
    { name: 'Ida Nord', born: '1980-02-03', share: '62.5' },
    { name: 'Nord, Ida, jr.', born: '', share: '25' },
    { name: '', born: '1980', share: '' },
    { name: 'Otto Nord', born: '', share: '' },
  ];
  expect(peopleOf(textOf(rows))).toEqual(rows);
  expect(textOf([rows[0] ?? nobody, nobody])).toBe('Ida Nord, 1980-02-03, 62.5 %');
  expect(textOf([nobody])).toBe('');
  expect(peopleOf(' \n')).toEqual([nobody]);
});

test('text of another form stays readable as names', () => {
  const text = 'Ida Nord, born 1980-02-03\nand her brother';
  expect(peopleOf(text).map(({ name }) => name)).toEqual(['Ida Nord, born 1980-02-03', 'and her brother']);
  expect(textOf(peopleOf(text))).toBe(text);
});

test.each([
  ['Ida Nord, 1980-02-03', false, true],
  ['Ida Nord, 1980-02-30', false, false],
  ['Ida Nord', false, false],
  ['Ida Nord, 1980-02-03\nOtto', false, false],
  ['Ida Nord, 1980-02-03', true, false],
  ['Ida Nord, 1980-02-03, 100 %', true, true],
  ['Ida Nord, 1980-02-03, 101 %', true, false],
  ['', false, false],
])('%j with shares: %s is complete: %s', (text, withShare, whole) => {
  expect(isWhole(text, withShare)).toBe(whole);
});
