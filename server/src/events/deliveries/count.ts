// Delivery attempts, and how soon the first one begins, as metrics.
import { Counter, Histogram, type Registry } from 'prom-client';
import { NOBODY, timeOf } from '../../foundation/ids.ts';
import { environments } from '../../foundation/scope.ts';
import type { AttemptOutcome, DueRow } from './sql.ts';

/** From a wake-up to an hour of backlog, in seconds. */
const DELAY_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];

/** Counts an attempt, made for a delivery. */
export type CountAttempt = (outcome: AttemptOutcome, due: DueRow) => void;

/** Adds the metrics to a registry, if there is one. Returns a function that counts. */
export function countAttempts(registry: Registry | undefined): CountAttempt {
  if (registry === undefined) return () => undefined;
  const attempts = new Counter({
    name: 'cardwright_webhook_attempts_total',
    help: 'Attempts to deliver an event, by outcome.',
    labelNames: ['environment', 'outcome'],
    registers: [registry],
  });
  const delays = new Histogram({
    name: 'cardwright_webhook_delay_seconds',
    help: 'From an event to the first attempt to deliver it; without replays.',
    labelNames: ['environment'],
    buckets: DELAY_BUCKETS,
    registers: [registry],
  });
  for (const environment of environments) {
    delays.zero({ environment });
    for (const outcome of ['delivered', 'failed']) attempts.inc({ environment, outcome }, 0); // a rate starts at zero
  }
  return ({ environment, outcome, at }, { attempts: before, replay, event_id }) => {
    attempts.inc({ environment, outcome });
    if (before > 0 || replay !== NOBODY) return;
    delays.observe({ environment }, Math.max(0, at.getTime() - timeOf(event_id).getTime()) / 1_000);
  };
}
