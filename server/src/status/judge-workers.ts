// Judging the workers: whether any runs, and what they gave up.
import { DEAD_LETTERS } from '../queue/queues.ts';
import { type Facts, secondsSince } from './facts.ts';
import type { Problem } from './judge.ts';

/** Workers count the queues every second: when nobody has for so long, no worker runs. */
const NOBODY_COUNTS_SECONDS = 60;

const runbook = (section: string) => `docs/runbooks/operations.md#${section}`;

/** Whether a worker runs, and which jobs nobody tries any more. */
export function judgeWorkers({ queues, at }: Facts): Problem[] {
  const counted = queues.map(({ counted_at }) => counted_at?.getTime() ?? 0);
  const last = new Date(Math.max(0, ...counted));
  const silent = queues.length > 0 && secondsSince(last, at) > NOBODY_COUNTS_SECONDS;
  const failed = queues.filter((queue) => queue.failed > 0);
  const dead = queues.find(({ name }) => name === DEAD_LETTERS)?.ready ?? 0;
  return [
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
            problem: `${dead === 1 ? '1 job' : `${dead} jobs`} that gave up wait for somebody`,
            why: 'nobody tries them again by themselves',
            next: `Look at them at the desk, under jobs: ${runbook('jobs-failed')}`,
          },
        ]),
  ];
}
