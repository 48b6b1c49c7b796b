// A server with our limits, errors and log, and with Fastify's defaults for logging, trust and error answers disabled.
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { addDraining } from './draining.ts';
import { answerError, answerNoRequest } from './errors.ts';
import { logRequests } from './log.ts';
import { newRequestId, openRequestIds } from './request-ids.ts';
import { serializerFactory } from './serialize.ts';
import { refuseUnstorable } from './storable.ts';
import { traceRequests } from './traces.ts';
import { validatorCompiler } from './validate.ts';

/** Far larger than any valid request, small enough to parse cheaply. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** A whole request must arrive within this time; slower is an attack or a broken network. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Fits an Idempotency-Key of 128 percent-encoded characters. */
const LONGEST_PATH_PARAMETER = 2_000;

/** Opens a server without routes; the caller adds them and listens. */
export function openServer(deps: { log: Logger; trustedProxies: readonly string[] }): FastifyInstance {
  const ids = openRequestIds(deps.trustedProxies);
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }), // ours are in http/log.ts
    trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    schemaController: { compilersFactory: { buildSerializer: serializerFactory() } },
    routerOptions: { maxParamLength: LONGEST_PATH_PARAMETER },
    genReqId: (request) => ids.idOf(request),
    requestIdHeader: false,
    return503OnClosing: false, // ours has the shape of every other error
    http: { requireHostHeader: false }, // Node would refuse it with an empty answer; we refuse it with an error body
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.header('request-id', request.id)),
    clientErrorHandler: (_error, socket) => answerNoRequest(socket, newRequestId()),
  }) as unknown as FastifyInstance; // drops the logger from the type
  app.setValidatorCompiler(validatorCompiler());
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);
  const methodsOf = collectMethods(app);
  app.setNotFoundHandler(({ url }) => {
    const allowed = methodsOf(url.split('?')[0] ?? '');
    if (allowed.length > 0) refuse('method_not_allowed', { headers: { allow: allowed.join(', ') } });
    refuse('path_not_found');
  });
  app.decorateRequest('refusalCode', undefined);
  app.decorateRequest('caller', undefined as never);
  traceRequests(app, ids); // first: the other hooks run in the span
  refuseAtTheEdge(app);
  app.addHook('preValidation', refuseUnstorable);
  logRequests(app, ids);
  addDraining(app);
  return app;
}

/** Refuses requests before routing: while the server closes, or without a Host. */
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

/** Collects the methods of every path. Returns those that a path takes; none for an unknown path. */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return; // files, not endpoints
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    for (const each of [method].flat()) routes.push({ pattern, method: each });
  });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
