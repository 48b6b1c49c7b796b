// The issuer knows more than we do: after a loss, its listings become cases, which two operators adopt or explain. The
// keys of lost requests wait until then, and nothing is sent a second time.
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { approve } from '@cardwright/server/oversight/proposals/decide.ts';
import { propose } from '@cardwright/server/oversight/reviews/decide.ts';
import { findDossier } from '@cardwright/server/oversight/reviews/read.ts';
import type { DecisionName } from '@cardwright/server/oversight/reviews/sql.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATH as INVOICES } from '../../funding/invoices/on-its-way.ts';
import { notify, outcomeOf } from '../../issuer/notify.ts';
import { loseEverythingOf } from '../../lost-rows.ts';
import { becomes, entriesOf, type Operation, traces } from '../../operations/run/on-its-way.ts';
import { operatorOf } from '../../operator-of.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { reconcile } from './traffic.ts';

let world: World;
let company: Company;
let actors: Awaited<ReturnType<typeof operatorOf>>[];
let made: Awaited<ReturnType<typeof makeAll>>;
let sentBefore: number;

beforeAll(async () => {
  world = await startWorld({ issuer: true, desk: true, workers: 1, tampered: true });
  actors = [await operatorOf(world, 'Ann'), await operatorOf(world, 'Bob')];
  company = await world.company({ available: '500.00' });
  made = await makeAll();
  sentBefore = await sends();
  await loseEverythingOf(world, company);
});
afterAll(() => world?.stop());

const { issue, service, topup } = traces(() => world);

const sql = async (text: string, ...values: unknown[]) => (await world.admin.query(text, values)).rows;

/** How many requests for an effect the issuer has received. */
const sends = async () =>
  (
    await sql(`select count(*)::integer as n from issuer_sandbox.requests where method = 'POST' and path like '/v1/%'`)
  )[0].n;

type Request = { path: string; body: object; key: string; headers?: Record<string, string> };

const post = ({ path, body, key, headers = {} }: Request) =>
  company.post<{ id: string; code: string; retry: string }>(path, body, { key, headers });

/** What the API says of the key of a request. */
const outcome = ({ key }: Request) => company.get(`/api/v1/idempotency-keys/${key}`);

/** One of everything, under keys that the client has stored. */
async function makeAll() {
  const operations = '/api/v1/operations';
  const create = async (request: Request): Promise<Request & { id: string }> => {
    const answer = await post(request);
    expect(answer, request.path).toMatchObject({ status: 201 });
    return { ...request, id: answer.body.id };
  };
  const person = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual', externalId: 'staff-1' };
  const holder = await create({ path: '/api/v1/holders', body: person, key: 'hire-1' });
  await until(
    async () => (await company.get(`/api/v1/holders/${holder.id}`)).body['status'],
    (status) => status === 'active',
  );
  const metadata = { team: 'north' };
  const issued = await create({
    path: operations,
    body: issue(holder.id, { metadata, name: 'Travel' }),
    key: 'order-1',
  });
  const card = (await becomes(company, issued.id, 'completed')).result.cardId ?? '';
  const toppedUp = await create({ path: operations, body: topup(card), key: 'order-2' });
  await becomes(company, toppedUp.id, 'completed');
  const rejected = await create({
    path: operations,
    body: service(),
    key: 'order-3',
    headers: { 'sandbox-scenario': 'rejected' },
  });
  await becomes(company, rejected.id, 'failed');
  const ordered = await create({ path: operations, body: service(), key: 'order-4' });
  await becomes(company, ordered.id, 'completed');
  const frozen = await create({ path: `/api/v1/cards/${card}/freeze`, body: {}, key: 'freeze-1' });
  await becomes(company, frozen.id, 'completed');
  const closed = await create({ path: `/api/v1/cards/${card}/close`, body: {}, key: 'close-1' });
  await becomes(company, closed.id, 'completed');
  const sixDollars = service({ amount: '6.00', expectedTotal: '6.00' });
  const pending = await create({ path: operations, body: sixDollars, key: 'order-5' });
  await becomes(company, pending.id, 'completed');
  const undecided = `(answer::jsonb - 'receipt' || '{"status":"pending"}')::text`;
  await sql(`update issuer_sandbox.orders set answer = ${undecided} where reference = $1`, pending.id);
  const invoice = await create({ path: INVOICES, body: { amount: '100' }, key: 'deposit-1' });
  await company.post(`/api/v1/sandbox/invoices/${invoice.id}/complete`, undefined, { key: null });
  return { card, requests: { holder, issued, toppedUp, rejected, ordered, frozen, closed, pending, invoice } };
}

type Name = keyof (typeof made)['requests'];

/** The open case about what a request made. */
async function caseOf(name: Name): Promise<string> {
  const { id } = made.requests[name];
  const named = name === 'holder' ? 'holder' : name === 'invoice' ? 'invoice' : 'operation';
  const [row] = await sql(
    `select c.id from cases c join unknown_records u on u.id = c.subject_id
      where u.reference = $1 and c.kind = 'unknown_here' order by c.opened_at desc`,
    fromId(named, id),
  );
  return row?.id ?? '';
}

