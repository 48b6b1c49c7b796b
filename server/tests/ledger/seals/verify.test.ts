// Verification with exported heads: what it names when a superuser rewrote history, with the triggers off.
import { entryIdsOf } from '@cardwright/server/foundation/ids.ts';
import { type EntryRow, entryColumns, showEntriesOf } from '@cardwright/server/ledger/book/entries.ts';
import { AUDIT_CHAIN, beginningOf, chainOf, textsOfEntry } from '@cardwright/server/ledger/seals/chain.ts';
import type { Head, Heads } from '@cardwright/server/ledger/seals/heads.ts';
import { sealsOf } from '@cardwright/server/ledger/seals/seals-of.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ledgerOf } from '../../ledger-of.ts';
import { sealerOf } from '../../sealer-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let company: Company;
let heads: Heads;
let sealer: ReturnType<typeof sealerOf>;

/** Ten credits in two seals (1-6 and 7-10), all exported. */
beforeEach(async () => {
  world = await startWorld({ api: 0, tampered: true });
  sealer = sealerOf(world.stack);
  company = await world.company();
  const ledger = ledgerOf(world.stack);
  for (let number = 1; number <= 10; number++) {
    await ledger.credit(company.scope, BigInt(number), `sbf_${number}`);
    if (number === 6 || number === 10) await sealer.seal();
  }
  await ledger.close();
  heads = await sealer.heads();
  for (const table of ['ledger.entries', 'ledger.lines', 'ledger.seals', 'audit_log', 'audit_seals'])
    await world.admin.query(`alter table ${table} disable trigger user`);
});
afterEach(async () => {
  await sealer.close();
  await world.stop();
});

const mine = () => `company_id = '${company.scope.companyId}' and environment = 'sandbox'`;
const change = async (statement: string) => {
  expect((await world.admin.query(statement)).rowCount, statement).toBeGreaterThan(0);
};
const named = async (known: Heads = heads) => (await verifyLedger(world.tools.db, { heads: known })).bad;
const entry = (number: number) => `entry ${number} (${entryIdsOf(company.scope)(BigInt(number))})`;

/** Seals the book anew, as somebody would who wants his change to fit. */
async function reseal(): Promise<void> {
  const { rows } = await world.admin.query<EntryRow>(
    `select ${entryColumns.parts[0]} from ledger.entries where ${mine()} order by sequence`,
  );
  const show = showEntriesOf(company.scope);
  const links = rows.map((row) => ({ number: Number(row.sequence), texts: textsOfEntry(show(row)) }));
  await world.admin.query(`delete from ledger.seals where ${mine()}`);
  const position = { number: 0, hash: beginningOf(company.scope) };
  for (const part of [links.slice(0, 6), links.slice(6)]) {
    const [seal] = sealsOf(chainOf(company.scope), position, part, { at: new Date(), epoch: 0 });
    if (seal === undefined) continue;
    position.hash = seal.after;
    await world.admin.query(`insert into ledger.seals values ($1, 'sandbox', $2, $3, $4, $5, $6, $7)`, [
      company.scope.companyId,
      seal.first,
      seal.last,
      seal.before,
      seal.after,
      seal.marks,
      seal.at,
    ]);
  }
}

test('history that nobody touched is right, with heads and without', async () => {
  expect(await named()).toBeUndefined();
  expect(await named(new Map())).toBeUndefined();
  expect(await verifyAudit(world.tools.db, heads)).toMatchObject({ bad: undefined });
});

