// What waits, what is stuck, why, since when, and what to do next: the same facts and judgements as the command line's.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { subjects } from '../../ledger/seals/sql.ts';
import { type Facts, MOST_COUNTED, readFacts, someWork } from '../../oversight/status/facts.ts';
import { judge } from '../../oversight/status/judge.ts';
import { backlogs, invoiceStates, reasons, webhookStates } from '../../oversight/status/sql.ts';
import { EnvironmentName, Instant, NoQuery, ShownAmount, SignedAmount } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { Count, InstantOrNull, orNull, refusedAt, shownAt, shownAtOrNull } from './contract.ts';
import type { DeskDeps } from './deps.ts';
import { Pause, readPauses } from './pause-routes.ts';
import { Queue, toQueue } from './queue-shown.ts';

const one = (values: readonly string[]) => Type.Enum([...values], { type: 'string' });
const environment = EnvironmentName;

const Status = Type.Object({
  at: Instant,
  mostCounted: Type.Integer({ description: 'A count above it means "more than that".', examples: [MOST_COUNTED] }),
  problems: Type.Array(
    Type.Object({
      problem: Type.String(),
      why: Type.String(),
      next: Type.String({ description: 'A command to copy, or where the steps are documented.' }),
    }),
    { description: 'What needs somebody, the worst first.' },
  ),
  waiting: Type.Array(
    Type.Object({
      environment,
      reason: one(reasons),
      pause: orNull(Type.String()),
      operations: Count,
      held: ShownAmount,
      oldestAt: Instant,
    }),
  ),
  sending: Type.Array(Type.Object({ environment, operations: Count, silent: Count, oldestAt: Instant })),
  reviews: Type.Array(
    Type.Object({
      environment,
      operations: Count,
      forPeople: Count,
      held: ShownAmount,
      oldestAt: Instant,
      nextCheckAt: InstantOrNull,
    }),
  ),
  invoices: Type.Array(
    Type.Object({
      environment,
      state: one(invoiceStates),
      invoices: Count,
      forPeople: Count,
      oldestAt: Instant,
      nextCheckAt: InstantOrNull,
    }),
  ),
  held: Type.Array(
    Type.Object({ environment, byLedger: SignedAmount, byOperations: SignedAmount, isWhole: Type.Boolean() }),
  ),
  backlogs: Type.Array(
    Type.Object({ backlog: one(backlogs), environment: orNull(environment), waiting: Count, oldestAt: Instant }),
  ),
  reconciled: Type.Array(
    Type.Object({
      environment,
      breaks: Count,
      oldestAt: InstantOrNull,
      notRead: Count,
      lastAt: InstantOrNull,
    }),
  ),
  verified: Type.Array(
    Type.Object({
      subject: one(subjects),
      lastAt: InstantOrNull,
      books: orNull(Count),
      entries: orNull(Count),
      comparedWithHeads: orNull(Type.Boolean()),
      bad: orNull(
        Type.Object({
          rule: Type.String(),
          row: Type.String(),
          expected: Type.String(),
          found: Type.String(),
          company: Type.Optional(Type.String()),
          environment: Type.Optional(Type.String()),
        }),
      ),
    }),
    { description: 'The last verification of the ledger and of the audit log; `bad` is the first row that is wrong.' },
  ),
  webhooks: Type.Array(Type.Object({ environment, state: one(webhookStates), webhooks: Count, oldestAt: Instant })),
  work: Type.Array(
    Type.Object({
      kind: Type.String({ examples: ['holder'] }),
      environment,
      open: Count,
      due: Count,
      dueSince: InstantOrNull,
      failing: Count,
      failingReason: orNull(Type.String()),
      parked: Count,
      parkedSince: InstantOrNull,
      parkedReason: orNull(Type.String()),
    }),
    { description: 'Background work, by kind and environment. Kinds without any are left out.' },
  ),
  workers: Type.Array(
    Type.Object({
      host: Type.String(),
      startedAt: Instant,
      seenAt: Instant,
      stoppedSince: InstantOrNull,
      stopReason: Type.String(),
    }),
    { description: 'The workers that run. A stop file keeps those with `stoppedSince` from claiming and sending.' },
  ),
  queues: Type.Array(Queue),
  pauses: Type.Array(Pause),
});

