// The operators' desk: every plugin and route in one explicit list.
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { awaitExport } from '../../identity/operators/export.ts';
import { license, sessionOf } from '../../platform/http/docs.ts';
import { answerAfterExport } from '../../platform/http/exported.ts';
import { serveHealth } from '../../platform/http/health.ts';
import { countRequests } from '../../platform/http/metrics.ts';
import { ErrorBody } from '../../platform/http/schema.ts';
import { openServer } from '../../platform/http/server.ts';
import { serveSite } from '../../platform/http/site.ts';
import { awaitsExport, needsStepUp } from './actions.ts';
import { auditRoutes } from './audit-routes.ts';
import { bookRoutes, findingRoutes } from './book-routes.ts';
import { companyRoutes, companySettingRoutes, ownerRoutes, suspensionRoutes } from './company-routes.ts';
import type { DeskDeps } from './deps.ts';
import { holderRoutes } from './holder-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { keyRoutes, newKeyRoutes } from './key-routes.ts';
import { meRoutes } from './me-routes.ts';
import { notificationRoutes } from './notification-routes.ts';
import { refuseOtherSites, requireOperator } from './operator.ts';
import { operatorChangeRoutes, operatorReturnRoutes, operatorRoutes } from './operator-routes.ts';
import { pauseRoutes } from './pause-routes.ts';
import { priceRoutes, productRoutes } from './product-routes.ts';
import { decidingRoutes, proposalRoutes } from './proposal-routes.ts';
import { reconciliationRoutes } from './reconciliation-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { proposingRoutes, reviewRoutes } from './review-routes.ts';
import { secretRoutes } from './secret-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { statusRoutes } from './status-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { decisionRoutes, documentRoutes, verificationRoutes } from './verification-routes.ts';
import {
  webhookChangingRoutes,
  webhookReadingRoutes,
  webhookSecretRoutes,
  webhookSendingRoutes,
} from './webhook-routes.ts';
import { workRoutes } from './work-routes.ts';

const VERSION = '1.0.0';

const description = `What operators do. Sign in with a cookie under \`/desk/auth\`, and set up a second factor: without
one nothing here is answered. Programs send a personal token as \`Authorization: Bearer cwop_…\` instead, and no cookie.

- Whatever changes something in a session needs the header \`Cardwright-Portal: 1\` and an \`Origin\` equal to the
desk's own.
- What needs two people answers \`202\` with a proposal. It happens when another operator approves it.
- Amounts are decimal strings. Times are ISO 8601 in UTC.
- Every error is \`{ statusCode, message, code, requestId, retry }\`. Branch on \`code\`.
- Actions marked *second factor again* answer \`403 second_factor_needed\` unless \`POST /desk/v1/step-up\` took a code
within the last five minutes. With a token, the code of the authenticator app can come along as header \`Desk-Code\`.
- What revokes, suspends or pauses answers once its audit entry is exported. The header \`Audit-Export: outstanding\` says
that it took effect, but is not exported yet: workers go on trying, and the status shows it.`;

/** Builds the desk; the caller calls `listen`. */
export async function buildDesk(deps: DeskDeps): Promise<FastifyInstance> {
  const app = openServer(deps);
  app.decorateRequest('operator', undefined as never);
  if (deps.registry !== undefined) countRequests(app, deps.registry, deps.db);
  await describeDesk(app, deps);
  app.addSchema(ErrorBody);
  app.addHook('onRequest', async (request) => refuseOtherSites(request, deps.publicUrl));
  await app.register(signInRoutes, deps);
  await app.register(async (desk) => {
    desk.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    desk.addHook('onRequest', requireOperator(deps));
    if (deps.readHeads !== undefined) {
      answerAfterExport(desk, {
        isAwaited: ({ routeOptions: { config } }) => config.deskAction !== undefined && awaitsExport(config.deskAction),
        awaitExport: () => awaitExport(deps.db),
      });
    }
    await desk.register(auditRoutes, deps);
    await desk.register(bookRoutes, deps);
    await desk.register(companyRoutes, deps);
    await desk.register(companySettingRoutes, deps);
    await desk.register(decidingRoutes, deps);
    await desk.register(decisionRoutes, deps);
    await desk.register(documentRoutes, deps);
    await desk.register(findingRoutes, deps);
    await desk.register(holderRoutes, deps);
    await desk.register(jobRoutes, deps);
    await desk.register(keyRoutes, deps);
    await desk.register(meRoutes, deps);
    await desk.register(newKeyRoutes, deps);
    await desk.register(notificationRoutes, deps);
    await desk.register(operatorChangeRoutes, deps);
    await desk.register(operatorReturnRoutes, deps);
    await desk.register(operatorRoutes, deps);
    await desk.register(ownerRoutes, deps);
    await desk.register(pauseRoutes, deps);
    await desk.register(priceRoutes, deps);
    await desk.register(productRoutes, deps);
    await desk.register(proposalRoutes, deps);
    await desk.register(proposingRoutes, deps);
    await desk.register(reconciliationRoutes, deps);
    await desk.register(recoveryRoutes, deps);
    await desk.register(reviewRoutes, deps);
    await desk.register(secretRoutes, deps);
    await desk.register(statusRoutes, deps);
    await desk.register(suspensionRoutes, deps);
    await desk.register(tokenRoutes, deps);
    await desk.register(verificationRoutes, deps);
    await desk.register(webhookChangingRoutes, deps);
    await desk.register(webhookReadingRoutes, deps);
    await desk.register(webhookSecretRoutes, deps);
    await desk.register(webhookSendingRoutes, deps);
    await desk.register(workRoutes, deps);
  });
  serveHealth(app, deps);
  app.get('/desk/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
  if (deps.pages !== undefined)
    await serveSite(app, { directory: deps.pages, apart: ['/desk/', '/health/', '/assets/'] });
  return app;
}

/** Describes every route with an action that is registered afterwards. */
async function describeDesk(app: FastifyInstance, { publicUrl }: DeskDeps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cardwright desk', version: VERSION, description, license },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: sessionOf('cardwright_desk.session_token'),
          token: { type: 'http', scheme: 'bearer', description: 'A personal token: cwop_…' },
        },
      },
      security: [{ session: [] }, { token: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema-${index}`,
    },
    transform: ({ schema, url, route }) => {
      const name = route.config?.deskAction;
      if (name === undefined) return { schema: { ...schema, hide: true }, url };
      const words = `Action: \`${name}\`${needsStepUp(name) ? ', second factor again' : ''}${awaitsExport(name) ? ', exported' : ''}.`;
      return { schema: { ...schema, description: words }, url };
    },
  });
}
