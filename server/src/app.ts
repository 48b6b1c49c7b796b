// The HTTP service: every plugin and route in one explicit list.
import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Card, cardRoutes } from './cards/routes.ts';
import type { Clock } from './clock.ts';
import { Capabilities, companyRoutes } from './companies/routes.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import { Event, eventRoutes } from './events/routes.ts';
import { Holder, holderRoutes } from './holders/routes.ts';
import { authenticate, authorize } from './http/authenticate.ts';
import { describeRoutes, serveDocs } from './http/docs.ts';
import { answerError, answerNoRequest } from './http/errors.ts';
import { serveHealth } from './http/health.ts';
import { logRequests } from './http/log.ts';
import { countRequests } from './http/metrics.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import { ErrorBody } from './http/schema.ts';
import { validatorCompiler } from './http/validate.ts';
import { IdempotencyKey, idempotencyRoutes } from './idempotency/routes.ts';
import { FundingInvoice, invoiceRoutes } from './invoices/routes.ts';
import { issuerRoutes } from './issuer/routes.ts';
import type { KeyVerifier } from './keys/verify.ts';
import { Balance, balanceRoutes } from './ledger/routes.ts';
import { Operation, operationRoutes } from './operations/routes.ts';
import { OperationPreview, orderRoutes } from './orders/routes.ts';
import { ProductShown, productRoutes } from './products/routes.ts';
import type { PokeSender } from './queue/send.ts';
import { refuse } from './refusals.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { AccountStatement, StatementEntry, statementRoutes } from './statements/routes.ts';
import { Transaction, transactionRoutes } from './transactions/routes.ts';
import { type WebhookDeps, webhookRoutes } from './webhooks/routes.ts';
import { WebhookDelivery, WebhookEndpoint } from './webhooks/show.ts';

/** Larger than any request of ours by far, small enough to parse without thought. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** A whole request must have arrived by then; slower is an attack or a broken network. */
const REQUEST_TIMEOUT_MS = 10_000;

/** An Idempotency-Key of 128 characters, each percent-encoded, still fits into a path. */
const LONGEST_PATH_PARAMETER = 2_000;

/** More callers than this waiting for a database connection: each would wait longer than a client does. */
const MOST_WAITING = 500;

export type AppDeps = {
  db: Db;
  clock: Clock;
  keys: KeyVerifier;
  limiter: RateLimiter;
  pokes: PokeSender;
  issuers: Config['issuers'];
  mostQueued: number;
  leastInvoiceDollars: number;
  sealingKeys: WebhookDeps['sealingKeys'];
  allow: WebhookDeps['allow'];
  log: Logger;
  /** Where requests are counted, if anybody asks. */
  registry?: Registry | undefined;
  publicUrl: string;
  trustedProxies: readonly string[];
};

/** Names a request. Ours alone: a client's own id could be anything. */
const newRequestId = () => `req_${randomBytes(16).toString('hex')}`;

/** A server with our limits and without any of its conveniences: nothing is logged, trusted or answered but by us. */
function bareServer(deps: AppDeps): FastifyInstance {
  return fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }), // ours are in http/log.ts
    trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
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
}

/** Schemas that others refer to by their names. */
const named = [
  ErrorBody,
  AccountStatement,
  StatementEntry,
  Balance,
  Capabilities,
  Card,
  Event,
  FundingInvoice,
  Holder,
  IdempotencyKey,
  Operation,
  OperationPreview,
  ProductShown,
  Transaction,
  WebhookDelivery,
  WebhookEndpoint,
];

/** Builds the service; `listen` is the caller's. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = bareServer(deps);
  app.setValidatorCompiler(validatorCompiler());
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => refuse('path_not_found'));
  app.decorateRequest('refusalCode', undefined);
  app.decorateRequest('caller', undefined as never);
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
  logRequests(app);
  if (deps.registry !== undefined) countRequests(app, deps.registry, deps.db);
  await describeRoutes(app, deps.publicUrl);
  for (const schema of named) app.addSchema(schema);

  const refuseWhenBusy = async () => {
    if (deps.db.waiting() > MOST_WAITING) refuse('overloaded');
  };
  await app.register(async (api) => {
    api.addHook('onRequest', refuseWhenBusy);
    api.addHook('onRequest', authenticate(deps));
    api.addHook('preHandler', authorize);
    await api.register(balanceRoutes, deps);
    await api.register(cardRoutes, deps);
    await api.register(companyRoutes, deps);
    await api.register(eventRoutes, deps);
    await api.register(holderRoutes, deps);
    await api.register(idempotencyRoutes, deps);
    await api.register(invoiceRoutes, deps);
    await api.register(operationRoutes, deps);
    await api.register(orderRoutes, deps);
    await api.register(productRoutes, deps);
    await api.register(sandboxRoutes, deps);
    await api.register(statementRoutes, deps);
    await api.register(transactionRoutes, deps);
    await api.register(webhookRoutes, deps);
  });
  await app.register(async (fromIssuers) => {
    fromIssuers.addHook('onRequest', refuseWhenBusy);
    await fromIssuers.register(issuerRoutes, deps);
  });
  serveHealth(app, deps.db);
  await serveDocs(app);
  return app;
}
