// Recovery of a fenced database: what is lost, replay of what was exported, and the decision of two people.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { operatorNames } from '../../identity/operators/operators.ts';
import { DamagedHeads } from '../../ledger/seals/heads.ts';
import { withdraw } from '../../oversight/proposals/decide.ts';
import { listProposalRows, type ProposalRow } from '../../oversight/proposals/sql.ts';
import { ContradictsHeads } from '../../oversight/recovery/books.ts';
import { findLastRecovery, findReplays } from '../../oversight/recovery/history.ts';
import { approveRecovery, lostEntries, proposeRecovery, RECOVER } from '../../oversight/recovery/recover.ts';
import { replayExports } from '../../oversight/recovery/replay.ts';
import { type Recovery, type Survey, surveyLoss } from '../../oversight/recovery/survey.ts';
import { EnvironmentName, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import {
  Count,
  InstantOrNull,
  Named,
  orNull,
  readWords,
  refusedAt,
  shownAt,
  shownAtOrNull,
  Words,
} from './contract.ts';
import type { DeskDeps, DeskOperator } from './deps.ts';
import { Proposed } from './proposal-contract.ts';
import { asProposal, codeOf } from './proposal-shown.ts';

const tags = ['Recovery'];

/** Lists are cut off here; the counts beside them are whole. */
const MOST_SHOWN = 200;

/** Open proposals that are searched for one to recover. */
const MOST_OPEN = 100;

const Lost = Type.Object({
  company: Type.String(),
  environment: EnvironmentName,
  after: Type.Integer({ description: 'The number of the last ledger entry that is left.' }),
  lost: Type.Integer({ description: 'How many sealed entries after it are lost.' }),
});

const MissingEntry = Type.Object({
  number: Type.Integer(),
  at: Instant,
  action: Type.String(),
  subject: Type.String(),
});

const Replays = Type.Object({
  at: Instant,
  by: orNull(Named),
  written: Count,
  applied: Count,
});

const LastRecovery = Type.Object({
  at: Instant,
  approvedBy: orNull(Named),
  proposal: orNull(Type.String()),
  reason: Type.String(),
  lostSince: InstantOrNull,
  lostUntil: InstantOrNull,
  lostEntries: Count,
  books: Count,
});

export const RecoveryShown = Type.Object({
  recovering: Type.Boolean({ description: 'Whether the database is fenced until two people recover it.' }),
  isVerified: Type.Boolean({ description: 'Whether this desk accepts writes. It checks the database once a second.' }),
  why: Type.String({ description: 'Why it is fenced, or not verified. Empty while writes are accepted.' }),
  since: orNull(Instant),
  newestMark: Type.Union([Instant, Type.Null()], { description: 'When the newest exported mark was committed.' }),
  epoch: Type.Integer({ description: 'How many recoveries there were.' }),
  lost: Type.Object({
    since: orNull(Instant),
    until: orNull(Instant),
    ledgerEntries: Type.Integer(),
    auditEntries: Type.Integer({ description: 'Exported, and not in the audit log: a replay brings them back.' }),
  }),
  isReplayed: Type.Boolean(),
  replayed: Type.Union([Replays, Type.Null()], { description: 'The replays behind this fence.' }),
  last: Type.Union([LastRecovery, Type.Null()], { description: 'The last recovery.' }),
  missing: Type.Array(MissingEntry, { description: `The first ${MOST_SHOWN}.` }),
  books: Type.Array(Lost, { description: `The first ${MOST_SHOWN}.` }),
  operations: Type.Object({ queued: Type.Integer(), processing: Type.Integer() }),
  proposal: orNull(Type.String()),
  next: Type.Enum(['nothing', 'replay', 'propose', 'approve'], { type: 'string' }),
});

const Replayed = Type.Object({ written: Type.Integer(), applied: Type.Integer() });

const NewRecovery = Type.Object({ reason: Words('Why the loss is accepted; it is kept in the audit log.') });

/** Shows what is lost, replays what was exported, and proposes to recover. */
export const recoveryRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    '/desk/v1/recovery',
    {
      config: action('recovery.read'),
      schema: {
        tags,
        operationId: 'getRecovery',
        summary: 'See what a fenced database has lost, and what to do next',
        querystring: NoQuery,
        response: { 200: RecoveryShown, ...refusedAt(400, 409) },
      },
    },
    async () => {
      const survey = await explained(surveyLoss(recoveryOf(deps)));
      const open = await listProposalRows(deps.db, { open: true, limit: MOST_OPEN });
      const proposal = open.find(({ action: name }) => name === RECOVER);
      return { ...toShown(survey, proposal), ...toVerified(survey, deps), ...(await readHistory(survey, deps)) };
    },
  );

  app.post(
    '/desk/v1/recovery/replay',
    {
      config: action('recovery.replay'),
      schema: {
        tags,
        operationId: 'replayExports',
        summary: 'Replay the exported audit entries, and end every session',
        querystring: NoQuery,
        response: { 200: Replayed, ...refusedAt(400, 409) },
      },
    },
    async ({ operator }) => {
      const replayed = await explained(replayExports(recoveryOf(deps), operator.actor, deps.clock));
      return 'refused' in replayed ? refuse(codeOf(replayed.refused)) : replayed;
    },
  );

  app.post(
    '/desk/v1/recovery',
    {
      config: action('recovery.propose'),
      schema: {
        tags,
        operationId: 'proposeRecovery',
        summary: 'Propose to accept what is lost',
        querystring: NoQuery,
        body: NewRecovery,
        response: { 202: Proposed, ...refusedAt(400, 409, 413, 415) },
      },
    },
    async ({ body, operator }, reply) => {
      const reason = readWords(body.reason);
      const proposed = await explained(proposeRecovery(recoveryOf(deps), operator.actor, reason));
      return reply.code(202).send(await asProposal(deps, operator, proposed));
    },
  );
};

