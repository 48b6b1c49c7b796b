// Search: people find what they have by a few words or an id, however long the history is, and nothing of anybody else.
import { readFile } from 'node:fs/promises';
import { type Found, findAnything } from '@cardwright/server/cards/search/find.ts';
import { searchCards, searchTransactions } from '@cardwright/server/cards/search/list.ts';
import { searchedText } from '@cardwright/server/cards/search/words.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { searchOperations } from '@cardwright/server/operations/read/search.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type SignedIn } from '../identity/people/person.ts';
import { explain, watch } from '../plans.ts';
import { type Company, startWorld, type World } from '../world.ts';

let world: World;
let api: Db;
let person: SignedIn;
let company: Company;
let other: Company;

/** Everything that is searched for. */
let ada: string;
let jose: string;
let lukasz: string;
let travel: string;
let joses: string;
let payment: string;
let topUp: string;
let failed: string;
let service: string;
let invoice: string;

beforeAll(async () => {
  world = await startWorld({ portal: true, tampered: true }); // rows are written without their postings
  api = openDb({ url: world.stack.urlOf('cardwright_api'), name: 'test', connections: 2, onError: () => undefined });
  person = await newPerson(world);
  [company, other] = [await world.company(), await world.company()];
  await world.admin.query(`insert into members (company_id, user_id, role, since) values ($1, $2, 'viewer', now())`, [
    company.scope.companyId,
    fromId('user', person.userId),
  ]);
  ada = await company.insertHolder({ name: 'Ada Lovelace', email: 'Ada.King@example.com', externalId: 'EMP-17' });
  jose = await company.insertHolder({ name: 'José Jean-Luc Ñuñez', email: 'j@example.com' });
  lukasz = await company.insertHolder({ name: 'ŁUKASZ Østerås', email: 'o@example.com' });
  travel = await company.insertCard({ name: 'Travel Berlin', holderId: ada, last4: '4711' });
  joses = await company.insertCard({ name: 'Путешествие', holderId: jose, last4: '0815' });
  payment = await company.insertTransaction({ cardId: travel, merchant: "Café O'Hara, Köln" });
  topUp = await company.insertOperation({ type: 'topup', status: 'completed', holderId: ada, cardId: travel });
  failed = await company.insertOperation({ type: 'issue', status: 'failed', holderId: ada });
  service = await company.insertOperation({ type: 'service', status: 'queued' });
  await world.admin.query(
    `insert into payees select company_id, environment, 'recipient', payee_id('+49 170 99'), '+49 170 99'
      from operations where id = $1`,
    [fromId('operation', service)],
  );
  await world.admin.query(`update operations set recipient = '+49 170 99' where id = $1`, [
    fromId('operation', service),
  ]);
  invoice = await company.insertInvoice();
  await other.insertTransaction({
    cardId: await other.insertCard({ name: 'Secret card', last4: '9999' }),
    merchant: 'Theirs',
  });
});
afterAll(async () => {
  await api?.close();
  await world?.stop();
});

type Listed = { data: { id: string; holderName?: string }[]; nextCursor: string | null };

