// The endpoint for issuer notifications. Not part of the clients' API: no API key, no Idempotency-Key, not in its
// description.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Clock } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { refuse } from '../foundation/refusals/refusals.ts';
import { environments } from '../foundation/scope.ts';
import type { Db } from '../platform/db/db.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { notificationReceiver } from './receive.ts';

/** The protocol's size limit of a notification. */
const NOTIFICATION_LIMIT_BYTES = 64 * 1024;

type Deps = { db: Db; clock: Clock; limiter: RateLimiter; issuers: Config['issuers'] };

/** Serves one path for each environment. */
export const issuerRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  // A signature covers bytes, so nothing may parse the body before it is verified.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: NOTIFICATION_LIMIT_BYTES },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  const receive = notificationReceiver(deps);
  for (const environment of environments) {
    const keys = deps.issuers[environment]?.notificationKeys;
    app.post(`/issuer/${environment}/notifications`, async (request) => {
      if (keys === undefined) refuse('live_unavailable', { message: 'No issuer is connected here.' });
      const received = await receive({ environment, keys }, signedIn(request));
      if (received.verdict === 'unverified') {
        await deps.limiter.countFailedAuthentication(request.ip);
        refuse('key_invalid', { message: 'The signature is not valid.' });
      }
      if (received.verdict === 'malformed') refuse('request_invalid', { message: 'The notification is not valid.' });
      if (received.verdict === 'contradicts') {
        const { eventId } = received;
        request.log.warn({ requestId: request.id, environment, eventId }, 'an issuer contradicts its own notification');
      }
      return {};
    });
  }
};

/** The signed parts of the request. Node joins a repeated header, and the result matches nothing. */
const signedIn = ({ headers, body }: FastifyRequest) => ({
  keyId: String(headers['issuer-key']),
  signature: String(headers['issuer-signature']),
  body: body instanceof Buffer ? body : Buffer.alloc(0), // undefined without a body
});
