// Passkeys of the signed-in person, and signing in with one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { fromId, toId } from '../../foundation/ids.ts';
import { refuseField } from '../../foundation/refusals/malformed.ts';
import { freeText, givenId, Instant, NoQuery, refused } from '../../platform/http/schema.ts';
import { action } from '../people/actions.ts';
import type { People } from '../people/auth.ts';
import { LONGEST_PASSWORD } from '../people/passwords.ts';
import { STEP_UP_MS } from '../people/step-up.ts';
import { Assertion, Attestation, CreationOptions, RequestOptions } from './contract.ts';
import type { PasskeyRow } from './sql.ts';

type Deps = { people: Pick<People, 'passkeys'>; clock: Clock };

/** A name fits a row of the list. */
const LONGEST_NAME = 100;

const describe = (operationId: string, summary: string) => ({
  tags: ['You'],
  operationId,
  summary,
  querystring: NoQuery,
});
const given = <Field extends Parameters<typeof Type.Object>[0]>(fields: Field) =>
  Type.Object(fields, { additionalProperties: false });

const PasskeyShown = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Type.Union([Instant, Type.Null()]),
});

/** A passkey as its owner sees it. */
const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Static<typeof PasskeyShown> => ({
  id: toId('passkey', id),
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

/** Serves passkeys. */
export const passkeyRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(ownRoutes, deps);
  await app.register(stepUpRoutes, deps);
  await app.register(enteringRoutes, deps);
};

const ownRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { people: { passkeys } }) => {
  app.get(
    '/portal/v1/passkeys',
    {
      config: { ...action('passkeys.read') },
      schema: {
        ...describe('listPasskeys', 'List your passkeys, and whether you have an authenticator app'),
        response: { 200: Type.Object({ hasApp: Type.Boolean(), data: Type.Array(PasskeyShown) }), ...refused(400) },
      },
    },
    async ({ person }) => {
      const found = await passkeys.list(person);
      return { hasApp: found.hasApp, data: found.passkeys.map(toPasskey) };
    },
  );

  app.post(
    '/portal/v1/passkeys/options',
    {
      config: { ...action('passkeys.write') },
      schema: {
        ...describe('beginPasskey', 'Begin to add a passkey'),
        body: given({ password: Type.String({ minLength: 1, maxLength: LONGEST_PASSWORD }) }),
        response: { 200: CreationOptions, ...refused(400, 409) },
      },
    },
    async ({ person, headers, body }) => (await passkeys.beginAdding(person, headers, body.password)) as never,
  );

  app.post(
    '/portal/v1/passkeys',
    {
      config: { ...action('passkeys.write') },
      schema: {
        ...describe('addPasskey', 'Add a passkey'),
        body: given({ name: freeText({ minLength: 1, maxLength: LONGEST_NAME }), credential: Attestation }),
        response: { 201: PasskeyShown, ...refused(400, 409) },
      },
    },
    async ({ person, body }, reply) => {
      const name = body.name.trim();
      if (name === '') refuseField('body', 'name', 'must not be empty');
      return reply.code(201).send(toPasskey(await passkeys.add(person, { name, credential: body.credential })));
    },
  );

  app.delete(
    '/portal/v1/passkeys/:id',
    {
      config: { ...action('passkeys.write') },
      schema: {
        ...describe('removePasskey', 'Remove a passkey'),
        params: Type.Object({ id: givenId('passkey') }),
        response: { 200: Type.Object({}), ...refused(400, 404) },
      },
    },
    async ({ person, params }) => {
      await passkeys.remove(person, fromId('passkey', params.id));
      return {};
    },
  );
};

const stepUpRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { people: { passkeys }, clock }) => {
  app.post(
    '/portal/v1/step-up/options',
    {
      config: { ...action('step-up') },
      schema: {
        ...describe('beginStepUp', 'Begin to confirm with a passkey'),
        response: { 200: RequestOptions, ...refused(400) },
      },
    },
    async ({ person }) => (await passkeys.beginStepUp(person)) as never,
  );

  app.post(
    '/portal/v1/step-up/passkey',
    {
      config: { ...action('step-up') },
      schema: {
        ...describe('stepUpWithPasskey', 'Confirm with a passkey instead of a code'),
        body: given({ credential: Assertion }),
        response: { 200: Type.Object({ steppedUpUntil: Instant }), ...refused(400) },
      },
    },
    async ({ person, body }) => {
      const at = clock.now();
      await passkeys.stepUp(person, body.credential, at);
      return { steppedUpUntil: new Date(at.getTime() + STEP_UP_MS).toISOString() };
    },
  );
};

const Step = Type.Enum(['second_factor', 'sign_in'], { type: 'string' });

/** Beside the library's paths. Without an action: nobody is signed in. */
const enteringRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { people: { passkeys } }) => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get('/portal/auth/second-factors', { schema: { querystring: NoQuery } }, async ({ headers }) =>
    passkeys.secondFactorsOf(headers),
  );

  app.post(
    '/portal/auth/passkey/options',
    { schema: { querystring: NoQuery, body: given({ step: Step }) } },
    (request) => passkeys.beginSignIn(request, request.body.step),
  );

  app.post(
    '/portal/auth/passkey',
    { schema: { querystring: NoQuery, body: given({ step: Step, credential: Assertion }) } },
    async (request, reply) => {
      const { step, credential } = request.body;
      return reply.header('set-cookie', await passkeys.signIn(request, step, credential)).send({ status: true });
    },
  );
};
