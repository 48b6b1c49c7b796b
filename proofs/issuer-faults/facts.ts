// The history of one company's operations, on both sides, read in one snapshot by the administrator.

import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db, Tx } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Kind } from './menu.ts';

type Attempt = { kind: string; outcome: string; detail: string; at: Date };
type Told = { type: string; object: { id: string; status: string; total: string } };
type Entry = { kind: string; available_delta: bigint; held_delta: bigint };
/** The issuer's record under our reference. */
type Truth = { status: string; kind: string; amount_cents: bigint; token: string | null; code: string | null };

/** One operation and everything that refers to it. */
export type Fact = {
  id: string;
  type: Kind;
  status: string;
  amount: bigint;
  fee: bigint;
  card_id: string | null;
  receipt: string;
  /** What a close returned. */
  returned: bigint | null;
  failure_code: string;
  review_reason: string;
  review_checked_at: Date | null;
  refused_since: Date | null;
  hold: { amount: bigint; state: string } | undefined;
  attempts: Attempt[];
  told: Told[];
  entries: Entry[];
  truth: Truth | undefined;
  /** How often the issuer received the order, at any of its addresses. */
  requests: number;
  /** When the issuer got the order; undefined if it never did. */
  arrivedAt: Date | undefined;
  /** How many of these had no valid signature. */
  unsigned: number;
  /** Open cases about it. */
  cases: number;
};

type Card = { id: string; token: string; balance: bigint; status: string };

export type Facts = {
  operations: Map<string, Fact>;
  cards: Map<string, Card>;
  /** Cards of the account at the issuer, by token. */
  issuerCards: Map<string, Omit<Card, 'id'>>;
  balances: { available: bigint; held: bigint };
  /** Numbers of the events, in order, and the last number assigned. */
  sequences: bigint[];
  lastSequence: bigint;
};

type OperationRow = Omit<
  Fact,
  'hold' | 'attempts' | 'told' | 'entries' | 'truth' | 'requests' | 'unsigned' | 'arrivedAt' | 'cases'
>;

/** Reads everything about a company in one snapshot. */
export function readFacts(db: Db, scope: Scope): Promise<Facts> {
  return db.read(scope, async (tx) => {
    const [operations, parts, cards, events, money] = await Promise.all([
      listOperations(tx, scope),
      listParts(tx, scope),
      listCards(tx, scope),
      listEvents(tx, scope),
      readMoney(tx, scope),
    ]);
    const told = Map.groupBy(events.rows.map(toTold), ({ object }) => object.id);
    return {
      operations: new Map(
        operations.map((row) => {
          const id = toId('operation', row.id);
          return [id, { ...row, id, ...parts(row.id, id), told: told.get(id) ?? [] }];
        }),
      ),
      ...cards,
      balances: money,
      sequences: events.rows.map(({ sequence }) => sequence),
      lastSequence: events.last,
    };
  });
}

/** A company's current balances and rows. */
export const readBalances = (db: Db, scope: Scope): Promise<Facts['balances']> =>
  db.read(scope, (tx) => readMoney(tx, scope));

const whereOf = (scope: Scope) => sql`company_id = ${scope.companyId} and environment = ${scope.environment}`;

const listOperations = (tx: Tx, scope: Scope) =>
  tx.query<OperationRow>(sql`
    select id, type, status, amount, fee, card_id, receipt, returned, failure_code, review_reason, review_checked_at, refused_since
      from operations where ${whereOf(scope)}`);

