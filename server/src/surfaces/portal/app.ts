// The portal's HTTP service: the API's routes for members, and the portal's own, in one explicit list.
import type { FastifyInstance } from 'fastify';
import { nameRoutes } from '../../cards/names/routes.ts';
import { exportRoutes } from '../../cards/search/export-routes.ts';
import { FoundCard, SearchShown, searchRoutes } from '../../cards/search/routes.ts';
import { spendRoutes } from '../../cards/spend/routes.ts';
import { liveRoutes, newestEventRoutes } from '../../events/live/routes.ts';
import type { Peppers } from '../../foundation/config.ts';
import type { PortalConfig } from '../../foundation/portal-config.ts';
import { CompanyKey, companyKeyRoutes } from '../../identity/keys/routes.ts';
import { memberRoutes } from '../../identity/members/routes.ts';
import { OwnCompany } from '../../identity/members/show.ts';
import { awaitExport } from '../../identity/operators/export.ts';
import { passkeyRoutes } from '../../identity/passkeys/routes.ts';
import { actionOf } from '../../identity/people/actions.ts';
import type { People } from '../../identity/people/auth.ts';
import { signInRoutes } from '../../identity/people/routes.ts';
import { VerificationShown, verificationRoutes } from '../../identity/verifications/routes.ts';
import { OverviewShown, overviewRoutes } from '../../ledger/overview/routes.ts';
import type { ExportStore } from '../../ledger/seals/heads.ts';
import { ActivityShown, activityRoutes } from '../../ledger/statements/activity-routes.ts';
import { statementFileRoutes } from '../../ledger/statements/file-routes.ts';
import { ImportedRow, ImportPreview, ImportProgress, ImportShown } from '../../operations/imports/contract-routes.ts';
import { importRoutes } from '../../operations/imports/routes.ts';
import { operationSearchRoutes } from '../../operations/read/search-routes.ts';
import { OperationTimeline, timelineRoutes } from '../../operations/timelines/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { serveApiDescription, serveDescription } from '../../platform/http/docs.ts';
import { answerAfterExport } from '../../platform/http/exported.ts';
import { serveHealth } from '../../platform/http/health.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { serveSite } from '../../platform/http/site.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { type ApiDeps, apiCompletion, mountApi, openApiServer, refuseWhenBusy, type ServerDeps } from '../api/app.ts';
import { portalHooks } from './hooks.ts';

/** The dependencies of the portal's routes. `db` has the role cardwright_api, as the mounted API needs it. */
export type PortalDeps = ServerDeps &
  ApiDeps & {
    /** With the role cardwright_portal, whose functions check a member's permissions. */
    own: Db;
    people: People;
    mail: Mail;
    limiter: RateLimiter;
    peppers: Peppers;
    cell: string;
    /** Seal the documents of verifications, by version. */
    documentKeys: PortalConfig['documentKeys'];
    /** The API's own address, as shown to people. */
    apiUrl: PortalConfig['apiUrl'];
    /** The documentation site, to which the pages link. */
    docsUrl: PortalConfig['docsUrl'];
    /** Origins of the issuers' pages that show card numbers. */
    revealOrigins: PortalConfig['revealOrigins'];
    /** The directory of the built pages; undefined serves none. */
    pages: string | undefined;
    development: boolean;
    /** Where a worker exports audit entries; without it no answer waits for them. */
    exports: ExportStore | undefined;
  };

const SESSION_COOKIE = 'cardwright_people.session_token';

const info = {
  title: 'Cardwright portal',
  description: `What people of a company do beside the API, which the portal serves as well. Sign in with a cookie under
\`/portal/auth\`.

- Whatever is about a company needs the header \`Cardwright-Company\`, and most of it \`Cardwright-Environment\`.
- Whatever changes something needs the header \`Cardwright-Portal: 1\` and an \`Origin\` equal to the portal's own.
- Some actions answer \`403 second_factor_needed\` unless \`POST /portal/v1/step-up\` took a code within the last five
minutes.
- What takes rights away answers once its audit entry is exported. The header \`Audit-Export: outstanding\` says that it
took effect, but is not exported yet.`,
};

/** Builds the portal; the caller calls `listen`. */
export async function buildPortal(deps: PortalDeps): Promise<FastifyInstance> {
  const app = await openApiServer(deps);
  app.decorateRequest('person', undefined as never);
  app.decorateRequest('member', undefined as never);
  for (const schema of [
    ActivityShown,
    CompanyKey,
    FoundCard,
    ImportedRow,
    ImportPreview,
    ImportProgress,
    ImportShown,
    OperationTimeline,
    OverviewShown,
    OwnCompany,
    SearchShown,
    VerificationShown,
  ])
    app.addSchema(schema);
  const hooks = portalHooks(deps);
  app.addHook('onRequest', hooks.ownSite);
  const accept = await mountApi(app, deps, hooks.authenticate, hooks.guardSensitive);
  await app.register(async (own) => {
    own.addHook('onRequest', refuseWhenBusy(deps.own));
    own.addHook('onRequest', hooks.findActor);
    if (deps.exports !== undefined) {
      answerAfterExport(own, {
        isAwaited: ({ routeOptions: { config } }) =>
          config.action !== undefined && actionOf(config.action).exported === true,
        awaitExport: () => awaitExport(deps.own),
      });
    }
    await own.register(signInRoutes, deps);
    await own.register(passkeyRoutes, deps);
    await own.register(memberRoutes, deps);
    await own.register(companyKeyRoutes, deps);
    await own.register(importRoutes, { ...deps, accept });
    await own.register(liveRoutes, deps);
    await own.register(nameRoutes, deps);
    await own.register(newestEventRoutes, deps);
    await own.register(overviewRoutes, deps);
    await own.register(activityRoutes, deps);
    await own.register(searchRoutes, deps);
    await own.register(exportRoutes, deps);
    await own.register(spendRoutes, deps);
    await own.register(operationSearchRoutes, deps);
    await own.register(statementFileRoutes, deps);
    await own.register(timelineRoutes, deps);
    await own.register(verificationRoutes, deps);
    if (deps.development) {
      // Loaded only here: otherwise the code is not even in the process.
      const { developmentRoutes } = await import('../../identity/people/development.ts');
      await own.register(developmentRoutes, deps);
    }
  });
  serveHealth(app, deps);
  serveApiDescription(app, apiCompletion(), deps.apiUrl);
  serveDescription(app, { at: '/portal/openapi.json', under: '/portal/', info, cookie: SESSION_COOKIE });
  if (deps.pages !== undefined)
    await serveSite(app, {
      directory: deps.pages,
      apart: ['/api/', '/portal/', '/health/', '/assets/'],
      frames: deps.revealOrigins,
      passkeys: true,
    });
  return app;
}
