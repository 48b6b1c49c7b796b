// Signs in as demo people without typing: loaded in development only. It uses the normal sign-in: demo people have a
// publicly known password, and exist only in demo data.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { NoQuery } from '../../platform/http/schema.ts';
import type { Role } from './actions.ts';
import { OWN_HEADER } from './cross-site.ts';

/** The password of every demo person. */
export const DEMO_PASSWORD = 'demo people have no secrets';

/** The people of the demo company. */
export const demoPeople: readonly { email: string; name: string; role: Role }[] = [
  { email: 'olivia@acme.example', name: 'Olivia Owner', role: 'owner' },
  { email: 'finn@acme.example', name: 'Finn Finance', role: 'finance' },
  { email: 'dana@acme.example', name: 'Dana Developer', role: 'developer' },
  { email: 'vera@acme.example', name: 'Vera Viewer', role: 'viewer' },
];

/** Lists the demo people and signs in as one of them. */
export const developmentRoutes: FastifyPluginAsyncTypebox<{ publicUrl: string }> = async (app, { publicUrl }) => {
  app.get('/portal/v1/development', { schema: { querystring: NoQuery } }, async () => ({ people: demoPeople }));

  app.post(
    '/portal/v1/development/sign-in',
    { schema: { body: Type.Object({ email: Type.String() }, { additionalProperties: false }) } },
    async ({ body: { email } }, reply) => {
      if (!demoPeople.some((person) => person.email === email)) refuse('path_not_found');
      const answer = await app.inject({
        method: 'POST',
        url: '/portal/auth/sign-in/email',
        headers: { host: new URL(publicUrl).host, origin: publicUrl, [OWN_HEADER]: '1' },
        payload: { email, password: DEMO_PASSWORD },
      });
      const cookies = answer.headers['set-cookie'];
      if (cookies !== undefined) reply.header('set-cookie', cookies);
      return reply.code(answer.statusCode).send(answer.statusCode === 200 ? {} : answer.json());
    },
  );
};
