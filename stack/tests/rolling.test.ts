// Releases and new secrets replace every process under load, and nobody notices. CARDWRIGHT_ROLLS=20 replaces each 20
// times; without it nothing is replaced, because beside other tests a proxy finds no process that answers in time.
import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { readAuthSecrets, readPeppers } from '@cardwright/server/foundation/config.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { createKey } from '@cardwright/server/identity/keys/manage.ts';
import { rewrapSecondFactors } from '@cardwright/server/identity/people/rewrap.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { HAPROXY } from '@cardwright/stack/cluster/programs.ts';
import { operatorToken } from '@cardwright/stack/operators.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhooks } from '../../sdk/src/cardwright.ts';
import { openBrowser } from '../../server/tests/browser.ts';
import { openReceiver, type Receiver } from '../../server/tests/events/webhooks/receiver.ts';
import {
  enableSecondFactor,
  newPerson,
  PASSWORD,
  type SecondFactor,
  type SignedIn,
} from '../../server/tests/identity/people/person.ts';
import { traces } from '../../server/tests/operations/run/on-its-way.ts';
import { until } from '../../server/tests/until.ts';
import { type Company, startWorld, type World } from '../../server/tests/world.ts';
import { type Fleet, openFleet } from './rolling/fleet.ts';
import { type Load, type Request, startLoad } from './rolling/load.ts';
import { planRotation, type Rotation, type Step, steps } from './rolling/secrets.ts';

const ROLLS = Number(process.env['CARDWRIGHT_ROLLS'] ?? 0);

const PER_SECOND = 50;

/** A proxy needs less than a second to notice; the rest is for a busy machine. */
const DRAIN_MS = 3_000;

const env = { CARDWRIGHT_DRAIN_MS: String(DRAIN_MS), CARDWRIGHT_TRUSTED_PROXIES: 'loopback' };

