// Background work: leases, fairness over companies, backoff, and rows that are parked.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NOBODY } from '@cardwright/server/foundation/ids.ts';
import { type Db, INDEX_PLANS, openDb } from '@cardwright/server/platform/db/db.ts';
import { backoffSeconds, type Outcome, startWork } from '@cardwright/server/platform/work/run.ts';
import { type ClaimRequest, claimWork, releaseWork, type Work } from '@cardwright/server/platform/work/sql.ts';
import { neverStopped, WorkStopped } from '@cardwright/server/platform/work/stop.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let db: Db;
const errors: unknown[] = [];

beforeAll(async () => {
  world = await startWorld({ api: 0 });
  await world.admin.query(`
    create table errands (company_id uuid not null, environment environment not null, id uuid not null,
                          primary key (company_id, environment, id));
    call make_work('errand', 'errands');`);
  await world.admin.query(await leaseOfErrands());
  db = openDb({
    url: world.stack.urlOf('cardwright_worker'),
    name: 'test-work',
    connections: 4,
    onError: (error) => errors.push(error),
  });
});
afterAll(async () => {
  await db.close();
  await world.stop();
});
beforeEach(async () => {
  await world.admin.query('truncate errands');
});

/** The function that leases errands, from the file for all kinds. */
async function leaseOfErrands(): Promise<string> {
  const path = join(import.meta.dirname, '../../../database/functions/platform/lease_{kind}.sql');
  const kind = { kind: 'errand', source: 'errands', condition: 'true' };
  const text = await readFile(path, 'utf8');
  return text.replaceAll(/\{(kind|source|condition)\}/g, (_, name: keyof typeof kind) => kind[name]);
}

/** Adds due rows of a company, the first one first. */
async function add(companyId: string, count: number, secondsAgo = 60): Promise<void> {
  await world.admin.query(
    `insert into errands (company_id, environment, id, next_at)
     select $1, 'sandbox', gen_random_uuid(), clock_timestamp() - make_interval(secs => $3) + make_interval(secs => n / 1000.0)
       from generate_series(1, $2) as n`,
    [companyId, count, secondsAgo],
  );
}

const request = (changes: Partial<ClaimRequest> = {}): ClaimRequest => ({
  kind: 'errand',
  environment: 'sandbox',
  token: randomUUID(),
  leaseSeconds: 30,
  atMost: 10,
  perCompany: 8,
  exceptCompanies: [],
  walkFrom: NOBODY,
  ...changes,
});

const countBy = (work: readonly Work[]) =>
  Object.fromEntries([...Map.groupBy(work, ({ companyId }) => companyId)].map(([id, rows]) => [id, rows.length]));

