// Clients: each takes one random step after another with the cards of a company, side by side with the others.
import { codeOf } from '../harness/ask.ts';
import type { Random } from '../harness/random.ts';
import {
  type Action,
  actions,
  type Company,
  count,
  type Kind,
  type Limits,
  noteIssue,
  type Run,
  usdText,
} from './companies.ts';
import { bringMoney, moveOn, pay, payAsTold, payInARow } from './payments.ts';
import { keyed, type Taking } from './requests.ts';

/** Clients work with the newest cards of a company, so that they meet. */
const CARDS_IN_USE = 6;

/** One in this many steps is with any card, also one that was closed long ago. */
const OLD_CARD = 5;

/** One in this many steps reads its card afterwards. */
const READ_AFTER = 3;

/** One in this many operations asks the issuer for a fault. */
const FAULTY = 3;

/** Past the first steps of the review schedule of an action. */
const LITTLE_TIME_SECONDS = 70;

/**
 * Faults by how often they are drawn. Some leave the issuer without a trace of the operation: it stays in review, and
 * its card stays busy. Nobody can connect in `connection_refused`, so such an operation waits to be cancelled. A lie of
 * the issuer (`contradicting_notification`) belongs to the proof issuer-faults: after a kill it can come first.
 */
const faults = [
  'rejected',
  'rejected',
  'rejected',
  'connection_refused',
  'connection_refused',
  'connection_refused',
  'slow_success',
  'notification_first',
  'duplicate_notification',
  'late_notification',
  'late_notification',
  'error_after_effect',
  'error_after_effect',
  'broken_json',
  'cut_body',
  'wrong_reference',
  'wrong_amount',
  'unknown_status',
  'timeout_after_effect',
  'error_before_effect',
];

/** Steps by how often they are taken. */
const steps: readonly (readonly [times: number, step: (taking: Taking) => Promise<void>])[] = [
  [5, issue],
  [12, topUp],
  [22, pay],
  [8, bringMoney],
  [10, payAsTold],
  [10, moveOn],
  [8, payInARow],
  ...actions.map((action): [number, (taking: Taking) => Promise<void>] => [9, (taking) => act(taking, action)]),
  [10, cancel],
  [1, letTimePass],
];
const turns = steps.flatMap(([times, step]) => Array.from({ length: times }, () => step));

/** Takes one step. The number names its keys, so that the same seed sends the same requests. */
export async function takeStep(run: Run, number: number): Promise<void> {
  const random = run.context.random.fork(`step ${number}`);
  const company = random.pick(run.companies);
  const card = random.oneIn(OLD_CARD) ? random.pick(company.cards) : random.pick(company.cards.slice(-CARDS_IN_USE));
  const taking = { run, company, card, random, number };
  await random.pick(turns)(taking);
  if (random.oneIn(READ_AFTER)) await read(taking);
}

async function issue(taking: Taking): Promise<void> {
  const { run, company, random } = taking;
  // New cards replace closed ones; more of them would only keep the clients apart.
  const isCrowded = company.cards.slice(-CARDS_IN_USE).filter(({ isClosed }) => !isClosed).length === CARDS_IN_USE;
  if (isCrowded) return pay(taking);
  const amount = BigInt(random.integer(1_000, 4_000));
  const { productId } = run;
  const body = { type: 'issue', productId, holderId: company.holderId, amount: usdText(amount) };
  const id = await order(taking, 'issue', '/api/v1/operations', body, []);
  if (id !== undefined) noteIssue(company, id, amount);
}

async function topUp(taking: Taking): Promise<void> {
  const { company, card, random } = taking;
  const amount = BigInt(random.integer(1_000, 6_000));
  const body = { type: 'topup', cardId: card.id, amount: usdText(amount) };
  const refusals = ['card_not_found', 'card_closed', 'card_not_active', 'card_busy'];
  const id = await order(taking, 'topup', '/api/v1/operations', body, refusals);
  if (id !== undefined) company.operations.set(id, { kind: 'topup', cardId: card.id, amount });
}

