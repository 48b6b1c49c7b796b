// Judges the workers: whether any runs, whether they are stopped, and which jobs failed.
import { STOPPED_BY_FENCE } from '../../platform/fence/open.ts';
import { DEAD_LETTERS } from '../../platform/queue/queues.ts';
import { type Facts, secondsSince } from './facts.ts';
import type { Problem } from './problem.ts';

/** Workers count the queues every second: without a count for this long, no worker runs. */
const NOBODY_COUNTS_SECONDS = 60;

const runbook = (section: string) => `docs/runbooks/operations.md#${section}`;

/** Whether a worker runs and is not stopped, and which jobs are no longer retried. */
export function judgeWorkers(facts: Facts): Problem[] {
  const { queues, at } = facts;
  const counted = queues.map(({ counted_at }) => counted_at?.getTime() ?? 0);
  const last = new Date(Math.max(0, ...counted));
  const silent = queues.length > 0 && secondsSince(last, at) > NOBODY_COUNTS_SECONDS;
  const failed = queues.filter((queue) => queue.failed > 0);
  const dead = queues.find(({ name }) => name === DEAD_LETTERS)?.ready ?? 0;
  return [
    ...judgeStopped(facts),
    ...(silent
      ? [
          {
            problem: 'No worker runs',
            why: last.getTime() === 0 ? 'none ever counted the queues' : `none since ${last.toISOString()}`,
            next: `Start one: ${runbook('no-worker-runs')}`,
          },
        ]
      : []),
    ...failed.map(({ name, failed: jobs }) => ({
      problem: `Jobs of ${name} failed`,
      why: `${jobs} gave up after all their tries`,
      next: `Read the worker's log: ${runbook('jobs-failed')}`,
    })),
    ...(dead === 0
      ? []
      : [
          {
            problem: `${dead === 1 ? '1 job' : `${dead} jobs`} gave up and ${dead === 1 ? 'needs' : 'need'} attention`,
            why: 'they are not retried automatically',
            next: `Check them at the desk, under Jobs: ${runbook('jobs-failed')}`,
          },
        ]),
  ];
}

/**
 * A stop file applies to one machine: an operator who stops everything must see a worker that goes on. A fence of the
 * database stops them all, and is a problem of its own.
 */
function judgeStopped({ workers, server }: Facts): Problem[] {
  const isOfFence = (reason: string) => reason.startsWith(STOPPED_BY_FENCE);
  const stopped = workers
    .filter((worker) => worker.stopped_since !== null)
    .filter((worker) => server.fenced_at === null || !isOfFence(worker.stop_reason));
  const [first] = stopped.toSorted((one, other) => Number(one.stopped_since) - Number(other.stopped_since));
  if (first === undefined) return [];
  const working = new Set(workers.filter((worker) => worker.stopped_since === null).map(({ host }) => host));
  return [
    {
      problem: `${stopped.length} of ${workers.length} workers are stopped`,
      why: [
        `since ${first.stopped_since?.toISOString()} on ${first.host}: ${first.stop_reason}`,
        ...(working.size === 0 ? ['nothing is sent'] : [`workers still send from ${[...working].join(', ')}`]),
      ].join('; '),
      next: isOfFence(first.stop_reason)
        ? `See what the reason means: ${runbook('recovering')}`
        : 'See who stopped them, and how to continue: docs/runbooks/stop.md#workers-are-stopped',
    },
  ];
}
