// Whether the clients' answers about their keys agree with the database, the ledger and the issuer's own record.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { replayBook } from '../harness/replay.ts';
import type { Storm } from './client.ts';
import { type Company, look, makes, type Slot } from './slots.ts';
import { differing, statusOf, type Wish } from './wishes.ts';

/** Time limit for deciding every operation of the storm. */
const DRAIN_MS = 120_000;

type KeyRow = {
  key: string;
  path: string;
  response_status: number;
  response_body: string;
  resource_id: string;
  created_at: Date;
};
type Entry = { reference: string; kind: string; available_delta: bigint };
type Operation = { id: string; status: string; type: string; amount: bigint; fee: bigint };

/** The effects of one company's keys, by the id of the created object. */
type Effects = {
  keys: Map<string, KeyRow>;
  entries: Map<string, Entry[]>;
  operations: Map<string, Operation>;
  holders: Map<string, { name: string }>;
  holds: Map<string, { amount: bigint; state: string }>;
  /** How often the issuer received each order. */
  sends: Map<string, number>;
};

/** Compares the clients' answers about their keys with the stored data. */
export async function checkSlots(storm: Storm, db: Db, random: Random, slots: readonly Slot[]): Promise<void> {
  const { context } = storm;
  for (const [company, own] of Map.groupBy(slots, (slot) => slot.company)) {
    await drain(context, db, company);
    const effects = await readEffects(db, company);
    let sum = 0n;
    for (const slot of own) {
      const row = effects.keys.get(slot.key);
      checkAnswers(context, slot, row);
      sum += checkEffect(context, slot, row, effects);
      await checkLook(storm, random, slot, row);
    }
    checkCounts(context, own, effects);
    const { balances } = await replayBook(db, company.scope, context.violation);
    if ((balances['available'] ?? 0n) !== sum)
      context.violation('the ledger differs from the sum of effects', { available: balances['available'], sum });
  }
}

async function drain(context: Context, db: Db, { scope }: Company): Promise<void> {
  const until = performance.now() + DRAIN_MS;
  const unfinished = () =>
    db.query(sql`
      select id from operations
       where company_id = ${scope.companyId} and environment = ${scope.environment} and status in ('queued', 'processing') limit 1`);
  while ((await unfinished()).length > 0) {
    if (performance.now() > until) return context.violation('an operation was accepted and never decided');
    await sleep(200);
  }
}

async function readEffects(db: Db, { scope }: Company): Promise<Effects> {
  const where = sql`company_id = ${scope.companyId} and environment = ${scope.environment}`;
  const keys = await db.query<KeyRow>(sql`select * from idempotency_keys where ${where}`);
  const entries = await db.query<Entry>(
    sql`select reference, kind, available_delta from ledger.entries where ${where}`,
  );
  const operations = await db.query<Operation>(
    sql`select id, status, type, amount, fee from operations where ${where}`,
  );
  const holders = await db.query<{ id: string; name: string }>(sql`select id, name from holders where ${where}`);
  const holds = await db.query<{ reference: string; amount: bigint; state: string }>(
    sql`select reference, amount, state from ledger.holds where ${where}`,
  );
  const sends = await db.query<{ reference: string; sends: bigint }>(sql`
    select reference, count(*) as sends from issuer_sandbox.requests
     where account = ${toId('company', scope.companyId)} and method = 'POST' and path = '/v1/orders' group by reference`);
  return {
    keys: new Map(keys.map((row) => [row.key, row])),
    entries: Map.groupBy(entries, ({ reference }) => reference),
    operations: new Map(operations.map((row) => [toId('operation', row.id), row])),
    holders: new Map(holders.map((row) => [toId('holder', row.id), row])),
    holds: new Map(holds.map((row) => [row.reference, row])),
    sends: new Map(sends.map((row) => [row.reference, Number(row.sends)])),
  };
}

/** As many effects as keys: nothing was done without a client's request. */
function checkCounts(context: Context, own: readonly Slot[], effects: Effects): void {
  const wanted = (kind: ReturnType<typeof makes>) =>
    own.filter(({ accepted: [first] }) => first !== undefined && makes(first.wish) === kind).length;
  const credits = [...effects.entries.values()].flat().filter(({ kind }) => kind === 'sandbox_credit').length;
  const found = {
    keys: effects.keys.size,
    funds: credits,
    operations: effects.operations.size,
    holds: effects.holds.size,
    ordered: effects.sends.size,
    holders: effects.holders.size,
  };
  const operations = wanted('operation');
  const expected = {
    keys: own.length,
    funds: wanted('funds'),
    operations,
    holds: operations,
    ordered: operations,
    holders: wanted('holder'),
  };
  if (!isDeepStrictEqual(found, expected)) context.violation('effects and keys differ in number', { found, expected });
}