/** Returns the status of the cell. */
export const statusRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, { db }) => {
  app.get(
    '/desk/v1/status',
    {
      config: action('status.read'),
      schema: {
        tags: ['Status'],
        operationId: 'getStatus',
        summary: 'See what waits, what is stuck, and what to do next',
        querystring: NoQuery,
        response: { 200: Status, ...refusedAt(400) },
      },
    },
    async () => {
      const facts = await readFacts(db);
      const pauses = await readPauses(db, facts.pauses);
      return { ...toStatus(facts), problems: judge(facts), pauses };
    },
  );
};

const toStatus = (facts: Facts): Omit<Static<typeof Status>, 'problems' | 'pauses'> => ({
  at: shownAt(facts.at),
  mostCounted: MOST_COUNTED,
  waiting: facts.waiting.map((row) => ({
    environment: row.environment,
    reason: row.reason,
    pause: row.pause_id === null ? null : toId('pause', row.pause_id),
    operations: Number(row.operations),
    held: formatUsd(row.held),
    oldestAt: shownAt(row.oldest_at),
  })),
  sending: facts.sending.map((row) => ({
    environment: row.environment,
    operations: Number(row.operations),
    silent: Number(row.silent),
    oldestAt: shownAt(row.oldest_at),
  })),
  reviews: facts.reviews.map((row) => ({
    environment: row.environment,
    operations: Number(row.operations),
    forPeople: Number(row.without_next),
    held: formatUsd(row.held),
    oldestAt: shownAt(row.oldest_at),
    nextCheckAt: shownAtOrNull(row.next_at),
  })),
  invoices: facts.invoices.map((row) => ({
    environment: row.environment,
    state: row.state,
    invoices: Number(row.invoices),
    forPeople: Number(row.without_next),
    oldestAt: shownAt(row.oldest_at),
    nextCheckAt: shownAtOrNull(row.next_at),
  })),
  held: facts.held.map((row) => ({
    environment: row.environment,
    byLedger: formatUsd(row.of_holds),
    byOperations: formatUsd(row.of_operations),
    isWhole: row.is_whole,
  })),
  ...rest(facts),
});

const rest = ({ backlogs: waiting, reconciled, verified, webhooks, work, workers, queues }: Facts) => ({
  backlogs: waiting.map((row) => ({
    backlog: row.backlog,
    environment: row.environment,
    waiting: Number(row.waiting),
    oldestAt: shownAt(row.oldest_at),
  })),
  reconciled: reconciled.map((row) => ({
    environment: row.environment,
    breaks: Number(row.breaks),
    oldestAt: shownAtOrNull(row.oldest_at),
    notRead: Number(row.unread),
    lastAt: row.has_run ? shownAtOrNull(row.last_at) : null,
  })),
  verified: verified.map((row) => ({
    subject: row.subject,
    lastAt: row.has_run ? shownAtOrNull(row.last_at) : null,
    books: row.books === null ? null : Number(row.books),
    entries: row.entries === null ? null : Number(row.entries),
    comparedWithHeads: row.compared_with_heads,
    bad: row.bad,
  })),
  webhooks: webhooks.map((row) => ({
    environment: row.environment,
    state: row.state,
    webhooks: Number(row.webhooks),
    oldestAt: shownAt(row.oldest_at),
  })),
  work: someWork(work).map((row) => ({
    kind: row.kind,
    environment: row.environment,
    open: Number(row.open),
    due: Number(row.due),
    dueSince: shownAtOrNull(row.due_since),
    failing: Number(row.failing),
    failingReason: row.failing_reason,
    parked: Number(row.parked),
    parkedSince: shownAtOrNull(row.parked_since),
    parkedReason: row.parked_reason,
  })),
  workers: workers.map((row) => ({
    host: row.host,
    startedAt: shownAt(row.started_at),
    seenAt: shownAt(row.seen_at),
    stoppedSince: shownAtOrNull(row.stopped_since),
    stopReason: row.stop_reason,
  })),
  queues: queues.map(toQueue),
});
