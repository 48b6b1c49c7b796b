// The audit log: who did what to whom, and whether it still matches its seals.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { type AuditRow, searchAuditLog } from '../../identity/operators/audit.ts';
import { DamagedHeads, type Heads } from '../../ledger/seals/heads.ts';
import { verifyAudit } from '../../ledger/seals/verify.ts';
import { EnvironmentName, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { actorOf, namesOfActors } from './audit-actors.ts';
import { Count, Named, orNull, refusedAt, shownAt } from './contract.ts';
import type { DeskDeps } from './deps.ts';

/** Larger than any entry's number. */
const LAST_SEQUENCE = 999_999_999_999_999;

export const AuditEntry = Type.Object({
  sequence: Type.Integer(),
  at: Instant,
  operator: Type.Union([Named, Type.Null()], { description: 'null: `actor` says who it was.' }),
  actor: Type.Object(
    {
      kind: Type.Enum(['operator', 'member', 'key', 'system'], { type: 'string' }),
      name: orNull(Type.String()),
    },
    { description: 'Without a name: someone who is no longer a member, or the system itself.' },
  ),
  action: Type.String({ examples: ['review.approve'] }),
  company: orNull(Type.String()),
  environment: orNull(EnvironmentName),
  subject: Type.String(),
  subjectName: Type.Union([Type.String(), Type.Null()], { description: 'Of a member or a key of the company.' }),
  details: Type.Record(Type.String(), Type.Unknown()),
});

const Verified = Type.Object({
  ok: Type.Boolean(),
  entries: Count,
  comparedWithHeads: Type.Boolean({
    description: 'False: the chain was verified, but no location of its heads is configured.',
  }),
  bad: orNull(Type.Object({ rule: Type.String(), row: Type.String(), expected: Type.String(), found: Type.String() })),
});

/** Reads the audit log and verifies its chain. */
export const auditRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, { db, histories, readHeads }) => {
  app.get(
    '/desk/v1/audit',
    {
      config: action('audit.read'),
      schema: {
        tags: ['Audit'],
        operationId: 'listAudit',
        summary: 'List audit entries, newest first',
        querystring: Type.Object({
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
          before: Type.Optional(
            Type.Integer({ minimum: 1, maximum: LAST_SEQUENCE, description: 'nextBefore of the page before.' }),
          ),
          companyId: Type.Optional(Type.String()),
          operatorId: Type.Optional(Type.String()),
          action: Type.Optional(Type.String({ maxLength: 100, description: 'Exactly this action.' })),
        }),
        response: {
          200: Type.Object({ data: Type.Array(AuditEntry), nextBefore: orNull(Type.Integer()) }),
          ...refusedAt(400),
        },
      },
    },
    async ({ query: { limit = 50, before, companyId, operatorId, action } }) => {
      const entries = await searchAuditLog(db, {
        limit: limit + 1,
        beforeSequence: before === undefined ? undefined : BigInt(before),
        companyId: companyId === undefined ? undefined : (fromId('company', companyId) ?? NOBODY),
        operatorId: operatorId === undefined ? undefined : (fromId('operator', operatorId) ?? NOBODY),
        action,
      });
      const shown = entries.slice(0, limit);
      const names = await namesOfActors(db, shown);
      const last = shown.at(-1);
      return {
        data: shown.map((row) => toShown(row, names)),
        nextBefore: entries.length > limit && last !== undefined ? Number(last.sequence) : null,
      };
    },
  );

  app.post(
    '/desk/v1/audit/verify',
    {
      config: action('audit.verify'),
      schema: {
        tags: ['Audit'],
        operationId: 'verifyAudit',
        summary: 'Walk the chain of the log and name the first entry that is not what was sealed',
        querystring: NoQuery,
        response: { 200: Verified, ...refusedAt(400, 409) },
      },
    },
    async () => {
      const heads = await readHeads?.().catch(refuseDamaged);
      const { entries, bad } = await verifyAudit(histories, heads);
      const found = bad && { rule: bad.rule, row: bad.row, expected: bad.expected, found: bad.found };
      return {
        ok: bad === undefined,
        entries: Number(entries),
        comparedWithHeads: heads !== undefined,
        bad: found ?? null,
      };
    },
  );
};

function refuseDamaged(error: unknown): Heads {
  if (error instanceof DamagedHeads) refuse('heads_damaged');
  throw error;
}

const toShown = (row: AuditRow, names: ReadonlyMap<string, string>): Static<typeof AuditEntry> => ({
  sequence: Number(row.sequence),
  at: shownAt(row.at),
  operator:
    row.operator_id === null ? null : { id: toId('operator', row.operator_id), name: names.get(row.operator_id) ?? '' },
  actor: actorOf(row, names),
  action: row.action,
  company: row.company_id === null ? null : toId('company', row.company_id),
  environment: row.environment,
  subject: row.subject,
  subjectName: names.get(row.subject) ?? null,
  details: row.details,
});
