// One round of the race for an invoice: all clients try to create one, one of them does, and then it is resolved.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { type Answer, type Client, codeOf } from '../harness/ask.ts';
import { type Context, inParallel } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

export const INVOICES = '/api/v1/card-account/invoices';

/** How an invoice is resolved, and whether clients race with that. */
export const kinds = ['completed', 'race to complete', 'expired', 'review', 'race to expire', 'failed'] as const;
type Kind = (typeof kinds)[number];

/** One in this many clients uses another's key of its wave; one in this many, a key that the last wave refused. */
const SHARED_ONE_IN = 8;
const AGAIN_ONE_IN = 10;

/** The resolution starts this long after the racing clients; each client retries at this interval. */
const HEAD_START_MS = 150;
const ASK_AGAIN_MS = 800;

/** Poll interval of an awaited invoice. */
const POLL_EVERY_MS = 100;

/** Time limit for every step, on a busy machine. */
const PATIENCE_MS = 60_000;

/** The hour in which an invoice can be paid, and a second. */
const HOUR_AND_A_BIT = 3_601;

/** The first step of the review schedule, and a second. */
const RUNG_AND_A_BIT = 61;

/** Retry delay for a busy service. */
const BUSY_MS = 200;

type Wish = { key: string; dollars: number };

/** A company and its clients' knowledge. */
export type Track = {
  scope: Scope;
  key: string;
  /** Every invoice that a client was told of. */
  told: Set<string>;
  /** Requests refused in the last wave: their keys may be used again. */
  refused: Wish[];
};

type Racing = {
  context: Context;
  clients: readonly Client[];
  /** Clients at once. */
  width: number;
  tally: Record<'created' | 'refused' | 'replayed' | 'again' | 'raced', number>;
};

type Round = { number: number; kind: Kind; track: Track; random: Random };

/** A client's answer: the invoice that it created, or the one that blocked it. */
type Told = { wish: Wish; status: number; id: string; text: string; isReplay: boolean };

/** Runs a round and reports violations. */
export async function runRound(racing: Racing, round: Round): Promise<void> {
  const { kind } = round;
  const told = await wave(racing, round, 'first');
  if (kind === 'failed') return checkFailures(racing, round, told);
  const winner = checkWave(racing, round, told);
  if (winner === undefined) return;
  if (!kind.startsWith('race')) return resolve(racing, round, winner, kind);
  await raceWithEnd(racing, round, winner);
}

/**
 * All clients send at once. A client that is refused because of the invoice about to be resolved retries until it is
 * resolved.
 */
async function wave(racing: Racing, round: Round, name: string, ending?: string): Promise<Told[]> {
  const { track } = round;
  const random = round.random.fork(name);
  const wishes = wishesOf(racing, track, random);
  const told: Told[] = [];
  await inParallel(wishes.length, wishes.length, async (index) => {
    const wish = wishes[index];
    if (wish === undefined) return;
    const until = performance.now() + PATIENCE_MS;
    let last = await place(racing, round, wish, random);
    while (last.status === 400 && last.id === ending && performance.now() < until) {
      await sleep(random.integer(0, ASK_AGAIN_MS));
      last = await place(racing, round, wish, random);
    }
    told.push(last);
  });
  checkKeys(racing, round, told);
  const made = told.filter(({ status }) => status === 201);
  for (const { id } of made) track.told.add(id);
  const used = new Set(made.map(({ wish }) => wish.key)); // a key may be refused once and served later
  track.refused = told.filter(({ status, wish }) => status === 400 && !used.has(wish.key)).map(({ wish }) => wish);
  return told;
}

function wishesOf({ width, tally }: Racing, { refused }: Track, random: Random): Wish[] {
  const wishes: Wish[] = [];
  for (let index = 0; index < width; index++) {
    if (wishes.length > 0 && random.oneIn(SHARED_ONE_IN)) wishes.push(random.pick(wishes));
    else if (refused.length > 0 && random.oneIn(AGAIN_ONE_IN)) {
      tally.again++;
      wishes.push(random.pick(refused));
    } else wishes.push({ key: randomUUID(), dollars: random.integer(10, 500) });
  }
  return wishes;
}

const scenarios: Partial<Record<Kind, string>> = { failed: 'rejected', review: 'error_after_effect' };

async function place({ context, clients, tally }: Racing, round: Round, wish: Wish, random: Random): Promise<Told> {
  const scenario = scenarios[round.kind];
  const ask = {
    method: 'POST' as const,
    path: INVOICES,
    key: round.track.key,
    headers: { 'idempotency-key': wish.key, ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }) },
    body: { amount: String(wish.dollars) },
  };
  let answer: Answer;
  do {
    answer = await random.pick(clients).ask(ask);
    if (answer.status === 503) await sleep(BUSY_MS);
  } while (answer.status === 503);
  const { status, text } = answer;
  const said = JSON.parse(text) as { id?: string; resourceId?: string };
  const isReplay = answer.headers['idempotent-replayed'] === 'true';
  if (status === 201) tally[isReplay ? 'replayed' : 'created']++;
  else if (status === 400 && codeOf(answer) === 'invoice_unresolved') tally.refused++;
  else context.violation('a client got an unexpected answer', { round: round.number, wish, status, text });
  return { wish, status, id: said.id ?? said.resourceId ?? '', text, isReplay };
}

