import { entryIdsOf } from '@cardwright/server/foundation/ids.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const path = '/api/v1/account-statements';

let world: World;
let ledger: Ledger;
beforeAll(async () => {
  world = await startWorld();
  ledger = ledgerOf(world.stack);
});
afterAll(async () => {
  await ledger.close();
  await world.stop();
});

type Entry = {
  id: string;
  reference: string;
  kind: string;
  amount: string;
  balance: string;
  availableDelta: string;
  heldDelta: string;
  createdAt: string;
};
type Statement = {
  openingBalance: string;
  closingBalance: string;
  incoming: string;
  outgoing: string;
  data: Entry[];
};

const DAY_MS = 86_400_000;
/** The UTC date some days from now. */
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
/** A range that today falls into, whenever midnight comes. */
const around = `from=${day(-1)}&to=${day(1)}`;

/** Moves a company's sandbox time ahead, as the administrator. */
const setOffset = (company: Company, offset: string) =>
  world.admin.query(`update ledger.books set clock_offset = $2 where company_id = $1 and environment = 'sandbox'`, [
    company.scope.companyId,
    offset,
  ]);

/** Makes the next entry carry exactly this time: an entry is never earlier than the one before. */
const nextEntryAt = (company: Company, at: string) =>
  world.admin.query(`update ledger.books set last_entry_at = $2 where company_id = $1 and environment = 'sandbox'`, [
    company.scope.companyId,
    at,
  ]);

/** Credits one cent many times, in one batch. */
const creditMany = (company: Company, count: number) =>
  world.admin.query(
    `select ledger.post(
       array_fill($1::uuid, array[$2::int]), array_fill('sandbox'::environment, array[$2]),
       array_fill('sandbox_credit'::ledger.entry_kind, array[$2]),
       array(select gen_random_uuid()::text from generate_series(1, $2)), array_fill('Credit'::text, array[$2]),
       array_fill(1::bigint, array[$2]))`,
    [company.scope.companyId, count],
  );

