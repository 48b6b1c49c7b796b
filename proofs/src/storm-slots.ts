// What one Idempotency-Key of one company was asked for and answered, and whether all of it agrees with the database.
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '@cardwright/server/db/db.ts';
import { sql } from '@cardwright/server/db/sql.ts';
import type { Scope } from '@cardwright/server/scope.ts';
import type { Context } from './proof.ts';
import type { Random } from './random.ts';
import { replayBook } from './replay.ts';
import { type Answer, ask, type Request, type Storm } from './storm-client.ts';

const PATH = '/api/v1/sandbox/funding';

export type Company = {
  scope: Scope;
  apiKey: string;
  /** A key of the same company in live, and one that may only read. */
  liveKey: string;
  readingKey: string;
};

/** A key of a company, with the two amounts that race for it. */
export type Slot = {
  company: Company;
  key: string;
  amounts: readonly [string, string];
  accepted: { amount: string; answer: Answer }[];
  conflicts: { amount: string; answer: Answer }[];
  /** What the key was said to have created, in passing. */
  resourceIds: Set<string>;
  /** How many requests ended without an answer. */
  lost: number;
};

type KeyRow = {
  key: string;
  method: string;
  path: string;
  response_status: number;
  resource_id: string;
  created_at: Date;
};

/** A key that was not asked for yet. */
export const newSlot = (company: Company, key: string, amounts: readonly [string, string]): Slot => ({
  company,
  key,
  amounts,
  accepted: [],
  conflicts: [],
  resourceIds: new Set(),
  lost: 0,
});

/** Funds under a key, in whatever writing, and remembers the answer. */
export async function fund(
  storm: Storm,
  random: Random,
  slot: Slot,
  amount: string,
  cutAfterMs?: number,
): Promise<void> {
  const { answer, lost } = await ask(storm, random, {
    ...request(slot, slot.company.apiKey, random),
    body: written(random, amount),
    cutAfterMs,
  });
  slot.lost += lost;
  if (answer?.status === 200) {
    slot.accepted.push({ amount, answer });
    storm.tally.accepted++;
    if (answer.headers['idempotent-replayed'] !== undefined) storm.tally.replays++;
  } else if (answer?.status === 409) {
    slot.conflicts.push({ amount, answer });
    storm.tally.conflicts++;
  } else if (answer !== undefined) {
    storm.context.violation('a funding was answered with something else', { key: slot.key, amount, ...answer });
  }
}

const refusedBodies = [
  ['{"amount":"0"}', 'amount_invalid'],
  ['{"amount":"0.00"}', 'amount_invalid'],
  ['{"amount":"1000000000.01"}', 'amount_invalid'],
  ['{"amount":"-1.00"}', 'request_invalid'],
  ['{"amount":"1.234"}', 'request_invalid'],
  ['{"amount":1}', 'request_invalid'],
  ['{"amount":"1.00","note":""}', 'request_invalid'],
  ['{"amount":"1.00"', 'request_invalid'],
  ['{}', 'request_invalid'],
  ['[]', 'request_invalid'],
] as const;

