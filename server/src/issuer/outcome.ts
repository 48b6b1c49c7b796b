// The outcome of an order that a notification reports.
import type { Said } from './about.ts';

/** Undefined unless the notification's type and its data report the same outcome. */
export function orderOutcomeIn({ type, data: { status } }: Said): 'done' | 'rejected' | undefined {
  if (type === 'order.done' && status === 'done') return 'done';
  return type === 'order.rejected' && status === 'rejected' ? 'rejected' : undefined;
}