/** Holds, entries and attempts of each operation, and the issuer's record of it. */
async function listParts(tx: Tx, scope: Scope) {
  const where = whereOf(scope);
  const account = toId('company', scope.companyId);
  const [holds, entries, attempts, truths, requests, cases] = await Promise.all([
    tx.query<{ reference: string; amount: bigint; state: string }>(
      sql`select reference, amount, state from ledger.holds where ${where}`,
    ),
    tx.query<Entry & { reference: string }>(
      sql`select reference, kind, available_delta, held_delta from ledger.entries where ${where} order by sequence`,
    ),
    tx.query<Attempt & { operation_id: string }>(
      sql`select operation_id, kind, outcome, detail, at from operation_attempts where ${where} order by number`,
    ),
    tx.query<Truth & { reference: string }>(sql`
      select reference, status, kind, amount_cents, answer::json -> 'card' ->> 'token' as token,
             answer::json -> 'rejection' ->> 'code' as code
        from issuer_sandbox.orders where account = ${account}`),
    tx.query<{ reference: string; requests: bigint; unsigned: bigint; arrived_at: Date }>(sql`
      select reference, count(*) as requests, count(*) filter (where signature_valid is not true) as unsigned, min(at) as arrived_at
        from issuer_sandbox.requests
       where reference = any (select shown_id('op', id) from operations where ${where}) and method = 'POST' and path = '/v1/orders'
       group by reference`),
    tx.query<{ subject_id: string }>(sql`select subject_id from cases where ${where} and closed_at is null`),
  ]);
  const casesOf = Map.groupBy(cases, ({ subject_id }) => subject_id);
  const holdOf = new Map(holds.map((hold) => [hold.reference, hold]));
  const entriesOf = Map.groupBy(entries, ({ reference }) => reference);
  const attemptsOf = Map.groupBy(attempts, ({ operation_id }) => operation_id);
  const truthOf = new Map(truths.map((truth) => [truth.reference, truth]));
  const requestsOf = new Map(requests.map((row) => [row.reference, row]));
  return (uuid: string, id: string) => ({
    hold: holdOf.get(id),
    entries: entriesOf.get(id) ?? [],
    attempts: attemptsOf.get(uuid) ?? [],
    truth: truthOf.get(id),
    requests: Number(requestsOf.get(id)?.requests ?? 0),
    unsigned: Number(requestsOf.get(id)?.unsigned ?? 0),
    arrivedAt: requestsOf.get(id)?.arrived_at,
    cases: casesOf.get(uuid)?.length ?? 0,
  });
}

async function listCards(tx: Tx, scope: Scope) {
  const [ours, theirs] = await Promise.all([
    tx.query<Card>(sql`select id, issuer_token as token, balance, status from cards where ${whereOf(scope)}`),
    tx.query<Omit<Card, 'id'>>(sql`
      select token, balance_cents as balance, status from issuer_sandbox.cards
       where account = ${toId('company', scope.companyId)}`),
  ]);
  return {
    cards: new Map(ours.map((card) => [card.id, card])),
    issuerCards: new Map(theirs.map((card) => [card.token, card])),
  };
}

async function listEvents(tx: Tx, scope: Scope) {
  const [rows, counters] = await Promise.all([
    tx.query<{ sequence: bigint; type: string; body: string }>(
      sql`select sequence, type, body from events where ${whereOf(scope)} order by sequence`,
    ),
    tx.query<{ last: bigint }>(sql`select last from event_counters where ${whereOf(scope)}`),
  ]);
  return { rows, last: counters[0]?.last ?? 0n };
}

/** An event is about an operation, and its body agrees with its row. */
function toTold({ type, body }: { type: string; body: string }): Told {
  const said = JSON.parse(body) as { type: string; data: { object: Told['object'] } };
  return { type: said.type === type ? type : `${type}, in its body ${said.type}`, object: said.data.object };
}

async function readMoney(tx: Tx, scope: Scope): Promise<Facts['balances']> {
  const rows = await tx.query<{ account: string; balance: bigint }>(
    sql`select account, balance from ledger.accounts where ${whereOf(scope)} and account in ('available', 'held')`,
  );
  const of = (account: string) => rows.find((row) => row.account === account)?.balance ?? 0n;
  return { available: of('available'), held: of('held') };
}
