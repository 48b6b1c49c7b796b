import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { setRateLimits } from '@cardwright/server/identity/companies/manage.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { endOf } from '@cardwright/stack/postgres.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../client.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const statement = '/api/v1/account-statements?from=2026-01-01&to=2026-01-02';

type Counted = { allowed: number; refused: number };

const count = (answers: readonly Answer<unknown>[]): Counted => {
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500 || status === 401)).toEqual([]);
  const refused = statuses.filter((status) => status === 429).length;
  return { allowed: statuses.length - refused, refused };
};

const atOnce = (times: number, send: () => Promise<Answer<unknown>>) =>
  Promise.all(Array.from({ length: times }, () => send()));

/** Repeats an experiment on a slow machine until it fits into one window of the limit. */
async function withinWindow<Result>(windowMs: number, experiment: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const started = performance.now();
    const result = await experiment();
    if (performance.now() - started < windowMs * 0.9 || attempt === 5) return result;
  }
}

describe('the limits that every deployment starts with', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ defaultLimits: true });
  });
  afterAll(() => world.stop());

  test('are told with every answer: what the limit is, what is left, and until when', async () => {
    const company = await world.company();
    const read = await company.get('/api/v1/balance');
    expect(read.headers.get('ratelimit-policy')).toBe('"reads";q=100;w=2');
    expect(read.headers.get('ratelimit')).toMatch(/^"reads";r=99;t=[12]$/);
    expect(read.headers.get('retry-after')).toBeNull();
    const write = await company.post('/api/v1/sandbox/funding', { amount: '1.00' });
    expect(write.headers.get('ratelimit-policy')).toBe('"writes";q=20;w=2');
    expect(write.headers.get('ratelimit')).toMatch(/^"writes";r=19;t=[12]$/);
    const statements = await company.get(statement);
    expect(statements.headers.get('ratelimit-policy')).toBe('"statements";q=10;w=10');
    expect(statements.headers.get('ratelimit')).toMatch(/^"statements";r=9;t=\d+$/);
  });

  test('are told with refusals too', async () => {
    const company = await world.company();
    const { headers } = await company.get('/api/v1/operations/unknown');
    expect(headers.get('ratelimit')).toMatch(/^"reads";r=99;/);
  });

  test('let 100 reads through at once and refuse the next', async () => {
    const counted = await withinWindow(2_000, async () => {
      const company = await world.company();
      return count(await atOnce(110, () => company.get('/api/v1/capabilities')));
    });
    expect(counted).toEqual({ allowed: 100, refused: 10 });
  });

  test('let 20 writes through at once and refuse the next, which then have no effect', async () => {
    const { counted, balance } = await withinWindow(2_000, async () => {
      const company = await world.company();
      const answers = await atOnce(25, () => company.post('/api/v1/sandbox/funding', { amount: '1.00' }));
      return { counted: count(answers), balance: await company.balance() };
    });
    expect(counted).toEqual({ allowed: 20, refused: 5 });
    expect(balance).toEqual({ available: '20.00', held: '0.00' });
  });

  test('let 10 statements through at once; the 429 says when to come back, and coming back works', async () => {
    const company = await world.company();
    expect(count(await atOnce(10, () => company.get(statement)))).toEqual({ allowed: 10, refused: 0 });
    const refused = await company.get(statement);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retry: 'same_key' } });
    expect(refused.headers.get('ratelimit')).toMatch(/^"statements";r=0;t=\d+$/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(10);
    expect(await company.get('/api/v1/balance')).toMatchObject({ status: 200 }); // other limits are counted apart
    await sleep(seconds * 1_000);
    expect(await company.get(statement)).toMatchObject({ status: 200 });
  });

  test('are shared by the keys of a company in one environment', async () => {
    const company = await world.company();
    const second = await company.client({ scopes: ['balance:read'] });
    await atOnce(5, () => company.get(statement));
    expect(count(await atOnce(6, () => second.get(statement)))).toEqual({ allowed: 5, refused: 1 });
  });

  test('are not shared with another company, nor with the other environment', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    const other = await world.company();
    await atOnce(11, () => company.get(statement));
    for (const client of [live, other])
      expect(count(await atOnce(10, () => client.get(statement)))).toEqual({ allowed: 10, refused: 0 });
  });

  test('give way to limits of a company’s own', async () => {
    const company = await world.company();
    const limits = { reads: 7, writes: 3, statements: 2 };
    await agree(world.tools, await setRateLimits(world.tools, company.scope.companyId, limits, 'a test'));
    const policyOf = async (answer: Promise<Answer<unknown>>) => (await answer).headers.get('ratelimit-policy');
    expect(await policyOf(company.get('/api/v1/balance'))).toBe('"reads";q=14;w=2');
    expect(await policyOf(company.post('/api/v1/sandbox/funding', { amount: '1.00' }))).toBe('"writes";q=6;w=2');
    expect(await policyOf(company.get(statement))).toBe('"statements";q=20;w=10');
  });
});