/** One operator proposes, and another approves. Returns the refusal, or `approved`. */
async function decide(name: Name, decision: DecisionName): Promise<string> {
  const [ann, bob] = actors.map(({ actor }) => ({ ...world.tools, actor }));
  if (ann === undefined || bob === undefined) throw new Error('there are no operators');
  const proposed = await propose(ann, { kind: 'case', id: await caseOf(name) }, { decision, reason: 'ticket 4711' });
  if (typeof proposed === 'string') return proposed;
  const outcome = await approve(bob, proposed.proposalId);
  if (outcome !== 'approved') await sql('update proposals set withdrawn_at = now() where id = $1', proposed.proposalId);
  return outcome;
}

/** The same through the desk, with the operators' command line. */
async function adoptByCommands(name: Name, facts: readonly RegExp[]): Promise<void> {
  const [ann, bob] = actors;
  const id = toId('case', await caseOf(name));
  const shown = (await ann?.run(['review', 'show', id]))?.stdout ?? '';
  for (const fact of facts) expect(shown).toMatch(fact);
  expect(shown).toContain(`review propose ${id} --adopt --reason`);
  const proposed = await ann?.run(['review', 'propose', id, '--adopt', '--reason', 'ticket 4711']);
  const proposal = /proposal_\w+/.exec(proposed?.stdout ?? '')?.[0] ?? proposed?.stderr ?? '';
  expect(await bob?.run(['proposal', 'approve', proposal])).toMatchObject({ code: 0 });
}

