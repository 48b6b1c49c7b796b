// What waits, what is stuck, why, since when, and what to do next: the facts and judgements of the command line.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { EnvironmentName, Instant, NoQuery, ShownAmount, SignedAmount } from '../http/schema.ts';
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import { type Facts, MOST_COUNTED, readFacts } from '../status/facts.ts';
import { judge } from '../status/judge.ts';
import { backlogs, invoiceStates, reasons, webhookStates } from '../status/sql.ts';
import { act } from './acts.ts';
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
      next: Type.String({ description: 'A command to copy, or where the steps stand.' }),
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
  webhooks: Type.Array(Type.Object({ environment, state: one(webhookStates), webhooks: Count, oldestAt: Instant })),
  queues: Type.Array(Queue),
  pauses: Type.Array(Pause),
});

/** Tells the status of the cell. */
export const statusRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, { db }) => {
  app.get(
    '/desk/v1/status',
    {
      config: act('status.read'),
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

const rest = ({ backlogs: waiting, reconciled, webhooks, queues }: Facts) => ({
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
  webhooks: webhooks.map((row) => ({
    environment: row.environment,
    state: row.state,
    webhooks: Number(row.webhooks),
    oldestAt: shownAt(row.oldest_at),
  })),
  queues: queues.map(toQueue),
});
