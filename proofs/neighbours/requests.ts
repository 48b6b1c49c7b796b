// Misbehaviour through the API.
import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Answer } from '../harness/ask.ts';
import { inParallel, sizeOf } from '../harness/proof.ts';
import { until } from '../issuer-faults/orders.ts';
import type { Behaviour } from './slots.ts';
import { aHolder, type Company, expectStatus, serviceOf, type World } from './world.ts';

export const OPERATIONS = '/api/v1/operations';
export const HOLDERS = '/api/v1/holders';
const WEBHOOKS = '/api/v1/webhook-endpoints';

/** Concurrent requests during preparation. */
export const WIDTH = 32;

/** A lone surrogate: JSON can encode it, UTF-8 and the database cannot. */
export const LONE = '\\ud800';

/** A backlog is long because its orders are slow. Two workers send 64 of them side by side: eight a second, while ten
 * are ordered, so the queue stays full for the whole slot. */
const SLOW_ORDER_MS = 8_000;

/** Orders that exceed the limit of the queue. */
const BEYOND_BOUND = 400;

/** Events that exist before their endpoints are created. */
const EVENTS = 500;

/** Longer than the workers' poll interval for deliveries, half a second. */
const TAKEN_WITHIN_MS = 800;

/** Events per replay, and a company's daily limit. */
const REPLAYED_EVENTS = 5_000;
const REPLAY_BUDGET = 20_000;

/** The maximum number of endpoints of a company. */
const MOST_WEBHOOKS = 16;

/** Time limit for draining a backlog that nothing slows down. */
const DRAINED_WITHIN_MS = 60_000;

/** Places one order. */
export const order = (world: World, company: Company) => company.order(OPERATIONS, serviceOf(world));

/** Places an order or creates a holder, in turn. */
export const work = (world: World, company: Company, turn: number) =>
  turn % 2 === 0 ? order(world, company) : company.order(HOLDERS, aHolder);

/** The well-behaved neighbour. */
export const calm: Behaviour = { name: 'calm', act: work };

/** A bad request is refused: a server error would mean that it reached the database. */
async function expectNoError(world: World, asked: Promise<Answer>): Promise<void> {
  const { status, text } = await asked;
  if (status >= 500) world.context.violation('a bad request was answered with a server error', { status, text });
}

/** Requests with text that cannot be stored, each next to a good one of the same company. */
const unstorableRequests: Behaviour = {
  name: 'unstorable requests',
  async act(world, company, turn) {
    if (turn % 2 === 1) return;
    const bad = badRequests(world, turn % 3 === 2 ? '\\u0000' : LONE);
    const [path, body] = bad[(turn / 2) % bad.length] as [string, string];
    await Promise.all([expectNoError(world, company.order(path, body)), order(world, company)]);
  },
};

/** Every field for a client's text, as JSON. */
function badRequests(world: World, poison: string): [string, string][] {
  const put = (path: string, body: object): [string, string] => [path, JSON.stringify(body).replace('POISON', poison)];
  return [
    put(HOLDERS, { ...aHolder, name: 'Ada POISON' }),
    put(HOLDERS, { ...aHolder, externalId: 'POISON' }),
    put(OPERATIONS, { ...serviceOf(world), recipient: 'POISON' }),
    put(WEBHOOKS, { url: world.receiver.urlOf('nobody'), description: 'POISON' }),
    put(WEBHOOKS, { url: `${world.receiver.urlOf('nobody')}/POISON` }),
    put('/api/v1/sandbox/transactions', {
      cardId: 'card_POISON',
      type: 'purchase',
      amount: '1.00',
      merchant: 'POISON',
      country: 'DE',
    }),
  ];
}

/** Events of a company's accepted replays. */
const replayed = new WeakMap<Company, number>();

/** Endpoints that are created, replay all events, and are deleted. */
const webhookChurn: Behaviour = {
  name: 'webhook churn',
  async prepare(world, company) {
    world.receiver.slow(company.account);
    await tell(world, company, { events: REPLAYED_EVENTS, type: 'card.updated' });
  },
  act: async (world, company, turn) => (turn % 3 === 0 ? churn(world, company) : order(world, company)),
  async heal({ context }, company) {
    const events = replayed.get(company) ?? 0;
    if (events > REPLAY_BUDGET) context.violation('a company replays more events than it may in a day', { events });
  },
};

