// The recipe: its worked example in the documents is what the service computes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import { showEntriesOf } from '@cardwright/server/ledger/book/entries.ts';
import { beginningOf, nextHash, textsOfEntry } from '@cardwright/server/ledger/seals/chain.ts';
import { fromLine, toLine } from '@cardwright/server/ledger/seals/heads.ts';
import { expect, test } from 'vitest';

const page = readFileSync(fileURLToPath(new URL('../../../../docs/chain.md', import.meta.url)), 'utf8');

test('the worked example in docs/chain.md is what the service computes', () => {
  const companyId = fromId('company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t') ?? '';
  const scope = { companyId, environment: 'sandbox' } as const;
  const show = showEntriesOf(scope);
  const entries = [
    show({
      sequence: 1n,
      reference: 'sbf_01jcp4vsb0e5d8zq6m5k1n7x2t',
      kind: 'sandbox_credit',
      description: 'Sandbox funds credited',
      available_delta: usd(250_50n),
      held_delta: usd(0n),
      available_after: usd(250_50n),
      held_after: usd(0n),
      created_at: new Date('2026-11-15T09:30:00.000Z'),
    }),
    show({
      sequence: 2n,
      reference: 'op_01jcp4w1c8f1z9tq3m5k1n7x2t',
      kind: 'reservation',
      description: 'Carte café',
      available_delta: usd(-103_20n),
      held_delta: usd(103_20n),
      available_after: usd(147_30n),
      held_after: usd(103_20n),
      created_at: new Date('2026-11-15T09:31:07.250Z'),
    }),
  ];
  let hash = beginningOf(scope);
  const hashes = [hash.toString('hex')];
  for (const entry of entries) {
    hash = nextHash(hash, textsOfEntry(entry));
    hashes.push(hash.toString('hex'));
    const written = textsOfEntry(entry).map((text) => `${Buffer.byteLength(text)}:${text},`);
    expect(page).toContain(written.join(''));
  }
  for (const [index, expected] of hashes.entries()) expect(page, `hash ${index}`).toContain(expected);
  const marks = Buffer.from(
    hashes
      .slice(1)
      .map((hex) => hex.slice(0, 8))
      .join(''),
    'hex',
  );
  const chain = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t/sandbox';
  expect(page).toContain(toLine({ chain, first: 1, last: 2, hash, marks, at: '2026-11-15T09:31:12.004Z', epoch: 0 }));
});

test('no two rows of fields have the same hash: a text cannot be moved from one field into the next', () => {
  const before = Buffer.alloc(32);
  const hashOf = (...texts: string[]) => nextHash(before, texts).toString('hex');
  expect(hashOf('ab', 'c')).not.toBe(hashOf('a', 'bc'));
  expect(hashOf('a,1:b')).not.toBe(hashOf('a', 'b'));
  expect(hashOf('', 'a')).not.toBe(hashOf('a', ''));
  expect(hashOf('é')).not.toBe(hashOf('e\u0301'));
  expect(hashOf('x'.repeat(100_000), 'y')).not.toBe(hashOf('x'.repeat(100_000), 'z')); // beyond any workspace
});

test.each([
  '{"chain":"audit","first":1,"last":1}',
  '{"chain":"audit","first":1,"last":2,"hash":"00","marks":"AAAAAA==","at":"2026-11-15T09:31:12.004Z"}',
  '{"chain":"audit","first":"1","last":1,"hash":"00","marks":"AAAAAA==","at":""}',
  '[]',
  '{"chain":',
])('%s is no head', (line) => {
  expect(fromLine(line)).toBeUndefined();
});
