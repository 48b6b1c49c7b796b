// Imports: a file is previewed, confirmed once and carried out; no row is ordered twice, whatever breaks off.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../client.ts';
import { newPerson, type SignedIn } from '../../identity/people/person.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let person: SignedIn;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  person = await newPerson(world);
});
afterAll(() => world?.stop());

type Reason = { code: string; message: string };
type PreviewedRow = { number: number; given: string; holderName: string; total: string | null; reasons: Reason[] };
type Preview = { rows: PreviewedRow[]; allowed: { rows: number; total: string; digest: string } };
type Progress = Record<'rows' | 'accepted' | 'refused' | 'waiting' | 'underWay', number> & { total: string };
type Row = { number: number; operation: { id: string; status: string } | null; reason: Reason | null };

/** A company in which the person has a role. */
async function newCompany(role = 'finance', available = '10000.00'): Promise<Company> {
  const company = await world.company({ available });
  await world.admin.query(`insert into members (company_id, user_id, role, since) values ($1, $2, $3, now())`, [
    company.scope.companyId,
    fromId('user', person.userId),
    role,
  ]);
  return company;
}

const inside = ({ id }: Pick<Company, 'id'>, key?: string) => ({
  company: id,
  environment: 'sandbox' as const,
  ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
});

const issue = (...lines: string[]) => ({
  type: 'issue',
  productId: world.products.card,
  file: ['cardholder,name,amount', ...lines].join('\r\n'),
});
const topup = (...lines: string[]) => ({ type: 'topup', file: ['card;cardholder;amount', ...lines].join('\n') });

const previews = <Body = Preview>(company: Company, file: object) =>
  person.post<Body>('/portal/v1/imports/preview', file, inside(company));

