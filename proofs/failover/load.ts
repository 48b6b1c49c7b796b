// The load: companies keep ordering through every door, repeat what was not answered, and read what was.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { Pool } from 'undici';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** An attempt without an answer by then is abandoned and repeated. */
const ATTEMPT_MS = 15_000;

/** A client without an answer by then, after all retries, never gets one: longer than any round may take. */
const PATIENCE_MS = 240_000;

/** First retry delay of an unanswered client; it doubles each time, up to the last. */
const AGAIN_AFTER_MS = { first: 100, last: 3_000 };

/** One in this many acknowledged orders is repeated later by a client that forgot the answer. */
const FORGETFUL = 8;
const FORGOTTEN_AFTER_MS = { low: 500, high: 15_000 };

/** One in this many attempts without an answer is followed by a question for the outcome of its key. */
const CURIOUS = 2;

/** Acknowledged operations that clients read: the newest, which a former primary lacks. */
const READ_OF_NEWEST = 20;

/** A company that orders: with money, a cardholder known to the issuer, and a card to top up. */
export type Buyer = { scope: Scope; key: string; holder: string; card: string };

export type Catalogue = { card: string; service: string };

/** An API process, and how it finds the primary. */
export type Door = { name: 'hosts' | 'proxy'; url: string };

type Kind = 'issue' | 'topup' | 'service';

/** An order that was answered with 201, by the clock of this machine. Attempts before it may have had an effect. */
type Acknowledged = { buyer: Buyer; kind: Kind; amount: string; id: string; at: number };

/** A success: when its attempt began and ended, and through which door. */
type Success = { door: Door['name']; begun: number; ended: number };

type Gate = Door & { pool: Pool };
type Asked = { buyer: Buyer; kind: Kind; body: object; amount: string };
type Answer = { status: number; text: string };

export type Load = {
  context: Context;
  gates: Gate[];
  catalogue: Catalogue;
  buyers: Buyer[];
  acknowledged: Acknowledged[];
  successes: Success[];
  tally: {
    offered: number;
    requests: number;
    unanswered: number;
    repeats: number;
    reads: number;
    newKeys: number;
    lookedUp: number;
  };
  /** The first error in the background; waiting for the load rethrows it. */
  error: unknown;
  ending: AbortController;
};

/** Opens clients of all doors. */
export function openLoad(context: Context, doors: readonly Door[], catalogue: Catalogue): Load {
  const options = { headersTimeout: ATTEMPT_MS, bodyTimeout: ATTEMPT_MS, connect: { timeout: ATTEMPT_MS } };
  return {
    context,
    gates: doors.map((door) => ({ ...door, pool: new Pool(door.url, options) })),
    catalogue,
    buyers: [],
    acknowledged: [],
    successes: [],
    tally: { offered: 0, requests: 0, unanswered: 0, repeats: 0, reads: 0, newKeys: 0, lookedUp: 0 },
    error: undefined,
    ending: new AbortController(),
  };
}

/** Ends the clients and closes their connections. */
export async function closeLoad({ gates, ending }: Load): Promise<void> {
  ending.abort();
  await Promise.all(gates.map(({ pool }) => pool.destroy()));
}

/** Orders at a steady rate, answered or not, until stopped; then waits until every order is answered. */
export function startLoad(load: Load, perSecond: number): { stop(): Promise<void> } {
  const underway = new Set<Promise<void>>();
  const random = load.context.random.fork('load');
  const started = performance.now();
  const follow = (work: Promise<void>) => {
    const followed = work
      .catch((error: unknown) => {
        load.error ??= error;
      })
      .finally(() => underway.delete(followed));
    underway.add(followed);
  };
  const offer = () => {
    // By the clock and not by the timer, so that a late machine catches up.
    const due = ((performance.now() - started) / 1_000) * perSecond;
    while (load.tally.offered < due && load.error === undefined) {
      const own = random.fork(load.tally.offered++);
      follow(orderOnce(load, own));
      follow(readOnce(load, own.fork('read')));
    }
  };
  const timer = setInterval(offer, 1_000 / perSecond);
  load.ending.signal.addEventListener('abort', () => clearInterval(timer));
  return {
    async stop() {
      clearInterval(timer);
      while (underway.size > 0 && load.error === undefined) await Promise.race(underway);
      if (load.error !== undefined) throw load.error;
    },
  };
}

async function orderOnce(load: Load, random: Random): Promise<void> {
  const kind = random.pick(['issue', 'topup', 'service'] as const);
  const amount = `${random.integer(10, 60)}.${random.integer(10, 99)}`;
  await order(load, random, { buyer: random.pick(load.buyers), kind, amount });
}

