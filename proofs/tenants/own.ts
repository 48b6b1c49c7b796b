// A tenant's own objects, as it sees them itself.
import { toId } from '@cardwright/server/foundation/ids.ts';
import { EVENT_TYPE, type Tenant } from '../fixtures/fixtures.ts';
import type { Context } from '../harness/proof.ts';
import { completion, idsOf, kinds, listOf, look, order, ordersOf, type Pass, productOf } from './attacks.ts';

/** A tenant must see all its own objects: otherwise a service that shows nothing would pass. */
export async function seeOwn(context: Context, pass: Pass, caller: Tenant): Promise<void> {
  const own = (what: string, seen: unknown, expected: unknown) => {
    if (JSON.stringify(seen) !== JSON.stringify(expected))
      context.violation('a tenant does not see its own', { pass: pass.name, caller: caller.name, what, seen });
  };
  const get = (path: string) => look(context, pass, caller, { method: 'GET', path });
  for (const kind of kinds) {
    // Other events follow from what tenants do here.
    const list = kind === 'events' ? `${listOf(kind)}?type=${EVENT_TYPE}` : listOf(kind);
    own(kind, (await idsOf(context, pass, caller, list)).ids, caller.ids[kind]);
    for (const id of caller.ids[kind]) own(id, (await get(`${listOf(kind)}/${id}`)).status, 200);
  }
  const product = await productOf(pass, caller);
  const byProduct = await idsOf(context, pass, caller, `/api/v1/cards?productId=${product}`);
  own('cards of a product', byProduct.ids, caller.ids.cards);
  for (const [index, holderId] of caller.ids.holders.entries()) {
    const card = caller.ids.cards[index];
    own('cards of a holder', (await idsOf(context, pass, caller, `/api/v1/cards?holderId=${holderId}`)).ids, [card]);
    const byExternalId = `/api/v1/holders?externalId=${caller.externalIds[index] ?? ''}`;
    own('holder by externalId', (await idsOf(context, pass, caller, byExternalId)).ids, [holderId]);
  }
  const orders = await ordersOf(pass, caller);
  for (const kind of ['holders', 'cards'] as const) {
    for (const id of caller.ids[kind]) {
      const ask = order('/api/v1/operations/preview', orders[kind](id));
      own('order', (await look(context, pass, caller, ask)).text.includes('_not_found'), false);
    }
  }
  // A completed invoice is returned unchanged, so this can be asked among reads.
  const [completed] = (await idsOf(context, pass, caller, `${listOf('invoices')}?status=completed`)).ids;
  const paid = await look(context, pass, caller, completion(completed ?? ''));
  own('completed invoice', paid.status, caller.scope.environment === 'live' ? 403 : 200);
  own('events', (await get('/api/v1/events')).text.includes(caller.word), true);
  for (const id of caller.ids.webhooks)
    own('deliveries', (await get(`${listOf('webhooks')}/${id}/deliveries`)).text.includes(caller.word), true);
  own('idempotency key', (await get(`/api/v1/idempotency-keys/${caller.idempotencyKey}`)).status, 200);
  await get('/api/v1/products');
  const texts = [
    (await get('/api/v1/balance')).text,
    (await get(`/api/v1/account-statements?${thisYear()}`)).text,
    (await get(`/api/v1/account-statements?${thisYear()}&format=csv`)).text,
  ];
  for (const text of texts) own('money', text.includes(caller.word), true);
  const shown = JSON.parse((await get('/api/v1/capabilities')).text) as { company?: { id: string } };
  own('company', shown.company?.id, toId('company', caller.scope.companyId));
}

/** The days around now, even at a year's end. */
function thisYear(): string {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return `from=${day(-2)}&to=${day(1)}`;
}
