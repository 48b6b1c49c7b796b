// The operators' desk: every plugin and route in one explicit list.
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { needsStepUp } from './desk/acts.ts';
import { auditRoutes } from './desk/audit-routes.ts';
import {
  companyRoutes,
  companySettingRoutes,
  keyRoutes,
  ownerRoutes,
  suspensionRoutes,
} from './desk/company-routes.ts';
import type { DeskDeps } from './desk/deps.ts';
import { jobRoutes } from './desk/job-routes.ts';
import { meRoutes } from './desk/me-routes.ts';
import { requireOperator } from './desk/operator.ts';
import { operatorChangeRoutes, operatorRoutes } from './desk/operator-routes.ts';
import { pauseRoutes } from './desk/pause-routes.ts';
import { productRoutes } from './desk/product-routes.ts';
import { reconciliationRoutes } from './desk/reconciliation-routes.ts';
import { proposalRoutes, proposingRoutes, reviewRoutes } from './desk/review-routes.ts';
import { signInRoutes } from './desk/sign-in-routes.ts';
import { statusRoutes } from './desk/status-routes.ts';
import { decisionRoutes, documentRoutes, verificationRoutes } from './desk/verification-routes.ts';
import { serveHealth } from './http/health.ts';
import { countRequests } from './http/metrics.ts';
import { ErrorBody } from './http/schema.ts';
import { openServer } from './http/server.ts';
import { serveSite } from './http/site.ts';
import { refuseCrossSite } from './people/cross-site.ts';

const VERSION = '1.0.0';

const description = `What operators do. Sign in with a cookie under \`/desk/auth\`, and set up a second factor: without
one nothing here is answered.

- Whatever changes something needs the header \`Cardwright-Portal: 1\` and an \`Origin\` equal to the desk's own.
- Amounts are decimal strings. Times are ISO 8601 in UTC.
- Every error is \`{ statusCode, message, code, requestId, retry }\`. Branch on \`code\`.
- Acts marked *second factor again* answer \`403 second_factor_needed\` unless \`POST /desk/v1/step-up\` took a code within
the last five minutes.`;

/** Builds the desk; `listen` is the caller's. */
export async function buildDesk(deps: DeskDeps): Promise<FastifyInstance> {
  const app = openServer(deps);
  app.decorateRequest('operator', undefined as never);
  if (deps.registry !== undefined) countRequests(app, deps.registry, deps.db);
  await describeDesk(app, deps);
  app.addSchema(ErrorBody);
  app.addHook('onRequest', async (request) => refuseCrossSite(request, deps.publicUrl));
  await app.register(signInRoutes, deps);
  await app.register(async (desk) => {
    desk.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    desk.addHook('onRequest', requireOperator(deps));
    await desk.register(auditRoutes, deps);
    await desk.register(companyRoutes, deps);
    await desk.register(companySettingRoutes, deps);
    await desk.register(decisionRoutes, deps);
    await desk.register(documentRoutes, deps);
    await desk.register(jobRoutes, deps);
    await desk.register(keyRoutes, deps);
    await desk.register(meRoutes, deps);
    await desk.register(operatorChangeRoutes, deps);
    await desk.register(operatorRoutes, deps);
    await desk.register(ownerRoutes, deps);
    await desk.register(pauseRoutes, deps);
    await desk.register(productRoutes, deps);
    await desk.register(proposalRoutes, deps);
    await desk.register(proposingRoutes, deps);
    await desk.register(reconciliationRoutes, deps);
    await desk.register(reviewRoutes, deps);
    await desk.register(statusRoutes, deps);
    await desk.register(suspensionRoutes, deps);
    await desk.register(verificationRoutes, deps);
  });
  serveHealth(app, deps.db, deps.own);
  app.get('/desk/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
  if (deps.pages !== undefined)
    await serveSite(app, { directory: deps.pages, apart: ['/desk/', '/health/', '/assets/'] });
  return app;
}

/** Describes every route that is registered afterwards and is an act. */
async function describeDesk(app: FastifyInstance, { publicUrl }: DeskDeps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cardwright desk', version: VERSION, description },
      servers: [{ url: publicUrl }],
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema-${index}`,
    },
    transform: ({ schema, url, route }) => {
      const name = route.config?.deskAct;
      if (name === undefined) return { schema: { ...schema, hide: true }, url };
      const words = `Act: \`${name}\`${needsStepUp(name) ? ', second factor again' : ''}.`;
      return { schema: { ...schema, description: words }, url };
    },
  });
}
