// What one Idempotency-Key of one company was asked for and answered.
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

/** A key of a company, with the two wishes that race for it. */
export type Slot = {
  company: Company;
  key: string;
  wishes: readonly [Wish, Wish];
  accepted: { wish: Wish; answer: Answer }[];
  conflicts: { wish: Wish; answer: Answer }[];
  /** What the key was said to have created, in passing. */
  resourceIds: Set<string>;
  /** How many requests ended without an answer. */
  lost: number;
};

/** A key that was not asked for yet. */
export const newSlot = (company: Company, key: string, wishes: readonly [Wish, Wish]): Slot => ({
  company,
  key,
  wishes,
  accepted: [],
  conflicts: [],
  resourceIds: new Set(),
  lost: 0,
});

/** Asks for a wish under a key, in whatever writing, and remembers the answer. */
export async function wishFor(
  storm: Storm,
  random: Random,
  slot: Slot,
  wish: Wish,
  cutAfterMs?: number,
): Promise<Answer | undefined> {
  const asked = requestOf(slot, slot.company.apiKey, wish, random);
  // What the issuer is to do with an order is no part of it: of equal orders with different scenarios the first counts.
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
    storm.context.violation('a request was answered with something else', { key: slot.key, wish, ...answer });
  }
  return answer;
}

/** What a live key is refused with, where it is: a cardholder can be made in live. */
const refusedInLive: Record<string, readonly [number, string]> = {
  [FUNDING]: [403, 'sandbox_only'],
  [OPERATIONS]: [403, 'live_unavailable'],
};

/** Asks for what is refused, whether the key is taken or not: a body that is wrong, or a caller that may not. */
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
    storm.context.violation('what must be refused was answered otherwise', { key: slot.key, sent, found, expected });
}

/** Asks what became of a key. Undefined: it was never used. */
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
    storm.context.violation('a look at a key was answered otherwise', { key: slot.key, ...answer });
  return found;
}

/** Looks at a key in the middle of a storm: once it was accepted it stays known. */
export async function lookDuring(storm: Storm, random: Random, slot: Slot): Promise<void> {
  const accepted = slot.accepted.length > 0;
  const found = await look(storm, random, slot);
  if (found?.resourceId !== undefined) slot.resourceIds.add(found.resourceId);
  if (found === undefined && accepted)
    storm.context.violation('a key that was accepted is not known', { key: slot.key });
}

/** A request as some client would write it: the same in every way that counts. */
export function requestOf(slot: Slot, apiKey: string, { path }: Wish, random: Random): Omit<Request, 'body'> {
  const name = random.pick(['Idempotency-Key', 'idempotency-key', 'IDEMPOTENCY-KEY', 'iDeMpOtEnCy-kEy']);
  const type = random.pick(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']);
  const bearer = random.pick(['Bearer', 'bearer']);
  const authorization = [random.pick(['Authorization', 'authorization']), `${bearer} ${apiKey}`];
  const agent = ['User-Agent', `storm/${random.integer(1, 1_000)}`];
  return { method: 'POST', path, headers: [...authorization, name, slot.key, 'Content-Type', type, ...agent] };
}

/** Whether a wish makes an operation, or a cardholder. */
export const makes = (wish: Wish): 'funds' | 'operation' | 'holder' => {
  if (wish.path === OPERATIONS) return 'operation';
  return wish.path === HOLDERS ? 'holder' : 'funds';
};
