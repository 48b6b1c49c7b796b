// A window of load on both cells. The cell that lives must answer everything; its times are measured.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../harness/ask.ts';
import { rawAsk } from './raw.ts';
import type { Cell, World } from './world.ts';

/** Requests a second at the other cell. Each has a connection of its own, as of a client that was not there before. */
const PER_SECOND = 25;

/** The same at the cell that will be lost: few, or its own work would slow these windows and hide a delay. */
const PER_SECOND_OF_ALIVE = 5;

/** Requests in a window for a cell that is lost: more than the router has connections, as its clients try again. */
const WHILE_LOST = 300;

/** The client of a cell that is lost gives up after this time. */
const PATIENCE_OF_LOST_MS = 2_000;

/** Nothing of the other cell takes this long, also on a busy machine. */
const PATIENCE_MS = 20_000;

/** One in this many requests is an order. */
const ORDER = 3;

/** In milliseconds. */
export type Times = { p50: number; p95: number; count: number };

export type Windows = {
  /** Measures the other cell for a while, with load on both. */
  measure(isLost: boolean, ms: number): Promise<Times>;
  /** Orders that the other cell has acknowledged. */
  acknowledged: string[];
  answers: { other: number; lost: number; unanswered: number };
};

/** Prepares windows of load. */
export function openWindows(world: World): Windows {
  const { context, lost, other } = world;
  const windows: Windows = {
    acknowledged: [],
    answers: { other: 0, lost: 0, unanswered: 0 },
    async measure(isLost, ms) {
      const times: number[] = [];
      const askOther = async (number: number) => {
        const started = performance.now();
        const answer = await send(world, other, number, PATIENCE_MS).catch((error: unknown) => String(error));
        times.push(performance.now() - started);
        windows.answers.other++;
        if (typeof answer === 'string' || answer.status >= 300)
          return context.violation('the other cell did not answer', { isLost, answer });
        const { id = '' } = JSON.parse(answer.text) as { id?: string };
        if (answer.status === 201) windows.acknowledged.push(id);
      };
      const askLost = async (number: number) => {
        const answer = await send(world, lost, number, PATIENCE_OF_LOST_MS).catch(() => undefined);
        windows.answers[answer === undefined ? 'unanswered' : 'lost']++;
        if (isLost && answer !== undefined) judgeLost(world, answer);
      };
      await Promise.all([
        offer(ms, PER_SECOND, askOther),
        offer(ms, isLost ? WHILE_LOST / (ms / 1_000) : PER_SECOND_OF_ALIVE, askLost),
      ]);
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
      return { p50: at(0.5), p95: at(0.95), count: sorted.length };
    },
  };
  return windows;
}

/** The client is told to repeat with the same key. Any other answer comes from a cell that does not know the client. */
function judgeLost({ context }: World, answer: Answer): void {
  const { code, retry } = JSON.parse(answer.text) as { code?: string; retry?: string };
  if (answer.status < 500 || retry !== 'same_key' || code !== 'overloaded')
    context.violation('a request for the lost cell got an answer that it must not get', { answer });
}

/** Sends at a steady rate, answered or not, and waits for the answers. The first error ends it. */
async function offer(ms: number, perSecond: number, ask: (number: number) => Promise<void>): Promise<void> {
  const asked: Promise<void>[] = [];
  const errors: unknown[] = [];
  const keep = (error: unknown) => void errors.push(error);
  const started = performance.now();
  while (performance.now() - started < ms && errors.length === 0) {
    const due = ((performance.now() - started) / 1_000) * perSecond;
    while (asked.length < due) asked.push(ask(asked.length).catch(keep));
    await sleep(1_000 / perSecond);
  }
  await Promise.all(asked);
  if (errors.length > 0) throw errors[0];
}

let sentOrders = 0;

/** A read, or an order with a key that was never used. */
function send({ router }: World, cell: Cell, number: number, timeoutMs: number): Promise<Answer> {
  const { key = '' } = cell.companies[number % cell.companies.length] ?? {};
  const authorization = `Bearer ${key}`;
  if (number % ORDER > 0) return rawAsk(router.url, '/api/v1/balance', { authorization }, { timeoutMs });
  const headers = { authorization, 'idempotency-key': `window ${sentOrders++}` };
  const body = { type: 'service', productId: cell.serviceId, recipient: 'somebody', amount: '1.00' };
  return rawAsk(router.url, '/api/v1/operations', headers, { body, timeoutMs });
}