async function preview(company: Company, file: object): Promise<Preview> {
  const answer = await previews(company, file);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const codesOf = ({ rows }: Preview) => rows.map(({ reasons }) => reasons.map(({ code }) => code).join(' '));

const confirms = (company: Company, file: object, { allowed }: Preview, key: string = randomUUID()) =>
  person.post<{ id: string } & ErrorBody>(
    '/portal/v1/imports',
    { ...file, expectedTotal: allowed.total, digest: allowed.digest },
    inside(company, key),
  );

/** Previews and confirms a file; returns the import's id. */
async function confirmed(company: Company, file: object): Promise<string> {
  const answer = await confirms(company, file, await preview(company, file));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const runs = (company: Company, id: string, verb = 'run') =>
  person.post<Progress & ErrorBody>(`/portal/v1/imports/${id}/${verb}`, undefined, inside(company));

/** Runs an import until no row is waiting. */
async function finish(company: Company, id: string): Promise<Progress> {
  for (;;) {
    const { status, text, body } = await runs(company, id);
    expect(status, text).toBe(200);
    if (body.waiting === 0) return body;
  }
}

async function rowsOf(company: Company, id: string, query = '', after = 0): Promise<Row[]> {
  const path = `/portal/v1/imports/${id}/rows?after=${after}&${query}`;
  const answer = await person.get<{ data: Row[]; next: number | null }>(path, inside(company));
  expect(answer.status, answer.text).toBe(200);
  const { data, next } = answer.body;
  return next === null ? data : [...data, ...(await rowsOf(company, id, query, next))];
}

/** How many operations a company has, and what they hold. */
async function ordered({ scope }: Company): Promise<{ operations: number; held: string }> {
  const { rows } = await world.admin.query<{ operations: number; held: string }>(
    `select count(*)::integer as operations, coalesce(sum(amount + fee), 0)::text as held from operations
      where company_id = $1`,
    [scope.companyId],
  );
  return rows[0] ?? { operations: -1, held: '' };
}

const dollars = (total: string) => total.replace('.', '');

describe('a preview', () => {
  test('names cardholders found by id, external id and email, and adds up what can be ordered', async () => {
    const company = await newCompany();
    const id = await company.insertHolder({ name: 'Ada Lovelace' });
    await company.insertHolder({ name: 'Grace Hopper', externalId: 'EMP-17' });
    await company.insertHolder({ name: 'José Ñuñez', email: 'José.N@example.com' });
    const shown = await preview(
      company,
      issue(`${id},Travel,50.00`, 'EMP-17,"Fuel, and more",20', 'josé.n@EXAMPLE.com,,30.5'),
    );
    expect(codesOf(shown)).toEqual(['', '', '']);
    expect(shown.rows.map(({ holderName }) => holderName)).toEqual(['Ada Lovelace', 'Grace Hopper', 'José Ñuñez']);
    expect(shown.rows[0]).toMatchObject({ number: 1, amount: '50.00', fee: '3.10', total: '53.10', name: 'Travel' });
    expect(shown.allowed).toMatchObject({ rows: 3, amount: '100.50' });
    expect(await ordered(company)).toEqual({ operations: 0, held: '0' });
  });

  test('has every refusal of each row, and repeats no card number', async () => {
    const company = await newCompany();
    const id = await company.insertHolder({ email: 'twin@example.com' });
    await company.insertHolder({ email: 'twin@example.com' });
    await company.insertHolder({ externalId: 'blocked', status: 'blocked' });
    const shown = await preview(
      company,
      issue(
        'nobody@example.com,,50',
        'twin@example.com,,50',
        'blocked,,50',
        `${id},,0`,
        `${id},,"1,000"`,
        `${id},,1`,
        `${id},4111 1111 1111 1111,50`,
        '4111111111111111,,50',
        `${id},Travel,50,00`,
        `${id},${'x'.repeat(201)},50`,
        `${id},${'x'.repeat(199)}😀😀,50`, // cut, it would end in half a letter
      ),
    );
    expect(codesOf(shown)).toEqual([
      'holder_not_found',
      'holder_ambiguous',
      'holder_not_active',
      'amount_invalid',
      'amount_invalid',
      'amount_below_minimum',
      'card_number_refused',
      'card_number_refused holder_not_found',
      'row_malformed',
      'name_too_long',
      'name_too_long',
    ]);
    expect(shown.allowed).toMatchObject({ rows: 0, total: '0.00' });
    expect(JSON.stringify(shown)).not.toMatch(/4111/);
  });

  test('takes each row from the balance and the quota that the rows before it leave', async () => {
    const company = await newCompany('owner', '120.00');
    const id = await company.insertHolder();
    const shown = await preview(company, issue(`${id},,50`, `${id},,100`, `${id},,50`, `${id},,50`));
    expect(codesOf(shown)).toEqual(['', 'insufficient_funds', '', 'insufficient_funds']);
    expect(shown.allowed).toMatchObject({ rows: 2, total: '106.20' });
    await world.admin.query(`update companies set kind = 'individual' where id = $1`, [company.scope.companyId]);
    await world.admin.query(
      `insert into issue_quotas values ($1, 'sandbox', date_trunc('month', now() at time zone 'UTC'), 499)`,
      [company.scope.companyId],
    );
    expect(codesOf(await preview(company, issue(`${id},,50`, `${id},,50`)))).toEqual(['', 'quota_exceeded']);
  });

  test('finds cards by id and by last four digits, if these are clear', async () => {
    const company = await newCompany();
    const ada = await company.insertHolder({ externalId: 'ada' });
    const bob = await company.insertHolder({ externalId: 'bob' });
    const card = await company.insertCard({ holderId: ada, last4: '0042', name: 'Travel' });
    await company.insertCard({ holderId: ada, last4: '2001' });
    await company.insertCard({ holderId: bob, last4: '2001' });
    await company.insertCard({ holderId: bob, last4: '2001', status: 'closed' });
    await company.insertCard({ holderId: bob, last4: '7777', status: 'closed' });
    const shown = await preview(
      company,
      topup(`${card};;50`, '42;;50', '2001;;50', '2001;bob;50', '0042;bob;50', '9999;;50', '7777;;50', '42;eve;50'),
    );
    expect(codesOf(shown)).toEqual([
      '',
      '',
      'card_ambiguous',
      '',
      'card_not_found',
      'card_not_found',
      'card_closed',
      'holder_not_found',
    ]);
    expect(shown.rows[1]).toMatchObject({ card: { id: card, last4: '0042', name: 'Travel' } });
  });

  test('of the largest file answers, and a larger one is refused', async () => {
    const company = await newCompany('owner', '100000.00');
    const id = await company.insertHolder({ externalId: 'ada' });
    const lines = Array.from({ length: 500 }, () => `${id},,50`);
    expect((await preview(company, issue(...lines))).allowed.rows).toBe(500);
    const larger = await previews<ErrorBody>(company, issue(...lines, `${id},,50`));
    expect(larger).toMatchObject({ status: 400, body: { code: 'import_invalid' } });
  });

  test('finds nothing of another company', async () => {
    const [company, other] = [await newCompany(), await newCompany()];
    const holder = await other.insertHolder({ externalId: 'theirs', email: 'theirs@example.com' });
    const card = await other.insertCard({ holderId: holder, last4: '4711' });
    const none = 'holder_not_found';
    const issues = issue(`${holder},,50`, 'theirs,,50', 'theirs@example.com,,50');
    expect(codesOf(await preview(company, issues))).toEqual([none, none, none]);
    expect(codesOf(await preview(company, topup(`${card};;50`, '4711;;50')))).toEqual([
      'card_not_found',
      'card_not_found',
    ]);
  });
});

describe('a confirmation', () => {
  test('stores what was shown once, and orders nothing', async () => {
    const company = await newCompany();
    const id = await company.insertHolder();
    const file = issue(`${id},A,50`, 'nobody,B,50', `${id},C,50`);
    const shown = await preview(company, file);
    const key = randomUUID();
    const [one, two] = await Promise.all([confirms(company, file, shown, key), confirms(company, file, shown, key)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.id).toBe(two.body.id);
    expect(await rowsOf(company, one.body.id)).toMatchObject([
      { number: 1, name: 'A', total: '53.10', operation: null, reason: null },
      { number: 3, name: 'C' },
    ]);
    expect(await ordered(company)).toEqual({ operations: 0, held: '0' });
    await finish(company, one.body.id);
    // The balance is another one now, and still the answer is the first.
    expect(await confirms(company, file, shown, key)).toMatchObject({ status: 201, body: { id: one.body.id } });
    const changed = await confirms(company, issue(`${id},A,51`), shown, key);
    expect(changed).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  test('is refused if a row would be another one than was shown', async () => {
    const company = await newCompany();
    const ada = await company.insertHolder({ externalId: 'same' });
    const file = issue('same,,50');
    const shown = await preview(company, file);
    await world.admin.query(`update holders set external_id = 'other' where id = $1`, [fromId('holder', ada)]);
    await company.insertHolder({ externalId: 'same' });
    expect(await confirms(company, file, shown)).toMatchObject({
      status: 409,
      body: { code: 'quote_changed', currentTotal: '53.10' },
    });
  });

  test('stores no name of a cardholder who is erased at the same moment', async () => {
    const company = await newCompany();
    const id = await company.insertHolder();
    const file = issue(`${id},Ada’s card,50`);
    const previewed = await preview(company, file);
    const client = await world.admin.connect();
    try {
      await client.query('begin');
      await client.query(`select ledger.lock_books(array[$1::uuid], array['sandbox']::environment[])`, [
        company.scope.companyId,
      ]);
      const confirming = confirms(company, file, previewed);
      await until(
        async () => (await world.admin.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount,
        (waiting) => waiting === 1,
      );
      await client.query(
        `update holders set name = '', email = '', external_id = '', external_id_reserved = false, status = 'blocked',
                erased_at = now() where id = $1`,
        [fromId('holder', id)],
      );
      await client.query('commit');
      expect(await confirming).toMatchObject({ status: 201 });
    } finally {
      client.release(true);
    }
    const { rows } = await world.admin.query('select name from import_rows where company_id = $1', [
      company.scope.companyId,
    ]);
    expect(rows).toEqual([{ name: '' }]);
  });

  test('of an identical file is another import', async () => {
    const company = await newCompany();
    const file = issue(`${await company.insertHolder()},,50`);
    const ids = [await confirmed(company, file), await confirmed(company, file)];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(await finish(company, id)).toMatchObject({ accepted: 1 });
    expect(await ordered(company)).toMatchObject({ operations: 2 });
    const { body } = await person.get<{ data: { id: string }[] }>('/portal/v1/imports', inside(company));
    expect(body.data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });
});

describe('a run', () => {
  const manyRows = async (company: Company, count: number) => {
    const id = await company.insertHolder();
    return issue(...Array.from({ length: count }, (_, index) => `${id},Card ${index + 1},50`));
  };

  test('orders every row once when two tabs run at the same time', async () => {
    const company = await newCompany();
    const file = await manyRows(company, 65);
    const { allowed } = await preview(company, file);
    const id = await confirmed(company, file);
    await Promise.all([finish(company, id), finish(company, id), finish(company, id)]);
    expect(await ordered(company)).toEqual({ operations: 65, held: dollars(allowed.total) });
    const rows = await rowsOf(company, id);
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
    expect(new Set(rows.map(({ operation }) => operation?.id)).size).toBe(65);
    expect(await finish(company, id)).toMatchObject({ accepted: 65, refused: 0, waiting: 0, underWay: 65 });
  });

  test('that fails after its orders are committed repeats none of them', async () => {
    const company = await newCompany();
    const id = await confirmed(company, await manyRows(company, 30));
    await world.admin.query(`
      create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
      create trigger break_off before update on import_rows execute function break_off();`);
    expect((await runs(company, id)).status).toBe(500);
    expect(await ordered(company)).toMatchObject({ operations: 20 });
    expect((await runs(company, id)).status).toBe(500);
    await world.admin.query('drop trigger break_off on import_rows; drop function break_off');
    expect(await ordered(company)).toMatchObject({ operations: 20 });
    expect((await rowsOf(company, id)).filter(({ operation }) => operation !== null)).toHaveLength(20);
    expect(await finish(company, id)).toMatchObject({ accepted: 30, refused: 0 });
    expect(await ordered(company)).toMatchObject({ operations: 30 });
  });

  test('leaves an order that lacks funds for another try', async () => {
    const company = await newCompany('owner', '120.00');
    const id = await confirmed(company, await manyRows(company, 2));
    const single = issue(`${await company.insertHolder()},,50`);
    await finish(company, await confirmed(company, single));
    expect(await finish(company, id)).toMatchObject({ accepted: 1, refused: 1, refusedTotal: '53.10' });
    expect(await rowsOf(company, id, 'refused=true')).toMatchObject([
      { number: 2, operation: null, reason: { code: 'insufficient_funds' } },
    ]);
    await company.fund('100.00');
    expect((await runs(company, id, 'retry')).body).toMatchObject({ accepted: 1, refused: 0, waiting: 1 });
    expect(await finish(company, id)).toMatchObject({ accepted: 2, refused: 0 });
    expect(await ordered(company)).toMatchObject({ operations: 3 });
  });

  test('refuses a row whose price has changed', async () => {
    const company = await newCompany();
    const id = await confirmed(company, await manyRows(company, 2));
    await world.admin.query(`update import_rows set fee = fee - 1 where number = 2 and company_id = $1`, [
      company.scope.companyId,
    ]);
    await finish(company, id);
    expect(await rowsOf(company, id)).toMatchObject([{ reason: null }, { reason: { code: 'quote_changed' } }]);
  });

  test('gives each row the key that anybody can derive', async () => {
    const company = await newCompany();
    const id = await confirmed(company, await manyRows(company, 1));
    await finish(company, id);
    const { body } = await company.get(`/api/v1/idempotency-keys/${id}-1`);
    expect(body).toMatchObject({ path: '/api/v1/operations', status: 201 });
    expect((await rowsOf(company, id))[0]?.operation?.id).toBe(body.resourceId);
  });
});

describe('who may', () => {
  test('another company has no such import', async () => {
    const [company, other] = [await newCompany(), await newCompany()];
    const id = await confirmed(company, issue(`${await company.insertHolder()},,50`));
    const missing = { status: 404, body: { code: 'import_not_found' } };
    for (const named of [id, 'import_nonsense', 'x']) {
      for (const end of ['', '/rows'])
        expect(await person.get(`/portal/v1/imports/${named}${end}`, inside(other))).toMatchObject(missing);
      for (const verb of ['run', 'retry']) expect(await runs(other, named, verb)).toMatchObject(missing);
    }
    expect(await person.get(`/portal/v1/imports/${id}`, { company: company.id, environment: 'live' })).toMatchObject(
      missing,
    );
  });

  test('a viewer reads only, and a role that is lost ends an import', async () => {
    const company = await newCompany();
    const file = issue(`${await company.insertHolder()},,50`);
    const id = await confirmed(company, file);
    await world.admin.query(`update members set role = 'viewer' where company_id = $1`, [company.scope.companyId]);
    const refused = { status: 403, body: { code: 'role_missing' } };
    for (const verb of ['run', 'retry']) expect(await runs(company, id, verb)).toMatchObject(refused);
    expect(await previews(company, file)).toMatchObject(refused);
    expect((await person.get(`/portal/v1/imports/${id}`, inside(company))).status).toBe(200);
    expect(await ordered(company)).toMatchObject({ operations: 0 });
  });

  test('a developer may not in live, and nobody without an issuer', async () => {
    const [company, own] = [await newCompany('developer'), await newCompany('owner')];
    const live = (of: Company) => ({ company: of.id, environment: 'live' as const });
    const ask = (of: Company) => person.post('/portal/v1/imports/preview', issue('x,,50'), live(of));
    expect(await ask(company)).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    expect(await ask(own)).toMatchObject({ status: 403, body: { code: 'live_unavailable' } });
  });
});
