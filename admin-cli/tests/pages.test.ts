// How the command line reads lists of the desk that are longer than a page.
import { queryOf, readRows } from '@cardwright/admin-cli/pages.ts';
import { expect, test } from 'vitest';

/** A list of `size` numbers, paged as the desk does it. */
const listOf = (size: number) => {
  const asked: number[] = [];
  const read = async ({ limit, last = 0 }: { limit: number; last: number | undefined }) => {
    asked.push(limit);
    const data = Array.from({ length: Math.min(limit, size - last) }, (_, index) => last + index + 1);
    return { data, hasMore: last + data.length < size };
  };
  return { asked, read };
};

test.each([
  { size: 0, limit: 20, shown: 0, hasMore: false, pages: [20] },
  { size: 20, limit: 20, shown: 20, hasMore: false, pages: [20] },
  { size: 21, limit: 20, shown: 20, hasMore: true, pages: [20] },
  { size: 250, limit: 500, shown: 250, hasMore: false, pages: [100, 100, 100] },
  { size: 900, limit: 150, shown: 150, hasMore: true, pages: [100, 50] },
])('of $size rows, $limit are read as $shown in pages of $pages', async ({ size, limit, shown, hasMore, pages }) => {
  const list = listOf(size);
  const rows = await readRows(limit, list.read);
  expect(rows).toEqual({ data: Array.from({ length: shown }, (_, index) => index + 1), hasMore });
  expect(list.asked).toEqual(pages);
});

test('a query asks for what is given', () => {
  expect(queryOf({ limit: 2, open: false, before: undefined, company: 'a&b' })).toBe(
    '?limit=2&open=false&company=a%26b',
  );
});
