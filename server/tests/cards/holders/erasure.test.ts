// Two operators erase a cardholder: afterwards no column of our tables has a word of the person, and the books still add up.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../../events/webhooks/receiver.ts';
import { type AtDesk, approveAs, operatorAt, type Proposed } from '../../surfaces/desk/operator.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

/** Words that are nowhere else. Quotes, backslashes and braces must not hide one. */
const WORDS = ['Zyxwvut', 'Quillfeather', 'xqz-4711', 'Corduroyed', 'Flumpish', 'Grobnik', 'Vexillary'];
const person = {
  name: 'Zyxwvut "The\\{Quill}" Quillfeather',
  email: 'Zyxwvut.Quillfeather@example.com',
  kind: 'individual',
  externalId: 'xqz-4711',
  metadata: { name: 'Corduroyed "}', note: '{"name":"Corduroyed"}' },
};
const KEY = 'the first request';
const reason = 'request 4711 of the data protection office';

let world: World;
let company: Company;
let receiver: Receiver;
let ann: AtDesk;
let bob: AtDesk;
let holderId: string;
let cardId: string;

beforeAll(async () => {
  receiver = await openReceiver();
  receiver.answer(({ raw }) => ({ body: raw.toString('utf8') })); // repeats what it got
  world = await startWorld({
    desk: true,
    issuer: true,
    workers: 1,
    env: { CARDWRIGHT_WEBHOOK_ALLOW: `127.0.0.1:${new URL(receiver.url).port}` },
  });
  [ann, bob] = [await operatorAt(world, 'Ann'), await operatorAt(world, 'Bob')];
  company = await world.company({ available: '1000.00' });
  await company.post('/api/v1/webhook-endpoints', { url: receiver.url });
});
afterAll(async () => {
  await world?.stop();
  await receiver?.close();
});

type Operation = { id: string; status: string; result: { cardId: string } };

/** Sends an order and waits for its outcome. */
async function order(json: object, scenario?: string, path = '/api/v1/operations'): Promise<Operation> {
  const headers = scenario === undefined ? {} : { 'sandbox-scenario': scenario };
  const answer = await company.post<Operation>(path, json, { headers });
  expect(answer.status, answer.text).toBe(201);
  return until(
    async () => (await company.get<Operation>(`/api/v1/operations/${answer.body.id}`)).body,
    ({ status }) => status === 'completed' || status === 'failed',
  );
}

const propose = (environment = 'sandbox', why = reason, of = holderId) =>
  ann.post<Proposed & { code: string }>(`/desk/v1/companies/${company.id}/holders/${of}/erase`, {
    environment,
    reason: why,
  });

/** The tables of ours in which a word is found. The simulated issuer's schema is the issuer's own record. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { rows } = await world.admin.query<{ name: string; columns: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           string_agg(format(case a.atttypid when 'bytea'::regtype then 'encode(t.%1$I, ''escape'')' else 't.%1$I::text' end, a.attname),
             ', ' order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'issuer_sandbox')
     group by 1 order by 1`);
  expect(rows.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const { name, columns } of rows) {
    const hits = await world.admin.query(`select from ${name} t where concat_ws(' ', ${columns}) ~* any ($1) limit 1`, [
      words,
    ]);
    if (hits.rowCount === 1) found.push(name);
  }
  return found;
}

/** The rows of the books and of every chain over them. */
const booksAndChains = async () =>
  (
    await world.admin.query<{ all: string }>(
      `
      select concat_ws(' ', (select string_agg(e::text, ',' order by e.environment, e.sequence) from ledger.entries e where company_id = $1),
        (select string_agg(s::text, ',' order by s.last_sequence) from ledger.seals s where company_id = $1)) as all`,
      [company.scope.companyId],
    )
  ).rows[0]?.all;

/** Entries that no seal covers yet: the next seal would change the books while they are compared. */
const unsealed = async () =>
  (
    await world.admin.query<{ count: number }>(
      `select count(*)::integer as count
         from ledger.entries e
        where e.company_id = $1
          and e.sequence > coalesce((select max(s.last_sequence) from ledger.seals s
                                      where s.company_id = e.company_id and s.environment = e.environment), 0)`,
      [company.scope.companyId],
    )
  ).rows[0]?.count;

