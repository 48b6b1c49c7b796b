import { entryIdsOf, fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const kinds = ['company', 'key', 'operator', 'product', 'holder', 'card', 'operation', 'transaction'] as const;
const kind = fc.constantFrom(...kinds);

describe('an id', () => {
  test('leads back to its uuid, and only as what it names', () => {
    fc.assert(
      fc.property(kind, kind, fc.uuid(), (named, other, uuid) => {
        const id = toId(named, uuid);
        expect(fromId(named, id)).toBe(uuid);
        if (other !== named) expect(fromId(other, id)).toBeUndefined();
      }),
    );
  });

  test('is one text for one uuid: nothing but that text leads to it', () => {
    fc.assert(
      fc.property(
        kind,
        fc.uuid(),
        fc.nat(30),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
        (named, uuid, at, noise) => {
          const id = toId(named, uuid);
          const place = at % (id.length + 1);
          const changed = id.slice(0, place) + noise + id.slice(place);
          expect(fromId(named, changed)).toBeUndefined();
          expect(fromId(named, id.toUpperCase())).toBeUndefined();
          expect(fromId(named, uuid)).toBeUndefined();
        },
      ),
    );
  });

  test('that is any text at all is answered, never thrown at', () => {
    fc.assert(
      fc.property(kind, fc.string({ unit: 'binary' }), (named, text) => {
        expect(() => fromId(named, text)).not.toThrow();
      }),
    );
  });

  test('of a later moment sorts behind that of an earlier one', () => {
    const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        fc.pre(one < other);
        const [early, late] = [newUuid(new Date(one)), newUuid(new Date(other))];
        expect(early < late).toBe(true);
        expect(toId('operation', early) < toId('operation', late)).toBe(true);
        expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  test('of a ledger entry tells book and number apart, sorts by number and has 26 letters', () => {
    const scope = fc.record({ companyId: fc.uuid(), environment: fc.constantFrom('sandbox', 'live') });
    const sequence = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(scope, scope, sequence, sequence, (book, other, one, two) => {
        const idOf = entryIdsOf(book);
        expect(idOf(one)).toMatch(/^le_[0-9a-v]{26}$/);
        expect(idOf(one) < idOf(two)).toBe(one < two);
        const sameBook = book.companyId === other.companyId && book.environment === other.environment;
        expect(entryIdsOf(other)(one) === idOf(one)).toBe(sameBook);
      }),
    );
  });
});