/** Orders, and sometimes repeats the order later: the answer must be the same. */
async function order(load: Load, random: Random, wish: Omit<Asked, 'body'>): Promise<void> {
  const { buyer, kind, amount } = wish;
  const body = {
    issue: { type: kind, productId: load.catalogue.card, holderId: buyer.holder, amount },
    topup: { type: kind, cardId: buyer.card, amount },
    service: { type: kind, productId: load.catalogue.service, recipient: 'somebody', amount },
  }[kind];
  const asked = { ...wish, body };
  const first = await askUntilTold(load, random, asked, randomUUID());
  if (first === undefined) return;
  load.acknowledged.push({ ...wish, id: first.id, at: Date.now() });
  if (!random.oneIn(FORGETFUL)) return;
  await sleep(random.integer(FORGOTTEN_AFTER_MS.low, FORGOTTEN_AFTER_MS.high));
  load.tally.repeats++;
  const again = await askUntilTold(load, random, asked, first.key);
  if (again !== undefined && again.id !== first.id)
    load.context.violation('a repeated key was answered with another operation', { first, again });
}

/** Asks any of the doors until one acknowledges, and does what refusals say without a thought. */
async function askUntilTold(
  load: Load,
  random: Random,
  asked: Asked,
  firstKey: string,
): Promise<{ id: string; key: string } | undefined> {
  const until = performance.now() + PATIENCE_MS;
  let key = firstKey;
  for (let wait = AGAIN_AFTER_MS.first; performance.now() < until; wait = Math.min(2 * wait, AGAIN_AFTER_MS.last)) {
    const gate = random.pick(load.gates);
    const begun = performance.now();
    load.tally.requests++;
    const answer = await attempt(gate, asked, key);
    if (answer?.status === 201) {
      load.successes.push({ door: gate.name, begun, ended: performance.now() });
      return { id: (JSON.parse(answer.text) as { id: string }).id, key };
    }
    load.tally.unanswered++;
    const retry = answer === undefined ? 'same_key' : retryOf(answer);
    if (retry === 'never') {
      load.context.violation('an order was refused', { asked: asked.body, answer });
      return undefined;
    }
    if (retry === 'new_key') {
      load.tally.newKeys++;
      key = randomUUID();
    }
    const id = random.oneIn(CURIOUS) ? await lookUp(load, random, asked, key) : undefined;
    if (id !== undefined) return { id, key };
    if (load.ending.signal.aborted) return undefined;
    await sleep(random.integer(wait / 2, wait));
  }
  load.context.violation('an order was never answered', { asked: asked.body });
  return undefined;
}

/** The operation of a key, if it has one. */
async function lookUp(load: Load, random: Random, { buyer }: Asked, key: string): Promise<string | undefined> {
  const answer = await get(random.pick(load.gates), buyer, `/api/v1/idempotency-keys/${key}`);
  if (answer?.status !== 200) return undefined;
  load.tally.lookedUp++;
  return (JSON.parse(answer.text) as { resourceId: string }).resourceId;
}

/** What a refusal tells the client to do; an answer of something else leaves the outcome open. */
function retryOf({ text }: Answer): string {
  try {
    return (JSON.parse(text) as { retry?: string }).retry ?? 'same_key';
  } catch {
    return 'same_key';
  }
}

async function attempt({ pool }: Gate, { buyer, body }: Asked, key: string): Promise<Answer | undefined> {
  try {
    const response = await pool.request({
      method: 'POST',
      path: '/api/v1/operations',
      headers: {
        authorization: `Bearer ${buyer.key}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.statusCode, text: await response.body.text() };
  } catch {
    return undefined;
  }
}

/** Reads one of the newest acknowledged operations. A server that lost the leadership must not answer. */
async function readOnce(load: Load, random: Random): Promise<void> {
  const newest = load.acknowledged.slice(-READ_OF_NEWEST);
  if (newest.length === 0) return;
  const { id, buyer } = random.pick(newest);
  load.tally.reads++;
  const answer = await get(random.pick(load.gates), buyer, `/api/v1/operations/${id}`);
  if (answer?.status === 404) load.context.violation('an acknowledged operation was answered with 404', { id });
}

async function get({ pool }: Gate, { key }: Buyer, path: string): Promise<Answer | undefined> {
  try {
    const response = await pool.request({ method: 'GET', path, headers: { authorization: `Bearer ${key}` } });
    return { status: response.statusCode, text: await response.body.text() };
  } catch {
    return undefined;
  }
}
