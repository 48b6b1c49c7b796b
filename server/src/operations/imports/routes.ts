// Imports: preview a file, confirm it, carry it out, and see what became of its rows.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Config } from '../../foundation/config.ts';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { sendAnswer, toKeyed } from '../../platform/http/keyed.ts';
import { Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { IdempotencyHeader, IdPath, idOf, NoQuery, readAmount, refused } from '../../platform/http/schema.ts';
import type { Acceptance } from '../accept/accept.ts';
import { requireOrderRight, scopeOf } from '../accept/right.ts';
import { confirmImport } from './confirm.ts';
import { Confirmation, givenFile, toImport, toImportedRow, toProgress } from './contract-routes.ts';
import { MOST_ROWS } from './file.ts';
import { previewImport, toShownPreview } from './preview.ts';
import { runImport } from './run.ts';
import { findImport, listImports, listRows, retryRefused, tallyImport } from './sql.ts';

/** Rows of a page: an answer needs the names of as many cards at most. */
const PAGE_ROWS = 25;

type ImportDeps = { db: Db; clock: Clock; issuers: Config['issuers']; accept: Acceptance };

const idIn = ({ id }: { id: string }) => fromId('import', id) ?? refuse('import_not_found');

/** Serves imports. */
export const importRoutes: FastifyPluginAsyncTypebox<ImportDeps> = async (app, deps) => {
  await app.register(confirmRoutes, deps);
  await app.register(runRoutes, deps);
  await app.register(readRoutes, deps);
  await app.register(rowRoutes, deps);
};

const confirmRoutes: FastifyPluginAsyncTypebox<ImportDeps> = async (app, deps) => {
  app.post(
    '/portal/v1/imports/preview',
    {
      config: action('imports.write'),
      schema: {
        operationId: 'previewImport',
        tags: ['Imports'],
        summary: 'Preview the orders of a file: what each row costs, and every reason to refuse it',
        querystring: NoQuery,
        body: Type.Object(givenFile),
        response: { 200: Type.Ref('ImportPreview'), ...refused(400, 404, 413) },
      },
    },
    async ({ caller, body }) => {
      requireRight(deps, caller);
      return toShownPreview(await previewImport(deps, caller.scope, body));
    },
  );

  app.post(
    '/portal/v1/imports',
    {
      config: action('imports.write'),
      schema: {
        operationId: 'confirmImport',
        tags: ['Imports'],
        summary: 'Confirm the orders of a file that a preview has shown',
        headers: IdempotencyHeader,
        querystring: NoQuery,
        body: Confirmation,
        response: { 201: Type.Object({ id: idOf('import') }), ...refused(400, 404, 409, 413) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      requireRight(deps, caller);
      const { digest, expectedTotal, ...given } = body;
      const answer = await confirmImport(deps, caller.scope, {
        ...toKeyed(request),
        keyId: caller.key.key_id,
        given,
        shown: { digest, total: readAmount(expectedTotal) },
      });
      return sendAnswer(reply, answer);
    },
  );
};

const runRoutes: FastifyPluginAsyncTypebox<ImportDeps> = async (app, deps) => {
  app.post(
    '/portal/v1/imports/:id/run',
    {
      config: action('imports.write'),
      schema: {
        operationId: 'runImport',
        tags: ['Imports'],
        summary: 'Order the next rows of an import',
        description:
          'Call it until no row is waiting. No row is ordered twice, however often and by whom it is called.',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Ref('ImportProgress'), ...refused(400, 404) },
      },
    },
    async ({ caller, params }) => {
      requireRight(deps, caller);
      const id = idIn(params);
      await runImport(deps, caller.scope, { id, keyId: caller.key.key_id });
      return readProgress(deps.db, caller.scope, id);
    },
  );

  app.post(
    '/portal/v1/imports/:id/retry',
    {
      config: action('imports.write'),
      schema: {
        operationId: 'retryImport',
        tags: ['Imports'],
        summary: 'Let the refused rows of an import wait again',
        description: 'The next run orders them under their own keys, at the totals that were confirmed.',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Ref('ImportProgress'), ...refused(400, 404) },
      },
    },
    async ({ caller, params }) => {
      requireRight(deps, caller);
      const id = idIn(params);
      await retryRefused(deps.db, caller.scope, caller.key.key_id, id).catch(refuseForKey);
      return readProgress(deps.db, caller.scope, id);
    },
  );
};

const readRoutes: FastifyPluginAsyncTypebox<ImportDeps> = async (app, { db }) => {
  app.get(
    '/portal/v1/imports',
    {
      config: action('imports.read'),
      schema: {
        operationId: 'listImports',
        tags: ['Imports'],
        summary: 'List imports, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(Type.Ref('Import')), ...refused(400, 404) },
      },
    },
    async ({ caller: { scope }, query }) => {
      const page = toPageRequest(query);
      const rows = await db.read(scope, (tx) => listImports(tx, scope, page));
      const { shown, nextCursor } = toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }));
      return { data: shown.map(toImport), nextCursor };
    },
  );

  app.get(
    '/portal/v1/imports/:id',
    {
      config: action('imports.read'),
      schema: {
        operationId: 'getImport',
        tags: ['Imports'],
        summary: 'Read an import and the outcomes of its orders',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Ref('ImportProgress'), ...refused(400, 404) },
      },
    },
    async ({ caller: { scope }, params }) => readProgress(db, scope, idIn(params)),
  );
};

const rowRoutes: FastifyPluginAsyncTypebox<ImportDeps> = async (app, { db }) => {
  app.get(
    '/portal/v1/imports/:id/rows',
    {
      config: action('imports.read'),
      schema: {
        operationId: 'listImportRows',
        tags: ['Imports'],
        summary: 'List the rows of an import in the order of the file',
        params: IdPath,
        querystring: Type.Object({
          after: Type.Optional(
            Type.Integer({ minimum: 0, maximum: MOST_ROWS, description: 'Rows after this number.' }),
          ),
          refused: Type.Optional(Type.Boolean({ description: 'Only refused rows.' })),
        }),
        response: {
          200: Type.Object({
            data: Type.Array(Type.Ref('ImportedRow')),
            next: Type.Union([Type.Integer(), Type.Null()], { description: 'after of the next page.' }),
          }),
          ...refused(400, 404),
        },
      },
    },
    async ({ caller: { scope }, params, query: { after = 0, refused: onlyRefused = false } }) => {
      const id = idIn(params);
      const rows = await db.read(scope, async (tx) => {
        if ((await findImport(tx, scope, id)) === undefined) refuse('import_not_found');
        return listRows(tx, scope, id, { after, limit: PAGE_ROWS + 1, onlyRefused });
      });
      const shown = rows.slice(0, PAGE_ROWS);
      return {
        data: shown.map(toImportedRow),
        next: rows.length > PAGE_ROWS ? (shown.at(-1)?.number ?? null) : null,
      };
    },
  );
};

/** Refuses people who may not order cards here, as for a single order. */
function requireRight(deps: ImportDeps, caller: Caller): void {
  if (!caller.key.scopes.includes(scopeOf({ type: 'issue' }))) refuse('role_missing'); // a developer in live
  requireOrderRight(deps, caller, { type: 'issue' });
}

async function readProgress(db: Db, scope: Scope, id: string) {
  return db.read(scope, async (tx) => {
    const [row, tally] = await Promise.all([findImport(tx, scope, id), tallyImport(tx, scope, id)]);
    return toProgress(row ?? refuse('import_not_found'), tally);
  });
}
