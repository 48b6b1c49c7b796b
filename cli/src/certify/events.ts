// The events that a receiver is tested with: those of sandbox orders, one for each fault of the issuer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@cardwright/sdk';
import { type FeedEvent, newest, readFeed } from '../feed.ts';
import { SCENARIOS } from '../generated/commands.ts';
import { activeHolder, issue, newHolder, POLL_MS, type Scenario } from '../orders.ts';

/** An event with the id and the status of its object. */
export type Tried = FeedEvent & { objectId: string; status: string };

/** The longest wait for the outcome of an order, after the request's own. Generous, for busy machines. */
const DECIDED_WITHIN_MS = 300_000;

/**
 * Creates a cardholder, orders a card under each fault, and returns the events that followed, oldest first. They
 * include events of the company's other orders, which serve as well.
 */
export async function makeEvents(client: Client, progress: (words: string) => void): Promise<Tried[]> {
  const before = await newest(client);
  progress('creating a cardholder');
  const { id: holderId } = await newHolder(client);
  await activeHolder(client);
  progress(`ordering ${SCENARIOS.length} cards, one for each fault of the issuer`);
  const orders = await Promise.all(SCENARIOS.map((scenario) => orderUnder(client, scenario)));
  const wanted = new Set([holderId, ...orders.map(({ id }) => id)]);
  for (const end = performance.now() + DECIDED_WITHIN_MS; performance.now() < end; ) {
    const events = await readAll(client, before);
    const decided = new Set(events.map(({ objectId }) => objectId));
    const missing = [...wanted].filter((id) => !decided.has(id));
    if (missing.length === 0 && events.some(({ objectId, status }) => objectId === holderId && status === 'active'))
      return events;
    progress(`${wanted.size - missing.length} of ${wanted.size} have an outcome`);
    await sleep(10 * POLL_MS);
  }
  throw new Error(`Some orders had no outcome after ${DECIDED_WITHIN_MS / 1_000} s. Is a worker running?`);
}

/** Orders to an unreachable issuer stay queued for 15 minutes: such an order is canceled. */
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
