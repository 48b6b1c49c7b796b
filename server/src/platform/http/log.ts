// Logs: one structured line per request and per failure. Never a key, a secret, a body or card data.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Caller } from '../../foundation/caller.ts';
import { toId } from '../../foundation/ids.ts';
import { currentSpan, isTracing } from '../trace/trace.ts';
import { openOutput } from './output.ts';
import type { RequestIds } from './request-ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that answered this request. */
    refusalCode: string | undefined;
  }
}

/** Opens the log of a process. Fields that could carry a secret are redacted everywhere. */
export function openLog(options: { level: string; process: string }): Logger {
  return pino(
    {
      level: options.level,
      base: { process: options.process },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(isTracing() ? { mixin: namesOfSpan } : {}),
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          'headers',
          '*.headers',
          'body',
          '*.body',
          '*.password',
          '*.connectionString',
          'err.detail',
          'err.where',
          'err.config',
        ],
        remove: true,
      },
    },
    openOutput(),
  );
}

/** The span in which a line is written, under the names that log collectors expect. */
function namesOfSpan(): object {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** Health checks come every second or two from each proxy, and would bury the rest. */
const NOT_LOGGED = '/health/';

/** Whether a request is a health check. */
export const isHealthCheck = (request: FastifyRequest): boolean =>
  request.routeOptions.url?.startsWith(NOT_LOGGED) === true;

/** Writes one line per request. It logs the route, not the URL: a URL can hold a client's texts. */
export function logRequests(app: FastifyInstance, { parentOf }: Pick<RequestIds, 'parentOf'>): void {
  app.addHook('onResponse', async (request, reply) => {
    if (isHealthCheck(request)) return;
    const trace = parentOf(request.raw)?.traceId;
    const caller = request.caller as Caller | undefined; // undefined if refused early
    request.log.info(
      {
        requestId: request.id,
        ...(trace === undefined ? {} : { trace }),
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.refusalCode === undefined ? {} : { code: request.refusalCode }),
        ...(caller === undefined
          ? {}
          : {
              company: toId('company', caller.scope.companyId),
              environment: caller.scope.environment,
              key: toId('key', caller.key.key_id),
            }),
      },
      'request',
    );
  });
}
