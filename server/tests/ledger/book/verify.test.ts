// Verification must name the first row that is not what it should be. Each test tampers in one way that only a superuser
// can, with the triggers off, in a database of its own.
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { verifyBook, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ledgerOf } from '../../ledger-of.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let scope: Scope;
let companyId: string;

/** Entries 1 to 7: credit 200.00, reserve 53.10 and 20.00, capture and fee, release, and a hold of 5.00 that stays open. */
beforeEach(async () => {
  world = await startWorld({ api: 0, tampered: true });
  ({ id: companyId, scope } = await world.company());
  const ledger = ledgerOf(world.stack);
  await ledger.credit(scope, 200_00n, 'sbf_1');
  await ledger.reserve(scope, 'op_done', 53_10n);
  await ledger.reserve(scope, 'op_failed', 20_00n);
  await ledger.capture(scope, 'op_done', 50_00n, 3_10n);
  await ledger.release(scope, 'op_failed', 20_00n);
  await ledger.reserve(scope, 'op_open', 5_00n);
  await ledger.close();
});
afterEach(() => world.stop());

/** Runs statements with the triggers of the ledger off. */
async function tamper(...statements: string[]): Promise<void> {
  for (const table of ['entries', 'lines']) await world.admin.query(`alter table ledger.${table} disable trigger user`);
  for (const statement of statements) {
    const { rowCount } = await world.admin.query(statement.replaceAll('$company', `'${scope.companyId}'`));
    expect(rowCount, statement).toBeGreaterThan(0);
  }
}

const mine = `company_id = $company and environment = 'sandbox'`;

/** The bad row that verification names; everything before it must be right. */
async function badRow(): Promise<{ rule: string; row: string; expected: string; found: string }> {
  const { bad } = await verifyLedger(world.tools.db);
  expect(bad).toMatchObject({ company: companyId, environment: 'sandbox' });
  if (bad === undefined) throw new Error('nothing was found');
  return bad;
}

describe('a book that nobody touched', () => {
  test('is right, and every entry was counted', async () => {
    expect(await verifyBook(world.tools.db, scope)).toEqual({ entries: 7n, bad: undefined });
    const { books, entries, bad } = await verifyLedger(world.tools.db);
    expect({ entries, bad }).toEqual({ entries: 7n, bad: undefined });
    expect(books).toBeGreaterThanOrEqual(2); // sandbox and live of every company
  });

  test('reports its progress', async () => {
    const seen: bigint[] = [];
    await verifyLedger(world.tools.db, { onProgress: ({ entries }) => seen.push(entries) });
    expect(seen.at(-1)).toBe(7n);
  });
});

