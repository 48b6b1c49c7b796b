// Requests that wait: they answer when something has happened, and cost next to nothing until then.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../client.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { ordersOf, path } from './orders.ts';

/** At most this many requests of a company wait at a time. */
const MOST = 100;

/** How long queries are counted. */
const COUNTED_SECONDS = 10;

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
});
afterAll(() => world?.stop());

type Shown = { status: string };

const ordered = async (company: Company, { products }: World = world): Promise<string> =>
  (await company.post<{ id: string }>(path, ordersOf(() => products).service())).body.id;
const pathOf = (id: string) => `${path}/${id}`;
const waitFor = (company: Company, id: string, seconds: number | string) =>
  company.get<Shown>(`${pathOf(id)}?wait=${seconds}`);
const cancel = (company: Company, id: string) => company.ask(`${pathOf(id)}/cancel`, { method: 'POST' });
const timed = async <Answer>(work: Promise<Answer>) => {
  const started = performance.now();
  return { answer: await work, seconds: (performance.now() - started) / 1_000 };
};

/** Returns once a request waits that was sent after this call: the API has begun to look for changes. */
async function waitsWith<Sent>(send: () => Promise<Sent>): Promise<{ waiting: ReturnType<typeof timed<Sent>> }> {
  const { rows } = await world.admin.query<{ now: Date }>('select clock_timestamp() as now');
  const waiting = timed(send());
  const polls = `select 1 from pg_stat_activity where query like '%find_changed_%' and usename = 'cardwright_api'
                    and datname = current_database() and query_start > $1`;
  await until(
    async () => (await world.admin.query(polls, [rows[0]?.now])).rowCount,
    (count) => count !== 0,
  );
  return { waiting };
}

/** Sends one request more than may wait, and returns once it is refused: then all others wait. */
async function fill(send: (index: number) => Promise<Answer<Shown>>) {
  const sent = Array.from({ length: MOST + 1 }, (_, index) => send(index));
  const refused = await Promise.race(sent);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_waiting', retry: 'same_key' } });
  return { refused, all: Promise.all(sent).then((answers) => answers.filter((answer) => answer !== refused)) };
}

describe('GET /api/v1/operations/{id}?wait', () => {
  test('answers with the present status after that many seconds', async () => {
    const company = await world.company({ available: '10.00' });
    const { answer, seconds } = await timed(waitFor(company, await ordered(company), 2));
    expect(answer).toMatchObject({ status: 200, body: { status: 'queued' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(seconds).toBeGreaterThan(1.9);
  });

  test.each(['completed', 'failed', 'manual_review'])('answers at once when it is %s', async (status) => {
    const company = await world.company();
    const review = status === 'manual_review' ? { review: { reason: 'timeout', openedAt: new Date() } } : {};
    const id = await company.insertOperation({ status, ...review });
    const { answer, seconds } = await timed(waitFor(company, id, 30));
    expect(answer).toMatchObject({ status: 200, body: { status } });
    expect(seconds).toBeLessThan(10);
  });

  test.each(['completed', 'failed', 'manual_review'])('answers as soon as it is %s', async (status) => {
    const company = await world.company({ available: '10.00' });
    const id = await company.insertOperation({ status: 'processing' });
    const { waiting } = await waitsWith(() => waitFor(company, id, 30));
    await world.admin.query(
      `update operations
          set status = $1, decided_at = case when $1 <> 'manual_review' then now() end, next_at = null,
              review_reason = 'test', review_opened_at = now()
        where company_id = $2`,
      [status, company.scope.companyId],
    );
    const { answer, seconds } = await waiting;
    expect(answer).toMatchObject({ status: 200, body: { status } });
    expect(seconds).toBeLessThan(25);
  });

  test('does not answer when it goes on from queued to processing', async () => {
    const company = await world.company();
    const id = await company.insertOperation({ status: 'queued' });
    const { waiting } = await waitsWith(() => waitFor(company, id, 4));
    await world.admin.query(
      `update operations set status = 'processing', attempt = gen_random_uuid(), sent_at = now() where company_id = $1`,
      [company.scope.companyId],
    );
    const { answer, seconds } = await waiting;
    expect(answer).toMatchObject({ status: 200, body: { status: 'processing' } });
    expect(seconds).toBeGreaterThan(3.9);
  });

  test.each(['31', '-1', '1.5', 'x', ''])('400 for wait=%s', async (seconds) => {
    const company = await world.company({ available: '10.00' });
    expect(await waitFor(company, await ordered(company), seconds)).toMatchObject({
      status: 400,
      body: { code: 'request_invalid', errors: [{ field: 'wait' }] },
    });
  });

  test('404 for the operation of another company', async () => {
    const [company, other] = [await world.company({ available: '10.00' }), await world.company()];
    expect(await waitFor(other, await ordered(company), 30)).toMatchObject({ status: 404 });
  });
});

describe('many requests that wait', () => {
  test('429 for more than 100 of a company; another company waits as usual, and places become free', async () => {
    const [company, other] = [await world.company({ available: '10.00' }), await world.company({ available: '10.00' })];
    const [id, othersId] = await Promise.all([ordered(company), ordered(other)]);
    const { refused, all } = await fill(() => waitFor(company, id, 30));
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await waitFor(other, othersId, 1)).toMatchObject({ status: 200 });
    expect(await company.get(pathOf(id))).toMatchObject({ status: 200 });
    await cancel(company, id);
    for (const answer of await all) expect(answer).toMatchObject({ status: 200, body: { status: 'failed' } });
    expect(await waitFor(company, id, 1)).toMatchObject({ status: 200 });
  });

  test('100 cost at most one query a second together, operations and invoices alike', async () => {
    const company = await world.company({ available: '10.00' });
    const id = await ordered(company);
    const invoice = `/api/v1/card-account/invoices/${await company.insertInvoice({ status: 'pending' })}`;
    const idle = await countQueries();
    const { all } = await fill((index) =>
      index % 2 === 0 ? waitFor(company, id, 30) : company.get<Shown>(`${invoice}?wait=30`),
    );
    const busy = await countQueries();
    expect(busy).toBeGreaterThan(0);
    expect(busy).toBeLessThanOrEqual(idle + COUNTED_SECONDS + 1);

    await cancel(company, id);
    await world.admin.query(`update invoices set status = 'expired', decided_at = now() where company_id = $1`, [
      company.scope.companyId,
    ]);
    const { answer: answers, seconds } = await timed(all);
    expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['failed', 'expired']));
    expect(seconds).toBeLessThan(10);
  });
});

