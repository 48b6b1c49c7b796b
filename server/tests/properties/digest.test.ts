import { differingFields, digestRequest } from '@cardwright/server/platform/idempotency/digest.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const anyBody = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5, noNullPrototype: true });
const requestOf = (body: object) => ({ method: 'POST', path: '/api/v1/x', body });
const wholeOf = (body: object) => digestRequest(requestOf(body)).whole.toString('hex');

/** What JSON makes of a value: the digest is of what was parsed, so equal JSON must be an equal request. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, shuffled(member)]),
  );
}

describe('the digest of a request', () => {
  test('does not depend on the order in which keys are written, at any depth', () => {
    fc.assert(
      fc.property(anyBody, (given) => {
        const body = throughJson(given) as object;
        expect(wholeOf(shuffled(body) as object)).toBe(wholeOf(body));
      }),
    );
  });

  test('differs when the values differ, at any depth', () => {
    fc.assert(
      fc.property(anyBody, anyBody, (one, other) => {
        const [first, second] = [throughJson(one), throughJson(other)] as [object, object];
        const same = isSame(first, second);
        expect(wholeOf(first) === wholeOf(second)).toBe(same);
      }),
    );
  });

  test('differs when any one value inside is changed', () => {
    fc.assert(
      fc.property(anyBody, fc.string(), (given, name) => {
        const body = throughJson(given) as Record<string, unknown>;
        const changed = { ...body, [name]: [body[name] ?? null, 'changed'] };
        expect(wholeOf(changed)).not.toBe(wholeOf(body));
        expect(
          differingFields(digestRequest(requestOf(body)).fields, digestRequest(requestOf(changed)).fields),
        ).toEqual([name]);
      }),
    );
  });

  test('differs by method and path, and tells array from object and text from number', () => {
    const body = { amount: '1.00' };
    const digest = (request: { method: string; path: string; body: object }) =>
      digestRequest(request).whole.toString('hex');
    const all = [
      digest({ method: 'POST', path: '/a', body }),
      digest({ method: 'PUT', path: '/a', body }),
      digest({ method: 'POST', path: '/b', body }),
      ...[
        {},
        { a: 1 },
        { a: '1' },
        { a: [1] },
        { a: { 0: 1 } },
        { a: null },
        { a: [] },
        { a: {} },
        { a: '' },
        { a: [null] },
      ].map(wholeOf),
      ...[{ a: { b: 1 } }, { a: '{"b":1}' }, { 'a":{"b': 1 }, { a: ['b', 1] }, { 'a,b': 1 }].map(wholeOf),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test('names exactly the top-level fields that differ, in order', () => {
    const fieldsOf = (body: object) => digestRequest(requestOf(body)).fields;
    expect(differingFields(fieldsOf({ b: 1, a: 1, c: 1 }), fieldsOf({ c: 1, b: 2, d: 1 }))).toEqual(['a', 'b', 'd']);
    expect(differingFields(fieldsOf({ a: 1 }), fieldsOf({ a: 1 }))).toEqual([]);
  });
});

function isSame(one: unknown, other: unknown): boolean {
  try {
    expect(one).toStrictEqual(other);
    return true;
  } catch {
    return false;
  }
}
