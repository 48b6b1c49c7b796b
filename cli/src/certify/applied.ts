// What a receiver says that it applied. Answers alone do not tell whether an event counted twice.
import { UsageProblem } from '../problem.ts';

/** The form of the answer: ids of the events that had an effect, in order, and the status of each object. */
export type Applied = { events: string[]; objects: Record<string, string> };

/** Reads what the receiver applied. */
export async function readApplied(url: string): Promise<Applied> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
  const value = (await response.json().catch(() => undefined)) as Partial<Applied> | undefined;
  if (!response.ok || !Array.isArray(value?.events) || typeof value.objects !== 'object')
    throw new UsageProblem(`${url} must answer {"events":["evt_…"],"objects":{"op_…":"completed"}}.`);
  return { events: value.events, objects: value.objects };
}
