// The verdict of each refusal: a client repeats on `same_key`, and hands everything else back.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusals } from '@cardwright/server/foundation/refusals/refusals.ts';
import { setRateLimits } from '@cardwright/server/identity/companies/manage.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, ErrorBody } from '../../client.ts';
import { type Driver, listen, openDriver, tell, PATH as webhooks } from '../../events/webhooks/delivering.ts';
import type { Receiver } from '../../events/webhooks/receiver.ts';
import { startWorld, type World } from '../../world.ts';
import { ordersOf, path } from './orders.ts';
import { type CodesOf, handedBack, liveIssuer } from './refused-for-good.ts';

/** More than any cause here takes to go away. */
const MOST_ATTEMPTS = 20;

/** Few, so that a test can fill the queue. */
const MOST_QUEUED = 3;

let world: World;
/** With a live issuer, and with room for few queued operations. */
let connected: World;
let driver: Driver;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
  connected = await startWorld({ env: { ...liveIssuer(), CARDWRIGHT_MOST_QUEUED: String(MOST_QUEUED) } });
  driver = openDriver(world);
});
afterAll(async () => {
  await driver?.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await connected?.stop();
  await world?.stop();
});

type Refused = Answer<ErrorBody>;

/**
 * A client that knows the verdicts and nothing else. It repeats a request as it is, no sooner than Retry-After says.
 * `pause` stands for that time.
 */
async function persist(send: () => Promise<Answer<unknown>>, pause: (seconds: number) => Promise<unknown>) {
  const answers: Refused[] = [];
  while (answers.length < MOST_ATTEMPTS) {
    const answer = (await send()) as Refused;
    answers.push(answer);
    if (answer.status < 400 || answer.body.retry !== 'same_key') return answers;
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds, `Retry-After of ${answer.body.code}`).toBeGreaterThanOrEqual(1);
    await pause(seconds);
  }
  throw new Error(`still refused: ${answers.at(-1)?.text}`);
}

/** A request that is refused for a cause that goes away, and how it goes away. */
type Passing = { send: () => Promise<Answer<unknown>>; end: () => Promise<unknown> };

const { issue, service } = ordersOf(() => world.products);

const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();

/** An endpoint of a new company with some events, and the request that sends them again. */
async function replaying(events: number) {
  const company = await world.company();
  await tell(
    world,
    company,
    Array.from({ length: events }, () => 'card.updated'),
  );
  const asked = { from: hours(-1), to: hours(1), count: events };
  const replay = async () => {
    const { endpoint } = await listen(company, receivers);
    return () => company.post(`${webhooks}/${endpoint.id}/replay`, asked);
  };
  return { company, replay };
}

// A reveal needs an issuer: post-cards-reveal.test.ts repeats it.
const passing: Record<Exclude<CodesOf<'same_key'>, 'issuer_unavailable'>, () => Promise<Passing>> = {
  async holder_pending() {
    const company = await world.company({ available: '100.00' });
    const order = issue(await company.insertHolder({ status: 'pending' }));
    const key = randomUUID();
    const confirm = `update holders set status = 'active' where company_id = $1`;
    return {
      send: () => company.post(path, order, { key }),
      end: () => world.admin.query(confirm, [company.scope.companyId]),
    };
  },

  async rate_limited() {
    const company = await world.company();
    const limits = { reads: 1, writes: 1, statements: 1 };
    await agree(world.tools, await setRateLimits(world.tools, company.scope.companyId, limits, 'a test'));
    const send = () => company.get('/api/v1/balance');
    while ((await send()).status !== 429);
    return { send, end: () => sleep(2_000) };
  },

  async too_many_waiting() {
    const company = await world.company({ available: '10.00' });
    const { id } = (await company.post<{ id: string }>(path, service())).body;
    const waitFor = (seconds: number) => company.get(`${path}/${id}?wait=${seconds}`);
    const waiting = Array.from({ length: 101 }, () => waitFor(30));
    await Promise.race(waiting); // the one that is refused
    return {
      send: () => waitFor(1),
      end: async () => {
        await company.ask(`${path}/${id}/cancel`, { method: 'POST' });
        await Promise.all(waiting);
      },
    };
  },

  async replay_under_way() {
    const { replay } = await replaying(2);
    const send = await replay();
    expect(await send()).toMatchObject({ status: 200 });
    return { send, end: () => driver.deliver() };
  },

  async replay_budget_used() {
    const { company, replay } = await replaying(8_000);
    for (let round = 0; round < 2; round++) expect(await (await replay())()).toMatchObject({ status: 200 });
    const nextDay = `update webhook_replays set created_at = created_at - interval '24 hours' where company_id = $1`;
    return { send: await replay(), end: () => world.admin.query(nextDay, [company.scope.companyId]) };
  },

  async overloaded() {
    const company = await connected.company({ available: '1000.00' });
    const order = service({ productId: connected.products.service });
    while ((await company.post(path, order)).status === 201);
    const key = randomUUID();
    const decide = `update operations set status = 'manual_review', review_reason = 'test', review_opened_at = now()
                     where company_id = $1`;
    return {
      send: () => company.post(path, order, { key }),
      end: () => connected.admin.query(decide, [company.scope.companyId]),
    };
  },

  async recovering() {
    const company = await world.company({ available: '10.00' });
    await world.admin.query("update verified_timeline set fenced_at = now(), fenced_why = 'a test'");
    const key = randomUUID();
    return {
      send: () => company.post(path, service(), { key }),
      async end() {
        await world.admin.query("update verified_timeline set fenced_at = null, fenced_why = ''");
        await sleep(2_000); // until the process has checked again
      },
    };
  },

  async internal() {
    const company = await world.company({ available: '10.00' });
    const mayAccept = 'execute on function accept_operations(jsonb, jsonb, uuid[])';
    await world.admin.query(`revoke ${mayAccept} from cardwright_api`);
    const key = randomUUID();
    return {
      send: () => company.post(path, service(), { key }),
      end: () => world.admin.query(`grant ${mayAccept} to cardwright_api`),
    };
  },
};

describe('same_key: the same request succeeds once its cause is gone', () => {
  test.each(Object.entries(passing))('%s', async (code, provoke) => {
    const { send, end } = await provoke();
    let pauses = 0;
    const answers = await persist(send, async (seconds) => {
      pauses++;
      if (pauses === 2) await end();
      else await sleep(Math.min(seconds, 1) * 1_000); // a replay would wait for a day
    });
    expect(answers[0]?.body).toMatchObject({ code, retry: 'same_key' });
    expect(answers.at(-1)?.status, answers.at(-1)?.text).toBeLessThan(300);
  });
});

describe('new_key and never: the client hands them back', () => {
  test.each(Object.entries(handedBack(() => ({ world, connected, receivers }))))('%s', async (code, provoke) => {
    const answers = await persist(provoke, () => Promise.reject(new Error('it was repeated')));
    const [status, retry] = refusals[code as keyof typeof refusals];
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ status, body: { code, retry } });
  });
});
