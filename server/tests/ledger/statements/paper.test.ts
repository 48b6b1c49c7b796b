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

test('has one page without entries, and more for more of them', async () => {
  expect(pagesOf(await print(statementOf(0)))).toBe(1);
  expect(pagesOf(await print(statementOf(36)))).toBe(1);
  expect(pagesOf(await print(statementOf(37)))).toBe(2);
  expect(pagesOf(await print(statementOf(500)))).toBe(12);
});

test('carries its fonts with it, so that it looks the same everywhere', async () => {
  const text = (await print(statementOf(3))).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text.match(/\/FontFile2/g)?.length).toBe(2);
  expect(text).not.toContain('/BaseFont /Helvetica');
});