/** Asks for what is refused, whether the key is taken or not: a body that is wrong, or a caller that may not. */
export async function beRefused(storm: Storm, random: Random, slot: Slot): Promise<void> {
  const { readingKey, liveKey, apiKey } = slot.company;
  const [body, code] = random.pick(refusedBodies);
  const [key, sent, expected] = random.pick([
    [apiKey, body, [400, code]],
    [apiKey, body, [400, code]],
    [readingKey, written(random, slot.amounts[0]), [403, 'scope_missing']],
    [liveKey, written(random, slot.amounts[0]), [403, 'sandbox_only']],
  ] as const);
  const { answer } = await ask(storm, random, { ...request(slot, key, random), body: sent });
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
function request(slot: Slot, apiKey: string, random: Random): Omit<Request, 'body'> {
  const name = random.pick(['Idempotency-Key', 'idempotency-key', 'IDEMPOTENCY-KEY', 'iDeMpOtEnCy-kEy']);
  const type = random.pick(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']);
  const bearer = random.pick(['Bearer', 'bearer']);
  const authorization = [random.pick(['Authorization', 'authorization']), `${bearer} ${apiKey}`];
  const agent = ['User-Agent', `storm/${random.integer(1, 1_000)}`];
  return { method: 'POST', path: PATH, headers: [...authorization, name, slot.key, 'Content-Type', type, ...agent] };
}

/** One body in many bytes. */
function written(random: Random, amount: string): string {
  const escaped = `\\u00${amount.charCodeAt(0).toString(16)}${amount.slice(1)}`;
  return random.pick([
    `{"amount":"${amount}"}`,
    `{"amount":"${amount}"}`,
    `{ "amount" : "${amount}" }`,
    `\n{\n\t"amount": "${amount}"\r\n}\n`,
    `{"\\u0061mount":"${amount}"}`,
    `{"amount":"${escaped}"}`,
  ]);
}

/** Compares all that clients were told about their keys with the keys and the ledger as they are stored. */
export async function checkSlots(storm: Storm, db: Db, random: Random, slots: readonly Slot[]): Promise<void> {
  const { context } = storm;
  for (const [company, own] of Map.groupBy(slots, (slot) => slot.company)) {
    const { companyId, environment } = company.scope;
    const where = sql`company_id = ${companyId} and environment = ${environment}`;
    const keys = await db.query<KeyRow>(sql`select * from idempotency_keys where ${where}`);
    const entries = await db.query<{ reference: string; kind: string; available_delta: bigint }>(
      sql`select reference, kind, available_delta from ledger.entries where ${where}`,
    );
    const rowOf = new Map(keys.map((row) => [row.key, row]));
    const creditOf = new Map(entries.map((entry) => [entry.reference, entry.available_delta]));
    let sum = 0n;
    for (const slot of own) {
      const row = rowOf.get(slot.key);
      const credited = creditOf.get(row?.resource_id ?? '');
      sum += credited ?? 0n;
      checkAnswers(context, slot, row, credited);
      await checkLook(storm, random, slot, row);
    }
    if (keys.length !== own.length)
      context.violation('other keys were used than were sent', { found: keys.length, sent: own.length });
    if (entries.length !== own.length || entries.some(({ kind }) => kind !== 'sandbox_credit'))
      context.violation('effects and keys are not as many', { effects: entries.length, keys: own.length });
    const { balances } = await replayBook(db, company.scope, context.violation);
    if ((balances['available'] ?? 0n) !== sum)
      context.violation('the ledger differs from the sum of effects', { available: balances['available'], sum });
  }
}

function checkAnswers(context: Context, slot: Slot, row: KeyRow | undefined, credited: bigint | undefined): void {
  const { key, accepted, conflicts, lost } = slot;
  const [first] = accepted;
  if (first === undefined || row === undefined)
    return context.violation('a key was never accepted', { key, stored: row !== undefined });
  if (credited === undefined) context.violation('a key was accepted and has no effect', { key });
  else if (credited !== inCents(first.amount))
    context.violation('the effect is not what was accepted', { key, credited, accepted: first.amount });
  for (const { amount, answer } of accepted) {
    if (amount !== first.amount)
      context.violation('one key accepted two requests', { key, amount, first: first.amount });
    const same =
      answer.body === first.answer.body && answer.headers['content-type'] === first.answer.headers['content-type'];
    if (!same || answer.body !== '{}') context.violation('a replay differs from the first answer', { key, answer });
  }
  const marks = accepted.map(({ answer }) => answer.headers['idempotent-replayed']);
  const fresh = marks.filter((mark) => mark === undefined).length;
  if (marks.some((mark) => mark !== undefined && mark !== 'true'))
    context.violation('a replay is marked with something else', { key });
  if (fresh > 1) context.violation('more than one answer claims to be the first', { key, fresh });
  if (fresh === 0 && lost === 0) context.violation('no answer is the first, and none was lost', { key });
  for (const { amount, answer } of conflicts) {
    if (amount === first.amount) context.violation('an equal request was a conflict', { key, answer });
    const { statusCode, code, retry, differs, resourceId } = JSON.parse(answer.body) as Record<string, unknown>;
    const found = { statusCode, code, retry, differs, resourceId };
    const expected = {
      statusCode: 409,
      code: 'idempotency_conflict',
      retry: 'new_key',
      differs: ['amount'],
      resourceId: row.resource_id,
    };
    if (!isDeepStrictEqual(found, expected))
      context.violation('a conflict does not say what stands in the way', { key, found, expected });
  }
  for (const id of slot.resourceIds) {
    if (id !== row.resource_id) context.violation('a key was said to have created something else', { key, id });
  }
}

/** The service tells about a key what is stored, and knows nothing of it in the other environment. */
async function checkLook(storm: Storm, random: Random, slot: Slot, row: KeyRow | undefined): Promise<void> {
  const found = await look(storm, random, slot);
  const expected = row && {
    key: slot.key,
    method: 'POST',
    path: PATH,
    status: 200,
    resourceId: row.resource_id,
    createdAt: row.created_at.toISOString(),
  };
  if (!isDeepStrictEqual(found, expected))
    storm.context.violation('the service does not tell the truth about a key', { found, expected });
  if (random.oneIn(10) && (await look(storm, random, slot, slot.company.liveKey)) !== undefined)
    storm.context.violation('a key of sandbox is known in live', { key: slot.key });
}

/** The cents of an amount, by its digits. */
function inCents(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}
