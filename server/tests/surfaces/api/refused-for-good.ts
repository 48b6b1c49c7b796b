// A request for each refusal that repeating does not help.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { deskRefusals } from '@cardwright/server/foundation/refusals/desk.ts';
import type { portalRefusals } from '@cardwright/server/foundation/refusals/portal.ts';
import type { RefusalCode, Retry, refusals } from '@cardwright/server/foundation/refusals/refusals.ts';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import type { Answer } from '../../client.ts';
import { listen, tell, PATH as webhooks } from '../../events/webhooks/delivering.ts';
import type { Receiver } from '../../events/webhooks/receiver.ts';
import type { Company, World } from '../../world.ts';
import { absent, ordersOf, path, setUsed } from './orders.ts';

type ApiCode = Exclude<RefusalCode, keyof typeof portalRefusals | keyof typeof deskRefusals>;

/** The codes of the API with a verdict. */
export type CodesOf<Verdict extends Retry> = {
  [Code in ApiCode]: (typeof refusals)[Code][1] extends Verdict ? Code : never;
}[ApiCode];

type Provoke = () => Promise<Answer<unknown>>;
type Given = { world: World; connected: World; receivers: Receiver[] };

/** Settings of a stack with a live issuer, which nothing reaches. */
export function liveIssuer(): Record<string, string> {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return {
    CARDWRIGHT_ISSUER_LIVE_URL: 'https://issuer.invalid',
    CARDWRIGHT_ISSUER_LIVE_KEY: `k9:${'0'.repeat(64)}`,
    CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: `l1:${Buffer.from(x, 'base64url').toString('base64')}`,
  };
}

const invoices = '/api/v1/card-account/invoices';
const clock = '/api/v1/sandbox/clock/advance';
const funding = '/api/v1/sandbox/funding';
const holders = '/api/v1/holders';
const always = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

