import { isCursor, toPage, toPageRequest } from '@cardwright/server/platform/http/pages.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const position = fc.record({
  at: fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
  id: fc.uuid(),
});

/** The cursor behind a page that ends at a position. */
function cursorOf(last: { at: Date; id: string }): string {
  const { nextCursor } = toPage([last, last], { limit: 2 }, (row) => row);
  if (nextCursor === null) throw new Error('a page with a row behind it has a cursor');
  return nextCursor;
}

describe('a cursor', () => {
  test('leads back to the position it was made of', () => {
    fc.assert(
      fc.property(position, (last) => {
        expect(toPageRequest({ cursor: cursorOf(last) }).after).toEqual(last);
      }),
    );
  });

  test('fits into a URL as it is', () => {
    fc.assert(
      fc.property(position, (last) => {
        expect(cursorOf(last)).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
      }),
    );
  });

  test('is told from any other text', () => {
    fc.assert(
      fc.property(position, (last) => {
        expect(isCursor(cursorOf(last))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
        expect(isCursor(text)).toBe(false);
      }),
    );
  });

  test('has one form only: changed in any character it is refused or another position', () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.constantFrom(...'ABYZabyz0189-_'.split('')), (last, at, letter) => {
        const cursor = cursorOf(last);
        const place = at % cursor.length;
        const changed = cursor.slice(0, place) + letter + cursor.slice(place + 1);
        fc.pre(changed !== cursor);
        expect(toPageRequest({ cursor: changed }).after).not.toEqual(last);
      }),
    );
  });

  test('is there exactly when another row follows', () => {
    const rows = fc.array(position, { maxLength: 12 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 10 }), (all, limit) => {
        const request = toPageRequest({ limit });
        const { shown, nextCursor } = toPage(all.slice(0, request.limit), request, (row) => row);
        expect(shown).toEqual(all.slice(0, limit));
        expect(nextCursor === null).toBe(all.length <= limit);
      }),
    );
  });
});