test('a person is used everywhere', async () => {
  const created = await company.post<{ id: string }>('/api/v1/holders', person, { key: KEY });
  expect(created.status, created.text).toBe(201);
  holderId = created.body.id;
  await until(
    async () => (await company.get<{ status: string }>(`/api/v1/holders/${holderId}`)).body.status,
    (status) => status === 'active',
  );
  await company.ask(`/api/v1/holders/${holderId}`, { method: 'PATCH', json: { metadata: { team: 'Flumpish' } } });
  const issue = { type: 'issue', productId: world.products.card, holderId, amount: '100.00', name: 'Card of Grobnik' };
  const metadata = { for: 'Vexillary' };
  cardId = (await order({ ...issue, metadata })).result.cardId;
  expect(await order({ ...issue, metadata }, 'rejected')).toMatchObject({ status: 'failed' });
  await order({ type: 'topup', productId: world.products.card, cardId, amount: '20.00', metadata });
  await company.ask(`/api/v1/cards/${cardId}`, { method: 'PATCH', json: { name: 'Grobnik again' } });
  await company.post('/api/v1/sandbox/transactions', {
    cardId,
    type: 'purchase',
    amount: '5.00',
    merchant: 'A shop',
    country: 'DE',
  });
  // A row of a bulk order that was refused: its name was never that of a card.
  await world.admin.query(
    `with made as (
       insert into imports (company_id, environment, id, type, product_id, rows, amount, fee, refused, created_at)
       values ($1, 'sandbox', gen_random_uuid(), 'issue', $2, 1, 5000, 10, 1, now()) returning *)
     insert into import_rows (company_id, environment, import_id, number, operation_id, holder_id, name, amount, fee, refusal)
     select company_id, environment, id, 1, gen_random_uuid(), $3, 'Grobnik in a file', amount, fee, 'insufficient_funds' from made`,
    [company.scope.companyId, fromId('product', world.products.card), fromId('holder', holderId)],
  );
  expect(await propose(), 'while a card works').toMatchObject({ status: 409, body: { code: 'holder_has_cards' } });
  await order({}, undefined, `/api/v1/cards/${cardId}/close`);
  // What the issuer said of a rejected order, and what a listing of the issuer said of the person.
  await world.admin.query(
    `alter table operation_attempts disable trigger user;
     update operation_attempts set detail = 'declined: Quillfeather' where outcome = 'rejected';
     alter table operation_attempts enable always trigger operation_attempts_are_only_erased;
     alter table operation_attempts enable always trigger operation_attempts_are_append_only;
     update operations set failure_message = 'Quillfeather is unknown' where status = 'failed'`,
  );
  await world.admin.query(
    `insert into unknown_records (company_id, environment, id, kind, named, reference, record, is_whole, found_at, resolved_at, resolution)
     values ($1, 'sandbox', gen_random_uuid(), 'holder', $2, $3, $4, true, now(), now(), 'adopted')`,
    [
      company.scope.companyId,
      holderId,
      fromId('holder', holderId),
      JSON.stringify({ token: 't', name: person.name, email: person.email }),
    ],
  );
  await until(
    () => receiver.got.filter(({ event }) => event.type === 'card.updated').length,
    (updates) => updates >= 3,
  );
  expect(await tablesWith(WORDS)).toEqual(
    [
      'cards',
      'events',
      'holders',
      'idempotency_keys',
      'import_rows',
      'operation_attempts',
      'operations',
      'search_words',
      'unknown_records',
      'webhook_attempts',
    ].map((name) => `public.${name}`),
  );
});

describe('an erasure is refused', () => {
  test('when the reason names the person, or nobody is meant', async () => {
    const named = await propose('sandbox', 'Forget zyxwvut.quillfeather@EXAMPLE.com');
    expect(named).toMatchObject({ status: 400, body: { code: 'reason_names_person' } });
    for (const [environment, of] of [
      ['live', holderId],
      ['sandbox', 'holder_nobody'],
    ] as const) {
      expect(await propose(environment, reason, of)).toMatchObject({ status: 404, body: { code: 'holder_not_found' } });
    }
  });

  test('while the issuer has not decided about them', async () => {
    const ada = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
    const live = await company.client({ environment: 'live' });
    const { body } = await live.post<{ id: string }>('/api/v1/holders', ada);
    expect(await propose('live', reason, body.id)).toMatchObject({ status: 409, body: { code: 'holder_busy' } });
  });

  test('when it was proposed in time and a case was opened since', async () => {
    const { body } = await propose();
    await world.admin.query(
      `insert into cases (company_id, environment, id, subject_kind, subject_id, kind, detail, opened_at)
       select company_id, environment, gen_random_uuid(), 'transaction', id, 'undone_twice', 'by a test', now()
         from transactions where company_id = $1`,
      [company.scope.companyId],
    );
    await bob.stepUp();
    const answer = await bob.post(`/desk/v1/proposals/${body.proposal.id}/approve`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'holder_busy' } });
    await world.admin.query(`update cases set closed_at = now(), closing_note = 'by a test'`);
    expect((await bob.post(`/desk/v1/proposals/${body.proposal.id}/withdraw`)).status).toBe(200);
  });
});

