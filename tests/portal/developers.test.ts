// Building with the API: the life of keys, and webhooks that fail and recover.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ask } from '../../server/tests/client.ts';
import { openReceiver, type Receiver } from '../../server/tests/events/webhooks/receiver.ts';
import { PATIENCE_MS, until } from '../../server/tests/until.ts';
import { bothHands, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import {
  advanceClock,
  confirmsIdentity,
  creditSandbox,
  newOwner,
  protect,
  type SecondFactor,
  setUpSecondFactor,
} from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('developers');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

/** Creates a sandbox key with all permissions; returns the key, which is shown once. */
async function makesKey(visitor: Visitor, company: string, name: string): Promise<string> {
  await visitor.opens(`/c/${company}/sandbox/developers/keys`);
  await visitor.presses('Create sandbox key');
  await visitor.leaves('Create sandbox key');
  await visitor.presses('Create sandbox key');
  await visitor.types('Name', name, 'Create sandbox key');
  await visitor.presses('Select all', 'Create sandbox key');
  await visitor.presses('Create sandbox key', 'Create sandbox key');
  return storesKey(visitor);
}

const storesKey = (visitor: Visitor) => storesSecret(visitor, 'Key created');

/** Confirms that the secret of the dialog is stored; returns it. */
async function storesSecret(visitor: Visitor, title: string): Promise<string> {
  const shown = visitor.page.getByRole('dialog', { name: title }).locator('pre').first();
  const secret = (await shown.textContent()) ?? '';
  await visitor.ticks('I’ve stored it securely', title);
  await visitor.presses('Done', title);
  await visitor.closed(title);
  return secret;
}

const statusOf = async (key: string) => (await ask(`${house.world.stack.baseUrl}/api/v1/balance`, { key })).status;

/** Commands pasted after the two lines of the reference: the first card with curl alone. */
const firstCard = String.raw`
set -e
ask()  { curl -sf "$API/api/v1/$1" -H "Authorization: Bearer $KEY"; }
post() { curl -sf "$API/api/v1/$1" -H "Authorization: Bearer $KEY" -H "Idempotency-Key: first-$2" -H 'Content-Type: application/json' -d "$3"; }
id()   { grep -o "$1_[a-z0-9]*" | head -1; }
wait_for() { until ask "$1" | grep -q "\"status\":\"$2\""; do sleep 0.5; done; }
post sandbox/funding money '{"amount":"200.00"}'
HOLDER=$(post holders ada '{"name":"Ada Lovelace","email":"ada@example.com","kind":"individual"}' | id holder)
wait_for holders active
PRODUCT=$(ask products | id prod)
CARD='{"type":"issue","productId":"'$PRODUCT'","holderId":"'$HOLDER'","amount":"100.00","expectedTotal":"103.20","name":"By curl"}'
wait_for operations/$(post operations card "$CARD" | id op) completed
`;

test.for(bothHands)(
  'by %s: the first key issues the first card by curl, which then stands in the pages',
  async (hands) => {
    const { owner, company } = await newOwner(house, { visit: { hands } });
    const key = await makesKey(owner, company, 'Booking server');
    await owner.page
      .getByRole('row', { name: /Booking server/ })
      .getByText('never')
      .waitFor();
    await owner.pictures('keys');
    await owner.isAccessible();
    for (const reference of await owner.page.getByRole('link', { name: /^API reference/ }).all())
      expect(await reference.getAttribute('href')).toBe(`${house.world.stack.baseUrl}/docs`);
    const settings = (await owner.page.getByText('export API=').textContent()) ?? '';
    await promisify(execFile)('bash', ['-c', settings.replace(/cw_sandbox_\S*/, key) + firstCard], {
      timeout: PATIENCE_MS,
    });
    await owner.follows('Cards');
    await owner.page
      .getByRole('row', { name: /By curl/ })
      .getByText('100.00')
      .waitFor();
    await owner.follows('Events');
    await owner.sees('operation.completed');
    await owner.pictures('events');
  },
);

test('a key is rotated while the old one keeps working; a revoked one stops working', async () => {
  const { owner, company } = await newOwner(house);
  const first = await makesKey(owner, company, 'Billing');
  expect(await statusOf(first)).toBe(200);
  await owner.presses('Rotate Billing');
  await owner.presses('Rotate key', 'Rotate key “Billing”');
  const second = await storesKey(owner);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  await owner.page.getByText('Expires soon').first().waitFor();
  await owner.activates(owner.page.getByRole('row', { name: /Active/ }).getByRole('button', { name: /^Revoke/ }));
  await owner.sees('These stop working:', 'Revoke key “Billing”');
  await owner.pictures('revoking');
  await owner.presses('Revoke key', 'Revoke key “Billing”');
  await owner.closed('Revoke key “Billing”');
  await until(
    () => statusOf(second),
    (status) => status === 401,
  );
  await owner.presses('Show inactive keys (1)');
  await owner.page.getByText('Revoked', { exact: true }).first().waitFor();
});

test('a live key needs two-factor authentication, first set up, then given again', async () => {
  const { owner, company } = await newOwner(house);
  await owner.opens(`/c/${company}/live/developers/keys`);
  await owner.presses('Create live key');
  await owner.sees('This requires two-factor authentication, which you haven’t set up.', 'Create live key');
  await owner.pictures('live-key-without-second-factor');
  await owner.follows('Set up two-factor authentication');
  await owner.arrives('Security');
  const factor = await setUpSecondFactor(owner);
  await owner.sees('Signing in and sensitive actions need a code');
  owner.expects(/^403 POST \/portal\/v1\/keys$/);
  await owner.opens(`/c/${company}/live/developers/keys`);
  await owner.presses('Create live key');
  await owner.types('Name', 'Live server', 'Create live key');
  await owner.presses('Read-only', 'Create live key');
  await owner.presses('Create live key', 'Create live key');
  await confirmsIdentity(owner, factor);
  expect(await storesKey(owner)).toMatch(/live/);
});

test('sandbox and live differ in banner, word and colour, and show no data of each other', async () => {
  const { owner, company, person } = await newOwner(house);
  await creditSandbox(person, company, '321.00');
  await owner.opens(`/c/${company}/sandbox/overview`);
  await owner.sees('Sandbox. Nothing here moves real money.');
  await owner.page.getByText('321.00').first().waitFor();
  await owner.follows('Go to Live');
  await owner.page.waitForURL(`**/c/${company}/live/overview`);
  await owner.page.getByText('0.00').first().waitFor();
  expect(await owner.page.getByText('Nothing here moves real money').count()).toBe(0);
  expect(await owner.page.getByText('321.00').count()).toBe(0);
  expect(await owner.page.getByRole('link', { name: 'Sandbox tools' }).count()).toBe(0);
  await owner.pictures('live-overview');
  await owner.isAccessible();

  await owner.opens(`/c/${company}/sandbox/statements`);
  await owner.page.getByText('321.00').first().waitFor();
  const { promise: waited, resolve: letAnswer } = Promise.withResolvers<void>();
  await owner.page.route('**/portal/v1/statements/activity?*', async (route) => {
    await waited;
    await route.continue();
  });
  const asked = owner.page.waitForRequest('**/portal/v1/statements/activity?*');
  await owner.follows('Live');
  await asked;
  expect(await owner.page.getByText('321.00').count(), 'money of the sandbox while live is awaited').toBe(0);
  letAnswer();
  await owner.page.getByText('0.00').first().waitFor();

  await owner.opens(`/c/${company}/sandbox/cards`);
  await owner.follows('Live');
  await owner.page.waitForURL(`**/c/${company}/live/cards`);
  await owner.page.goBack();
  await owner.sees('Sandbox. Nothing here moves real money.');
  await owner.presses('Issue card');
  await owner.types('Card name', 'Travel', 'Issue card');
  await owner.page.goForward();
  await owner.closed('Issue card'); // an order that is begun in one never goes to the other
});

test('after a lost response the page says that the key may exist', async () => {
  const { owner, company } = await newOwner(house);
  await owner.opens(`/c/${company}/sandbox/developers/keys`);
  owner.expects(/^no answer: POST \/portal\/v1\/keys/);
  await owner.page.route('**/portal/v1/keys', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  );
  await owner.presses('Create sandbox key');
  await owner.types('Name', 'Perhaps', 'Create sandbox key');
  await owner.presses('Select all', 'Create sandbox key');
  await owner.presses('Create sandbox key', 'Create sandbox key');
  await owner.sees('It may have gone through.', 'Create sandbox key');
});

const ENDPOINT_SECRET = 'Endpoint secret';

/** Adds an endpoint for every event; returns the secret, which is shown once. */
async function addsEndpoint(
  owner: Visitor,
  company: string,
  { receiver, factor }: { receiver: Receiver; factor: SecondFactor },
): Promise<string> {
  owner.expects(/^403 POST \/api\/v1\/webhook-endpoints$/);
  await owner.opens(`/c/${company}/sandbox/developers/webhooks`);
  await owner.presses('Add endpoint');
  await owner.types('URL', receiver.url, 'Add endpoint');
  await owner.presses('Add endpoint', 'Add endpoint');
  await confirmsIdentity(owner, factor);
  return storesSecret(owner, ENDPOINT_SECRET);
}

const THREE_DAYS_SECONDS = 3 * 24 * 3_600;

test('a failing webhook is shown, fixed, and its missed events replayed; its secret is rotated', async () => {
  const { owner, company, person } = await newOwner(house);
  await advanceClock(person, company, THREE_DAYS_SECONDS); // the range of a replay is of the company's time
  const factor = await protect(owner, company);
  const receiver = await openReceiver({ status: 500, body: 'the database is away' });
  try {
    const secret = await addsEndpoint(owner, company, { receiver, factor });
    expect(secret).toMatch(/./);
    await owner.arrives(new URL(receiver.url).host);
    await owner.presses('Send test event');
    await until(
      () => receiver.got.length,
      (count) => count > 0,
    );
    await readsAgainUntil(owner, '500');
    await owner.pictures('webhook-failing');
    await owner.page.getByRole('button', { name: 'View webhook.test' }).first().click();
    await owner.sees('the database is away', 'Delivery of webhook.test');
    await owner.page.keyboard.press('Escape');

    const endpoint = owner.page.url();
    await owner.follows('Add funds');
    await owner.types('Amount in whole dollars', '50');
    await owner.presses('Create invoice');
    await owner.sees('Pay this invoice');
    await until(() => receiver.got.some(({ event }) => event.type === 'invoice.pending'), Boolean);
    await owner.opens(endpoint);
    await owner.sees('Every delivery has failed since');
    receiver.answer({ status: 200 }); // from now on a retry succeeds, and the page no longer says it
    const before = receiver.got.length;
    await owner.presses('Replay events');
    await owner.presses('Count events', 'Replay events');
    const send = owner.page.getByRole('dialog').getByRole('button', { name: /^Send \d+ again$/ });
    await send.waitFor();
    await owner.pictures('webhook-replay');
    await send.click();
    await until(
      () => receiver.got.length,
      (count) => count > before,
    );
    await readsAgainUntil(owner, 'Delivered');
    await owner.pictures('webhook-repaired');
    await owner.isAccessible();

    await owner.presses('Rotate secret');
    await owner.presses('Create new secret', 'Rotate secret');
    expect(await storesSecret(owner, ENDPOINT_SECRET)).not.toBe(secret);
    await owner.sees('Your new secret isn’t confirmed yet.');
    await owner.presses('Confirm new secret');
    await owner.presses('Confirm new secret', 'Confirm new secret');
    await owner.page.getByText('Your new secret isn’t confirmed yet.').waitFor({ state: 'detached' });
  } finally {
    await receiver.close();
  }
});

/** No event announces a delivery, so the page must be refreshed. */
async function readsAgainUntil(owner: Visitor, words: string): Promise<void> {
  const table = owner.page.getByRole('table', { name: 'Deliveries' });
  await until(
    async () => {
      await owner.presses('Refresh');
      return (await table.allTextContents()).join(' ');
    },
    (text) => text.includes(words),
  );
}
