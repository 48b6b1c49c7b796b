// Every statement of the issuer. A request's changes are one function call, so they are one round trip and one commit.
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { allOf, type Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { Notice } from './scenarios.ts';

/** A request in the log. `status` is null when nothing is answered. */
export type Received = {
  port: 'main' | 'early_close';
  method: string;
  path: string;
  account: string | null;
  reference: string | null;
  scenario: string | null;
  /** Null: it was not checked. */
  signatureValid: boolean | null;
  ending: 'answered' | 'hung' | 'cut' | 'closed';
  status: number | null;
};

/** The result of an idempotent request: its answer, and whether this was the first time. */
export type Taken = { answer: string | null; verdict: 'first' | 'duplicate' | 'conflict' | 'none' };

type Asked = Received & { account: string; reference: string; content: string; deadline: string | null };
type WithEffect = Asked & { effect: 'done' | 'rejected' | 'none'; notice: Notice | null; cents: string };

export type AskedOrder = WithEffect & {
  kind: string;
  product: string;
  holder?: string;
  card?: string;
  recipient?: string;
  name?: string;
  limits?: object;
  newToken: string;
  newLast4: string;
  newReceipt: string;
};

export type AskedDeposit = WithEffect & { address: string; lifetimeSeconds: number };

export type AskedHolder = Asked & { newToken: string; name: string; email: string; kind: string };

/** Takes orders, all in one commit, and returns the results in order. */
export const takeOrders = (db: Db, orders: readonly AskedOrder[]) =>
  db.query<Taken>(sql`select answer, verdict from issuer_sandbox.take_orders(${JSON.stringify(orders)}::jsonb)`);

/** Takes the registration of a holder. */
export const takeHolder = async (db: Db, holder: AskedHolder) =>
  (
    await db.query<Taken>(sql`select answer, verdict from issuer_sandbox.take_holder(${JSON.stringify(holder)}::jsonb)`)
  )[0];

/** Opens a deposit. */
export const takeDeposit = async (db: Db, deposit: AskedDeposit) =>
  (
    await db.query<Taken>(
      sql`select answer, verdict from issuer_sandbox.take_deposit(${JSON.stringify(deposit)}::jsonb)`,
    )
  )[0];

/** Something that belongs to an account, by its name. */
type Named = { account: string; name: string };

/** The answer to an order, or null. */
export const findOrder = (db: Db, { account, name }: Named) =>
  readText(db, sql`select answer from issuer_sandbox.orders where account = ${account} and reference = ${name}`);

/** The answer to a holder's registration, or null. */
export const findHolder = (db: Db, { account, name }: Named) =>
  readText(db, sql`select answer from issuer_sandbox.holders where account = ${account} and reference = ${name}`);

/** The current status of a deposit, or null. */
export const findDeposit = (db: Db, { account, name }: Named) =>
  readText(db, sql`select issuer_sandbox.read_deposit(${account}, ${name})::text as answer`);

/** The current status of a card, or null. */
export const findCard = (db: Db, { account, name }: Named) =>
  readText(
    db,
    sql`select issuer_sandbox.shown_card(c)::text as answer
          from issuer_sandbox.cards c where account = ${account} and token = ${name}`,
  );

async function readText(db: Db, statement: ReturnType<typeof sql>): Promise<string | null> {
  return (await db.query<{ answer: string | null }>(statement))[0]?.answer ?? null;
}

/**
 * A row of a listing as JSON text, and its number. Numbers grow with each commit of their account, so a new row never
 * appears before one that was listed.
 */
export type ListedRow = { number: bigint; shown: string };

type ListedPage = { account: string; after: bigint; limit: number };

/** Lists rows of a table `t`; `shown` is their JSON. */
const listed =
  (table: Sql, shown: Sql) =>
  (db: Db, { account, after, limit }: ListedPage): Promise<ListedRow[]> =>
    db.query<ListedRow>(sql`
      select t.number, ${shown}::text as shown
        from ${table} t
       where t.account = ${account} and t.number > ${after}
       order by t.number
       limit ${limit}`);

/** The pages of each kind of object, by its name in the protocol. */
export const listings = {
  orders: listed(
    sql`issuer_sandbox.orders`,
    sql`issuer_sandbox.joined(t.answer::json, issuer_sandbox.present(json_build_object(
          'product', t.product, 'holder', t.holder, 'cardToken', t.card, 'recipient', t.recipient, 'name', t.name,
          'limits', t.limits, 'createdAt', issuer_sandbox.instant(t.created_at))))`,
  ),
  deposits: listed(
    sql`issuer_sandbox.deposits`,
    sql`issuer_sandbox.joined(issuer_sandbox.read_deposit(t.account, t.reference),
                              json_build_object('createdAt', issuer_sandbox.instant(t.created_at)))`,
  ),
  cards: listed(
    sql`issuer_sandbox.cards`,
    sql`issuer_sandbox.joined(issuer_sandbox.shown_card(t), json_build_object('createdAt', issuer_sandbox.instant(t.created_at)))`,
  ),
  holders: listed(
    sql`issuer_sandbox.holders`,
    sql`issuer_sandbox.joined(t.answer::json, json_build_object('name', t.name, 'email', t.email, 'kind', t.kind,
                                                                'createdAt', issuer_sandbox.instant(t.created_at)))`,
  ),
  payments: listed(sql`issuer_sandbox.card_transactions`, sql`issuer_sandbox.shown_transaction(t, t.returned_cents)`),
};

/** Logs requests without an effect. */
export const insertRequests = (db: Db, requests: readonly Received[]) =>
  db.query(sql`
    select issuer_sandbox.record_requests(${JSON.stringify(requests)}::jsonb, ${requests.map(() => 'none')})`);

/** The log of requests in the order of arrival, after a number. */
export const listRequests = (
  db: Db,
  { reference, after, limit }: { reference?: string; after: string; limit: string },
) =>
  db.query<object>(sql`
    select r.id::text, issuer_sandbox.instant(r.at) as at, port, method, path, account, reference, scenario,
           signature_valid as "signatureValid", duplicate, ending, status
      from issuer_sandbox.requests r
     where ${allOf([sql`r.id > ${after}`, ...(reference === undefined ? [] : [sql`reference = ${reference}`])])}
     order by r.id
     limit ${limit}`);

/** The requests that ask for an effect, whatever their result. */
const sends = sql`method = 'POST' and reference is not null`;

/** How often each reference was sent, and the total. */
export async function countSends(
  db: Db,
  { reference, after, atLeast, limit }: { reference?: string; after: string; atLeast: string; limit: string },
) {
  const counted = sql`
    select reference, path, count(*) as received
      from issuer_sandbox.requests
     where ${allOf([sends, ...(reference === undefined ? [] : [sql`reference = ${reference}`])])}
     group by reference, path`;
  const [totals] = await db.query<{ requests: bigint; references: bigint; most: bigint }>(sql`
    select coalesce(sum(received), 0)::bigint as requests, count(*) as references, coalesce(max(received), 0) as most
      from (${counted}) as each`);
  const data = await db.query<{ reference: string; path: string; received: bigint }>(sql`
    select reference, path, received from (${counted}) as each
     where reference > ${after} and received >= ${atLeast}
     order by reference, path
     limit ${limit}`);
  return {
    requests: Number(totals?.requests),
    references: Number(totals?.references),
    most: Number(totals?.most),
    data: data.map((row) => ({ ...row, received: Number(row.received) })),
  };
}

/** Opens a page that shows a card's number. */
export const openReveal = async (db: Db, asked: object) =>
  (
    await db.query<{ verdict: 'opened' | 'closed' | 'absent'; expiresAt: string }>(sql`
      select verdict, expires_at as "expiresAt" from issuer_sandbox.open_reveal(${JSON.stringify(asked)}::jsonb)`)
  )[0];

/** The card of a page that may be shown now, once. */
export const showReveal = async (db: Db, digest: Buffer) =>
  (
    await db.query<{ token: string; last4: string }>(
      sql`select token, last4 from issuer_sandbox.show_reveal(${digest}::bytea)`,
    )
  )[0];

/** Makes a transfer arrive and returns the deposit as it is then; null when there is no such deposit. */
export const addTransfer = (db: Db, asked: object) =>
  readText(db, sql`select issuer_sandbox.add_transfer(${JSON.stringify(asked)}::jsonb) as answer`);

/** Creates or changes a card transaction; null when there is no such card. */
export const addCardTransaction = (db: Db, asked: object) =>
  readText(db, sql`select issuer_sandbox.add_card_transaction(${JSON.stringify(asked)}::jsonb) as answer`);

/** Moves an account's time forward and returns it. */
export const advanceClock = (db: Db, { account, seconds }: { account: string; seconds: number }) =>
  readText(db, sql`select issuer_sandbox.advance_clock(${account}, ${seconds}) as answer`);

/** Puts an account's time this far ahead, unless it is further ahead already, and returns how far ahead it is. */
export async function putClock(
  db: Db,
  { account, aheadSeconds }: { account: string; aheadSeconds: number },
): Promise<number> {
  const [row] = await db.query<{ ahead: bigint }>(
    sql`select issuer_sandbox.put_clock(${account}, ${aheadSeconds}) as ahead`,
  );
  return Number(row?.ahead);
}

export type DueNotification = { id: string; body: string; attempts: number };

/** The notifications to send now, the longest waiting first. */
export const listDue = (db: Db, limit: number) =>
  db.query<DueNotification>(sql`
    select id, body, attempts from issuer_sandbox.notifications
     where copies > 0 and not given_up and due_at <= clock_timestamp()
     order by due_at
     limit ${limit}`);

/** One notification that is still to be sent, or undefined. */
export const findNotification = async (db: Db, id: string) =>
  (
    await db.query<DueNotification>(
      sql`select id, body, attempts from issuer_sandbox.notifications where id = ${id} and copies > 0 and not given_up`,
    )
  )[0];

/** Records that notifications were accepted. */
export const noteAccepted = (db: Db, ids: readonly string[]) =>
  db.query(sql`update issuer_sandbox.notifications set copies = copies - 1, attempts = 0 where id = any (${ids})`);

/** Records that notifications were not accepted: they are due again after some seconds, or given up. */
export const noteFailed = (
  db: Db,
  { ids, retrySeconds, givenUp }: { ids: readonly string[]; retrySeconds: number; givenUp: boolean },
) =>
  db.query(sql`
    update issuer_sandbox.notifications
       set attempts = attempts + 1,
           due_at = clock_timestamp() + make_interval(secs => ${retrySeconds}),
           given_up = ${givenUp}
     where id = any (${ids})`);
