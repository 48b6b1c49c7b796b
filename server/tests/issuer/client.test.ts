// The port against the simulated issuer: every scenario of the table has the outcome that the table promises.
import { randomUUID } from 'node:crypto';
import { type IssuerSettings, readConfig } from '@cardwright/server/foundation/config.ts';
import { type Scenario, scenarios } from '@cardwright/server/foundation/scenarios.ts';
import { type Issuer, type Order, openIssuer } from '@cardwright/server/issuer/client.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../world.ts';
import { inTime } from './port.ts';

let world: World;
let settings: IssuerSettings;
let issuer: Issuer;
/** The same issuer, with little patience. */
let hasty: Issuer;
beforeAll(async () => {
  world = await startWorld({ api: 0, issuer: true });
  const { issuers } = readConfig({
    CARDWRIGHT_DATABASE_URL: world.stack.databaseUrl,
    CARDWRIGHT_PEPPERS: world.stack.secrets.peppers,
    CARDWRIGHT_WEBHOOK_KEYS: world.stack.secrets.webhookKeys,
    ...world.stack.issuer?.serverSettings,
  });
  if (issuers.sandbox === undefined) throw new Error('the stack has no issuer');
  settings = issuers.sandbox;
  issuer = openIssuer(settings, neverStopped);
  hasty = openIssuer({ ...settings, timeoutMs: 500 }, neverStopped);
});
afterAll(async () => {
  await issuer?.close();
  await hasty?.close();
  await world?.stop();
});

const account = 'com_of_this_test';
const newReference = () => `op_${randomUUID()}`;
const service = (scenario?: Scenario): Order => ({
  account,
  reference: newReference(),
  kind: 'service',
  product: 'prod_1',
  amount: 1_234n,
  recipient: '+15550100',
  ...(scenario === undefined ? {} : { scenario }),
});

/** How often the issuer has received an order, by its own record. */
async function receivedOf(reference: string): Promise<number> {
  const { rows } = await world.admin.query<{ count: bigint }>(
    "select count(*) as count from issuer_sandbox.requests where reference = $1 and method = 'POST'",
    [reference],
  );
  return Number(rows[0]?.count);
}

const done = { kind: 'done', receipt: expect.stringMatching(/^R-/) };
const rejected = { kind: 'rejected', code: expect.any(String), message: expect.any(String) };
const unknown = (reason: string) => ({ kind: 'unknown', reason: expect.stringContaining(reason) });
const absent = { kind: 'absent' };

/** What a submitted order comes to, what a read says afterwards, and how often the issuer received it. */
const table: Record<Scenario, [outcome: object, read: object, received: number]> = {
  rejected: [rejected, rejected, 1],
  connection_refused: [{ kind: 'never_connected', reason: 'no connection: ECONNREFUSED' }, absent, 0],
  slow_success: [done, done, 1],
  notification_first: [done, done, 1],
  duplicate_notification: [done, done, 1],
  late_notification: [done, done, 1],
  contradicting_notification: [done, done, 1],
  early_close: [unknown('the connection failed'), absent, 1],
  timeout_before_effect: [unknown('no answer within 500 ms'), absent, 1],
  timeout_after_effect: [unknown('no answer within 500 ms'), done, 1],
  error_before_effect: [unknown('HTTP status 500'), absent, 1],
  error_after_effect: [unknown('HTTP status 500'), done, 1],
  broken_json: [unknown('does not fit'), done, 1],
  cut_body: [unknown('the connection failed'), done, 1],
  wrong_reference: [unknown('another reference'), done, 1],
  wrong_amount: [unknown('another amount'), done, 1],
  unknown_status: [unknown('status that we do not know'), done, 1],
};

