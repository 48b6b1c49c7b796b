// The load during the kills: companies keep ordering and repeat every unanswered request with the same key.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import type { Scenario } from '@cardwright/server/foundation/scenarios.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { Pool } from 'undici';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** Orders are sent at this rate, answered or not: above the 20 per second that must be accepted. */
const ORDERS_PER_SECOND = 25;

/** Orders per new cardholder. Keeps registrations under way at all times. */
const ORDERS_PER_HOLDER = 15;

/** One in this many acknowledged orders is repeated later by a client that forgot the answer. */
const FORGETFUL = 8;
const FORGOTTEN_AFTER_MS = { low: 500, high: 15_000 };

/** An attempt without an answer by then is abandoned and repeated. */
const ATTEMPT_MS = 15_000;

/** A client without an answer by then, after all retries, never gets one. */
const PATIENCE_MS = 120_000;

/** First retry delay of an unanswered client; it doubles each time, up to one second. */
const AGAIN_AFTER_MS = { first: 100, last: 3_000 };

/** How long the load balancer skips a process that did not answer. */
const LEFT_ALONE_MS = 300;

/**
 * How many orders of a hundred ask the issuer for each fault; the others ask for none. Most faults resolve
 * automatically. The issuer knows nothing of an `error_before_effect`, so it stays in review for people to decide. A
 * notification repeats the knowledge of a killed process. Many come an hour late, so that it is really lost.
 */
const faults: readonly (readonly [percent: number, scenario: Scenario])[] = [
  [6, 'rejected'],
  [3, 'slow_success'],
  [2, 'notification_first'],
  [2, 'duplicate_notification'],
  [2, 'error_after_effect'],
  [40, 'late_notification'],
  [1, 'cut_body'],
  [1, 'error_before_effect'],
];

/** One in this many orders is an action on a card that was issued not long ago. */
const ACTION = 5;
const CARDS_IN_USE = 10;

const actions = ['freeze', 'unfreeze', 'close', 'limits'] as const;

/** Actions on a card exclude one another, so some are refused. */
const refusals = ['card_not_found', 'card_closed', 'card_not_active', 'card_not_frozen', 'card_busy'];

/** A company that orders: with money, cardholders known to the issuer, cards to top up, and cards for actions. */
export type Buyer = { scope: Scope; key: string; holders: string[]; cards: string[]; issued: string[] };

export type Catalogue = { card: string; service: string };

/** What a 201 promised to a client. */
type Acknowledged = {
  buyer: Buyer;
  kind: 'issue' | 'topup' | 'service' | 'holder' | (typeof actions)[number];
  id: string;
  amount: string;
};

type Asked = { path: string; key: string; body: object; scenario?: Scenario | undefined };
type Answer = { status: number; text: string; replayed: boolean };

/** The client of one API process. */
type Gate = { pool: Pool; leftAloneUntil: number };

export type Load = {
  context: Context;
  gates: Gate[];
  catalogue: Catalogue;
  buyers: Buyer[];
  acknowledged: Acknowledged[];
  tally: { offered: number; requests: number; lost: number; repeats: number };
  /** The first error in the background; waiting for the load rethrows it. */
  error: unknown;
  /** Ends every client, answered or not. */
  ending: AbortController;
};

/** Clients of every API process of the stack. */
export function openLoad(context: Context, catalogue: Catalogue, buyers: Buyer[]): Load {
  const options = { headersTimeout: ATTEMPT_MS, bodyTimeout: ATTEMPT_MS, connect: { timeout: ATTEMPT_MS } };
  return {
    context,
    gates: context.stack.baseUrls.map((url) => ({ pool: new Pool(url, options), leftAloneUntil: 0 })),
    catalogue,
    buyers,
    acknowledged: [],
    tally: { offered: 0, requests: 0, lost: 0, repeats: 0 },
    error: undefined,
    ending: new AbortController(),
  };
}

/** Ends the clients and closes their connections. */
export async function closeLoad({ gates, ending }: Load): Promise<void> {
  ending.abort();
  await Promise.all(gates.map(({ pool }) => pool.destroy()));
}

/** Sends orders at a steady rate until stopped, then waits until every one is answered. */
export function startLoad(load: Load): { stop(): Promise<void> } {
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
    const due = ((performance.now() - started) / 1_000) * ORDERS_PER_SECOND;
    while (load.tally.offered < due && load.error === undefined) {
      const number = load.tally.offered++;
      follow(orderOnce(load, random.fork(number)));
      if (number % ORDERS_PER_HOLDER === 0) follow(addHolder(load, random.fork(`holder ${number}`)));
    }
  };
  const timer = setInterval(offer, 1_000 / ORDERS_PER_SECOND);
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
  const buyer = random.pick(load.buyers);
  if (random.oneIn(ACTION) && buyer.issued.length > 0) return act(load, random, buyer);
  const kind = random.pick(['issue', 'topup', 'service'] as const);
  const amount = `${random.integer(10, 25)}.${random.integer(10, 99)}`;
  await order(load, random, { buyer, kind, amount, scenario: faultOf(random) });
}

