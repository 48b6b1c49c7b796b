// Processed notifications by verdict, as a metric.
import { Counter, type Registry } from 'prom-client';
import { type Environment, environments } from '../foundation/scope.ts';
import type { Marked } from './sql.ts';

const statuses: readonly Marked['status'][] = ['processed', 'unplaced', 'rejected'];

/** Adds the counter to a registry, if there is one. Returns a function that counts. */
export function countNotifications(
  registry: Registry | undefined,
): (environment: Environment, status: Marked['status']) => void {
  if (registry === undefined) return () => undefined;
  const counter = new Counter({
    name: 'cardwright_notifications_total',
    help: 'Attempts of workers to process notifications, by result; an unplaced notification is retried.',
    labelNames: ['environment', 'status'],
    registers: [registry],
  });
  for (const environment of environments) {
    for (const status of statuses) counter.inc({ environment, status }, 0); // a rate needs a series that starts at zero
  }
  return (environment, status) => counter.inc({ environment, status });
}