test('an approved erasure leaves no word, and everything else as it was', async () => {
  const last = (await company.get<{ data: { sequence: number }[] }>('/api/v1/events?limit=100')).body.data.at(-1);
  await until(unsealed, (entries) => entries === 0);
  const before = await booksAndChains();
  const { body } = await propose();
  expect(body.proposal).toMatchObject({ action: 'holder.erase', subject: holderId, companyId: company.id });
  expect(body.proposal.effect.join('\n')).toMatch(/1 card and 4 operations[\s\S]*4 stored answers and \d+ events/);
  expect(await tablesWith(WORDS), 'a proposal changes nothing').toContain('public.holders');
  const { details } = await approveAs(bob, body);
  expect(details).toMatchObject({ cards: 1, operations: 4, answers: 4 });

  expect(await tablesWith(WORDS)).toEqual([]);
  expect(await booksAndChains()).toBe(before);
  const erased = { id: holderId, name: '', email: '', externalId: '', status: 'blocked', metadata: {} };
  expect((await company.get(`/api/v1/holders/${holderId}`)).body).toEqual({ ...erased, kind: 'individual' });
  expect((await company.get(`/api/v1/cards/${cardId}`)).body).toMatchObject({
    name: '',
    metadata: {},
    last4: expect.stringMatching(/^\d{4}$/),
  });
  const replay = await company.post('/api/v1/holders', person, { key: KEY });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay).toMatchObject({ status: 201, body: { ...erased, status: 'pending' } });
  const other = { ...person, kind: 'corporate' };
  expect(await company.post('/api/v1/holders', other, { key: KEY })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict', resourceId: holderId },
  });
  const issue = { type: 'issue', productId: world.products.card, holderId, amount: '10.00' };
  expect(await company.post('/api/v1/operations', issue)).toMatchObject({ body: { code: 'holder_not_active' } });
  const patch = (path: string, json: object) => company.ask(`/api/v1/${path}`, { method: 'PATCH', json });
  for (const words of [{ externalId: 'employee-17' }, { metadata: { team: 'Flumpish' } }, { metadata: {} }]) {
    expect(await patch(`holders/${holderId}`, words)).toMatchObject({
      status: 400,
      body: { code: 'holder_not_active' },
    });
  }
  for (const words of [{ name: 'Card of Grobnik' }, { metadata: { for: 'Vexillary' } }]) {
    expect(await patch(`cards/${cardId}`, words)).toMatchObject({ status: 400, body: { code: 'holder_not_active' } });
  }
  expect(await propose(), 'once').toMatchObject({ status: 409, body: { code: 'stands_already' } });

  const events = await company.get<{ data: { type: string; data: { object: object } }[] }>(
    `/api/v1/events?afterSequence=${last?.sequence}`,
  );
  expect(events.body.data).toMatchObject([{ type: 'holder.updated', data: { object: erased } }]);
  const { data } = (await ann.get<{ data: object[] }>('/desk/v1/audit?limit=1&action=holder.erase')).body;
  expect(data).toMatchObject([{ subject: holderId, operator: { name: 'Bob' }, details: { reason, cards: 1 } }]);
});

test('nothing but an erasure changes an event, an answer or evidence', async () => {
  const changes = [
    `update events set body = body || ' '`,
    `update events set body = ''`,
    `update events set body = erased_text(body), type = 'card.created'`,
    `update idempotency_keys set response_body = '{}'`,
    `update idempotency_keys set request_digest = sha256('x')`,
    `update operation_attempts set outcome = 'done', detail = ''`,
    `delete from idempotency_keys`,
    `truncate operation_attempts`,
  ];
  for (const change of changes) await expect(world.admin.query(change), change).rejects.toThrow('append-only');
});
