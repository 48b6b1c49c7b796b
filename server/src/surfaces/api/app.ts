// The HTTP service: every plugin and route in one explicit list.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Card, cardRoutes } from '../../cards/cards/routes.ts';
import { Holder, holderRoutes } from '../../cards/holders/routes.ts';
import { ProductShown, productRoutes } from '../../cards/products/routes.ts';
import { revealRoutes } from '../../cards/reveal/routes.ts';
import { Transaction, transactionRoutes } from '../../cards/transactions/routes.ts';
import { Event, eventRoutes } from '../../events/log/routes.ts';
import { deliveryRoutes } from '../../events/webhooks/delivery-routes.ts';
import { type WebhookDeps, webhookRoutes } from '../../events/webhooks/routes.ts';
import { WebhookDelivery, WebhookEndpoint } from '../../events/webhooks/show.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Config } from '../../foundation/config.ts';
import { deskRefusals } from '../../foundation/refusals/desk.ts';
import { portalRefusals } from '../../foundation/refusals/portal.ts';
import { type RefusalCode, refusals, refuse } from '../../foundation/refusals/refusals.ts';
import { FundingInvoice, invoiceRoutes } from '../../funding/invoices/routes.ts';
import { authenticate, authorize } from '../../identity/authenticate/authenticate.ts';
import { Capabilities, companyRoutes } from '../../identity/companies/routes.ts';
import type { KeyVerifier } from '../../identity/keys/verify.ts';
import { issuerRoutes } from '../../issuer/routes.ts';
import { Balance, balanceRoutes } from '../../ledger/book/routes.ts';
import { AccountStatement, StatementEntry, statementRoutes } from '../../ledger/statements/routes.ts';
import { type Acceptance, operationAcceptance } from '../../operations/accept/accept.ts';
import { OperationPreview, orderRoutes } from '../../operations/accept/routes.ts';
import { actionRoutes } from '../../operations/act/routes.ts';
import { cancelRoutes } from '../../operations/cancel/routes.ts';
import { Operation, operationRoutes } from '../../operations/read/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Fence } from '../../platform/fence/fence.ts';
import type { Witnesses } from '../../platform/fence/witnesses.ts';
import { describeRoutes, serveDocs } from '../../platform/http/docs.ts';
import { serveHealth } from '../../platform/http/health.ts';
import { countRequests } from '../../platform/http/metrics.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { ErrorBody } from '../../platform/http/schema.ts';
import { openServer } from '../../platform/http/server.ts';
import { openWaiting } from '../../platform/http/waiting.ts';
import { IdempotencyKey, idempotencyRoutes } from '../../platform/idempotency/routes.ts';
import { sandboxRoutes } from '../../sandbox/routes.ts';
import { describeEvents } from './events.ts';
import { findChanged } from './sql.ts';

/** With more requests waiting for a database connection, each would wait longer than a client does. */
const MOST_WAITING = 500;

/** The dependencies of every server. */
export type ServerDeps = {
  db: Db;
  log: Logger;
  /** Where requests are counted, if metrics are on. */
  registry?: Registry | undefined;
  publicUrl: string;
  /** The documentation site, if there is one. */
  docsUrl?: string | undefined;
  trustedProxies: readonly string[];
};

/** The dependencies of the API's routes. */
export type ApiDeps = {
  db: Db;
  clock: Clock;
  issuers: Config['issuers'];
  mostQueued: number;
  leastInvoiceDollars: number;
  sealingKeys: WebhookDeps['sealingKeys'];
  allow: WebhookDeps['allow'];
  /** Remembers what was accepted. */
  witnesses: Pick<Witnesses, 'add'>;
  /** Whether writes are refused. */
  fence: Pick<Fence, 'check'>;
};

export type AppDeps = ServerDeps & ApiDeps & { keys: KeyVerifier; limiter: RateLimiter };

/** Schemas that others refer to by name. */
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

/** The codes that the API answers with: those of the portal and the desk are theirs alone. */
const apiCodes = (Object.keys(refusals) as RefusalCode[]).filter(
  (code) => !(code in deskRefusals) && !(code in portalRefusals),
);

/** What the description of the API has beyond its routes. */
export const apiCompletion = () => ({ codes: apiCodes, ...describeEvents() });

/** A server without routes, with metrics and the API's errors; it describes routes that are mounted later. */
export async function openApiServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app = openServer(deps);
  if (deps.registry !== undefined) countRequests(app, deps.registry, deps.db);
  await describeRoutes(app, deps);
  for (const schema of named) app.addSchema(schema);
  return app;
}

/** Refuses while too many requests wait for a connection to this database. */
export const refuseWhenBusy = (db: Db) => async (): Promise<void> => {
  if (db.waiting() > MOST_WAITING) refuse('overloaded');
};

/** Authenticates a request, or refuses it; runs before the body is read. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Mounts every route of the API behind `authenticate`; `demandMore` runs on valid requests. Returns the acceptance of
 * orders, for other routes of the process.
 */
export async function mountApi(
  app: FastifyInstance,
  deps: ApiDeps,
  authenticate: Authenticate,
  demandMore?: Authenticate,
): Promise<Acceptance> {
  const accept = operationAcceptance(deps);
  await app.register(async (api) => {
    api.addHook('onRequest', refuseWhenBusy(deps.db));
    api.addHook('onRequest', authenticate);
    api.addHook('preHandler', authorize);
    if (demandMore !== undefined) api.addHook('preHandler', demandMore);
    const waiting = openWaiting(api, (all) => findChanged(deps.db, all));
    await api.register(balanceRoutes, deps);
    await api.register(cardRoutes, deps);
    await api.register(revealRoutes, deps);
    await api.register(companyRoutes, deps);
    await api.register(eventRoutes, deps);
    await api.register(holderRoutes, deps);
    await api.register(idempotencyRoutes, deps);
    await api.register(invoiceRoutes, { ...deps, waiting });
    await api.register(operationRoutes, { ...deps, waiting });
    await api.register(orderRoutes, { ...deps, accept });
    await api.register(cancelRoutes, deps);
    await api.register(actionRoutes, deps);
    await api.register(productRoutes, deps);
    await api.register(sandboxRoutes, deps);
    await api.register(statementRoutes, deps);
    await api.register(transactionRoutes, deps);
    await api.register(webhookRoutes, deps);
    await api.register(deliveryRoutes, deps);
  });
  return accept;
}

/** Builds the API; the caller calls `listen`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = await openApiServer(deps);
  await mountApi(app, deps, authenticate(deps));
  await app.register(async (fromIssuers) => {
    fromIssuers.addHook('onRequest', refuseWhenBusy(deps.db));
    await fromIssuers.register(issuerRoutes, deps);
  });
  serveHealth(app, { db: deps.db, fence: deps.fence });
  await serveDocs(app, apiCompletion());
  return app;
}