describe(`GET ${path}`, () => {
  test('200 tells the whole story of an account, oldest first, and adds up', async () => {
    const company = await world.company({ name: 'Acme Travel GmbH' });
    const { scope } = company;
    await ledger.credit(scope, 200_00n, 'sbf_1');
    await ledger.reserve(scope, 'op_done', 53_10n);
    await ledger.reserve(scope, 'op_failed', 20_00n);
    await ledger.capture(scope, 'op_done', 50_00n, 3_10n);
    await ledger.release(scope, 'op_failed', 20_00n);
    await ledger.deposit(scope, 'inv_1', 101_00n, 1_52n);
    await ledger.adjust(scope, 'case_1', -5n);
    const { status, body } = await company.get<Statement>(`${path}?${around}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      company: { id: company.id, name: 'Acme Travel GmbH' },
      environment: 'sandbox',
      currency: 'USD',
      account: 'card_account',
      from: day(-1),
      to: day(1),
      openingBalance: '0.00',
      closingBalance: '246.33',
      incoming: '301.00',
      outgoing: '54.67',
      generatedAt: expect.stringMatching(/Z$/),
    });
    const columns = (e: Entry) => [e.kind, e.reference, e.availableDelta, e.heldDelta, e.amount, e.balance];
    expect(body.data.map(columns)).toEqual([
      ['sandbox_credit', 'sbf_1', '200.00', '0.00', '200.00', '200.00'],
      ['reservation', 'op_done', '-53.10', '53.10', '0.00', '200.00'],
      ['reservation', 'op_failed', '-20.00', '20.00', '0.00', '200.00'],
      ['capture', 'op_done', '0.00', '-50.00', '-50.00', '150.00'],
      ['fee', 'op_done', '0.00', '-3.10', '-3.10', '146.90'],
      ['release', 'op_failed', '20.00', '-20.00', '0.00', '146.90'],
      ['deposit', 'inv_1', '101.00', '0.00', '101.00', '247.90'],
      ['deposit_fee', 'inv_1', '-1.52', '0.00', '-1.52', '246.38'],
      ['adjustment', 'case_1', '-0.05', '0.00', '-0.05', '246.33'],
    ]);
  });

  test('entry ids follow from the book and the number, sort as the entries do, and stay the same', async () => {
    const company = await world.company();
    for (let index = 0; index < 35; index++) await ledger.credit(company.scope, 1n);
    const { body } = await company.get<Statement>(`${path}?${around}`);
    const ids = body.data.map(({ id }) => id);
    const idOf = entryIdsOf(company.scope);
    expect(ids).toEqual(Array.from({ length: 35 }, (_, index) => idOf(BigInt(index + 1))));
    expect(ids.toSorted()).toEqual(ids);
  });

  test('200 for a range before everything opens and closes at zero', async () => {
    const company = await world.company({ available: '1.00' });
    const { body } = await company.get<Statement>(`${path}?from=2020-01-01&to=2020-01-31`);
    expect(body).toMatchObject({ openingBalance: '0.00', closingBalance: '0.00', incoming: '0.00', outgoing: '0.00' });
    expect(body.data).toEqual([]);
  });

  test('200 for a range after everything opens and closes at the balance', async () => {
    const company = await world.company({ available: '1.00' });
    const { body } = await company.get<Statement>(`${path}?from=${day(10)}&to=${day(11)}`);
    expect(body).toMatchObject({ openingBalance: '1.00', closingBalance: '1.00', data: [] });
  });

  test('both dates are inclusive: the last millisecond of a day is in it, the first of the next is not', async () => {
    const company = await world.company();
    await nextEntryAt(company, '2099-05-01T23:59:59.999Z');
    await ledger.credit(company.scope, 1n, 'last of May 1');
    await nextEntryAt(company, '2099-05-02T00:00:00.000Z');
    await ledger.credit(company.scope, 10n, 'first of May 2');
    await nextEntryAt(company, '2099-05-02T23:59:59.999Z');
    await ledger.credit(company.scope, 100n, 'last of May 2');
    await nextEntryAt(company, '2099-05-03T00:00:00.000Z');
    await ledger.credit(company.scope, 1_000n, 'first of May 3');
    const { body } = await company.get<Statement>(`${path}?from=2099-05-02&to=2099-05-02`);
    expect(body.data.map(({ reference }) => reference)).toEqual(['first of May 2', 'last of May 2']);
    expect(body).toMatchObject({ openingBalance: '0.01', closingBalance: '1.11', incoming: '1.10' });
  });

  test('an entry goes by the company’s sandbox time, and the days of one statement meet those of the next', async () => {
    const company = await world.company();
    for (const days of [0, 1, 2, 3]) {
      await setOffset(company, `${days} days`);
      await company.fund('1.00');
    }
    const [first, second] = await Promise.all([
      company.get<Statement>(`${path}?from=${day(-1)}&to=${day(1)}`),
      company.get<Statement>(`${path}?from=${day(2)}&to=${day(4)}`),
    ]);
    expect(first.body.data.length + second.body.data.length).toBe(4);
    expect(second.body.openingBalance).toBe(first.body.closingBalance);
    expect(second.body.closingBalance).toBe('4.00');
  });

  test('200 for 366 days, 400 statement_range_too_large for 367', async () => {
    const company = await world.company();
    expect(await company.get(`${path}?from=2026-01-01&to=2027-01-01`)).toMatchObject({ status: 200 });
    const tooLong = { status: 400, body: { code: 'statement_range_too_large' } };
    expect(await company.get(`${path}?from=2026-01-01&to=2027-01-02`)).toMatchObject(tooLong);
    expect(await company.get(`${path}?from=2024-01-01&to=2024-12-31`)).toMatchObject({ status: 200 }); // a leap year
  });

  test('200 for 10,000 entries, 400 statement_range_too_large for one more', async () => {
    const company = await world.company();
    for (let batch = 0; batch < 50; batch++) await creditMany(company, 200);
    const whole = await company.get<Statement>(`${path}?${around}`);
    expect(whole.body.data).toHaveLength(10_000);
    expect(whole.body).toMatchObject({ closingBalance: '100.00', incoming: '100.00' });
    await creditMany(company, 1);
    for (const format of ['json', 'csv'])
      expect(await company.get(`${path}?${around}&format=${format}`)).toMatchObject({
        status: 400,
        body: { code: 'statement_range_too_large' },
      });
  });

  test.each([
    ['nothing', ''],
    ['only from', `from=${day(0)}`],
    ['only to', `to=${day(0)}`],
    ['a reversed range', `from=${day(0)}&to=${day(-1)}`],
    ['February 30', 'from=2026-02-30&to=2026-03-01'],
    ['February 29 of a year without one', 'from=2026-02-28&to=2026-02-29'],
    ['month 13', 'from=2026-12-31&to=2026-13-01'],
    ['day 0', 'from=2026-01-00&to=2026-01-01'],
    ['a date-time', `from=${new Date().toISOString()}&to=${day(1)}`],
    ['a date of five digits', 'from=20261-01-01&to=20261-01-02'],
    ['a short date', 'from=2026-1-1&to=2026-1-2'],
    ['a repeated from', `from=${day(-1)}&from=${day(-2)}&to=${day(0)}`],
    ['a repeated format', `${around}&format=csv&format=csv`],
    ['an unknown format', `${around}&format=pdf`],
    ['an unknown parameter', `${around}&account=card_account`],
    ['a NUL', `${around}%00`],
  ])('400 for %s', async (_what, query) => {
    const company = await world.company();
    expect(await company.get(`${path}?${query}`)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });

  test('200 for the first and the last day that can be written', async () => {
    const company = await world.company({ available: '1.00' });
    for (const [date, balance] of [
      ['0000-01-01', '0.00'],
      ['0001-01-01', '0.00'],
      ['9999-12-31', '1.00'],
    ])
      expect(await company.get(`${path}?from=${date}&to=${date}`)).toMatchObject({
        status: 200,
        body: { openingBalance: balance, closingBalance: balance },
      });
  });

  test('another company and the other environment see none of it', async () => {
    const company = await world.company({ available: '5.00' });
    const live = await company.client({ environment: 'live' });
    expect((await live.get(`${path}?${around}`)).body).toMatchObject({ environment: 'live', data: [] });
    expect((await (await world.company()).get(`${path}?${around}`)).body).toMatchObject({ data: [] });
  });

  test('401 without a key, 403 without balance:read, 403 without verification', async () => {
    expect(await world.ask(`${path}?${around}`)).toMatchObject({ status: 401 });
    const company = await world.company();
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'balance:read') });
    expect(await others.get(`${path}?${around}`)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const pending = await world.company({ verification: 'pending' });
    expect(await pending.get(`${path}?${around}`)).toMatchObject({ status: 403 });
  });
});

describe(`GET ${path} as CSV`, () => {
  test('200 answers a file with the same entries as the JSON', async () => {
    const company = await world.company();
    await ledger.credit(company.scope, 200_00n, 'sbf_1');
    await ledger.reserve(company.scope, 'op_1', 53_10n, 'Card issue');
    const csv = await company.get(`${path}?${around}&format=csv`);
    const { body } = await company.get<Statement>(`${path}?${around}`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="statement-${day(-1)}-${day(1)}.csv"`);
    const [first, second] = body.data;
    expect(csv.text.trimEnd().split(/\r?\n/)).toEqual([
      'id,createdAt,kind,reference,description,amount,balance,availableDelta,heldDelta',
      `${first?.id},${first?.createdAt},sandbox_credit,sbf_1,Sandbox funds credited,200.00,200.00,200.00,0.00`,
      `${second?.id},${second?.createdAt},reservation,op_1,Card issue,0.00,200.00,-53.10,53.10`,
    ]);
  });

  test('a description that a spreadsheet would run is text, and one with commas and quotes is quoted', async () => {
    const company = await world.company({ available: '10.00' });
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'a, "b"\nc'];
    for (const [index, text] of texts.entries()) await ledger.adjust(company.scope, `case_${index}`, 1n, text);
    const { text } = await company.get(`${path}?${around}&format=csv`);
    for (const shown of [`,'=1+1,`, `,'+1,`, `,'-1,`, `,'@SUM(A1),`, `,'\tx,`, `,"a, ""b""\nc",`])
      expect(text).toContain(shown);
    const { body } = await company.get<{ data: { description: string }[] }>(`${path}?${around}`);
    expect(body.data.slice(1).map(({ description }) => description)).toEqual(texts);
  });

  test('an empty range is a header alone, and a refusal is still JSON', async () => {
    const company = await world.company();
    const { text } = await company.get(`${path}?from=2020-01-01&to=2020-01-02&format=csv`);
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    const refused = await company.get(`${path}?from=2020-01-02&to=2020-01-01&format=csv`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });
});