describe.skipIf(ROLLS === 0 || !existsSync(HAPROXY))('two processes of each kind behind HAProxy', () => {
  let world: World;
  let fleet: Fleet;
  let rotation: Rotation;
  let company: Company;
  let receiver: Receiver;
  let webhookSecret: string;
  let person: SignedIn;
  let factor: SecondFactor;
  let load: Load;
  /** Changes while the load goes on. */
  const credentials = { key: '', cookie: '' };
  let orders = 0;
  const { service } = traces(() => world);

  beforeAll(async () => {
    world = await startWorld({ api: 2, workers: 2, issuer: true, portal: true, desk: true, env });
    rotation = planRotation(world.stack);
    await world.stack.issuer?.process.stop();
    await world.stack.issuer?.restart(rotation.issuer.both);
    await rotation.addLogins(world.admin);
    fleet = await openFleet(world.stack);
    company = await world.company({ available: '90000.00' });
    receiver = await openReceiver();
    const endpoint = { url: receiver.url, events: ['operation.completed'] };
    webhookSecret = (await company.post<{ secret: string }>('/api/v1/webhook-endpoints', endpoint)).body.secret;
    person = await newPerson(world);
    factor = await enableSecondFactor(person);
    Object.assign(credentials, { key: company.key, cookie: cookieOf(person) });
  });
  afterAll(async () => {
    await load?.stop();
    await rotation?.setFirstLogins(world.admin, 'login');
    for (const { child } of world?.stack.processes ?? []) child.kill('SIGKILL'); // nobody waits for a drain here
    await world?.stop();
    await receiver?.close();
    await fleet?.close();
  });

  const cookieOf = ({ jar }: { jar: Map<string, string> }) =>
    [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const turn = (number: number): Request => {
    const client = { authorization: `Bearer ${credentials.key}` };
    const api = (path: string, body?: object): Request => ({
      url: `${fleet.urls.api}/api/v1/${path}`,
      headers: client,
      ...(body === undefined ? {} : { body }),
    });
    const place = number % 10;
    if (place < 2) orders += 1;
    if (place < 2) return api('operations', service());
    if (place === 2) return api('sandbox/funding', { amount: '0.01' });
    if (place === 3) return { url: `${fleet.urls.portal}/portal/v1/me`, headers: { cookie: credentials.cookie } };
    if (place === 4) {
      const authorization = `Bearer ${operatorToken(world.stack.secrets.peppers, 0)}`;
      return { url: `${fleet.urls.desk}/desk/v1/status`, headers: { authorization } };
    }
    return api(place < 8 ? 'balance' : 'operations?limit=5');
  };

  /** Signs the person in again, with a code of the second factor. */
  const signIn = async () => {
    const browser = openBrowser(fleet.urls.portal);
    const headers = { origin: world.stack.portalUrl ?? '' };
    const { email } = person;
    await browser.post('/portal/auth/sign-in/email', { email, password: PASSWORD }, { headers });
    const code = factor.backupCodes.shift();
    const answer = await browser.post('/portal/auth/two-factor/verify-backup-code', { code }, { headers });
    expect(answer.status, answer.text).toBe(200);
    credentials.cookie = cookieOf(browser);
  };

  /** Operators pause sending meanwhile, and no order is on its way to the issuer. */
  const whilePaused = async (work: () => Promise<unknown>) => {
    const desk = openBrowser(fleet.urls.desk);
    const headers = { authorization: `Bearer ${operatorToken(world.stack.secrets.peppers, 0)}` };
    const pause = { environment: 'sandbox', reason: 'The issuer restarts.' };
    const paused = await desk.post<{ id: string }>('/desk/v1/pauses', pause, { headers });
    expect(paused.status, paused.text).toBe(201);
    await until(
      async () => (await world.admin.query(`select from operations where status = 'processing'`)).rowCount,
      (sending) => sending === 0,
    );
    await work();
    const resumed = await desk.ask(`/desk/v1/pauses/${paused.body.id}`, { method: 'DELETE', headers });
    expect(resumed.status, resumed.text).toBeLessThan(300);
  };

  /** Moves what needs the first versions, as the runbook says. */
  const move = async () => {
    const desk = openBrowser(fleet.urls.desk);
    const headers = { authorization: `Bearer ${operatorToken(world.stack.secrets.peppers, 0)}` };
    for (const what of ['webhookSecrets', 'documents']) {
      const moved = await desk.post('/desk/v1/secrets/rewrap', { what }, { headers });
      expect(moved.status, moved.text).toBe(200);
    }
    const url = world.stack.urlOf('cardwright_portal');
    const db = openDb({ url, schema: 'people', name: 'test-rewrap', connections: 1, onError: () => undefined });
    const secrets = readAuthSecrets(rotation.settings['CARDWRIGHT_AUTH_SECRET']?.used ?? '');
    expect(await rewrapSecondFactors(db, { secrets, schema: 'people' })).toEqual({ rewrapped: 1, failed: 0 });
    await db.close();
    const used = { ...world.tools, peppers: readPeppers(rotation.settings['CARDWRIGHT_PEPPERS']?.used ?? '') };
    const wish = { name: 'next', scopes: keyScopes, reason: 'a new pepper' };
    credentials.key = (await createKey(used, company.scope, wish)).text;
    await signIn();
    // An order that is sent as its issuer stops has no known outcome, and goes to review.
    await whilePaused(async () => {
      await world.stack.issuer?.process.stop();
      await world.stack.issuer?.restart(rotation.issuer.second);
    });
    await rotation.setFirstLogins(world.admin, 'nologin');
  };

  test('answer every request while each is replaced and every secret is rotated', { timeout: 7_200_000 }, async () => {
    load = startLoad(PER_SECOND, turn);
    const started = performance.now();
    for (let roll = 1; roll <= Math.max(ROLLS, steps.length - 1); roll++) {
      const step: Step = steps[Math.min(roll, steps.length - 1)] ?? 'retired';
      await fleet.roll((kind) => rotation.settingsAt(step, kind));
      expect([...load.failures], await fleet.said()).toEqual([]);
      if (step === 'used') await move();
    }
    const seconds = (performance.now() - started) / 1_000;
    await load.stop();
    expect([...load.failures], await fleet.said()).toEqual([]);

    const statuses = async () =>
      (await world.admin.query('select status, count(*)::integer as operations from operations group by status')).rows;
    await until(statuses, (rows) => rows.every(({ status }) => status === 'completed'));
    expect(await statuses()).toEqual([{ status: 'completed', operations: orders }]);
    expect((await world.admin.query('select from cases')).rowCount, 'no review').toBe(0);
    await until(
      () => receiver.got.length,
      (delivered) => delivered >= orders,
    );
    for (const { headers, raw } of [receiver.got[0], receiver.got.at(-1)].filter((got) => got !== undefined))
      await webhooks.verify(raw, headers, webhookSecret, { toleranceSeconds: seconds + 600 });

    await signIn();
    expect((await fetch(`${fleet.urls.portal}/portal/v1/me`, { headers: { cookie: credentials.cookie } })).status).toBe(
      200,
    );
    expect((await company.get('/api/v1/balance')).status, 'a key of the retired pepper').toBe(401);
    console.log(
      `${load.sent} requests (${(load.sent / seconds).toFixed()} a second) and ${orders} orders during ` +
        `${ROLLS} rolls of 8 processes: 0 failed, 0 in review, every secret rotated`,
    );
  });
});

test('a process drains first: not ready, connections closed after their answer, requests still served', async () => {
  const world = await startWorld({ env });
  const company = await world.company();
  const port = await freePort();
  const api = await world.stack.spawn('api', port, { CARDWRIGHT_DRAIN_MS: '1000' });
  const ask = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${company.key}`, connection: 'keep-alive' };
      httpRequest({ port, host: '127.0.0.1', path, headers }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, connection: answer.headers.connection });
      })
        .on('error', reject)
        .end();
    });
  expect(await ask('/health/ready')).toEqual({ status: 200, connection: 'keep-alive' });
  const stopped = api.stop();
  await until(
    async () => (await ask('/health/ready')).status,
    (status) => status === 503,
  );
  expect(await ask('/health/live')).toEqual({ status: 200, connection: 'close' });
  expect(await ask('/api/v1/balance')).toEqual({ status: 200, connection: 'close' });
  await stopped;
  await expect(ask('/health/live')).rejects.toThrow('ECONNREFUSED');
  for (const { child } of world.stack.processes) child.kill('SIGKILL');
  await world.stop();
});
