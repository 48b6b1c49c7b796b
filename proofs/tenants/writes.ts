// The writes of every tenant in a pass: each sees only its own effects, and everybody else's data stays unchanged.

import { fromId } from '@cardwright/server/foundation/ids.ts';
import { formatUsd } from '@cardwright/server/foundation/money/usd.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Tenant } from '../fixtures/fixtures.ts';
import { codeOf } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import { look, PAYMENT, type Pass, productOf } from './attacks.ts';
import { checkInvoices, invoiceWithSharedKey } from './invoices.ts';
import { checkWebhooks, useWebhooks } from './webhooks.ts';

/**
 * The tenants' effects in all passes: the cents credited to each, the seconds by which it moved its clock, the
 * transfers and the webhook tests that it requested.
 */
export type Written = { credits: Map<Tenant, bigint> } & Record<'clocks' | 'transfers' | 'tests', Map<Tenant, number>>;

/** Every write, by every tenant, each with the same Idempotency-Key as all others. */
export async function writeEverything(context: Context, db: Db, pass: Pass, written: Written): Promise<void> {
  await fundWithSharedKey(context, pass, written);
  await createWithSharedKey(context, db, pass);
  await payWithSharedKey(context, db, pass);
  await limitWithSharedKey(context, db, pass);
  await invoiceWithSharedKey(context, db, pass, written.transfers);
  await moveClocks(context, pass, written);
  await useWebhooks(context, db, pass, written.tests);
}

/** Compares the database after all passes with the tenants' effects. */
export async function checkWrites(
  context: Context,
  db: Db,
  { tenants, written }: { tenants: readonly Tenant[]; written: Written },
): Promise<void> {
  await checkInvoices(context, db, tenants, written.transfers);
  await checkCredits(context, db, written);
  await checkClocks(context, db, written);
  await checkWebhooks(context, db, written.tests);
}

/** Every tenant uses the same Idempotency-Key for its own request: none may meet another's use of it. */
async function fundWithSharedKey(context: Context, pass: Pass, { credits }: Written): Promise<void> {
  const key = `shared ${pass.name}`.replaceAll(' ', '-');
  for (const [index, caller] of pass.tenants.entries()) {
    const live = caller.scope.environment === 'live';
    const amount = BigInt(index + 1) * 1_00n;
    const fund = async (asked: bigint) => {
      const answer = await look(context, pass, caller, {
        method: 'POST',
        path: '/api/v1/sandbox/funding',
        headers: { 'idempotency-key': key },
        body: { amount: formatUsd(asked) },
      });
      if (answer.headers['idempotent-replayed'] === 'true') return 'replayed';
      return answer.status === 200 ? 'credited' : codeOf(answer);
    };
    const outcomes = [await fund(amount), await fund(amount), await fund(amount + 1n)].join(', ');
    const right = live ? 'sandbox_only, sandbox_only, sandbox_only' : 'credited, replayed, idempotency_conflict';
    if (outcomes !== right)
      context.violation('an Idempotency-Key meets its use by another', {
        pass: pass.name,
        caller: caller.name,
        outcomes,
      });
    if (!live) credits.set(caller, (credits.get(caller) ?? 0n) + amount);
    const seen = await look(context, pass, caller, { method: 'GET', path: `/api/v1/idempotency-keys/${key}` });
    if (seen.status !== (live ? 404 : 200))
      context.violation('an Idempotency-Key is not its tenant’s own', { caller: caller.name, status: seen.status });
  }
}

/**
 * The same with requests that create something, holders with one external id for all. A tenant keeps its new operation;
 * the new holders are removed when all tenants have theirs.
 */
async function createWithSharedKey(context: Context, db: Db, pass: Pass): Promise<void> {
  const holders: string[] = [];
  for (const [index, caller] of pass.tenants.entries()) {
    const service = { type: 'service', productId: await productOf(pass, caller, 'service'), recipient: 'shared' };
    const bodies = {
      operations: (more: number) => ({ ...service, amount: `${index + 1}.0${more}` }),
      holders: (more: number) => ({
        name: `Holder ${index} ${more}`,
        email: 'x@shared.example',
        kind: 'individual',
        externalId: 'shared by all tenants',
      }),
    };
    for (const kind of ['operations', 'holders'] as const) {
      const headers = { 'idempotency-key': `shared-${kind}-${pass.name}`.replaceAll(' ', '-') };
      const create = (more: number) =>
        look(context, pass, caller, { method: 'POST', path: `/api/v1/${kind}`, headers, body: bodies[kind](more) });
      const answers = [await create(0), await create(0), await create(1)];
      const outcomes = answers
        .map((answer) =>
          answer.headers['idempotent-replayed'] === 'true' ? 'replayed' : (codeOf(answer) ?? 'created'),
        )
        .join(', ');
      const refused = kind === 'operations' && caller.scope.environment === 'live';
      const right = refused
        ? 'live_unavailable, live_unavailable, live_unavailable'
        : 'created, replayed, idempotency_conflict';
      if (outcomes !== right)
        context.violation('an Idempotency-Key meets its use by another', { caller: caller.name, kind, outcomes });
      const { id = '' } = JSON.parse(answers[0]?.text ?? '{}') as { id?: string };
      const uuid = fromId(kind === 'operations' ? 'operation' : 'holder', id);
      if (uuid === undefined) continue;
      if (kind === 'holders') holders.push(uuid);
      else {
        caller.ids.operations.unshift(id);
        caller.uuids.operations.unshift(uuid);
      }
    }
  }
  await db.query(sql`delete from holders where id = any (${holders}::uuid[])`);
}

