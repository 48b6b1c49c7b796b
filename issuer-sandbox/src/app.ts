// The issuer as an HTTP service: every route in one list, every request of the protocol in the log.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { authenticate, takeRawBodies } from './authenticate.ts';
import { depositRoutes } from './deposits.ts';
import type { IssuerDeps } from './deps.ts';
import { holderRoutes } from './holders.ts';
import { listingRoutes } from './listings.ts';
import { orderRoutes } from './orders.ts';
import { headerOf, pathOf, referenceIn } from './record.ts';
import { Refusal } from './refusals.ts';
import { REVEAL_PATH, revealPages, revealRoutes } from './reveals.ts';
import { sandboxRoutes } from './sandbox.ts';

/** Far larger than any request of the protocol. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Time limit for receiving a whole request, far beyond any deadline: a late order is refused, not cut off. */
const REQUEST_TIMEOUT_MS = 60_000;

/** A reference of 128 characters, each percent-encoded, still fits into a path. */
const LONGEST_PATH_PARAMETER = 400;

/** Builds the service; the caller calls `listen`. */
export async function buildIssuer(deps: IssuerDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }), // the log table has every request
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: LONGEST_PATH_PARAMETER },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  }) as unknown as FastifyInstance; // hides the logger's type parameter
  takeRawBodies(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'path_unknown', message: 'No such path.' }));
  app.addHook('onSend', recordUnlessDone(deps));
  app.addHook('preClose', async () => {
    for (const socket of deps.hanging) socket.destroy();
  });

  await app.register(async (signed) => {
    signed.addHook('preValidation', authenticate(deps.requestKeys));
    await signed.register(orderRoutes, deps);
    await signed.register(depositRoutes, deps);
    await signed.register(holderRoutes, deps);
    await signed.register(listingRoutes, deps);
    await signed.register(revealRoutes, deps);
    await signed.register(sandboxRoutes, deps);
  });
  await app.register(revealPages, deps);
  app.get('/health', async () => ({ status: 'ok' }));
  return app;
}

const UNLOGGED = ['/health', '/sandbox/', REVEAL_PATH];

/**
 * Logs requests that no effect has logged, before they are answered; if that fails, the answer is 500. Calls of the
 * sandbox are not logged, nor are pages, whose addresses are secret.
 */
const recordUnlessDone =
  ({ record }: IssuerDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const path = pathOf(request.url);
    if (request.recorded || UNLOGGED.some((start) => path.startsWith(start))) return payload;
    request.recorded = true;
    await record({
      port: 'main',
      method: request.method,
      path,
      account: headerOf(request.headers, 'issuer-account'),
      reference: referenceIn(request.params) ?? referenceIn(request.body),
      scenario: headerOf(request.headers, 'sandbox-scenario'),
      signatureValid: request.signatureValid,
      ending: 'answered',
      status: reply.statusCode,
    });
    return payload;
  };

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return reply.code(error.status).send(error.body);
  const {
    statusCode = 500,
    validation,
    message,
  } = error as { statusCode?: number; validation?: object; message: string };
  if (validation !== undefined || statusCode < 500) {
    return reply.code(validation === undefined ? statusCode : 400).send({ code: 'request_invalid', message });
  }
  request.log.error({ err: error }, 'a request failed');
  return reply.code(500).send({ code: 'internal', message: 'Something went wrong.' });
}
