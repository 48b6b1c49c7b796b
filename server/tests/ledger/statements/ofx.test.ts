// A statement as OFX: a program that imports it finds every amount and id again, whatever the names contain.
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import type { ActivityRow } from '@cardwright/server/ledger/statements/activity.ts';
import { toOfx } from '@cardwright/server/ledger/statements/ofx.ts';
import { parseSync } from 'ofx-js';
import { expect, test } from 'vitest';

const scope = { companyId: newUuid(new Date()), environment: 'live' } as const;
const asked = { from: '2026-11-01', to: '2026-11-30', generatedAt: new Date('2026-12-02T08:00:00.000Z') };

const rowOf = (row: Partial<ActivityRow>): ActivityRow => ({
  reference: 'op_1',
  type: 'topup',
  detail: '',
  status: 'charged',
  incoming: 0n,
  outgoing: 0n,
  fee: 0n,
  held: 0n,
  balance: 0n,
  at: new Date('2026-11-15T09:30:01.240Z'),
  entries: [],
  ...row,
});

const rows = [
  rowOf({ reference: 'inv_1', type: 'deposit', incoming: 200_00n, outgoing: 3_00n, fee: 3_00n }),
  rowOf({ reference: 'op_1', outgoing: 103_20n, fee: 3_20n, detail: 'R&D <b>"x"</b> ]]> &amp; \u0000\u001B\uFFFE 😀' }),
  rowOf({ reference: 'op_2', type: 'issue', held: 20_00n, status: 'on_hold' }),
  rowOf({ reference: 'op_3', type: 'service', outgoing: 100_000_000_000n, detail: 'ж😀'.repeat(200) }),
  rowOf({ reference: 'op_4', outgoing: 3_20n, fee: 3_20n }),
  rowOf({ reference: 'op_5', type: 'close', incoming: 1n, status: 'received' }),
];

const statement = {
  companyName: 'Test Ltd',
  openingBalance: 0n,
  closingBalance: -20_05n,
  closingAvailable: 7n,
  incoming: 0n,
  outgoing: 0n,
  entries: [],
  chain: { before: null, after: null, sealedThrough: null },
};

type Transaction = Record<'TRNTYPE' | 'DTPOSTED' | 'TRNAMT' | 'FITID' | 'NAME' | 'MEMO', string>;
type Balance = Record<'BALAMT' | 'DTASOF', string>;
type Shown = {
  CURDEF: string;
  BANKACCTFROM: Record<'BANKID' | 'ACCTID' | 'ACCTTYPE', string>;
  BANKTRANLIST: { DTSTART: string; DTEND: string; STMTTRN?: Transaction[] };
  LEDGERBAL: Balance;
  AVAILBAL: Balance;
};

const read = (text: string): Shown => parseSync(text).OFX['BANKMSGSRSV1'].STMTTRNRS.STMTRS;

test('every row that changed the balance is read again, with its amount, id and time', () => {
  const text = toOfx(scope, { statement, rows }, asked);
  expectWellFormed(text);
  const shown = read(text);
  expect(shown).toMatchObject({
    CURDEF: 'USD',
    BANKACCTFROM: { BANKID: expect.stringMatching(/^.{1,9}$/), ACCTID: expect.stringMatching(/^[0-9A-V]{13}$/) },
    LEDGERBAL: { BALAMT: '-20.05', DTASOF: '20261130235959.999[0:GMT]' },
    AVAILBAL: { BALAMT: '0.07', DTASOF: '20261130235959.999[0:GMT]' },
  });
  expect(shown.BANKTRANLIST).toMatchObject({
    DTSTART: '20261101000000.000[0:GMT]',
    DTEND: '20261130235959.999[0:GMT]',
  });
  const found = shown.BANKTRANLIST.STMTTRN ?? [];
  expect(found.map(({ FITID, TRNTYPE, TRNAMT }) => [FITID, TRNTYPE, TRNAMT])).toEqual([
    ['inv_1', 'DEP', '197.00'],
    ['op_1', 'DEBIT', '-103.20'],
    ['op_3', 'DEBIT', '-1000000000.00'],
    ['op_4-fee', 'FEE', '-3.20'],
    ['op_5', 'CREDIT', '0.01'],
  ]);
  expect(found[1]).toMatchObject({
    DTPOSTED: '20261115093001.240[0:GMT]',
    NAME: 'Top-up: R&D <b>"x"</b> ]]> &amp;',
    MEMO: expect.stringMatching(/^Top-up: R&D <b>"x"<\/b> \]\]> &amp; +😀; fee 3\.20; op_1$/),
  });
  for (const { NAME, MEMO } of found) {
    expect(Array.from(NAME).length).toBeLessThanOrEqual(32);
    expect(Array.from(MEMO).length).toBeLessThanOrEqual(255);
  }
});

test('a range without activity has balances and no transaction; accounts differ by environment', () => {
  const early = { ...asked, generatedAt: new Date('2026-11-10T08:00:00.000Z') };
  const live = read(toOfx(scope, { statement, rows: [] }, early));
  expect(live.BANKTRANLIST.STMTTRN).toBeUndefined();
  expect(live.LEDGERBAL.DTASOF).toBe('20261110080000.000[0:GMT]');
  const sandbox = read(toOfx({ ...scope, environment: 'sandbox' }, { statement, rows: [] }, early));
  expect(sandbox.BANKACCTFROM.ACCTID).not.toBe(live.BANKACCTFROM.ACCTID);
});

/** The reader above forgives what XML does not: every element closes in order, and no text has bare markup. */
function expectWellFormed(text: string): void {
  const [xml, ofx, ...body] = text.trimEnd().split('\n');
  expect(xml).toBe('<?xml version="1.0" encoding="UTF-8" standalone="no"?>');
  expect(ofx).toMatch(/^<\?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"\?>$/);
  const open: string[] = [];
  const rest = body.join('\n').replaceAll(/<(\/?)([A-Z0-9]+)>/g, (_, closes: string, name: string) => {
    if (closes === '') open.push(name);
    else expect(open.pop()).toBe(name);
    return '';
  });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(amp|lt|gt);)|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
}