/** Counts the queries of the API in ten seconds: each connection shows when its latest one began. */
async function countQueries(): Promise<number> {
  const seen = new Set<string>();
  const sample = async () => {
    const { rows } = await world.admin.query<{ query: string }>(
      `select pid || ' ' || query_start as query from pg_stat_activity
        where usename = 'cardwright_api' and datname = current_database()`,
    );
    for (const { query } of rows) seen.add(query);
    return performance.now();
  };
  const started = await sample();
  const before = seen.size;
  await until(sample, (now) => now > started + COUNTED_SECONDS * 1_000);
  return seen.size - before;
}

describe('GET /api/v1/card-account/invoices/{id}?wait', () => {
  test('answers as soon as the status is another one', async () => {
    const worker = await world.stack.spawn('worker');
    const company = await world.company();
    const { body } = await company.post<{ id: string }>('/api/v1/card-account/invoices', { amount: '100' });
    const invoice = `/api/v1/card-account/invoices/${body.id}`;
    const { waiting } = await waitsWith(() => company.get<Shown>(`${invoice}?wait=30`));
    await company.ask(`/api/v1/sandbox/invoices/${body.id}/complete`, { method: 'POST' });
    const { answer, seconds } = await waiting;
    expect(answer).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(seconds).toBeLessThan(25);
    expect(await company.get(`${invoice}?wait=30`)).toMatchObject({ status: 200, body: { status: 'completed' } });
    await worker.stop();
  });

  test('answers when it goes to review', async () => {
    const company = await world.company();
    const id = await company.insertInvoice({ status: 'creating' });
    const { waiting } = await waitsWith(() => company.get<Shown>(`/api/v1/card-account/invoices/${id}?wait=30`));
    await world.admin.query(
      `update invoices set status = 'manual_review', review_reason = 'test', review_opened_at = now()
        where company_id = $1`,
      [company.scope.companyId],
    );
    const { answer, seconds } = await waiting;
    expect(answer).toMatchObject({ status: 200, body: { status: 'manual_review' } });
    expect(seconds).toBeLessThan(25);
  });
});

test('a stopping server answers those who wait at once', async () => {
  const own = await startWorld();
  const company = await own.company({ available: '10.00' });
  const id = await ordered(company, own);
  const { all } = await fill(() => waitFor(company, id, 30));
  const stopped = Promise.all(own.stack.processes.filter(({ role }) => role === 'api').map((each) => each.stop()));
  const { answer: answers, seconds } = await timed(all);
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { status: 'queued' } });
  expect(seconds).toBeLessThan(10);
  await stopped;
  await own.stop();
});