async function churn({ receiver }: World, company: Company): Promise<void> {
  const url = receiver.urlOf(company.account);
  const made = await company.ask({ method: 'POST', path: WEBHOOKS, body: { url } });
  if (made.status !== 201) return;
  const { id } = JSON.parse(made.text) as { id: string };
  const range = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
  const replay = { method: 'POST', path: `${WEBHOOKS}/${id}/replay` } as const;
  const { count = 0 } = JSON.parse((await company.ask({ ...replay, body: range })).text) as { count?: number };
  const accepted = await company.ask({ ...replay, body: { ...range, count } });
  if (accepted.status === 200) replayed.set(company, (replayed.get(company) ?? 0) + count);
  await company.ask({ method: 'DELETE', path: `${WEBHOOKS}/${id}` });
}

/** Creates this many events for a company, in commits of 500. */
async function tell(
  { db }: World,
  { scope, account }: Company,
  { events, type }: { events: number; type: string },
): Promise<void> {
  for (let told = 0; told < events; told += 500) {
    const at = new Date();
    const ids = Array.from({ length: 500 }, () => newUuid(at));
    const all = <Item>(item: Item) => ids.map(() => item);
    await db.query(sql`
      select append_events(${all(scope.companyId)}, ${all(scope.environment)}::environment[], ${ids},
                         ${ids.map((id) => toId('event', id))}, ${all(account)}, ${all(type)},
                         ${all('{"id":"object"}')}, ${all(at)})`);
  }
}

/** Many orders of one company that the issuer answers slowly. */
const backlog: Behaviour = {
  name: 'backlog',
  async prepare(world, company) {
    world.issuer.treat(company.account, { delayMs: () => SLOW_ORDER_MS });
    await inParallel(sizeOf(world.context.sizes, 'backlog') + BEYOND_BOUND, WIDTH, async () => {
      const { status, text } = await order(world, company);
      if (status !== 201 && status !== 503) throw new Error(`an order was answered ${status}: ${text}`);
    });
  },
  act: (world, company) => order(world, company),
  async heal(world, company) {
    world.issuer.treat(company.account, undefined);
    await drained(world, company);
  },
};

/** Waits until all orders of a company are over or in review, and the simulated issuer has sent its notifications. */
export async function drained({ db }: World, { scope }: Company): Promise<void> {
  const isOver = async () => {
    const rows = await db.query(sql`
      (select from operations where company_id = ${scope.companyId} and status in ('queued', 'processing') limit 1)
      union all
      (select from issuer_sandbox.notifications
        where copies > 0 and not given_up and due_at <= clock_timestamp() - interval '1 second' limit 1)`);
    return rows.length === 0;
  };
  if (!(await until(DRAINED_WITHIN_MS, isOver))) throw new Error('a backlog does not end');
}

/** First and second event: one worker takes the endpoints of the first, another those of the second. */
const waves = ['card.created', 'card.updated'];

/** The maximum number of endpoints of a company, none of which ever answers. */
const hangingEndpoints: Behaviour = {
  name: 'hanging endpoints',
  async prepare(world, company) {
    world.receiver.hang(company.account);
    for (let part = 0; part < MOST_WEBHOOKS; part++) {
      const body = { url: world.receiver.urlOf(company.account, part), events: [waves[part % 2] ?? ''] };
      await expectStatus(201, company.ask({ method: 'POST', path: WEBHOOKS, body }));
    }
    for (const type of waves) {
      await tell(world, company, { events: EVENTS, type });
      await sleep(TAKEN_WITHIN_MS);
    }
  },
  act: (world, company) => order(world, company),
  async heal(world, company) {
    const listed = await company.ask({ method: 'GET', path: WEBHOOKS });
    for (const { id } of (JSON.parse(listed.text) as { data: { id: string }[] }).data) {
      await company.ask({ method: 'DELETE', path: `${WEBHOOKS}/${id}` });
    }
    world.receiver.release(company.account);
  },
};

/** The behaviours of a company through the API. */
export const requestBehaviours: readonly Behaviour[] = [backlog, hangingEndpoints, unstorableRequests, webhookChurn];