const refusalsOf: Record<Action, readonly string[]> = {
  freeze: ['card_not_found', 'card_closed', 'card_not_active', 'card_busy'],
  unfreeze: ['card_not_found', 'card_closed', 'card_not_frozen', 'card_busy'],
  close: ['card_not_found', 'card_closed', 'card_overdrawn', 'card_busy'],
  limits: ['card_not_found', 'card_closed', 'card_not_active', 'card_busy'],
};

async function act(taking: Taking, action: Action): Promise<void> {
  const { company, card, random } = taking;
  const limit = (low: number, high: number) =>
    random.oneIn(2) ? null : usdText(BigInt(random.integer(low * 100, high * 100)));
  const limits: Limits = { perTransaction: limit(5, 20), perDay: limit(10, 60), perMonth: limit(20, 100) };
  const body = action === 'limits' ? limits : {};
  const id = await order(taking, action, `/api/v1/cards/${card.id}/${action}`, body, refusalsOf[action]);
  if (id === undefined) return;
  company.operations.set(id, { kind: action, cardId: card.id, amount: 0n, ...(action === 'limits' ? { limits } : {}) });
}

/** Orders, sometimes twice at once and with a fault. Returns the id of an accepted operation. */
async function order(
  taking: Taking,
  kind: Kind,
  path: string,
  body: object,
  refusals: readonly string[],
): Promise<string | undefined> {
  const { run, card, random } = taking;
  const scenario = random.oneIn(FAULTY) ? random.pick(faults) : undefined;
  const wasClosed = kind !== 'issue' && card.isClosed;
  const accepted = await keyed(taking, path, body, scenario, refusals);
  if (accepted === undefined) return undefined;
  if (wasClosed) run.context.violation('an operation on a closed card was accepted', { kind, accepted });
  count(run, kind);
  return accepted.id;
}

/** Cancels one of the newest operations: most were sent, and those that nobody can connect for wait. */
async function cancel(taking: Taking): Promise<void> {
  const { run, company, random } = taking;
  const newest = [...company.operations.keys()].slice(-CARDS_IN_USE);
  for (const id of newest.filter(() => random.oneIn(2))) await cancelOne(run, random, company, id);
}

/** Cancels an operation, unless it was sent. */
export async function cancelOne(run: Run, random: Random, company: Company, id: string): Promise<void> {
  const path = `/api/v1/operations/${id}/cancel`;
  const answer = await run.patient.ask(random, { method: 'POST', path, key: company.key, body: {} });
  if (answer.status === 200) return count(run, 'cancelled');
  if (codeOf(answer) !== 'operation_not_cancellable')
    run.context.violation('a cancellation was answered unexpectedly', { id, answer });
}

/** Makes the reviews of actions due, and late notifications a little earlier. */
async function letTimePass({ run, company, random }: Taking): Promise<void> {
  await advance(run, random, company, LITTLE_TIME_SECONDS);
}

/** Moves a company's time forward, here and at the issuer. */
export async function advance(run: Run, random: Random, { key }: Company, seconds: number): Promise<void> {
  const path = '/api/v1/sandbox/clock/advance';
  const answer = await run.patient.ask(random, { method: 'POST', path, key, body: { seconds } });
  if (answer.status !== 200) run.context.violation('a clock could not be moved', { seconds, answer });
}

/** Reads the card. Closed is forever, and a closed card has no money. */
async function read({ run, company, card, random }: Taking): Promise<void> {
  const wasClosed = card.isClosed;
  const answer = await run.patient.ask(random, { method: 'GET', path: `/api/v1/cards/${card.id}`, key: company.key });
  if (answer.status === 404 && !wasClosed) return; // it is not issued yet, or never will be
  const { status, balance } = JSON.parse(answer.text) as { status: string; balance: string };
  card.isClosed ||= status === 'closed';
  if (wasClosed && status !== 'closed') run.context.violation('a closed card was opened again', { answer });
  if (status === 'closed' && balance !== '0.00' && !card.isTold)
    run.context.violation('a closed card has money', { answer });
}