/** Every tenant pays with its own card under the same Idempotency-Key; it cannot pay with another's. */
async function payWithSharedKey(context: Context, db: Db, pass: Pass): Promise<void> {
  const headers = { 'idempotency-key': `shared-payment-${pass.name}`.replaceAll(' ', '-') };
  for (const [index, caller] of pass.tenants.entries()) {
    const pay = (more: number) =>
      look(context, pass, caller, {
        method: 'POST',
        path: '/api/v1/sandbox/transactions',
        headers,
        body: { ...PAYMENT, cardId: caller.ids.cards[0], amount: `${index + 1}.0${more}` },
      });
    const outcomes = [await pay(0), await pay(0), await pay(1)]
      .map((answer) => (answer.headers['idempotent-replayed'] === 'true' ? 'replayed' : (codeOf(answer) ?? 'created')))
      .join(', ');
    const live = caller.scope.environment === 'live';
    const right = live ? 'sandbox_only, sandbox_only, sandbox_only' : 'created, replayed, idempotency_conflict';
    if (outcomes !== right)
      context.violation('an Idempotency-Key meets its use by another', {
        caller: caller.name,
        payment: true,
        outcomes,
      });
  }
  const strays = await db.query<{ id: string }>(sql`
    select s.id from simulated_payments s
      left join cards k on k.company_id = s.company_id and k.environment = s.environment and k.id = s.card_id
     where k.id is null`);
  for (const stray of strays) context.violation('a payment was made with a card of another', stray);
}

/** Every tenant limits its own card under the same Idempotency-Key. The operations are removed: they keep it busy. */
async function limitWithSharedKey(context: Context, db: Db, pass: Pass): Promise<void> {
  const headers = { 'idempotency-key': `shared-limits-${pass.name}`.replaceAll(' ', '-') };
  const made: string[] = [];
  for (const [index, caller] of pass.tenants.entries()) {
    const limit = (more: number) =>
      look(context, pass, caller, {
        method: 'POST',
        path: `/api/v1/cards/${caller.ids.cards[0]}/limits`,
        headers,
        body: { perDay: `${index + 1}.0${more}` },
      });
    const answers = [await limit(0), await limit(0), await limit(1)];
    const outcomes = answers
      .map((answer) => (answer.headers['idempotent-replayed'] === 'true' ? 'replayed' : (codeOf(answer) ?? 'created')))
      .join(', ');
    const right =
      caller.scope.environment === 'live'
        ? 'live_unavailable, live_unavailable, live_unavailable'
        : 'created, replayed, idempotency_conflict';
    if (outcomes !== right)
      context.violation('an Idempotency-Key meets its use by another', { caller: caller.name, limits: true, outcomes });
    const { id = '' } = JSON.parse(answers[0]?.text ?? '{}') as { id?: string };
    made.push(...[fromId('operation', id)].filter((uuid) => uuid !== undefined));
  }
  const strays = await db.query<{ id: string }>(sql`
    select o.id from operations o
      left join cards k on k.company_id = o.company_id and k.environment = o.environment and k.id = o.card_id
     where o.id = any (${made}::uuid[]) and k.id is null`);
  for (const stray of strays) context.violation('an action is on a card of another', stray);
  await db.query(sql`delete from operations where id = any (${made}::uuid[])`);
}

/** Every tenant moves its own clock, each by a different time. */
async function moveClocks(context: Context, pass: Pass, { clocks }: Written): Promise<void> {
  for (const [index, caller] of pass.tenants.entries()) {
    const seconds = 1 + index;
    const path = '/api/v1/sandbox/clock/advance';
    const { status } = await look(context, pass, caller, { method: 'POST', path, body: { seconds } });
    const live = caller.scope.environment === 'live';
    if (status !== (live ? 403 : 200))
      context.violation('a clock is not its tenant’s own', { caller: caller.name, status });
    if (!live) clocks.set(caller, (clocks.get(caller) ?? 0) + seconds);
  }
}

/** Each clock was moved only by its own tenant's requests. */
async function checkClocks(context: Context, db: Db, { clocks }: Written): Promise<void> {
  const rows = await db.query<{ book: string; ahead: string }>(sql`
    select company_id || ' ' || environment as book, extract(epoch from clock_offset)::integer::text as ahead
      from ledger.books where clock_offset <> '0'`);
  const found = rows.map(({ book, ahead }) => `${book} ${ahead}`).sort();
  const expected = [...clocks].map(([{ scope }, ahead]) => `${scope.companyId} ${scope.environment} ${ahead}`).sort();
  if (JSON.stringify(found) !== JSON.stringify(expected))
    context.violation('a clock was moved by another tenant’s request', { found, expected });
}

/** Each book was credited only by its own tenant's requests. */
async function checkCredits(context: Context, db: Db, { credits }: Written): Promise<void> {
  const rows = await db.query<{ book: string; total: string }>(sql`
    select company_id || ' ' || environment as book, sum(available_delta)::text as total
      from ledger.entries where kind = 'sandbox_credit'
     group by company_id, environment`);
  const found = rows.map(({ book, total }) => `${book} ${total}`).sort();
  const expected = [...credits].map(([{ scope }, sum]) => `${scope.companyId} ${scope.environment} ${sum}`).sort();
  if (JSON.stringify(found) !== JSON.stringify(expected))
    context.violation('a book was credited by another tenant’s request', { found, expected });
}
