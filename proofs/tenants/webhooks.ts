// Webhook endpoints: what one tenant tries with those of another, and what each does with one of its own.
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { EVENT_TYPE, type Tenant } from '../fixtures/fixtures.ts';
import { type Ask, comparable } from '../harness/ask.ts';
import { WEBHOOKS, webhookChanges } from '../harness/endpoints.ts';
import type { Context } from '../harness/proof.ts';
import { absentUuid, idOf, look, type Pass } from './attacks.ts';

/** Every path below an endpoint. */
const asksFor = (id: string): Ask[] => [
  { method: 'GET', path: `${WEBHOOKS}/${id}/deliveries` },
  { method: 'GET', path: `${WEBHOOKS}/${id}/deliveries?status=delivered&limit=1` },
  ...webhookChanges.map(({ rest, ...ask }) => ({ ...ask, path: `${WEBHOOKS}/${id}${rest}` })),
  { method: 'POST', path: `${WEBHOOKS}/${id}/replay`, body: { ...always(), count: 0 } },
];

/** More than a tenant has. */
const EVENTS_A_STEP = 500;

/** All of the past. */
const always = () => ({ from: '2000-01-01T00:00:00Z', to: new Date(Date.now() + 86_400_000).toISOString() });

/** Deliveries and changes of every other tenant's endpoints: each is answered as for one that does not exist. */
export async function attackWebhooks(context: Context, pass: Pass, caller: Tenant): Promise<void> {
  const absent: string[] = [];
  for (const ask of asksFor(idOf.webhooks(absentUuid()))) {
    const answer = await look(context, pass, caller, ask);
    if (answer.status !== 404) context.violation('an endpoint that does not exist is not 404', { ask, answer });
    absent.push(comparable(answer));
  }
  for (const target of pass.tenants) {
    if (target === caller) continue;
    for (const id of [...target.ids.webhooks, target.uuids.webhooks[0] ?? '']) {
      for (const [index, ask] of asksFor(id).entries()) {
        const answer = await look(context, pass, caller, ask);
        if (comparable(answer) === absent[index]) continue;
        context.violation('another tenant’s endpoint can be told from an unknown one', {
          caller: caller.name,
          ask,
          answer,
        });
      }
    }
    for (const rest of ['', `&type=${EVENT_TYPE},operation.failed`])
      await look(context, pass, caller, { method: 'GET', path: `/api/v1/events?afterSequence=1&limit=1${rest}` });
  }
}

/**
 * Every tenant creates an endpoint, changes it in every way, replays its own events and no others, and deletes it. The
 * endpoints of all tenants together exceed the limit of one.
 */
export async function useWebhooks(context: Context, db: Db, pass: Pass, tests: Map<Tenant, number>): Promise<void> {
  for (const caller of pass.tenants) {
    const ask = async <Body>(right: number, asked: Ask): Promise<Body> => {
      const answer = await look(context, pass, caller, asked);
      if (answer.status !== right)
        context.violation('a tenant cannot use its own endpoint', { caller: caller.name, asked, answer });
      return JSON.parse(answer.text) as Body;
    };
    const url = `https://hooks.example.com/${caller.word}`;
    const { id, secret } = await ask<Made>(201, { method: 'POST', path: WEBHOOKS, body: { url } });
    const path = `${WEBHOOKS}/${id}`;
    await ask(200, { method: 'GET', path });
    await ask(200, { method: 'PATCH', path, body: { description: `Changed by ${caller.word}` } });
    const rotated = await ask<Made>(200, { method: 'POST', path: `${path}/rotate-secret` });
    if (!isSecret(secret) || !isSecret(rotated.secret)) context.violation('a secret is not shown', { id });
    await ask(200, { method: 'POST', path: `${path}/confirm-secret` });
    await ask(200, { method: 'POST', path: `${path}/test` });
    tests.set(caller, (tests.get(caller) ?? 0) + 1);
    const { count } = await ask<Counted>(200, { method: 'POST', path: `${path}/replay`, body: always() });
    const own = await eventsOf(db, caller, sql`type not like 'webhook.%'`);
    if (count !== own) context.violation('a replay counts other events than its tenant’s', { count, own });
    await ask(200, { method: 'POST', path: `${path}/replay`, body: { ...always(), count } });
    await carryOutReplays(db);
    const { data } = await ask<{ data: unknown[] }>(200, { method: 'GET', path: `${path}/deliveries?limit=100` });
    if (data.length !== own) context.violation('a replay contains other events', { told: data.length, own });
    await ask(200, { method: 'DELETE', path });
    await ask(404, { method: 'GET', path });
  }
}

/** Does a worker's job; none runs here. */
async function carryOutReplays(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ failure: string | null }>(
      sql`select step_replay(clock_timestamp(), ${EVENTS_A_STEP}) as failure`,
    );
    if (row?.failure == null) return;
  }
}

type Made = { id: string; secret?: string };
type Counted = { count: number };

const isSecret = (text: string | undefined) => text !== undefined && /^whsec_\w{40,}$/.test(text);

async function eventsOf(db: Db, { scope }: Tenant, which: ReturnType<typeof sql>): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(sql`
    select count(*) from events where company_id = ${scope.companyId} and environment = ${scope.environment} and ${which}`);
  return Number(row?.count);
}

/** Each tenant received the tests that it requested, and has the endpoints that it did not delete, unchanged. */
export async function checkWebhooks(context: Context, db: Db, tests: ReadonlyMap<Tenant, number>): Promise<void> {
  for (const [tenant, asked] of tests) {
    const { companyId, environment } = tenant.scope;
    const left = await db.query<{ id: string; as_it_was: boolean }>(sql`
      select id, description = ${`Told to ${tenant.word}`} and next_from > now() as as_it_was
        from webhook_endpoints
       where company_id = ${companyId} and environment = ${environment} and status <> 'deleted'
       order by created_at desc, id desc`);
    const found = [await eventsOf(db, tenant, sql`type = 'webhook.test'`), ...left.map(({ id }) => id)];
    const right = [asked, ...tenant.uuids.webhooks];
    if (String(found) !== String(right) || left.some(({ as_it_was }) => !as_it_was))
      context.violation('an endpoint was used by another tenant’s request', {
        tenant: tenant.name,
        found,
        right,
        left,
      });
  }
}