describe('failed authentication', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ defaultLimits: true });
  });
  afterAll(() => world.stop());

  test('is 401 for 50 at once, then 429 for the address, while a valid key from there still works', async () => {
    const company = await world.company();
    const answers = await atOnce(60, () => world.ask('/api/v1/balance', { key: 'nonsense' }));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array(50).fill(401), ...Array(10).fill(429)]);
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await company.get('/api/v1/balance')).toMatchObject({ status: 200 });
    expect(await world.ask('/api/v1/balance')).toMatchObject({ status: 429 });
  });

  test('counts by the address that connects: a header of the client’s own changes nothing', async () => {
    const answers = await atOnce(55, () =>
      world.ask('/api/v1/balance', { headers: { 'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 250)}` } }),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

const redisInstalled = spawnSync('redis-server', ['--version']).error === undefined;
if (!redisInstalled)
  console.warn(
    'Skipping the tests of shared rate limits: redis-server is not installed (apt-get install redis-server).',
  );

describe.skipIf(!redisInstalled)('two processes with one Redis', () => {
  let world: World;
  let redis: ChildProcess;
  let port: number;

  /** Starts Redis without a file to keep, and waits until it listens. */
  const startRedis = async () => {
    redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/tmp',
    });
    let said = '';
    redis.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await until(
      () => said,
      (text) => text.includes('Ready to accept connections'),
    );
  };

  beforeAll(async () => {
    port = await freePort();
    await startRedis();
    const env = { CARDWRIGHT_REDIS_URL: `redis://127.0.0.1:${port}` };
    world = await startWorld({ defaultLimits: true, api: 2, env });
  });
  afterAll(async () => {
    await world.stop();
    await endOf(redis, () => redis.kill('SIGKILL'));
  });

  const onEach = (company: Company): Promise<Client[]> =>
    Promise.all(world.stack.baseUrls.map((baseUrl) => company.client({ baseUrl })));

  /** How many of eleven statements each process lets through. */
  const allowedOnEach = async (): Promise<number[]> => {
    const clients = await onEach(await world.company());
    const counts: number[] = [];
    for (const client of clients) counts.push(count(await atOnce(11, () => client.get(statement))).allowed);
    return counts;
  };

  // On a busy machine Redis may answer too late, and then a process counts for itself: with another company again.
  test('share one count', async () => {
    const shared = async () => {
      const [one, other] = await onEach(await world.company());
      await atOnce(6, () => (one as Client).get(statement));
      const counted = count(await atOnce(6, () => (other as Client).get(statement)));
      return { ...counted, next: (await (one as Client).get(statement)).status };
    };
    await until(shared, ({ allowed, refused, next }) => allowed === 4 && refused === 2 && next === 429);
    await until(allowedOnEach, (counts) => counts.join() === '10,0');
  });

  test('count for themselves while Redis is gone, and together again when it is back', async () => {
    await endOf(redis, () => redis.kill('SIGKILL'));
    expect(await allowedOnEach()).toEqual([10, 10]);
    await startRedis();
    await until(allowedOnEach, (counts) => counts.join() === '10,0');
  });
});