/** The one effect of a key. Returns the change of the available funds. */
function checkEffect(context: Context, slot: Slot, row: KeyRow | undefined, effects: Effects): bigint {
  const { key, accepted } = slot;
  const [first] = accepted;
  if (first === undefined || row === undefined) return 0n;
  const id = row.resource_id;
  const entries = effects.entries.get(id) ?? [];
  const kinds = entries.map(({ kind }) => kind).sort();
  if (makes(first.wish) === 'holder') {
    if (effects.holders.get(id)?.name !== first.wish.body['name'] || entries.length > 0)
      context.violation('the cardholder is not the accepted one', { key, id, kinds });
  } else if (makes(first.wish) === 'funds') {
    const [credit] = entries;
    if (!isDeepStrictEqual(kinds, ['sandbox_credit']) || credit?.available_delta !== inCents(first.wish.body['amount']))
      context.violation('the effect is not the accepted one', { key, entries, accepted: first.wish });
  } else checkOperation(context, { key, id, wish: first.wish }, kinds, effects);
  return entries.reduce((sum, entry) => sum + entry.available_delta, 0n);
}

/** One operation, one hold, one order at the issuer, and the entries of one outcome. */
function checkOperation(
  context: Context,
  { key, id, wish }: { key: string; id: string; wish: Wish },
  kinds: readonly string[],
  { operations, holds, sends }: Effects,
): void {
  const operation = operations.get(id);
  const hold = holds.get(id);
  if (operation === undefined || hold === undefined)
    return context.violation('a key was accepted and has no effect', { key, id });
  const { type, status, amount, fee } = operation;
  if (type !== wish.body['type'] || amount !== inCents(wish.body['amount']))
    context.violation('the operation is not the accepted one', { key, operation, wish });
  if (hold.amount !== amount + fee || sends.get(id) !== 1)
    context.violation('an operation does not have one hold and one order', { key, id, hold, sends: sends.get(id) });
  const outcome = kinds.filter((kind) => kind !== 'fee').join(' ');
  const expected = { completed: 'capture reservation', failed: 'release reservation' }[status];
  if (outcome !== expected || kinds.filter((kind) => kind === 'fee').length > 1)
    context.violation('an operation did not move its money exactly once', { key, id, status, kinds });
}

/** Every accepted answer of a key has the bytes of the first one, and every conflict names it. */
function checkAnswers(context: Context, slot: Slot, row: KeyRow | undefined): void {
  const { key, accepted, conflicts, lost } = slot;
  const [first] = accepted;
  if (first === undefined || row === undefined)
    return context.violation('a key was never accepted', { key, stored: row !== undefined });
  for (const { wish, answer } of accepted) {
    if (wish !== first.wish) context.violation('one key accepted two requests', { key, wish, first: first.wish });
    const { 'content-type': type, location } = answer.headers;
    const told = [answer.body, type, location];
    const stored = [row.response_body, first.answer.headers['content-type'], first.answer.headers['location']];
    if (!isDeepStrictEqual(told, stored))
      context.violation('a replay differs from the first answer', { key, told, stored });
  }
  if (makes(first.wish) !== 'funds' && (JSON.parse(row.response_body) as { id: string }).id !== row.resource_id)
    context.violation('an answer names another object than its key', { key, row });
  const marks = accepted.map(({ answer }) => answer.headers['idempotent-replayed']);
  const fresh = marks.filter((mark) => mark === undefined).length;
  if (marks.some((mark) => mark !== undefined && mark !== 'true'))
    context.violation('a replay has the wrong mark', { key });
  if (fresh > 1) context.violation('more than one answer claims to be the first', { key, fresh });
  if (fresh === 0 && lost === 0) context.violation('no answer is the first, and none was lost', { key });
  for (const { wish, answer } of conflicts) {
    if (wish === first.wish) context.violation('an equal request was a conflict', { key, answer });
    const { statusCode, code, retry, differs, resourceId } = JSON.parse(answer.body) as Record<string, unknown>;
    const found = { statusCode, code, retry, differs, resourceId };
    const conflict = { statusCode: 409, code: 'idempotency_conflict', retry: 'new_key' };
    const expected = { ...conflict, differs: differing(first.wish, wish), resourceId: row.resource_id };
    if (!isDeepStrictEqual(found, expected))
      context.violation('a conflict does not name the existing request', { key, found, expected });
  }
  for (const id of slot.resourceIds) {
    if (id !== row.resource_id) context.violation('a key was reported to have created another object', { key, id });
  }
}

/** The service reports the stored state of a key, and does not know the key in the other environment. */
async function checkLook(storm: Storm, random: Random, slot: Slot, row: KeyRow | undefined): Promise<void> {
  const [first] = slot.accepted;
  const found = await look(storm, random, slot);
  const expected = row &&
    first && {
      key: slot.key,
      method: 'POST',
      path: first.wish.path,
      status: statusOf(first.wish),
      resourceId: row.resource_id,
      createdAt: row.created_at.toISOString(),
    };
  if (!isDeepStrictEqual(found, expected))
    storm.context.violation('the service reports the wrong state of a key', { found, expected });
  if (random.oneIn(10) && (await look(storm, random, slot, slot.company.liveKey)) !== undefined)
    storm.context.violation('a key of sandbox is known in live', { key: slot.key });
}

/** The cents of an amount, by its digits. */
function inCents(amount = ''): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}
