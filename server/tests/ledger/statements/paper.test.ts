// A statement on paper: as many pages as it needs, every letter of a name, and amounts that are never cut.
import { type PrintedStatement, print } from '@cardwright/server/ledger/statements/paper.ts';
import { expect, test } from 'vitest';

const statementOf = (entries: number): PrintedStatement => ({
  companyName: 'Łódź & Жук GmbH\u202E\u0000',
  companyId: 'com_01jcp4vsb0e5d8zq6m5k1n7x2t',
  environment: 'sandbox',
  from: '2026-11-01',
  to: '2026-11-30',
  generatedAt: '2026-11-30T12:00:00.000Z',
  openingBalance: '0.00',
  closingBalance: '1000000000.00',
  incoming: '1000000000.00',
  outgoing: '0.00',
  activity: Array.from({ length: Math.ceil(entries / 3) }, () => ({
    at: '2026-11-15T09:30:01.240Z',
    what: 'Top-up: A name that is far too long for its column ••4242, Łódź & Жук GmbH',
    status: 'On hold 1000000000.00',
    amount: '-1000000000.00',
    balance: '1000000000.00',
  })),
  chain: ['Chain before the first entry: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  entries: Array.from({ length: entries }, (_, index) => ({
    createdAt: new Date(Date.UTC(2026, 10, 1) + index * 60_000).toISOString(),
    kind: 'adjustment',
    description: index % 2 === 0 ? '' : 'A description that is far too long for its column, and goes on and on and on',
    reference: 'case_01jcp4vsb0e5d8zq6m5k1n7x2t',
    amount: '-1000000000.00',
    balance: '1000000000.00',
  })),
});
const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;

test('has one page without activity, then pages of activity and pages of the ledger', async () => {
  expect(pagesOf(await print(statementOf(0)))).toBe(1);
  expect(pagesOf(await print(statementOf(3)))).toBe(2);
  expect(pagesOf(await print(statementOf(3 * 36)))).toBe(1 + 3);
  expect(pagesOf(await print(statementOf(3 * 36 + 1)))).toBe(2 + 3);
});

test('carries its fonts with it, so that it looks the same everywhere', async () => {
  const text = (await print(statementOf(3))).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text.match(/\/FontFile2/g)?.length).toBe(2);
  expect(text).not.toContain('/BaseFont /Helvetica');
});