/** Acts on a card that no order tops up. A refusal has no effect, whatever was lost before it. */
async function act(load: Load, random: Random, buyer: Buyer): Promise<void> {
  const kind = random.pick(actions);
  const path = `/api/v1/cards/${random.pick(buyer.issued)}/${kind}`;
  const body = kind === 'limits' ? { perDay: `${random.integer(10, 99)}.00` } : {};
  await acknowledge(load, random, { buyer, kind, amount: '0.00' }, { path, body, scenario: faultOf(random) }, refusals);
}

function faultOf(random: Random): Scenario | undefined {
  let left = random.integer(0, 99);
  for (const [percent, scenario] of faults) {
    if (left < percent) return scenario;
    left -= percent;
  }
  return undefined;
}

/** Repeats an order until it is acknowledged, and sometimes once more. */
export async function order(
  load: Load,
  random: Random,
  {
    buyer,
    kind,
    amount,
    scenario,
  }: { buyer: Buyer; kind: 'issue' | 'topup' | 'service'; amount: string; scenario?: Scenario | undefined },
): Promise<void> {
  const { card, service } = load.catalogue;
  const body = {
    issue: () => ({ type: kind, productId: card, holderId: random.pick(buyer.holders), amount }),
    topup: () => ({ type: kind, cardId: random.pick(buyer.cards), amount }),
    service: () => ({ type: kind, productId: service, recipient: 'somebody', amount }),
  }[kind]();
  await acknowledge(load, random, { buyer, kind, amount }, { path: '/api/v1/operations', body, scenario });
}

/** Creates a cardholder; retries until it is acknowledged. */
export async function addHolder(load: Load, random: Random, buyer = random.pick(load.buyers)): Promise<void> {
  const body = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };
  await acknowledge(load, random, { buyer, kind: 'holder', amount: '' }, { path: '/api/v1/holders', body });
}

async function acknowledge(
  load: Load,
  random: Random,
  what: Pick<Acknowledged, 'buyer' | 'kind' | 'amount'>,
  asked: Omit<Asked, 'key'>,
  refusals: readonly string[] = [],
): Promise<void> {
  const key = randomUUID();
  const answer = await ask(load, random, what.buyer, { ...asked, key });
  if (answer === undefined) return;
  if (answer.status === 400 || answer.status === 404) {
    const { code } = JSON.parse(answer.text) as { code: string };
    if (refusals.includes(code)) return;
  }
  if (answer.status !== 201) load.context.violation('an order was refused', { asked, answer });
  const { id = '' } = JSON.parse(answer.text) as { id?: string };
  load.acknowledged.push({ ...what, id });
  // A card has the id of the operation that issues it.
  if (what.kind === 'issue') what.buyer.issued.push(toId('card', fromId('operation', id) ?? ''));
  what.buyer.issued.splice(0, what.buyer.issued.length - CARDS_IN_USE);
  if (!random.oneIn(FORGETFUL)) return;
  await sleep(random.integer(FORGOTTEN_AFTER_MS.low, FORGOTTEN_AFTER_MS.high));
  load.tally.repeats++;
  const again = await ask(load, random, what.buyer, { ...asked, key });
  if (again !== undefined && (again.status !== 201 || again.text !== answer.text || !again.replayed))
    load.context.violation('an acknowledged order is no longer known', { answer, again });
}

/** Asks any of the processes until one answers. A 5xx is no answer: it leaves the fate of the order open. */
async function ask(load: Load, random: Random, buyer: Buyer, asked: Asked): Promise<Answer | undefined> {
  const until = performance.now() + PATIENCE_MS;
  for (let wait = AGAIN_AFTER_MS.first; performance.now() < until; wait = Math.min(wait * 2, AGAIN_AFTER_MS.last)) {
    const open = load.gates.filter(({ leftAloneUntil }) => leftAloneUntil < performance.now());
    if (open.length > 0) {
      load.tally.requests++;
      const answer = await attempt(random.pick(open), buyer, asked);
      if (answer !== undefined && answer.status < 500) return answer;
      load.tally.lost++;
    }
    if (load.ending.signal.aborted) return undefined;
    await sleep(random.integer(wait / 2, wait));
  }
  load.context.violation('a request was never answered', { asked });
  return undefined;
}

async function attempt(gate: Gate, buyer: Buyer, { path, key, body, scenario }: Asked): Promise<Answer | undefined> {
  try {
    const response = await gate.pool.request({
      method: 'POST',
      path,
      headers: {
        authorization: `Bearer ${buyer.key}`,
        'idempotency-key': key,
        'content-type': 'application/json',
        ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.body.text();
    return { status: response.statusCode, text, replayed: response.headers['idempotent-replayed'] === 'true' };
  } catch {
    gate.leftAloneUntil = performance.now() + LEFT_ALONE_MS;
    return undefined; // the process was killed, or was not up yet
  }
}
