// Rotating CARDWRIGHT_AUTH_SECRET: sessions and second factors go on under the next version, and the first can be retired.
import { randomBytes } from 'node:crypto';
import { readAuthSecrets } from '@cardwright/server/foundation/config.ts';
import { rewrapSecondFactors } from '@cardwright/server/identity/people/rewrap.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openBrowser } from '../../browser.ts';
import { startWorld, type World } from '../../world.ts';
import { enableSecondFactor, newPerson, PASSWORD, portalOf, type SignedIn, stepUp } from './person.ts';
import { nextCodeOf } from './totp.ts';

let world: World;
let first: string;
const second = randomBytes(32).toString('hex');
const started: RunningProcess[] = [];
beforeAll(async () => {
  world = await startWorld({ api: 0, portal: true });
  first = world.stack.secrets.authSecret;
});
afterAll(async () => {
  for (const process of started) await process.stop();
  await world?.stop();
});

/** A portal on the same database with this secret. */
async function portalWith(secret: string): Promise<string> {
  const spawned = await world.stack.spawn('portal', undefined, { CARDWRIGHT_AUTH_SECRET: secret });
  started.push(spawned);
  return (spawned.said as { url: string }).url;
}

/** The same person with the same cookies at another portal. */
function at(url: string, person: Browser): Browser {
  const browser = openBrowser(url);
  for (const [name, value] of person.jar) browser.jar.set(name, value);
  return browser;
}

async function signsIn(url: string, { email }: SignedIn, code: { path: string; code: string | undefined }) {
  const browser = openBrowser(url);
  expect((await browser.post('/portal/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200);
  const answer = await browser.post(`/portal/auth/two-factor/${code.path}`, { code: code.code });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}

const versionsOf = async () =>
  (await world.admin.query('select distinct secret_version as version from people.two_factors order by 1')).rows.map(
    ({ version }) => version,
  );

test('a new version is accepted first, then used, and the old one is retired without locking anybody out', async () => {
  const person = await newPerson(world);
  const factor = await enableSecondFactor(person);
  expect(await versionsOf()).toEqual([1]);

  const [accepting, using, retired] = await Promise.all([
    portalWith(`1:${first},2:accept:${second}`),
    portalWith(`1:${first},2:${second}`),
    portalWith(`2:${second}`),
  ]);
  for (const url of [accepting, using]) {
    const there = at(url, person);
    expect((await there.get('/portal/v1/me')).status, 'the session goes on').toBe(200);
    await stepUp(there, factor);
  }
  const signedIn = await signsIn(using, person, { path: 'verify-totp', code: nextCodeOf(factor.totpURI) });
  for (const url of [accepting, using])
    expect((await at(url, signedIn).get('/portal/v1/me')).status, 'also where it is only accepted').toBe(200);
  expect((await at(portalOf(world).url, signedIn).get('/portal/v1/me')).status, 'and unknown elsewhere').toBe(401);

  const db = openDb({
    url: world.stack.urlOf('cardwright_portal'),
    schema: 'people',
    name: 'test-rewrap',
    connections: 1,
    onError: () => undefined,
  });
  const rewrapped = await rewrapSecondFactors(db, {
    secrets: readAuthSecrets(`1:${first},2:${second}`),
    schema: 'people',
  });
  expect(rewrapped).toEqual({ rewrapped: 1, failed: 0 });
  await db.close();
  expect(await versionsOf()).toEqual([2]);

  await signsIn(retired, person, { path: 'verify-backup-code', code: factor.backupCodes.shift() });
  expect((await at(retired, person).get('/portal/v1/me')).body, 'an old session ends').toMatchObject({
    code: 'signed_out',
  });
  expect((await at(accepting, signedIn).post('/portal/v1/step-up', { code: factor.backupCodes.shift() })).status).toBe(
    200,
  );
});

test.each([
  ['1:accept:', 'no version that is used'],
  ['2:', 'must look like'],
])('a setting that begins with %s is refused: %s', (start, words) => {
  expect(() => readAuthSecrets(`${start}${start === '2:' ? 'short' : first}`)).toThrow(words);
});
