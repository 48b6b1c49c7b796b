// What a receiver says it applied. Its responses alone do not show whether an event was applied twice.
import { UsageProblem } from '../problem.ts';

/** The expected response: ids of the applied events, and the status of each object. */
export type Applied = { events: string[]; objects: Record<string, string> };

/** Reads what the receiver applied. */
export async function readApplied(url: string): Promise<Applied> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
  const value = (await response.json().catch(() => undefined)) as Partial<Applied> | undefined;
  if (!response.ok || !Array.isArray(value?.events) || typeof value.objects !== 'object')
    throw new UsageProblem(`${url} must return {"events":["evt_…"],"objects":{"op_…":"completed"}}.`);
  return { events: value.events, objects: value.objects };
}