describe('verification names', () => {
  test('the first entry that was changed, though the seals were made to fit', async () => {
    await change(`update ledger.entries set description = 'x' where ${mine()} and sequence in (4, 9)`);
    await reseal();
    expect(await named()).toMatchObject({
      company: company.id,
      environment: 'sandbox',
      rule: 'the entry is what was sealed and exported',
      row: entry(4),
    });
    expect(await named(new Map())).toBeUndefined(); // the database agrees with itself: only the heads tell
  });

  test('the entry also where no head was exported yet', async () => {
    await change(`update ledger.entries set description = 'x' where ${mine()} and sequence = 9`);
    expect(await named(new Map())).toMatchObject({ rule: 'the entry is what was sealed', row: entry(9) });
    const until6 = new Map([[chainOf(company.scope), heads.get(chainOf(company.scope))?.slice(0, 1) ?? []]]);
    expect(await named(until6)).toMatchObject({ rule: 'the entry is what was sealed', row: entry(9) });
  });

  test('the first entry that is missing at the end', async () => {
    await change(`delete from ledger.entries where ${mine()} and sequence >= 8`);
    await reseal();
    expect(await named()).toMatchObject({
      rule: 'an exported head covers this row',
      row: entry(8),
      expected: 'entry',
      found: 'none',
    });
  });

  test('a book that is gone with all its rows', async () => {
    for (const table of ['entries', 'lines', 'accounts', 'holds', 'seals', 'books'])
      await world.admin.query(`delete from ledger.${table} where ${mine()}`);
    expect(await named()).toMatchObject({ company: company.id, environment: 'sandbox', row: 'book', found: 'none' });
  });

  test.each([
    ['hash_before', `set_byte(hash_before, 3, 0)`],
    ['hash_after', `set_byte(hash_after, 3, 0)`],
    ['marks', `set_byte(marks, 3, 0)`],
    ['sealed_at', `sealed_at + interval '1 ms'`],
  ])('a seal whose %s was changed', async (column, value) => {
    await world.admin.query(`update ledger.seals set ${column} = ${value} where ${mine()} and last_sequence = 10`);
    expect(await named()).toMatchObject({ rule: 'a seal is what the chain says', row: 'seal 7-10' });
  });

  test('a seal that is missing, and one too many', async () => {
    await world.admin.query(`insert into ledger.seals select company_id, environment, 8, 9, hash_before, hash_after,
      '\\x0000000000000000', sealed_at from ledger.seals where ${mine()} and last_sequence = 10`);
    expect(await named()).toMatchObject({ row: 'seal 8-9' });
    await change(`delete from ledger.seals where ${mine()} and first_sequence >= 7`);
    expect(await named()).toMatchObject({ rule: 'an exported head has its seal', row: 'seal 7-10' });
  });

  test('heads that contradict each other or do not follow each other', async () => {
    const [first, second] = (heads.get(chainOf(company.scope)) ?? []) as [Head, Head];
    const only = (...some: Head[]): Heads => new Map([[chainOf(company.scope), some]]);
    expect(await named(only(second))).toMatchObject({
      rule: 'every seal before an exported one was exported',
      row: 'seal 1-6',
    });
    expect(await named(only(first, { ...first, hash: second.hash }, second))).toMatchObject({
      rule: 'exported heads agree with each other',
      row: 'seal 1-6',
    });
    expect(await named(new Map([['com_nobody/live', [first]]]))).toMatchObject({ company: 'com_nobody', row: 'book' });
  });

  test('the audit entry that was changed, removed or slipped in', async () => {
    const bad = async () => (await verifyAudit(world.tools.db, heads)).bad;
    const last = heads.get(AUDIT_CHAIN)?.at(-1)?.last ?? 0;
    await change(`update audit_log set details = details || '{"forged": 1}' where sequence = ${last - 1}`);
    expect(await bad()).toMatchObject({ rule: 'the entry is what was sealed and exported', row: `entry ${last - 1}` });
    await change(`delete from audit_log where sequence >= ${last - 1}`);
    expect(await bad()).toMatchObject({ rule: 'an exported head covers this row', row: `entry ${last - 1}` });
    await change(`insert into audit_log overriding system value
      select 0, at, operator_id, action, company_id, environment, subject, details from audit_log limit 1`);
    expect(await bad()).toMatchObject({ rule: 'no entry stands where none was sealed', row: 'entry 0' });
  });
});
