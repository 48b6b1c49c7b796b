// The span of a request: it begins before every hook, and ends with the response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../foundation/caller.ts';
import { toId } from '../../foundation/ids.ts';
import type { Facts, Span } from '../trace/span.ts';
import { isTracing, startTrace, within } from '../trace/trace.ts';
import { isHealthCheck } from './log.ts';
import type { RequestIds } from './request-ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of a sampled request. */
    span: Span | undefined;
  }
}

/** Traces sampled requests, except health checks. Adds nothing to a server while tracing is off. */
export function traceRequests(app: FastifyInstance, { parentOf }: Pick<RequestIds, 'parentOf'>): void {
  if (!isTracing()) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (isHealthCheck(request)) return done();
    const route = request.routeOptions.url;
    const name = route === undefined ? 'unknown path' : `${request.method} ${route}`;
    request.span = startTrace(name, parentOf(request.raw), { kind: 'server' });
    return within(request.span, done);
  });
  // Reading a body leaves the context of the request: it goes on in that of its connection.
  app.addHook('preValidation', ({ span }, _reply, done) => (span === undefined ? done() : within(span, done)));
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request;
    if (span === undefined) return done();
    span.add(factsOf(request, reply));
    if (reply.statusCode >= 500) span.fail(request.refusalCode ?? String(reply.statusCode));
    span.end();
    return within(span, done); // the log line and the exemplar name the span
  });
}

function factsOf(request: FastifyRequest, reply: FastifyReply): Facts {
  const caller = request.caller as Caller | undefined; // undefined if refused early
  return {
    'http.request.method': request.method,
    'http.route': request.routeOptions.url ?? 'unknown',
    'http.response.status_code': reply.statusCode,
    'cardwright.request': request.id,
    ...(request.refusalCode === undefined ? {} : { 'error.type': request.refusalCode }),
    ...(caller === undefined
      ? {}
      : {
          'cardwright.company': toId('company', caller.scope.companyId),
          'cardwright.environment': caller.scope.environment,
        }),
  };
}