/** Approves or withdraws a proposal to recover, behind the closed fence. */
export async function decideRecovery(
  deps: DeskDeps,
  { actor, id: operatorId }: DeskOperator,
  { verb, row }: { verb: 'approve' | 'withdraw'; row: ProposalRow },
) {
  const recovery = recoveryOf(deps);
  if (verb === 'withdraw') return withdraw({ db: recovery.db, actor }, row.id);
  return explained(approveRecovery(recovery, { actor, operatorId, clock: deps.clock }, row));
}

const recoveryOf = ({ recovery }: DeskDeps): Recovery => recovery ?? refuse('no_exports');

/** A store or a database that cannot be trusted is a refusal, with the place in the log. */
async function explained<Answer>(work: Promise<Answer>): Promise<Answer> {
  return work.catch((error: unknown) => {
    if (error instanceof DamagedHeads) refuse('heads_damaged');
    if (error instanceof ContradictsHeads) refuse('contradicts_heads');
    throw error;
  });
}

type Shown = Static<typeof RecoveryShown>;

/** Why writes are refused: the database is fenced, or this process has not verified it. */
function toVerified({ fenced }: Survey, { fence }: DeskDeps): Pick<Shown, 'isVerified' | 'why' | 'since'> {
  const closed = fenced ?? fence.check();
  return { isVerified: closed === undefined, why: closed?.why ?? '', since: shownAtOrNull(closed?.since ?? null) };
}

async function readHistory({ fenced }: Survey, { db }: DeskDeps): Promise<Pick<Shown, 'replayed' | 'last'>> {
  const replays = fenced && (await findReplays(db, fenced.since));
  const last = await findLastRecovery(db);
  const ids = [replays?.last, last].flatMap((row) => row?.operator_id ?? []);
  const names = await operatorNames(db, ids);
  const named = (id: string | null) => (id === null ? null : { id: toId('operator', id), name: names.get(id) ?? '' });
  return {
    replayed:
      replays === undefined
        ? null
        : {
            at: shownAt(replays.last.at),
            by: named(replays.last.operator_id),
            written: replays.written,
            applied: replays.applied,
          },
    last:
      last === undefined
        ? null
        : { at: shownAt(last.at), approvedBy: named(last.operator_id), ...lossOf(last.details) },
  };
}

const lossOf = (details: Record<string, unknown>) => {
  const { proposal, reason, lostSince, lostUntil, lostEntries, books } = details;
  return {
    proposal: typeof proposal === 'string' ? proposal : null,
    reason: typeof reason === 'string' ? reason : '',
    lostSince: momentIn(lostSince),
    lostUntil: momentIn(lostUntil),
    lostEntries: Number(lostEntries ?? 0),
    books: Number(books ?? 0),
  };
};

const momentIn = (value: unknown) => (typeof value === 'string' ? shownAt(new Date(value)) : null);

function toShown(
  survey: Survey,
  open: ProposalRow | undefined,
): Omit<Shown, 'isVerified' | 'why' | 'since' | 'replayed' | 'last'> {
  const { fenced, epoch, exported, here, auditThrough, missing, behind } = survey;
  const isReplayed = here.replayed_through !== null && Number(here.replayed_through) === auditThrough;
  const decided = open === undefined ? ('propose' as const) : ('approve' as const);
  return {
    recovering: fenced !== undefined,
    newestMark: exported === undefined ? null : shownAt(new Date(exported.at)),
    epoch,
    lost: {
      since: fenced === undefined ? null : shownAtOrNull(here.mark_at),
      until: fenced === undefined || exported === undefined ? null : shownAt(new Date(exported.at)),
      ledgerEntries: lostEntries(behind),
      auditEntries: missing.length,
    },
    isReplayed,
    missing: missing.slice(0, MOST_SHOWN).map(({ entry, texts }) => ({
      number: entry,
      at: texts[1] ?? '',
      action: texts[3] ?? '',
      subject: texts[6] ?? '',
    })),
    books: behind
      .slice(0, MOST_SHOWN)
      .flatMap(({ companyId, environment, fork }) =>
        fork === undefined
          ? []
          : [{ company: toId('company', companyId), environment, after: fork.after, lost: fork.lost }],
      ),
    operations: { queued: Number(here.queued), processing: Number(here.processing) },
    proposal: open === undefined ? null : toId('proposal', open.id),
    next: fenced === undefined ? 'nothing' : isReplayed ? decided : 'replay',
  };
}
