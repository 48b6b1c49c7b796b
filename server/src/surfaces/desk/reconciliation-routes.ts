// Reconciliations of our books with the issuers' records: their findings, and requesting another one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { operatorNames } from '../../identity/operators/operators.ts';
import { beginFor } from '../../oversight/reconciliation/begin.ts';
import { readBreaks } from '../../oversight/reconciliation/breaks.ts';
import { findKind, SETTLED_SECONDS } from '../../oversight/reconciliation/kinds.ts';
import { type BreakRow, findRun, listRuns, type RunRow } from '../../oversight/reconciliation/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { EnvironmentName, IdPath, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { companyIdOf, getCompany } from './company-shown.ts';
import { Count, InstantOrNull, Named, orNull, refusedAt, shownAt, shownAtOrNull } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

const tags = ['Reconciliation'];

export const Run = Type.Object({
  id: Type.String(),
  company: Type.Union([Type.String(), Type.Null()], { description: 'null: every company.' }),
  environment: Type.Union([EnvironmentName, Type.Null()], { description: 'null: both.' }),
  askedBy: Type.Union([Named, Type.Null()], { description: 'null: the daily one.' }),
  state: Type.Enum(['waiting', 'under_way', 'over'], { type: 'string' }),
  settledSeconds: Count,
  startedAt: Instant,
  finishedAt: InstantOrNull,
  nextAt: InstantOrNull,
  books: Count,
  compared: Count,
  onTheirWay: Count,
  notRead: Count,
  explained: Count,
  breaks: Count,
  suspects: Count,
});

export const Break = Type.Object({
  company: Type.String(),
  environment: EnvironmentName,
  kind: Type.String(),
  rule: Type.String(),
  subject: Type.String(),
  sides: Type.Object({ ours: Type.String(), theirs: Type.String() }),
  ours: Type.String(),
  theirs: Type.String(),
  since: Instant,
  ways: Type.Array(Type.String()),
});

export const RunWithBreaks = Type.Object({
  ...Run.properties,
  data: Type.Array(Break, { description: 'At most 200; `breaks` counts all.' }),
});

const NewRun = Type.Object({
  companyId: Type.Optional(Type.String()),
  environment: Type.Optional(EnvironmentName),
  settledSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3_600,
      description: `A difference counts if it is unchanged after this time; ${SETTLED_SECONDS} by default.`,
    }),
  ),
});

/** Lists reconciliations, shows their breaks, and requests another. */
export const reconciliationRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/reconciliations',
    {
      config: action('reconciliations.read'),
      schema: {
        tags,
        operationId: 'listReconciliations',
        summary: 'List reconciliations, newest first',
        querystring: Type.Object({
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
          before: Type.Optional(Type.String({ description: 'nextBefore of the page before.' })),
        }),
        response: {
          200: Type.Object({ data: Type.Array(Run), nextBefore: orNull(Type.String()) }),
          ...refusedAt(400),
        },
      },
    },
    async ({ query: { limit = 50, before } }) => {
      const behind = before === undefined ? {} : { before: fromId('reconciliation', before) ?? NOBODY };
      const runs = await listRuns(db, { limit: limit + 1, ...behind });
      const shown = await toRuns(db, runs.slice(0, limit));
      return { data: shown, nextBefore: runs.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },
  );

  app.get(
    '/desk/v1/reconciliations/:id',
    {
      config: action('reconciliations.read'),
      schema: {
        tags,
        operationId: 'getReconciliation',
        summary: 'See every break of a reconciliation: both sides, since when, and the safe next steps',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: RunWithBreaks, ...refusedAt(400, 404) },
      },
    },
    async ({ params }) => showRun(db, fromId('reconciliation', params.id) ?? NOBODY),
  );

  app.post(
    '/desk/v1/reconciliations',
    {
      config: action('reconciliations.begin'),
      schema: {
        tags,
        operationId: 'beginReconciliation',
        summary: 'Request a reconciliation; a worker carries it out',
        querystring: NoQuery,
        body: NewRun,
        response: { 201: RunWithBreaks, ...refusedAt(400, 404, 413, 415) },
      },
    },
    async (request, reply) => {
      const { companyId, ...wish } = request.body;
      const company = companyId === undefined ? undefined : await getCompany(db, companyIdOf(companyId));
      const id = await beginFor(toolsOf(deps, request.operator), {
        ...wish,
        ...(company === undefined ? {} : { companyId: company.id }),
      });
      return reply.code(201).send(await showRun(db, id));
    },
  );
};

async function showRun(db: Db, id: string): Promise<Static<typeof RunWithBreaks>> {
  const run = (await findRun(db, id)) ?? refuse('reconciliation_not_found');
  const [[shown = refuse('reconciliation_not_found')], breaks] = await Promise.all([
    toRuns(db, [run]),
    readBreaks(db, id),
  ]);
  return { ...shown, data: breaks.map(({ scope, row }) => toBreak(scope, row)) };
}

async function toRuns(db: Db, runs: readonly RunRow[]): Promise<Static<typeof Run>[]> {
  const operators = new Set(runs.flatMap(({ asked_by }) => (asked_by === null ? [] : [asked_by])));
  const names = await operatorNames(db, [...operators]);
  return runs.map((run) => ({
    id: toId('reconciliation', run.id),
    company: run.only_company === null ? null : toId('company', run.only_company),
    environment: run.only_environment,
    askedBy: run.asked_by === null ? null : { id: toId('operator', run.asked_by), name: names.get(run.asked_by) ?? '' },
    state: run.finished_at !== null ? 'over' : run.step === 0n ? 'waiting' : 'under_way',
    settledSeconds: run.settled_seconds,
    startedAt: shownAt(run.started_at),
    finishedAt: shownAtOrNull(run.finished_at),
    nextAt: shownAtOrNull(run.next_at),
    books: Number(run.books),
    compared: Number(run.compared),
    onTheirWay: Number(run.on_their_way),
    notRead: Number(run.unread),
    explained: Number(run.explained),
    breaks: Number(run.breaks),
    suspects: Number(run.suspects),
  }));
}

function toBreak({ companyId, environment }: Scope, row: BreakRow): Static<typeof Break> {
  const about = findKind(row.kind);
  const [ours, theirs] = about?.sides ?? ['ours', 'theirs'];
  return {
    company: toId('company', companyId),
    environment,
    kind: row.kind,
    rule: about?.rule ?? 'a rule that this version does not know',
    subject: row.subject,
    sides: { ours, theirs },
    ours: row.ours,
    theirs: row.theirs,
    since: shownAt(row.since),
    ways: [...(about?.ways ?? [])],
  };
}