describe('what only the issuer has', () => {
  test('is a break and a case, once, and its keys are not accepted meanwhile', async () => {
    for (let round = 0; round < 2; round++) {
      const { run, breaks } = await reconcile(world, company);
      expect(new Set(breaks.map(({ kind, subject }) => `${kind} ${subject}`))).toEqual(
        new Set(Object.values(made.requests).map(({ id }) => `unknown_here ${id}`)),
      );
      expect(run).toMatchObject({ breaks: 9n, unread: 0n });
      expect(
        await sql('select count(*)::integer as n from cases where company_id = $1', company.scope.companyId),
      ).toEqual([{ n: 9 }]);
    }
    for (const request of Object.values(made.requests)) {
      const answer = await post(request);
      expect(answer, request.path).toMatchObject({ status: 503, body: { code: 'recovering', retry: 'same_key' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await outcome(request)).toMatchObject({ status: 503, body: { code: 'recovering' } });
    }
    // Before any other refusal: there is no such card, and not enough money.
    const other = {
      ...made.requests.toppedUp,
      body: topup(made.card, { amount: '5000.00', expectedTotal: '5010.00' }),
    };
    expect(await post(other)).toMatchObject({ status: 503, body: { code: 'recovering' } });
    expect(await sends()).toBe(sentBefore);
  });

  test('is explained by two operators: its reference is used up', async () => {
    expect(await decide('rejected', 'adjust')).toBe('evidence_does_not_fit');
    expect(await decide('ordered', 'close')).toBe('approved');
    expect(await post(made.requests.ordered)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict', resourceId: made.requests.ordered.id },
    });
    expect(await outcome(made.requests.ordered)).toMatchObject({ status: 404 });
    expect(await decide('ordered', 'adopt')).toBe('case_closed');
    expect(await company.get(`/api/v1/operations/${made.requests.ordered.id}`)).toMatchObject({ status: 404 });
  });

  test('is adopted after what it depends on, and only if the account can pay for it', async () => {
    const { holder, issued, toppedUp, invoice } = made.requests;
    // A notification about it waits, and is shown with its case.
    const data = { reference: issued.id, status: 'pending', kind: 'issue', amount: '50.00', currency: 'USD' };
    const event = `evt_${issued.id}`;
    expect(await notify(world, { id: event, type: 'order.updated', account: company.id, data })).toContain('no');
    const dossier = await findDossier(world.tools.db, { kind: 'case', id: await caseOf('issued') });
    expect(dossier?.reports).toMatchObject([{ notification: event, outcome: 'unplaced' }]);

    expect(await decide('issued', 'adopt')).toBe('depends_on_unknown');
    await adoptByCommands('holder', [/holder.*if it is adopted/, /Ada Lovelace/]);
    expect(await company.get(`/api/v1/holders/${holder.id}`)).toMatchObject({
      body: { name: 'Ada Lovelace', status: 'active', externalId: '' },
    });
    expect(await decide('issued', 'adopt')).toBe('funds_missing');
    expect(await decide('invoice', 'adopt')).toBe('approved');
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    expect(await decide('toppedUp', 'adopt')).toBe('depends_on_unknown');
    expect(await decide('issued', 'adopt')).toBe('approved');
    expect(await company.balance()).toEqual({ available: '45.40', held: '0.00' });
    expect(await entriesOf(company, issued.id)).toEqual(['reservation 0.00', 'capture -50.00', 'fee -3.10']);
    expect(await decide('issued', 'adopt')).toBe('case_closed');
    expect(await decide('frozen', 'adopt')).toBe('depends_on_unknown');
    expect(await decide('toppedUp', 'adopt')).toBe('funds_missing');
    await company.fund('20.00');
    expect(await decide('toppedUp', 'adopt')).toBe('approved');
    expect(await decide('frozen', 'adopt')).toBe('approved');
    expect(await company.get(`/api/v1/cards/${made.card}`)).toMatchObject({
      body: { status: 'frozen', balance: '100.00', name: 'Travel', holderId: holder.id },
    });
    expect(await company.balance()).toEqual({ available: '15.30', held: '0.00' });
    expect(await decide('closed', 'adopt')).toBe('approved');
    expect(await decide('rejected', 'adopt')).toBe('approved');
    expect(await decide('pending', 'adopt')).toBe('approved');
    expect(await company.get(`/api/v1/cards/${made.card}`)).toMatchObject({
      body: { status: 'closed', balance: '0.00' },
    });
    expect(await company.balance()).toEqual({ available: '109.30', held: '6.00' });
    expect(await becomes(company, made.requests.pending.id, 'manual_review')).toMatchObject({ review: {} });
    expect(await company.get(`${INVOICES}/${invoice.id}`)).toMatchObject({ body: { status: 'completed' } });
    expect((await becomes(company, toppedUp.id, 'completed')).result.cardId).toBe(made.card);
    expect(await becomes(company, made.requests.rejected.id, 'failed')).toMatchObject({ failure: {} });
    await until(
      () => outcomeOf(world, event),
      (outcome) => !outcome.includes('no '),
    );
  });

  test('answers its key when it is adopted, and no other request', async () => {
    const { holder, issued, invoice, ordered: _, ...rest } = made.requests;
    const others = {
      holder: { ...holder, body: { ...holder.body, name: 'Grace Hopper' } },
      issued: { ...issued, body: { ...issued.body, amount: '51.00', expectedTotal: '54.11' } },
      invoice: { ...invoice, body: { amount: '200' } },
    };
    for (const other of Object.values(others)) {
      expect(await post(other)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_conflict', resourceId: other.id },
      });
    }
    for (const request of [holder, issued, invoice, ...Object.values(rest)]) {
      const { id: resourceId, path } = request;
      expect(await outcome(request)).toMatchObject({ status: 200, body: { method: 'POST', path, resourceId } });
      for (let round = 0; round < 2; round++) {
        const answer = await post(request);
        expect(answer, request.path).toMatchObject({ status: 201, body: { id: request.id } });
        expect(answer.headers.get('idempotent-replayed')).toBe('true');
      }
    }
    for (const other of Object.values(others)) expect(await post(other)).toMatchObject({ status: 409 });
    // The issuer never had them: they are taken from the repeated request.
    expect(await company.get(`/api/v1/holders/${holder.id}`)).toMatchObject({ body: { externalId: 'staff-1' } });
    expect((await company.get<Operation>(`/api/v1/operations/${issued.id}`)).body).toMatchObject({
      status: 'completed',
      metadata: { team: 'north' },
    });
    expect(await sends()).toBe(sentBefore);
  });

  test('leaves nothing behind: the next run finds no break, and the books are intact', async () => {
    const { run, breaks } = await reconcile(world, company);
    expect(breaks).toEqual([]);
    expect(run).toMatchObject({ breaks: 0n, unread: 0n });
    expect((await verifyLedger(world.tools.db)).bad).toBeUndefined();
    const entries = await sql(
      `select action, subject from audit_log where company_id = $1 and action = 'review.approve'`,
      company.scope.companyId,
    );
    expect(entries).toHaveLength(9);
  });

  test('closes itself when the row is there by now, and opens again when it is lost again', async () => {
    const id = fromId('card', made.card);
    const [card] = await sql('select to_jsonb(c) as row from cards c where id = $1', id);
    const client = await world.admin.connect();
    try {
      await client.query('set session_replication_role = replica'); // a card has no other copy of itself here
      await client.query('delete from cards where id = $1', [id]);
      expect(await kindsAndSubjects()).toEqual([['unknown_here', made.card]]);
      await client.query('insert into cards select (jsonb_populate_record(null::cards, $1)).*', [card?.row]);
      expect(await kindsAndSubjects()).toEqual([]);
      await client.query('delete from cards where id = $1', [id]);
      expect(await kindsAndSubjects()).toEqual([['unknown_here', made.card]]);
    } finally {
      client.release(true);
    }
    expect(await decide('issued', 'adopt')).toBe('approved'); // the case about its card
    expect(await company.get(`/api/v1/cards/${made.card}`)).toMatchObject({
      body: { status: 'closed', balance: '0.00' },
    });
    expect(await kindsAndSubjects()).toEqual([]);
  });
});

/** The breaks of a run about what only the issuer has. */
const kindsAndSubjects = async () =>
  (await reconcile(world, company)).breaks
    .filter(({ kind }) => kind === 'unknown_here')
    .map(({ kind, subject }) => [kind, subject]);
