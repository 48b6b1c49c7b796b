// Jobs of the queue: their counts, those that failed all their attempts, and retrying them.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { listQueues } from '../../oversight/status/sql.ts';
import { Instant, NoQuery } from '../../platform/http/schema.ts';
import type { DeadJob } from '../../platform/queue/dead-letters.ts';
import { action } from './actions.ts';
import { Count, InstantOrNull, orNull, refusedAt, shownAt, shownAtOrNull } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';
import { Queue, toQueue } from './queue-shown.ts';
import { redrive } from './redrive.ts';

/** A screen's worth; a longer list has one cause. */
const MOST_SHOWN = 100;

const Uuid = Type.String({ format: 'uuid' });

const Job = Type.Object({
  id: Type.String(),
  queue: Type.String({ description: 'Where it gave up, and where it goes when it is tried again.' }),
  data: Type.Unknown({ description: 'Its input.' }),
  error: orNull(Type.String()),
  tries: Count,
  createdAt: InstantOrNull,
  failedAt: Instant,
});

const Jobs = Type.Object({
  queues: Type.Array(Queue),
  dead: Type.Array(Job, { description: `Oldest first, at most ${MOST_SHOWN}.` }),
});

/** Shows failed jobs and retries them. */
export const jobRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db, deadLetters } = deps;
  app.get(
    '/desk/v1/jobs',
    {
      config: action('jobs.read'),
      schema: {
        tags: ['Jobs'],
        operationId: 'listJobs',
        summary: 'See how many jobs there are, and which failed',
        querystring: NoQuery,
        response: { 200: Jobs, ...refusedAt(400) },
      },
    },
    async () => {
      const [queues, dead] = await Promise.all([listQueues(db), deadLetters.list(db, MOST_SHOWN)]);
      return { queues: queues.map(toQueue), dead: dead.map(toJob) };
    },
  );

  app.post(
    '/desk/v1/jobs/redrive',
    {
      config: action('jobs.redrive'),
      schema: {
        tags: ['Jobs'],
        operationId: 'redriveJobs',
        summary: 'Retry failed jobs',
        querystring: NoQuery,
        body: Type.Object({ ids: Type.Array(Uuid, { minItems: 1, maxItems: MOST_SHOWN, uniqueItems: true }) }),
        response: { 200: Type.Object({ redriven: Count }), ...refusedAt(400, 413, 415) },
      },
    },
    async ({ body, operator }) => ({ redriven: await redrive(deps, toolsOf(deps, operator), body.ids) }),
  );
};

const toJob = (job: DeadJob): Static<typeof Job> => ({
  id: job.id,
  queue: job.queue,
  data: job.data,
  error: job.error ?? null,
  tries: job.tries,
  createdAt: shownAtOrNull(job.createdAt),
  failedAt: shownAt(job.failedAt),
});
