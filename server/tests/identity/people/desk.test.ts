// Sign-in on the operators' tables: there is no sign-up, and a disabled operator is signed out immediately.
import { randomUUID } from 'node:crypto';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readAuthSecrets } from '@cardwright/server/foundation/config.ts';
import { openPeople, type People } from '@cardwright/server/identity/people/auth.ts';
import { refuseCrossSite } from '@cardwright/server/identity/people/cross-site.ts';
import { type Mail, openMail } from '@cardwright/server/platform/mail/mail.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ask, ask } from '../../client.ts';
import { startWorld, type World } from '../../world.ts';
import { newEmail, portalOf } from './person.ts';

let world: World;
let people: People;
let mail: Mail;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  world = await startWorld({ api: 0, portal: true });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const onError = (error: unknown) => {
    throw error;
  };
  mail = openMail({ url: portalOf(world).mails.url, from: 'desk@cardwright.example', onError });
  people = openPeople({
    url: world.stack.urlOf('cardwright_desk'),
    schema: 'desk',
    basePath: '/desk/auth',
    publicUrl: url,
    secrets: readAuthSecrets(world.stack.secrets.authSecret),
    signUp: false,
    mail,
    clock: systemClock,
    onError,
  });
  app = fastify();
  app.addHook('onRequest', async (request) => refuseCrossSite(request, url));
  app.setErrorHandler((error: { status?: number; code?: string }, _request, reply) =>
    reply.code(error.status ?? 500).send({ code: error.code }),
  );
  app.all('/desk/auth/*', (request, reply) => people.handle(request, reply));
  await app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await mail.close();
  await people.close();
  await world.stop();
});

const post = (path: string, json: unknown, options: Ask = {}) =>
  ask(`${url}/desk/auth${path}`, {
    method: 'POST',
    json,
    headers: { origin: url, 'cardwright-portal': '1' },
    ...options,
  });

test('an operator is added, chooses a password by an email, signs in, and is out when disabled', async () => {
  const id = randomUUID();
  const email = newEmail();
  expect(await people.add({ id, name: 'Otto Operator', email })).toBe(true);
  expect(await people.add({ id: randomUUID(), name: 'Again', email })).toBe(false);
  const { link = '' } = await portalOf(world).mails.waitFor(email, 'Choose your password');
  const token = new URL(link).searchParams.get('token');
  expect((await post('/reset-password', { token, newPassword: 'the password of an operator' })).status).toBe(200);
  const signedIn = await post('/sign-in/email', { email, password: 'the password of an operator' });
  expect(signedIn.status, signedIn.text).toBe(200);
  const [set = ''] = signedIn.headers.getSetCookie();
  expect(set).toMatch(/^cardwright_desk\.session_token=.*; SameSite=Strict/i);
  const headers = { cookie: set.split(';')[0] ?? '' };
  expect(await people.sessionOf(headers)).toMatchObject({ userId: id, name: 'Otto Operator', hasSecondFactor: false });
  const portal = await ask(`${portalOf(world).url}/portal/v1/me`, {
    headers: { cookie: headers.cookie.replace('cardwright_desk', 'cardwright_people') },
  });
  expect(portal.status, 'a session of the desk is none of the portal').toBe(401);

  await world.admin.query('update desk.users set disabled_at = now() where id = $1', [id]);
  expect(await people.sessionOf(headers)).toBeUndefined();
  expect((await post('/sign-in/email', { email, password: 'the password of an operator' })).status).toBe(401);
});

const tryFrom = async (remoteAddress: string, email: string, password = 'wrong password') => {
  const headers = { origin: url, 'cardwright-portal': '1' };
  const payload = { email, password };
  const answer = await app.inject({ method: 'POST', url: '/desk/auth/sign-in/email', remoteAddress, headers, payload });
  return answer.statusCode;
};

test('a rate-limited address locks out no other address', async () => {
  const victim = newEmail();
  for (let tried = 0; tried < 10; tried++) expect(await tryFrom('192.0.2.7', newEmail())).toBe(401);
  for (let tried = 0; tried < 12; tried++) expect(await tryFrom('192.0.2.7', victim)).toBe(429);
  expect(await tryFrom('192.0.2.8', victim)).toBe(401);
});

test('strangers from everywhere slow guessing down, and lock nobody out who knows the password', async () => {
  const email = newEmail();
  expect(await people.add({ id: randomUUID(), name: 'Olive Operator', email })).toBe(true);
  const { link = '' } = await portalOf(world).mails.waitFor(email, 'Choose your password');
  const password = 'the password of an operator';
  const token = new URL(link).searchParams.get('token');
  expect((await post('/reset-password', { token, newPassword: password })).status).toBe(200);
  for (let stranger = 1; stranger <= 3; stranger++)
    for (let tried = 0; tried < 4; tried++) expect(await tryFrom(`203.0.113.${stranger}`, email)).toBe(401);

  const began = performance.now();
  const slowed = [1, 2, 3, 4].map(() => tryFrom('203.0.113.77', email));
  expect(
    (await Promise.all(slowed)).toSorted((a, b) => a - b),
    'a new place has three tries',
  ).toEqual([401, 401, 401, 429]);
  expect(performance.now() - began, 'and each takes longer').toBeGreaterThan(1_000);
  for (const place of ['198.51.100.1', '2001:db8:77::1'])
    expect(await tryFrom(place, email, password), `the right password from ${place}`).toBe(200);
  expect(await tryFrom('203.0.113.77', newEmail()), 'others are not slowed down').toBe(401);
});

test('a network of IPv6 is one place, whichever of its addresses somebody takes', async () => {
  for (let tried = 0; tried < 10; tried++) expect(await tryFrom(`2001:db8:0:1::${tried}`, newEmail())).toBe(401);
  expect(await tryFrom('2001:db8:0:1:ffff:ffff:ffff:ffff', newEmail())).toBe(429);
  expect(await tryFrom('2001:db8:0:2::1', newEmail())).toBe(401);
  for (let tried = 0; tried < 10; tried++) await tryFrom('::ffff:192.0.2.9', newEmail());
  expect(await tryFrom('192.0.2.9', newEmail()), 'the same address in its other spelling').toBe(429);
  expect(await tryFrom('::ffff:192.0.2.10', newEmail())).toBe(401);
});

test('nobody signs up', async () => {
  const answer = await post('/sign-up/email', { name: 'A', email: newEmail(), password: 'a long password' });
  expect(answer).toMatchObject({ status: 404, body: { code: 'path_not_found' } });
});
