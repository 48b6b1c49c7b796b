// The events that a receiver is tried with: real ones, of orders in the sandbox under every fault of the issuer.
import type { Client } from '@cardwright/sdk';
import { type FeedEvent, newest, readFeed } from '../feed.ts';
import { SCENARIOS } from '../generated/commands.ts';
import { activeHolder, issue, newHolder, POLL_MS, type Scenario } from '../orders.ts';
import { UsageProblem } from '../problem.ts';

/** An event with what it is about. */
export type Tried = FeedEvent & { objectId: string; status: string };

/** How long an order may take to be decided, beyond the time that a request waits for it: much, on a busy machine. */
const DECIDED_WITHIN_MS = 300_000;

/**
 * Orders a card under each fault and a cardholder, and returns the events that followed, oldest first. Events of other
 * orders of the company are among them; they are as real.
 */
export async function makeEvents(client: Client, progress: (words: string) => void): Promise<Tried[]> {
  const before = await newest(client);
  progress('creating a cardholder');
  const { id: holderId } = await newHolder(client);
  await activeHolder(client);
  progress(`ordering a card under each of ${SCENARIOS.length} faults`);
  const orders = await Promise.all(SCENARIOS.map((scenario) => orderUnder(client, scenario)));
  const wanted = new Set([holderId, ...orders.map(({ id }) => id)]);
  for (const end = performance.now() + DECIDED_WITHIN_MS; performance.now() < end; ) {
    const events = await readAll(client, before);
    const decided = new Set(events.map(({ objectId }) => objectId));
    const missing = [...wanted].filter((id) => !decided.has(id));
    if (missing.length === 0 && events.some(({ objectId, status }) => objectId === holderId && status === 'active'))
      return events;
    progress(`${wanted.size - missing.length} of ${wanted.size} are decided`);
    await new Promise((resolve) => setTimeout(resolve, 10 * POLL_MS));
  }
  throw new UsageProblem(`Not every order was decided within ${DECIDED_WITHIN_MS / 1_000} s. Is a worker running?`);
}

/** An issuer that cannot be reached is tried again for a quarter of an hour: such an order is cancelled. */
async function orderUnder(client: Client, scenario: Scenario): Promise<{ id: string }> {
  const { id, status } = await issue(client, scenario);
  return status === 'queued' ? await client.operations.cancel(id) : { id };
}

async function readAll(client: Client, before: number): Promise<Tried[]> {
  const all: Tried[] = [];
  for (let after = before; ; ) {
    const page = await readFeed(client, { after });
    all.push(...page.map(toTried));
    const last = page.at(-1);
    if (last === undefined) return all;
    after = last.sequence;
  }
}

function toTried(event: FeedEvent): Tried {
  const { data } = JSON.parse(event.text) as { data: { object: { id: string; status?: string } } };
  return { ...event, objectId: data.object.id, status: data.object.status ?? '' };
}