/** A request for each code. `given` is called when a request is sent. */
export function handedBack(given: () => Given): Record<CodesOf<'new_key' | 'never'>, Provoke> {
  const { issue, topup, service } = ordersOf(() => given().world.products);
  const funded = () => given().world.company({ available: '100.00' });
  const get = (what: string) => async () => (await given().world.company()).get(what);
  const order = (body: (company: Company) => object | Promise<object>) => async () => {
    const company = await funded();
    return company.post(path, await body(company));
  };
  const onCard = (action: string, values: { status?: string; balance?: bigint }) => async () => {
    const company = await funded();
    return company.post(`/api/v1/cards/${await company.insertCard(values)}/${action}`, {});
  };
  const live = async (world = given().world) => (await world.company()).client({ environment: 'live' });
  const endpointOf = async (company: Company) =>
    `${webhooks}/${(await listen(company, given().receivers)).endpoint.id}`;
  return {
    key_invalid: () => given().world.ask('/api/v1/balance', { key: 'cw_sandbox_nothing' }),
    verification_required: async () =>
      (await given().world.company({ verification: 'pending' })).get('/api/v1/balance'),
    company_suspended: async () => {
      const company = await given().world.company();
      await suspendCompany(given().world.tools, company.scope.companyId, 'a test');
      return company.post(funding, { amount: '1.00' });
    },
    scope_missing: async () => (await (await funded()).client({ scopes: [] })).get('/api/v1/balance'),
    sandbox_only: async () => (await live()).post(funding, { amount: '1.00' }),
    live_unavailable: async () => (await live()).post(path, service()),
    capability_disabled: async () => {
      const { connected } = given();
      return (await live(connected)).post(path, service({ productId: connected.products.service }));
    },

    body_too_large: order(() => service({ recipient: 'x'.repeat(70_000) })),
    media_type_unsupported: async () => {
      const headers = { 'content-type': 'application/xml', 'idempotency-key': randomUUID() };
      return (await funded()).ask(path, { method: 'POST', raw: '<order/>', headers });
    },
    request_invalid: order(() => ({})),
    idempotency_key_invalid: async () => (await funded()).post(path, service(), { key: null }),
    idempotency_conflict: async () => {
      const company = await funded();
      await company.post(path, service(), { key: 'k' });
      return company.post(path, service({ recipient: 'eve@example.com' }), { key: 'k' });
    },
    amount_invalid: order(() => service({ amount: '0' })),
    amount_not_whole_usd: async () => (await funded()).post(invoices, { amount: '100.50' }),
    card_number_refused: order(() => issue('holder_x', { name: '4242 4242 4242 4242' })),
    scenario_invalid: async () =>
      (await funded()).post(path, service(), { headers: { 'sandbox-scenario': 'earthquake' } }),
    method_not_allowed: async () => (await funded()).ask(path, { method: 'DELETE' }),
    path_not_found: get('/api/v1/nothing'),

    operation_not_found: get(`${path}/op_x`),
    card_not_found: get('/api/v1/cards/card_x'),
    holder_not_found: get(`${holders}/holder_x`),
    invoice_not_found: get(`${invoices}/inv_x`),
    transaction_not_found: get('/api/v1/transactions/txn_x'),
    event_not_found: get('/api/v1/events/evt_x'),
    webhook_not_found: get(`${webhooks}/wh_x`),
    idempotency_key_not_found: get('/api/v1/idempotency-keys/never-used'),
    product_not_found: order(() => service({ productId: absent('product') })),

    card_not_active: order(async (company) => topup(await company.insertCard({ status: 'frozen' }))),
    card_closed: onCard('freeze', { status: 'closed' }),
    card_not_frozen: onCard('unfreeze', { status: 'active' }),
    card_overdrawn: onCard('close', { balance: -1n }),
    card_busy: async () => {
      const company = await funded();
      const close = `/api/v1/cards/${await company.insertCard()}/close`;
      await company.post(close, {});
      return company.post(close, {});
    },
    holder_not_active: order(async (company) => issue(await company.insertHolder({ status: 'blocked' }))),
    product_unavailable: order(async (company) =>
      issue(await company.insertHolder(), { productId: given().world.products.service }),
    ),
    amount_below_minimum: order(() => service({ amount: '0.50' })),
    amount_above_maximum: order(() => service({ amount: '1000000.01' })),
    quote_changed: order(() => service({ expectedTotal: '6.00' })),
    quota_exceeded: async () => {
      const company = await given().world.company({ kind: 'individual', available: '100.00' });
      await setUsed(given().world, company, 500);
      return company.post(path, issue(await company.insertHolder()));
    },
    insufficient_funds: order(() => service({ amount: '100.01', expectedTotal: '100.01' })),
    operation_not_cancellable: async () => {
      const company = await funded();
      const id = await company.insertOperation({ status: 'completed' });
      return company.ask(`${path}/${id}/cancel`, { method: 'POST' });
    },
    external_id_taken: async () => {
      const company = await funded();
      const holder = { name: 'Ada', email: 'ada@example.com', kind: 'individual', externalId: 'e1' };
      await company.post(holders, holder);
      return company.post(holders, holder);
    },

    invoice_unresolved: async () => {
      const company = await funded();
      await company.insertInvoice({ status: 'pending' });
      return company.post(invoices, { amount: '100' });
    },
    invoice_not_payable: async () => {
      const company = await funded();
      const id = await company.insertInvoice({ status: 'failed' });
      return company.ask(`/api/v1/sandbox/invoices/${id}/complete`, { method: 'POST' });
    },
    statement_range_too_large: get('/api/v1/account-statements?from=2024-01-01&to=2026-01-01'),
    clock_too_far: async () => {
      const company = await funded();
      for (let year = 0; year < 10; year++) await company.post(clock, { seconds: 366 * 86_400 });
      return company.post(clock, { seconds: 1 });
    },

    webhook_url_refused: async () => (await funded()).post(webhooks, { url: 'http://example.com/' }),
    webhook_limit: async () => {
      const company = await funded();
      for (let count = 0; count < 16; count++) await endpointOf(company);
      return company.post(webhooks, { url: 'https://example.com/' });
    },
    webhook_disabled: async () => {
      const company = await funded();
      const endpoint = await endpointOf(company);
      await company.ask(endpoint, { method: 'PATCH', json: { status: 'disabled' } });
      return company.post(`${endpoint}/test`, undefined);
    },
    rotation_not_begun: async () => {
      const company = await funded();
      return company.post(`${await endpointOf(company)}/confirm-secret`, undefined);
    },
    replay_changed: async () => {
      const company = await funded();
      return company.post(`${await endpointOf(company)}/replay`, { ...always, count: 7 });
    },
    replay_too_large: async () => {
      const company = await funded();
      await tell(
        given().world,
        company,
        Array.from({ length: 10_001 }, () => 'card.updated'),
      );
      return company.post(`${await endpointOf(company)}/replay`, always);
    },
  };
}
