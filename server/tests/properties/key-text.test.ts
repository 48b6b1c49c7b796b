import { looksLikeKey, newKeyText } from '@cardwright/server/identity/keys/text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
const anyKey = fc
  .tuple(fc.constantFrom('sandbox' as const, 'live' as const), fc.constantFrom('00', 'a7', 'ZZ'))
  .map(([environment, cell]) => newKeyText(environment, cell));

describe('the text of a key', () => {
  test('is recognised as it was made', () => {
    fc.assert(
      fc.property(anyKey, (text) => {
        expect(text).toMatch(/^cw_(sandbox|live)_[0-9A-Za-z]{51}$/);
        expect(looksLikeKey(text)).toBe(true);
      }),
    );
  });

  test('with any one character changed, whichever and wherever, is not', () => {
    const key = newKeyText('sandbox', '00');
    for (let at = 0; at < key.length; at++) {
      for (const letter of letters) {
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        if (changed !== key) expect(looksLikeKey(changed), changed).toBe(false);
      }
    }
  });

  test('with two neighbouring characters swapped is not', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        for (let at = 0; at + 1 < key.length; at++) {
          const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
          if (swapped !== key) expect(looksLikeKey(swapped), swapped).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('with something missing, added or of another environment is not', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(70), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), (key, at, noise) => {
        const place = at % key.length;
        expect(looksLikeKey(key.slice(0, place) + noise + key.slice(place))).toBe(false);
        expect(looksLikeKey(key.slice(0, place) + key.slice(place + 1))).toBe(false);
        const elsewhere = key.startsWith('cw_live') ? key.replace('live', 'sandbox') : key.replace('sandbox', 'live');
        expect(looksLikeKey(elsewhere)).toBe(false);
      }),
    );
  });

  test('is never the same twice', () => {
    const made = new Set(Array.from({ length: 2_000 }, () => newKeyText('live', '00')));
    expect(made.size).toBe(2_000);
  });

  test('is not any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(looksLikeKey(text)).toBe(false);
      }),
    );
  });
});