/** A request of a viewer, who may read everything of the company. */
async function get<Body>(path: string, of = company): Promise<Body> {
  const answer = await person.get<Body>(path, { company: of.id, environment: 'sandbox' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const search = (typed: string) => get<Found>(`/portal/v1/search?q=${encodeURIComponent(typed)}`);
const idsIn = (list: string, typed: string, more = '') =>
  get<Listed>(`/portal/v1/${list}?search=${encodeURIComponent(typed)}${more}`).then(({ data }) =>
    data.map(({ id }) => id),
  );

describe('finds', () => {
  test.each([
    ['the beginning of a name', 'lov', 'holders'],
    ['two beginnings, in any order', 'LOVE ad', 'holders'],
    ['an email address', 'ada.king@exam', 'holders'],
    ['a part of an email address', 'king', 'holders'],
    ['an external id', 'emp-17', 'holders'],
    ['a name without its accents', 'jose nunez', 'holders'],
    ['a part of a name with a hyphen', 'luc', 'holders'],
    ['the last four digits', '4711', 'cards'],
    ['words of a card with the last four', 'berl 47', 'cards'],
    ['a name in another alphabet', 'ПУТЕШ', 'cards'],
    ['a letter that has no accent', 'łuk', 'holders'],
    ['a merchant', 'cafe koln', 'merchants'],
    ['a merchant with its punctuation', "o'hara", 'merchants'],
  ] as const)('%s', async (_what, typed, kind) => {
    const { named, ...found } = await search(typed);
    expect(named).toEqual([]);
    expect(Object.entries(found).flatMap(([name, all]) => (all.length > 0 ? [name] : []))).toEqual([kind]);
    expect(found[kind]).toHaveLength(1);
  });

  test('a card with the name of its cardholder', async () => {
    expect((await search('travel')).cards).toEqual([
      { id: travel, name: 'Travel Berlin', last4: '4711', status: 'active', holderName: 'Ada Lovelace' },
    ]);
  });

  test('nothing for less than two characters, and nothing that has only some of the words', async () => {
    const nothing = { cards: [], holders: [], merchants: [], named: [] };
    for (const typed of ['a', '  ', ' 4 ', 'ada 9999', 'lovelace berlin']) expect(await search(typed)).toEqual(nothing);
  });

  test('whatever a pasted id names', async () => {
    for (const [kind, id, label] of [
      ['operation', topUp, 'topup'],
      ['card', travel, 'Travel Berlin ••4711'],
      ['holder', ada, 'Ada Lovelace'],
      ['invoice', invoice, ''],
      ['transaction', payment, "Café O'Hara, Köln"],
    ]) {
      expect((await search(` ${id} `)).named).toMatchObject([{ kind, id, label }]);
    }
  });

  test('nothing of another company or environment, by words or by id', async () => {
    const theirs = await api.read(other.scope, () => findAnything(api, other.scope, '9999'));
    expect(theirs.cards).toHaveLength(1);
    for (const typed of ['9999', 'secret', 'theirs', theirs.cards[0]?.id ?? '']) {
      expect(await search(typed)).toEqual({ cards: [], holders: [], merchants: [], named: [] });
    }
    const live = await findAnything(api, { ...company.scope, environment: 'live' }, travel);
    expect(live.named).toEqual([]);
    const answer = await person.get('/portal/v1/search?q=9999', { company: other.id, environment: 'sandbox' });
    expect(answer.status).toBe(404);
  });
});

describe('a list is searched', () => {
  test('for cards: by their own words, and by those of their cardholder', async () => {
    expect(await idsIn('cards', 'berlin')).toEqual([travel]);
    expect(await idsIn('cards', 'lovelace')).toEqual([travel]);
    expect(await idsIn('cards', 'ada 4711')).toEqual([]);
    expect(await idsIn('cards', 'lovelace', '&status=closed')).toEqual([]);
    expect(await idsIn('cards', 'lovelace', `&holderId=${jose}`)).toEqual([]);
    const { data } = await get<Listed>('/portal/v1/cards');
    expect(data.map(({ id, holderName }) => [id, holderName])).toEqual([
      [joses, 'José Jean-Luc Ñuñez'],
      [travel, 'Ada Lovelace'],
    ]);
  });

  test('for cardholders, with their filters', async () => {
    expect(await idsIn('holders', 'ad')).toEqual([ada]);
    expect(await idsIn('holders', 'ad', '&kind=corporate')).toEqual([]);
    expect(await idsIn('holders', 'ØSTERAS')).toEqual([lukasz]);
    expect((await get<Listed>('/portal/v1/holders')).data).toHaveLength(3);
  });

  test('for payments, with their filters', async () => {
    expect(await idsIn('transactions', 'hara')).toEqual([payment]);
    expect(await idsIn('transactions', 'hara', `&cardId=${travel}&status=settled`)).toEqual([payment]);
    for (const more of [`&cardId=${joses}`, '&status=declined', '&type=refund', '&occurredTo=2020-01-01T00:00:00Z'])
      expect(await idsIn('transactions', 'hara', more)).toEqual([]);
    expect(await idsIn('transactions', 'nowhere')).toEqual([]);
  });

  test('for operations: of a card, of a cardholder without one, and for a recipient', async () => {
    expect(new Set(await idsIn('operations', 'lovelace'))).toEqual(new Set([topUp, failed]));
    expect(await idsIn('operations', '4711')).toEqual([topUp]);
    expect(await idsIn('operations', '+49 99')).toEqual([service]);
    expect(await idsIn('operations', 'lovelace', '&type=issue')).toEqual([failed]);
    expect(await idsIn('operations', 'lovelace', '&status=queued')).toEqual([]);
  });

  test('page by page, with nothing twice and nothing left out', async () => {
    const paged = await world.company();
    const cardId = await paged.insertCard({ name: 'Fuel' });
    const expected: string[] = [];
    for (const [index, merchant] of ['Shell East', 'Shell West', 'Aral', 'Shell East', 'Shell West'].entries()) {
      const occurredAt = new Date(Date.UTC(2026, 0, 1 + index));
      const id = await paged.insertTransaction({
        cardId,
        merchant,
        occurredAt,
        status: index % 2 ? 'pending' : 'settled',
      });
      if (merchant !== 'Aral') expected.unshift(id);
    }
    const seen: string[] = [];
    let after: { at: Date; id: string } | undefined;
    do {
      const page = { limit: 2, ...(after === undefined ? {} : { after }) };
      const rows = await searchTransactions(api, paged.scope, page, { search: 'shell' });
      seen.push(...rows.map(({ text }) => (JSON.parse(text) as { id: string }).id));
      after = rows.at(-1);
    } while (after !== undefined);
    expect(seen).toEqual(expected);
  });
});

test('every letter is compared as the server compares what people type', async () => {
  const LAST_LETTER = 0x2fff; // of the alphabets of names; the version of Unicode differs in later blocks
  const { rows } = await world.admin.query<{ code: number; text: string }>(
    `select n as code, searched_text(chr(n)) as text from generate_series(1, ${LAST_LETTER}) as n`,
  );
  expect(rows).toHaveLength(LAST_LETTER);
  const different = rows.filter(({ code, text }) => text !== searchedText(String.fromCodePoint(code)));
  expect(different.map(({ code }) => code.toString(16))).toEqual([]);
  for (const [stored, typed] of [
    ['ŁUKASZ Đorđević', 'łukasz đorđević'],
    ['ØSTERÅS ÆBLE', 'østerås æble'],
    ['ҚАЗАҚ ԵՐԵՎԱՆ', 'қазақ երևան'.replace('և', 'եվ')],
  ] as const)
    expect((await world.admin.query('select searched_text($1) as text', [stored])).rows[0].text).toBe(
      searchedText(typed),
    );
});

describe('words follow names', () => {
  test('when a card is renamed', async () => {
    const renamed = await company.insertCard({ name: 'Before Thunder', last4: '1212', holderId: jose });
    const answer = await company.ask(`/api/v1/cards/${renamed}`, { method: 'PATCH', json: { name: 'After Rain' } });
    expect(answer.status, answer.text).toBe(200);
    expect((await search('thunder')).cards).toEqual([]);
    expect((await search('rain 1212')).cards).toMatchObject([{ id: renamed }]);
  });

  test('when a cardholder gets another external id, and when one is erased', async () => {
    const id = await company.insertHolder({ name: 'Grace Hopper', email: 'grace@navy.example', externalId: 'OLD-1' });
    await company.ask(`/api/v1/holders/${id}`, { method: 'PATCH', json: { externalId: 'NEW-2' } });
    expect((await search('old-1')).holders).toEqual([]);
    expect((await search('new-2')).holders).toMatchObject([{ id }]);
    await world.admin.query(
      `update holders set name = '', email = '', external_id = '', external_id_reserved = false, erased_at = now() where id = $1`,
      [fromId('holder', id)],
    );
    for (const typed of ['grace', 'hopper', 'grace@navy', 'new-2']) expect((await search(typed)).holders).toEqual([]);
    const { rows } = await world.admin.query('select from search_words where id = $1', [fromId('holder', id)]);
    expect(rows).toEqual([]);
  });

  test('a payment at a known merchant writes no words', async () => {
    const cardId = await company.insertCard({ name: 'Again', holderId: jose });
    const versions = async () =>
      (
        await world.admin.query(`select p.xmin::text, p.name from payees p where company_id = $1 order by 2`, [
          company.scope.companyId,
        ])
      ).rows;
    await company.insertTransaction({ cardId, merchant: 'Kiosk' });
    const before = await versions();
    await company.insertTransaction({ cardId, merchant: 'Kiosk' });
    expect(await versions()).toEqual(before);
  });
});

/** Operations and payments of a company, on a tenth as many cards. */
const [FEW, MANY] = [200, 20_000];

test('a search in a long history reads about as many blocks as in a short one', async () => {
  const blocks: Record<string, number[]> = {};
  for (const count of [FEW, MANY]) {
    const one = await world.company();
    const busy = await loadHistory(one, count);
    for (const [name, work] of Object.entries({
      anything: (db: Db) => findAnything(db, one.scope, 'needle'),
      cards: (db: Db) => searchCards(db, one.scope, { limit: 26 }, { search: 'needle' }),
      payments: (db: Db) => searchTransactions(db, one.scope, { limit: 26 }, { search: 'needle' }),
      'payments of a busy card': (db: Db) =>
        searchTransactions(db, one.scope, { limit: 26 }, { search: 'needle', cardId: busy }),
      operations: (db: Db) => searchOperations(db, one.scope, { limit: 26 }, { search: 'needle' }),
    }))
      (blocks[name] ??= []).push(await blocksOf(one, work));
  }
  console.info('blocks of a search', blocks);
  for (const [name, [few = 0, many = 0]] of Object.entries(blocks)) expect(many, name).toBeLessThan(few * 1.5);
});

test('rows from before the triggers get the same words by the migration', async () => {
  const kept = async () =>
    (
      await world.admin.query(`select kind, word, id from search_words union all select kind, name, id from payees
                                order by 1, 2, 3`)
    ).rows;
  const before = await kept();
  expect(before.length).toBeGreaterThan(100);
  await world.admin.query('delete from search_words');
  await world.admin.query('delete from payees');
  const file = new URL('../../database/migrations/0048_words_of_existing_rows.sql', import.meta.url);
  const [, block = ''] = /transaction:false\n(.*?)-- migrate:down/s.exec(await readFile(file, 'utf8')) ?? [];
  await world.admin.query(block);
  expect(await kept()).toEqual(before);
});

/**
 * Writes a history in which one card, with 100 operations and 100 payments, is searched for. Returns another card, which
 * has as many payments as there are operations.
 */
async function loadHistory(of: Company, count: number): Promise<string> {
  const needle = fromId(
    'card',
    await of.insertCard({ name: 'Needle', holderId: await of.insertHolder({ name: 'Needle Owner' }) }),
  );
  const values = [of.scope.companyId, count, needle];
  await world.admin.query(
    `insert into cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
     select c.company_id, c.environment, gen_random_uuid(), c.holder_id, c.product_id, 'Hay ' || n, lpad((n % 10000)::text, 4, '0'), '', 'active', 0,
            now() - make_interval(mins => n)
       from cards c cross join generate_series(2, $2::integer / 10) as n where c.company_id = $1 and c.id = $3`,
    values,
  );
  const chosen = `(select k.id, k.holder_id, k.product_id, row_number() over (order by k.id = $3 desc, k.id) as at from cards k where k.company_id = $1) as k`;
  const placed = `generate_series(1, $2::integer) as n join ${chosen} on k.at = case when n <= 100 then 1 else n % ($2::integer / 10) + 1 end`;
  await world.admin.query(
    `insert into operations (company_id, environment, id, type, status, product_id, amount, fee, holder_id, card_id, decided_at, accepted_at, created_at)
     select $1, 'sandbox', gen_random_uuid(), 'topup', 'completed', k.product_id, 100, 1, k.holder_id, k.id, now(), now(), now() - make_interval(mins => n)
       from ${placed}`,
    values,
  );
  await world.admin.query(
    `insert into transactions (company_id, environment, id, card_id, reference, type, status, amount, currency, merchant, occurred_at, created_at)
     select $1, 'sandbox', gen_random_uuid(), k.id, gen_random_uuid()::text, 'purchase', 'settled', -100, 'USD',
            case when n <= 100 then 'Needle shop' else 'Shop ' || n % 1000 end, now() - make_interval(mins => n), now()
       from ${placed}`,
    values,
  );
  const busy = fromId('card', await of.insertCard({ name: 'Busy', holderId: await of.insertHolder() })) ?? '';
  await world.admin.query(
    `insert into transactions (company_id, environment, id, card_id, reference, type, status, amount, currency, merchant, occurred_at, created_at)
     select $1, 'sandbox', gen_random_uuid(), $3, gen_random_uuid()::text, 'purchase', 'settled', -100, 'USD',
            'Shop ' || n % 1000, now() - make_interval(mins => n), now()
       from generate_series(1, $2::integer) as n`,
    [of.scope.companyId, count, busy],
  );
  await world.admin.query('vacuum analyze cards, holders, operations, transactions, search_words, payees');
  return busy;
}

/** The blocks that a search reads, as the API runs its statements. */
async function blocksOf({ scope }: Company, work: (db: Db) => Promise<unknown>): Promise<number> {
  const { db, captured } = watch(api);
  await work(db);
  const plans = await explain(world, scope, captured);
  for (const { text } of plans) expect(text).not.toMatch(/Seq Scan/);
  return plans.reduce((sum, { blocks }) => sum + blocks, 0);
}