describe('verification names', () => {
  test('a line whose amount was changed', async () => {
    await tamper(`update ledger.lines set amount = amount + 1 where ${mine} and account = 'issuer'`);
    expect(await badRow()).toMatchObject({
      rule: 'a line moves what its entry says',
      row: expect.stringMatching(/^line 1 of issuer \(le_/),
      expected: 'entry 4: 5000, then 5000',
      found: 'entry 4: 5001, then 5000',
    });
  });

  test('a line whose balance was changed', async () => {
    await tamper(`update ledger.lines set balance_after = 0 where ${mine} and account = 'fees'`);
    expect(await badRow()).toMatchObject({
      rule: 'balance after a line is the sum of the lines',
      row: expect.stringMatching(/^line 1 of fees /),
      found: 'entry 5: 310, then 0',
    });
  });

  test('the first of two bad lines', async () => {
    await tamper(
      `update ledger.lines set balance_after = 0 where ${mine} and account = 'fees'`,
      `update ledger.lines set balance_after = 1 where ${mine} and account = 'available' and entry_sequence = 2`,
    );
    expect(await badRow()).toMatchObject({ row: expect.stringMatching(/^line 2 of available /) });
  });

  test('a line that is missing in the middle', async () => {
    await tamper(`delete from ledger.lines where ${mine} and account = 'held' and sequence = 2`);
    expect(await badRow()).toMatchObject({
      rule: 'every entry has its lines',
      row: expect.stringMatching(/^line 2 of held /),
      expected: 'entry 3: 2000, then 7310',
      found: 'no line',
    });
  });

  test('an entry whose lines are all gone', async () => {
    await tamper(
      `delete from ledger.lines where ${mine} and entry_sequence = 7`,
      `update ledger.accounts set balance = case account when 'available' then balance + 500 else balance - 500 end, lines = lines - 1
        where ${mine} and account in ('available', 'held')`,
    );
    expect(await badRow()).toMatchObject({
      rule: 'every entry has its lines',
      row: expect.stringMatching(/^line 5 of available /),
    });
  });

  test('an entry that was deleted from the middle', async () => {
    await tamper(`delete from ledger.entries where ${mine} and sequence = 3`);
    expect(await badRow()).toMatchObject({
      rule: 'entries are numbered without a gap',
      row: expect.stringMatching(/^entry 3 /),
      expected: '3',
      found: '4',
    });
  });

  test('the last entry when it was deleted with its lines', async () => {
    await tamper(
      `delete from ledger.entries where ${mine} and sequence = 7`,
      `delete from ledger.lines where ${mine} and entry_sequence = 7`,
    );
    expect(await badRow()).toMatchObject({ rule: 'a book counts its entries', row: 'book' });
  });

  test('an account that was removed, though nothing was ever in it', async () => {
    await tamper(`delete from ledger.accounts where ${mine} and account = 'adjustments'`);
    expect(await badRow()).toMatchObject({ row: 'account adjustments', expected: '0 in 0 lines', found: 'no account' });
  });

  test('two lines of equal amount that changed places', async () => {
    const ledger = ledgerOf(world.stack);
    for (const reference of ['op_a', 'op_b']) await ledger.reserve(scope, reference, 1_00n);
    await ledger.close();
    await tamper(
      `update ledger.lines set entry_sequence = 17 - entry_sequence where ${mine} and account = 'held' and entry_sequence >= 8`,
    );
    expect(await badRow()).toMatchObject({
      rule: 'lines follow the order of their entries',
      row: expect.stringMatching(/^line 7 of held /),
    });
  });

  test('a book whose last entry was deleted with every trace in the accounts', async () => {
    await tamper(
      `delete from ledger.entries where ${mine} and sequence = 7`,
      `delete from ledger.lines where ${mine} and entry_sequence = 7`,
      `delete from ledger.holds where ${mine} and reference = 'op_open'`,
      `update ledger.accounts set balance = case account when 'available' then balance + 500 else balance - 500 end, lines = lines - 1
        where ${mine} and account in ('available', 'held')`,
    );
    expect(await badRow()).toMatchObject({ rule: 'a book counts its entries', row: 'book' });
  });

  test('a line that moves another amount, though its account adds up', async () => {
    await tamper(
      `update ledger.lines set amount = amount + 1, balance_after = balance_after + 1 where ${mine} and account = 'issuer'`,
      `update ledger.accounts set balance = balance + 1 where ${mine} and account = 'issuer'`,
    );
    expect(await badRow()).toMatchObject({
      rule: 'a line moves what its entry says',
      row: expect.stringMatching(/^line 1 of issuer /),
      expected: 'entry 4: 5000, then 5000',
      found: 'entry 4: 5001, then 5001',
    });
  });

  test.each([
    ['available_delta', 'an entry moves the accounts of its kind'],
    ['held_delta', 'an entry moves the accounts of its kind'],
    ['available_after', 'available after is the sum of the deltas'],
    ['held_after', 'held after is the sum of the deltas'],
  ])('an entry whose %s was changed', async (column, rule) => {
    await tamper(`update ledger.entries set ${column} = ${column} + 1 where ${mine} and sequence = 7`);
    expect(await badRow()).toMatchObject({ rule, row: expect.stringMatching(/^entry 7 /) });
  });

  test('an entry that was given another kind', async () => {
    await tamper(`update ledger.entries set kind = 'deposit_fee' where ${mine} and sequence = 5`);
    expect(await badRow()).toMatchObject({
      rule: 'an entry moves the accounts of its kind',
      row: expect.stringMatching(/^entry 5 /),
      expected: '{available,fees}',
      found: 'held',
    });
  });

  test('an entry whose time was set before the one before it', async () => {
    await tamper(`update ledger.entries set created_at = created_at - interval '1 day' where ${mine} and sequence = 6`);
    expect(await badRow()).toMatchObject({
      rule: 'time never runs backwards',
      row: expect.stringMatching(/^entry 6 /),
    });
  });

  test('a last entry whose time was set later', async () => {
    await tamper(`update ledger.entries set created_at = created_at + interval '1 day' where ${mine} and sequence = 7`);
    expect(await badRow()).toMatchObject({ rule: 'a book counts its entries', row: 'book' });
  });

  test('an account whose balance was changed', async () => {
    await tamper(`update ledger.accounts set balance = balance + 1 where ${mine} and account = 'available'`);
    expect(await badRow()).toMatchObject({
      rule: 'an account is the sum of its lines',
      row: 'account available',
      expected: '14190 in 5 lines',
      found: '14191 in 5 lines',
    });
  });

  test('an account whose number of lines was changed', async () => {
    await tamper(`update ledger.accounts set lines = 7 where ${mine} and account = 'fees'`);
    expect(await badRow()).toMatchObject({ row: 'account fees', expected: '310 in 1 lines', found: '310 in 7 lines' });
  });

  test('a book that lost count', async () => {
    await tamper(`update ledger.books set entries = 8 where ${mine}`);
    expect(await badRow()).toMatchObject({ rule: 'a book counts its entries', row: 'book' });
  });

  test('a hold that was opened again', async () => {
    await tamper(`update ledger.holds set state = 'open', closed_at = null where ${mine} and reference = 'op_done'`);
    expect(await badRow()).toMatchObject({
      rule: 'a hold is what its entries say',
      row: 'hold op_done',
      expected: 'captured 5310',
      found: 'open 5310',
    });
  });

  test('a hold that was closed without an entry', async () => {
    await tamper(
      `update ledger.holds set state = 'released', closed_at = now() where ${mine} and reference = 'op_open'`,
    );
    expect(await badRow()).toMatchObject({ row: 'hold op_open', expected: 'open 500', found: 'released 500' });
  });

  test('a hold whose amount was changed, one that was removed, and one from nowhere', async () => {
    await tamper(`update ledger.holds set amount = 1 where ${mine} and reference = 'op_open'`);
    expect(await badRow()).toMatchObject({ row: 'hold op_open', expected: 'open 500', found: 'open 1' });
    await tamper(`delete from ledger.holds where ${mine} and reference = 'op_open'`);
    expect(await badRow()).toMatchObject({ row: 'hold op_open', expected: 'open 500', found: 'no hold' });
    await tamper(
      `insert into ledger.holds (company_id, environment, reference, amount, reason, created_at)
       values ($company, 'sandbox', 'op_nothing', 1, 'x', now())`,
    );
    expect(await badRow()).toMatchObject({ row: 'hold op_nothing', expected: 'no entries', found: 'open 1' });
  });

  test.each([
    ['reason', `'Other'`, 'the reason of a hold is what its reservation says'],
    ['created_at', `created_at + interval '1 ms'`, 'a hold begins with its reservation'],
    ['closed_at', `closed_at + interval '1 ms'`, 'a hold ends with its capture or release'],
  ])('a hold whose %s was changed', async (column, value, rule) => {
    await tamper(`update ledger.holds set ${column} = ${value} where ${mine} and reference = 'op_done'`);
    expect(await badRow()).toMatchObject({ rule, row: 'hold op_done' });
  });

  test('rows of a book that is gone', async () => {
    await world.admin.query(`alter table ledger.accounts drop constraint accounts_company_id_environment_fkey`);
    await tamper(`delete from ledger.books where ${mine}`);
    expect(await badRow()).toMatchObject({ rule: 'what was posted or exported has its book', row: 'book' });
  });

  test('lines that belong to no entry', async () => {
    await tamper(
      `insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
       values ($company, 'sandbox', 'adjustments', 1, 99, 1, 1), ($company, 'sandbox', 'deposits', 2, 99, -1, -20001)`,
    );
    expect(await badRow()).toMatchObject({
      rule: 'every line belongs to an entry',
      row: expect.stringMatching(/^line 2 of deposits /),
    });
  });
});