describe('a claim', () => {
  test('leases a row exclusively until the lease expires', async () => {
    await add(randomUUID(), 1);
    const first = await claimWork(db, request({ leaseSeconds: 1 }));
    expect(first.work).toHaveLength(1);
    expect((await claimWork(db, request())).work).toHaveLength(0);
    const second = await until(
      () => claimWork(db, request()),
      ({ work }) => work.length === 1,
    );
    expect(second.work[0]).toMatchObject({ attempts: 2 });
  });

  test('takes a row of every company before the second of any', async () => {
    const [busy, calm] = [randomUUID(), randomUUID()];
    await add(busy, 100, 600);
    await add(calm, 2, 1);
    const { work } = await claimWork(db, request({ atMost: 4 }));
    expect(countBy(work)).toEqual({ [busy]: 2, [calm]: 2 });
  });

  test('finds companies behind a backlog of thousands, regardless of their ids', async () => {
    const busy = '80000000-0000-0000-0000-000000000000';
    await add(busy, 5_000, 600);
    const others = [NOBODY, ...['0', '7', '9', 'f'].map((digit) => digit + randomUUID().slice(1))];
    for (const other of others) await add(other, 1, 1);
    const { work } = await claimWork(db, request({ atMost: 8 }));
    expect(countBy(work)).toEqual({ [busy]: 3, ...Object.fromEntries(others.map((id) => [id, 1])) });
  });

  test('walks on through more companies than one claim looks at, and begins again behind the last', async () => {
    const busy = '00000000-0000-0000-0000-000000000001';
    await add(busy, 2_000, 600);
    await world.admin.query(
      `insert into errands (company_id, environment, id, next_at)
       select gen_random_uuid(), 'sandbox', gen_random_uuid(), clock_timestamp() - interval '1 s' from generate_series(1, 450)`,
    );
    const companies = new Set<string>();
    let walkFrom = NOBODY;
    for (let claims = 0; claims < 5; claims += 1) {
      const { work, walkedTo } = await claimWork(db, request({ atMost: 500, walkFrom }));
      for (const { companyId } of work) companies.add(companyId);
      walkFrom = walkedTo ?? NOBODY;
    }
    expect(companies.size).toBe(451);
    expect(walkFrom).toBe(NOBODY);
  });

  test('reads index ranges of a backlog, also by a plan from when there was none', async () => {
    const client = new pg.Client({ connectionString: world.stack.urlOf('cardwright_worker'), options: INDEX_PLANS });
    await client.connect();
    const claim = `select * from claim_work('errand', 'sandbox', '${randomUUID()}', 30, 64, 8, '{}', '${NOBODY}')`;
    try {
      await add(randomUUID(), 1);
      expect((await client.query(claim)).rows, 'planned now').toHaveLength(1);
      const busy = '80000000-0000-0000-0000-000000000000';
      await add(busy, 100_000, 600);
      await add('90000000-0000-0000-0000-000000000000', 1, 1);
      type Explained = { 'QUERY PLAN': [{ Plan: Record<string, number> }] };
      const { rows } = await client.query<Explained>(`explain (analyze, buffers, format json) ${claim}`);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
      expect(plan['Actual Rows']).toBe(9);
      expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(1_500);
    } finally {
      await client.end();
    }
  });

  test('passes over companies that have their share under way', async () => {
    const [full, other] = [randomUUID(), randomUUID()];
    await add(full, 20);
    await add(other, 1);
    const { work } = await claimWork(db, request({ exceptCompanies: [full] }));
    expect(countBy(work)).toEqual({ [other]: 1 });
  });

  test('of one environment takes nothing of the other', async () => {
    await add(randomUUID(), 3);
    expect((await claimWork(db, request({ environment: 'live' }))).work).toHaveLength(0);
  });

  test('beside another claim takes other rows', async () => {
    await add(randomUUID(), 20);
    const claims = await Promise.all([1, 2, 3].map(() => claimWork(db, request({ atMost: 6 }))));
    const ids = claims.flatMap(({ work }) => work.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('that has lost its lease releases nothing', async () => {
    await add(randomUUID(), 1);
    const [stale] = (await claimWork(db, request({ leaseSeconds: 0 }))).work;
    const [fresh] = (await claimWork(db, request())).work;
    if (stale === undefined || fresh === undefined) throw new Error('no row was claimed');
    await releaseWork(db, 'errand', stale, { afterSeconds: 0, error: '' });
    const { rows } = await world.admin.query('select lease_token from errands');
    expect(rows).toEqual([{ lease_token: fresh.token }]);
  });
});

describe('a loop', () => {
  const work = async (run: (work: Work) => Promise<Outcome>, { concurrency = 16, stop = neverStopped } = {}) => {
    const seen: Work[] = [];
    const working = startWork({
      db,
      stop,
      kind: 'errand',
      environment: 'sandbox',
      leaseSeconds: 30,
      concurrency,
      pollMs: 50,
      run: (claimed) =>
        claimed.map((each) => {
          seen.push(each);
          return run(each);
        }),
      onError: (error) => errors.push(error),
    });
    return { seen, stop: () => working.stop() };
  };
  const rows = async () =>
    (
      await world.admin.query<{ parked: boolean; last_error: string; attempts: number; in_seconds: number }>(
        `select parked_at is not null as parked, last_error, attempts,
                extract(epoch from next_at - clock_timestamp())::float8 as in_seconds from errands order by next_at`,
      )
    ).rows;

  test('parks a row with a permanent error, and continues with the others', async () => {
    const poisoned = randomUUID();
    await add(poisoned, 1, 600);
    await add(randomUUID(), 3);
    const { seen, stop } = await work(async ({ companyId }) => {
      if (companyId === poisoned) throw new TypeError('cannot be stored');
      return { retryAfterSeconds: 3_600, reason: '' };
    });
    await until(rows, (all) => all.filter(({ parked }) => parked).length === 1 && seen.length === 4);
    await stop();
    expect(await rows()).toContainEqual(
      expect.objectContaining({ parked: true, last_error: 'TypeError: cannot be stored', attempts: 1 }),
    );
    expect(seen.filter(({ companyId }) => companyId === poisoned)).toHaveLength(1);
  });

  test('backs off from a transient error, longer each time', async () => {
    await add(randomUUID(), 1);
    const { stop } = await work(async () => {
      throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
    });
    const [row] = await until(rows, (all) => (all[0]?.attempts ?? 0) >= 2 && all[0]?.last_error !== '');
    await stop();
    expect(row).toMatchObject({ parked: false, last_error: 'Error: connection lost' });
    expect([1, 2, 3, 20].map((attempts) => backoffSeconds(attempts, () => 0.5))).toEqual([1, 2, 4, 300]);
  });

  test('claims nothing while work is stopped, and goes on afterwards', async () => {
    await add(randomUUID(), 3);
    let isStopped = true;
    const stop = { ...neverStopped, isOn: () => isStopped };
    const { seen, stop: end } = await work(async () => ({ retryAfterSeconds: 3_600, reason: '' }), { stop });
    await sleep(500); // ten polls
    expect(seen).toEqual([]);
    isStopped = false;
    await until(
      () => seen.length,
      (count) => count === 3,
    );
    await end();
  });

  test('releases a row interrupted by a stop, without counting an attempt', async () => {
    await add(randomUUID(), 1);
    const before = errors.length;
    const { stop } = await work(async () => {
      throw new WorkStopped('stopped');
    });
    const [row] = await until(rows, ([first]) => (first?.in_seconds ?? 0) > 0 && first?.attempts === 0);
    await stop();
    expect(row).toMatchObject({ parked: false, last_error: '', attempts: 0 });
    expect(row?.in_seconds).toBeLessThan(2);
    expect(errors).toHaveLength(before);
  });

  test('limits a hanging company to an eighth of its concurrency', async () => {
    const [hanging, calm] = [randomUUID(), randomUUID()];
    await add(hanging, 100, 600);
    await add(calm, 30);
    let free = () => {};
    const hang = new Promise<void>((resolve) => {
      free = resolve;
    });
    const { seen, stop } = await work(async ({ companyId }) => {
      if (companyId === hanging) await hang;
      return { retryAfterSeconds: 3_600, reason: '' };
    });
    await until(
      () => countBy(seen)[calm],
      (count) => count === 30,
    );
    expect(countBy(seen)[hanging]).toBeLessThanOrEqual(4); // two claims may each take a share
    free();
    await stop();
  });
});

test('parked and failing rows are counted, named, and due again when an operator says so', async () => {
  await add(randomUUID(), 2);
  const { work } = await claimWork(db, request());
  await Promise.all(
    work.map(({ companyId, id, token }) =>
      world.admin.query(`select park_work('errand', 'sandbox', $1, array[$2::uuid], array[$3::uuid], array['no'])`, [
        token,
        companyId,
        id,
      ]),
    ),
  );
  const counts = async () =>
    (await world.admin.query(`select * from count_work(100) where kind = 'errand' and environment = 'sandbox'`))
      .rows[0];
  expect(await counts()).toMatchObject({ due: 0n, parked: 2n });
  const { rows } = await world.admin.query(`select * from list_parked_work(100) where kind = 'errand'`);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ last_error: 'no', environment: 'sandbox' });
  await world.admin.query(`select unpark_work('errand', 'sandbox', $1, $2)`, [rows[0].company_id, rows[0].id]);
  expect(await counts()).toMatchObject({ due: 1n, parked: 1n });
});
