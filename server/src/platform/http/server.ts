// A server with our limits, errors and log, and without any of Fastify's conveniences: nothing is logged, trusted or
// answered but by us.
import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { answerError, answerNoRequest } from './errors.ts';
import { logRequests } from './log.ts';
import { serializerFactory } from './serialize.ts';
import { refuseUnstorable } from './storable.ts';
import { validatorCompiler } from './validate.ts';

/** Larger than any request of ours by far, small enough to parse without thought. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** A whole request must have arrived by then; slower is an attack or a broken network. */
const REQUEST_TIMEOUT_MS = 10_000;

/** An Idempotency-Key of 128 characters, each percent-encoded, still fits into a path. */
const LONGEST_PATH_PARAMETER = 2_000;

/** Names a request. Ours alone: a client's own id could be anything. */
const newRequestId = () => `req_${randomBytes(16).toString('hex')}`;

/** Opens a server that has no routes yet; `listen` is the caller's. */
export function openServer(deps: { log: Logger; trustedProxies: readonly string[] }): FastifyInstance {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }), // ours are in http/log.ts
    trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    schemaController: { compilersFactory: { buildSerializer: serializerFactory() } },
    routerOptions: { maxParamLength: LONGEST_PATH_PARAMETER },
    genReqId: newRequestId,
    requestIdHeader: false,
    return503OnClosing: false, // ours says it in the shape of every other error
    http: { requireHostHeader: false }, // Node would refuse it with an empty answer; we do, in our own shape
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.header('request-id', request.id)),
    clientErrorHandler: (_error, socket) => answerNoRequest(socket, newRequestId()),
  }) as unknown as FastifyInstance; // the type remembers its logger; nobody needs to
  app.setValidatorCompiler(validatorCompiler());
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => refuse('path_not_found'));
  app.decorateRequest('refusalCode', undefined);
  app.decorateRequest('caller', undefined as never);
  refuseAtTheEdge(app);
  app.addHook('preValidation', refuseUnstorable);
  logRequests(app);
  return app;
}

/** What is refused before any route is asked: whatever comes while the server closes, or without a Host. */
function refuseAtTheEdge(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id);
    if (closing) refuse('overloaded', { headers: { connection: 'close' } });
    if (request.headers.host === undefined) {
      refuse('request_invalid', { message: 'A request needs a Host header.', headers: { connection: 'close' } });
    }
  });
}