describe('scenarios', () => {
  test('there are seventeen, each with its line in this table', () => {
    expect(scenarios).toHaveLength(17);
    expect(Object.keys(table).toSorted()).toEqual([...scenarios].toSorted());
  });

  test.concurrent.for(scenarios)('%s', async (scenario, { expect }) => {
    const [outcome, read, received] = table[scenario];
    const order = service(scenario);
    const asked = scenario.startsWith('timeout_') ? hasty : issuer;
    expect(await asked.submit(order, inTime())).toEqual(outcome);
    expect(await issuer.find(account, order.reference, order)).toEqual(read);
    expect(await receivedOf(order.reference)).toBe(received);
  });

  test('one that the issuer does not know is unknown', async () => {
    expect(await issuer.submit(service('nonsense' as Scenario), inTime())).toEqual(unknown('HTTP status 400'));
  });
});

describe('holders and cards', () => {
  const holder = () =>
    ({
      account,
      reference: `holder_${randomUUID()}`,
      name: 'Ann',
      email: 'ann@example.com',
      kind: 'individual',
    }) as const;

  test('a registered holder gets a card, which is topped up; each is read again', async () => {
    const asked = holder();
    const registered = await issuer.registerHolder(asked);
    expect(registered).toEqual({ kind: 'registered', token: expect.any(String), status: 'active' });
    expect(await issuer.findHolder(account, asked.reference)).toEqual(registered);
    if (registered.kind !== 'registered') throw new Error('not registered');

    const base = { account, product: 'prod_1', amount: 10_000n } as const;
    const issue: Order = {
      ...base,
      reference: newReference(),
      kind: 'issue',
      holderToken: registered.token,
      name: 'Travel',
    };
    const issued = await issuer.submit(issue, inTime());
    expect(issued).toEqual({
      ...done,
      card: { token: expect.any(String), last4: expect.stringMatching(/^\d{4}$/) },
      balance: 10_000n,
    });
    expect(await issuer.find(account, issue.reference, issue)).toEqual(issued);
    if (issued.kind !== 'done' || issued.card === undefined) throw new Error('not issued');

    const topup: Order = { ...base, reference: newReference(), kind: 'topup', cardToken: issued.card.token };
    const toppedUp = await issuer.submit(topup, inTime());
    expect(toppedUp).toEqual({ ...done, card: issued.card, balance: 20_000n });
    expect(await issuer.submit(topup, inTime())).toEqual(toppedUp); // the issuer's own promise: the same answer, no second effect
    expect(await issuer.find(account, topup.reference, { ...topup, amount: 1n })).toEqual(unknown('another amount'));
  });

  test('nothing is known of what was never sent, nor to another account', async () => {
    const asked = holder();
    await issuer.registerHolder(asked);
    expect(await issuer.findHolder(account, 'holder_never')).toEqual(absent);
    expect(await issuer.findHolder('com_other', asked.reference)).toEqual(absent);
    const order = service();
    await issuer.submit(order, inTime());
    expect(await issuer.find('com_other', order.reference, order)).toEqual(absent);
  });

  test('a token that the account does not have is rejected', async () => {
    const order: Order = { ...service(), kind: 'topup', cardToken: 'ict_none' };
    const { recipient: _none, ...asked } = order;
    expect(await issuer.submit(asked, inTime())).toEqual({
      kind: 'rejected',
      code: 'card_unknown',
      message: expect.any(String),
    });
  });
});

test('another key than the issuer’s is unknown, for requests and for reads', async () => {
  const stranger = openIssuer({ ...settings, requestKey: { id: 'k1', secret: Buffer.alloc(32) } }, neverStopped);
  const order = service();
  expect(await stranger.submit(order, inTime())).toEqual(unknown('HTTP status 401'));
  expect(await stranger.find(account, order.reference, order)).toEqual(unknown('HTTP status 401'));
  await stranger.close();
});

test('a reference with signs that mean something in a path is found again', async () => {
  const order = { ...service(), reference: `op_/?#%2e..&${randomUUID()}` };
  expect(await issuer.submit(order, inTime())).toEqual(done);
  expect(await issuer.find(account, order.reference, order)).toEqual(done);
});