/** Clients with the same key share one invoice: one of them created it, and the others get it too. */
function checkKeys({ context }: Racing, { number }: Round, told: readonly Told[]): void {
  for (const [key, twins] of Map.groupBy(told, ({ wish }) => wish.key)) {
    const made = twins.filter(({ status }) => status === 201);
    if (new Set(made.map(({ id }) => id)).size > 1)
      context.violation('one key made two invoices', { round: number, key, made });
    if (made.length > 0 && made.filter(({ isReplay }) => !isReplay).length !== 1)
      context.violation('a key does not have exactly one first answer', { round: number, key, made });
  }
}

/** In an undisturbed wave one client wins, and all others are told of its invoice. Returns the winner's invoice. */
function checkWave({ context }: Racing, { number }: Round, told: readonly Told[]): string | undefined {
  const made = new Set(told.filter(({ status }) => status === 201).map(({ id }) => id));
  const [winner] = made;
  if (made.size !== 1) context.violation('not exactly one invoice was created', { round: number, made: [...made] });
  const stranger = told.find(({ id }) => id !== winner);
  if (stranger !== undefined)
    context.violation('a client was told of another invoice than the unresolved one', {
      round: number,
      winner,
      stranger,
    });
  const winningKey = told.find(({ status }) => status === 201)?.wish.key;
  if (told.some(({ wish, status }) => (wish.key === winningKey) !== (status === 201)))
    context.violation('the winner’s key was refused, or another was not', { round: number, winner });
  return winner;
}

/** Every created invoice fails soon, so others may follow in the same wave; all of them fail. */
async function checkFailures(racing: Racing, round: Round, told: readonly Told[]): Promise<void> {
  const made = new Set(told.filter(({ status }) => status === 201).map(({ id }) => id));
  if (made.size === 0) racing.context.violation('nobody created an invoice', { round: round.number });
  const stranger = told.find(({ id }) => !made.has(id));
  if (stranger !== undefined)
    racing.context.violation('a client was told of an invoice that no client created', {
      round: round.number,
      stranger,
    });
  for (const id of made) await becomes(racing, round, id, 'failed');
}

/** Clients keep asking while the invoice is resolved: exactly one of them creates the next. */
async function raceWithEnd(racing: Racing, round: Round, winner: string): Promise<void> {
  const how = round.kind === 'race to complete' ? 'completed' : 'expired';
  racing.tally.raced++;
  const headStartMs = round.random.integer(0, HEAD_START_MS);
  const [told] = await Promise.all([
    wave(racing, round, 'second', winner),
    sleep(headStartMs).then(() => resolve(racing, round, winner, how)),
  ]);
  const next = checkWave(racing, round, told);
  if (next !== undefined) await resolve(racing, round, next, 'completed');
}

/** Resolves an invoice: it is paid, or it expires. */
async function resolve(racing: Racing, round: Round, id: string, how: Kind): Promise<void> {
  const { track, random } = round;
  const post = async (path: string, body?: object) => {
    const ask = { method: 'POST' as const, path, key: track.key, ...(body === undefined ? {} : { body }) };
    const answer = await random.pick(racing.clients).ask(ask);
    if (answer.status !== 200) racing.context.violation('an invoice could not be resolved', { how, path, answer });
  };
  const advance = (seconds: number) => post('/api/v1/sandbox/clock/advance', { seconds });
  if (how === 'expired') {
    await advance(HOUR_AND_A_BIT);
    return becomes(racing, round, id, 'expired');
  }
  if (how === 'review') {
    await becomes(racing, round, id, 'manual_review');
    await checkRefused(racing, round, id);
    await advance(RUNG_AND_A_BIT);
  }
  await becomes(racing, round, id, 'pending');
  await post(`/api/v1/sandbox/invoices/${id}/complete`);
  await becomes(racing, round, id, 'completed');
}

/** An invoice in review blocks the next like any other unresolved one. */
async function checkRefused(racing: Racing, round: Round, id: string): Promise<void> {
  const told = await wave({ ...racing, width: 3 }, round, 'in review');
  if (told.some((each) => each.status !== 400 || each.id !== id))
    racing.context.violation('an invoice in review did not block the next', { round: round.number, told });
}

/** Waits until an invoice has a status. */
async function becomes({ context, clients }: Racing, round: Round, id: string, status: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const ask = { method: 'GET' as const, path: `${INVOICES}/${id}`, key: round.track.key };
    const { text } = await round.random.pick(clients).ask(ask);
    const found = (JSON.parse(text) as { status?: string }).status;
    if (found === status) return;
    if (performance.now() > until)
      return context.violation(`an invoice did not become ${status}`, { round: round.number, id, found });
    await sleep(POLL_EVERY_MS);
  }
}
