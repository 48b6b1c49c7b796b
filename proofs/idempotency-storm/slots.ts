// The requests and answers of one Idempotency-Key of one company.
import { isDeepStrictEqual } from 'node:util';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Random } from '../harness/random.ts';
import { type Answer, ask, type Request, type Storm } from './client.ts';
import { FUNDING, HOLDERS, type Means, OPERATIONS, statusOf, type Wish, written, wrongBody } from './wishes.ts';

export type Company = Means & {
  scope: Scope;
  apiKey: string;
  /** A key of the same company in live, and one that may only read. */
  liveKey: string;
  readingKey: string;
};

/** A key of a company, with the two requests that race for it. */
export type Slot = {
  company: Company;
  key: string;
  wishes: readonly [Wish, Wish];
  accepted: { wish: Wish; answer: Answer }[];
  conflicts: { wish: Wish; answer: Answer }[];
  /** Ids that lookups during the storm reported for the key. */
  resourceIds: Set<string>;
  /** Number of requests that ended without an answer. */
  lost: number;
};

/** An unused key. */
export const newSlot = (company: Company, key: string, wishes: readonly [Wish, Wish]): Slot => ({
  company,
  key,
  wishes,
  accepted: [],
  conflicts: [],
  resourceIds: new Set(),
  lost: 0,
});

/** Sends a request under a key, in any spelling, and records the answer. */
export async function wishFor(
  storm: Storm,
  random: Random,
  slot: Slot,
  wish: Wish,
  cutAfterMs?: number,
): Promise<Answer | undefined> {
  const asked = requestOf(slot, slot.company.apiKey, wish, random);
  // The scenario for the issuer is no part of an order: of equal orders with different scenarios, the first counts.
  const scenario = wish.path === OPERATIONS && random.oneIn(3) ? ['Sandbox-Scenario', 'rejected'] : [];
  const headers = [...asked.headers, ...scenario];
  const { answer, lost } = await ask(storm, random, { ...asked, headers, body: written(random, wish), cutAfterMs });
  slot.lost += lost;
  if (answer?.status === statusOf(wish)) {
    slot.accepted.push({ wish, answer });
    storm.tally.accepted++;
    if (answer.headers['idempotent-replayed'] !== undefined) storm.tally.replays++;
  } else if (answer?.status === 409) {
    slot.conflicts.push({ wish, answer });
    storm.tally.conflicts++;
  } else if (answer !== undefined) {
    storm.context.violation('a request got an unexpected answer', { key: slot.key, wish, ...answer });
  }
  return answer;
}

/** The refusal of a live key, if any: a cardholder can be created in live. */
const refusedInLive: Record<string, readonly [number, string]> = {
  [FUNDING]: [403, 'sandbox_only'],
  [OPERATIONS]: [403, 'live_unavailable'],
};

/** Sends a request that is refused whether the key is taken or not: an invalid body, or a caller without permission. */
export async function beRefused(storm: Storm, random: Random, slot: Slot): Promise<void> {
  const { readingKey, liveKey, apiKey } = slot.company;
  const wish = random.pick(slot.wishes);
  const [body, code] = wrongBody(random, wish);
  const inLive = refusedInLive[wish.path];
  const [key, sent, expected] = random.pick([
    [apiKey, body, [400, code]],
    [apiKey, body, [400, code]],
    [readingKey, written(random, wish), [403, 'scope_missing']],
    inLive === undefined ? [apiKey, body, [400, code]] : [liveKey, written(random, wish), inLive],
  ] as const);
  const { answer } = await ask(storm, random, { ...requestOf(slot, key, wish, random), body: sent });
  storm.tally.refused++;
  if (answer === undefined) return;
  const found = [answer.status, (JSON.parse(answer.body) as { code?: string }).code];
  if (!isDeepStrictEqual(found, expected))
    storm.context.violation('a request that must be refused got another answer', {
      key: slot.key,
      sent,
      found,
      expected,
    });
}

/** Looks up a key. Undefined: it was never used. */
export async function look(
  storm: Storm,
  random: Random,
  slot: Slot,
  apiKey = slot.company.apiKey,
): Promise<{ resourceId?: string } | undefined> {
  const path = `/api/v1/idempotency-keys/${encodeURIComponent(slot.key)}`;
  const { answer } = await ask(storm, random, {
    method: 'GET',
    path,
    headers: ['Authorization', `Bearer ${apiKey}`],
    body: null,
  });
  storm.tally.looks++;
  if (answer === undefined) return undefined;
  const found = JSON.parse(answer.body) as { code?: string; resourceId?: string };
  if (answer.status === 404 && found.code === 'idempotency_key_not_found') return undefined;
  if (answer.status !== 200)
    storm.context.violation('a lookup of a key got an unexpected answer', { key: slot.key, ...answer });
  return found;
}

/** Looks up a key during the storm: once accepted, it stays known. */
export async function lookDuring(storm: Storm, random: Random, slot: Slot): Promise<void> {
  const accepted = slot.accepted.length > 0;
  const found = await look(storm, random, slot);
  if (found?.resourceId !== undefined) slot.resourceIds.add(found.resourceId);
  if (found === undefined && accepted) storm.context.violation('an accepted key is not known', { key: slot.key });
}

/** A request in one of its equivalent spellings. */
export function requestOf(slot: Slot, apiKey: string, { path }: Wish, random: Random): Omit<Request, 'body'> {
  const name = random.pick(['Idempotency-Key', 'idempotency-key', 'IDEMPOTENCY-KEY', 'iDeMpOtEnCy-kEy']);
  const type = random.pick(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']);
  const bearer = random.pick(['Bearer', 'bearer']);
  const authorization = [random.pick(['Authorization', 'authorization']), `${bearer} ${apiKey}`];
  const agent = ['User-Agent', `storm/${random.integer(1, 1_000)}`];
  return { method: 'POST', path, headers: [...authorization, name, slot.key, 'Content-Type', type, ...agent] };
}

/** Whether a request creates an operation, or a cardholder. */
export const makes = (wish: Wish): 'funds' | 'operation' | 'holder' => {
  if (wish.path === OPERATIONS) return 'operation';
  return wish.path === HOLDERS ? 'holder' : 'funds';
};
