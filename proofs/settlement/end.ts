// The end of all invoices: time passes until nothing is left to happen; then every invoice is checked.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Counts, inParallel } from '../harness/proof.ts';
import { microsText } from '../money/reference.ts';
import { isOdd, isPaid, judgeInvoice } from './checks.ts';
import { type Fact, readFacts } from './facts.ts';
import { advance, type Company, type Market } from './lives.ts';
import { FORGED } from './notices.ts';

/** Companies whose time is moved concurrently, and invoices that are read concurrently. */
const AT_ONCE = 16;

/** Beyond the hour of an invoice and of a late notification, and beyond the first steps of the review schedule. */
const LATER_SECONDS = 3_700;

/** How often time is moved for invoices that still wait, and how long due work may take each time. */
const ROUNDS = 6;
const QUIET_WITHIN_MS = 60_000;

const POLL_EVERY_MS = 250;

/** The length of an invoice's reference: a longer one is unknown. */
const REFERENCE_LENGTH = 'inv_'.length + 26;

/** Releases withheld notifications and lets time pass, until nothing is left to happen. */
export async function letEverythingHappen(market: Market): Promise<void> {
  const { context, companies } = market;
  const random = context.random.fork('end');
  const stillWaiting = () => market.patient.look(() => listWaiting(market.db)); // the last kill may be a moment ago
  await inParallel(companies.length, AT_ONCE, async (index) => {
    for (const tell of companies[index]?.owed.splice(0) ?? []) await tell();
  });
  for (let round = 0; round < ROUNDS; round++) {
    const waiting = await stillWaiting();
    if (waiting.size === 0) break;
    const those = companies.filter(({ scope, account }) => waiting.has(scope.companyId) || waiting.has(account));
    await inParallel(those.length, AT_ONCE, async (index) => {
      await advance(market, random.fork(index), those[index] as Company, LATER_SECONDS);
      context.progress(index + 1, those.length, 'companies let time pass');
    });
    const until = performance.now() + QUIET_WITHIN_MS;
    while (performance.now() < until && (await stillWaiting()).size > 0) await sleep(POLL_EVERY_MS);
  }
  for (const company of await stillWaiting()) context.violation('something never ended', { company });
}

/** Companies, or their accounts at the issuer, with unfinished work. */
async function listWaiting(db: Db): Promise<Set<string>> {
  const rows = await db.query<{ waiting: string }>(sql`
    select company_id::text as waiting from invoices
     where status in ('creating', 'pending') or (status = 'manual_review' and review_reason like 'It was due%')
    union
    select company_id::text from simulated_transfers where state = 'waiting'
    union
    select company_id::text from clock_advances where followed_at is null
    union
    select account from issuer_sandbox.notifications where copies > 0 and not given_up
    union
    select 'a notification' from issuer_notifications where status = 'received'`);
  const unread = await db.query<{ id: string; company_id: string }>(sql`
    select id, company_id from invoices where status = 'manual_review' and address is null`);
  const known = await db.query<{ reference: string }>(sql`
    select reference from issuer_sandbox.deposits where reference = any (${unread.map(({ id }) => toId('invoice', id))}::text[])`);
  const references = new Set(known.map(({ reference }) => reference));
  const reviews = unread.filter(({ id }) => references.has(toId('invoice', id)));
  return new Set([...rows.map(({ waiting }) => waiting), ...reviews.map(({ company_id }) => company_id)]);
}

/** Compares the clients' answers, our tables and the issuer's books. */
export async function judgeEverything(market: Market): Promise<Counts> {
  const { context, db, created } = market;
  const facts = await readFacts(db);
  for (const fact of facts) judgeInvoice(fact, context.violation);
  const references = new Set(facts.map(({ reference }) => reference));
  for (const [id, { life }] of created)
    if (!references.has(id)) context.violation('an acknowledged invoice is lost', { id, life });
  if (facts.length !== created.size)
    context.violation('stored invoices and those that clients were told of differ in number', {
      ours: facts.length,
      told: created.size,
    });
  await judgeTables(market, references);
  const odd = facts.filter(isOdd);
  await inParallel(odd.length, AT_ONCE, (index) => judgeShown(market, odd[index] as Fact));
  const entries = await judgeLedger(market, facts);
  return { ...countUp(facts), odd: odd.length, entries };
}

/** Invariants of all invoices together. */
async function judgeTables({ context, db }: Market, references: ReadonlySet<string>): Promise<void> {
  const gaps = await db.query<object>(sql`
    select company_id, count(*) as events, max(sequence) as highest, min(sequence) as lowest
      from events where environment = 'sandbox' group by company_id
    having count(*) <> max(sequence) or min(sequence) <> 1`);
  for (const gap of gaps) context.violation('the events of a company have a gap', gap);
  const deposits = await db.query<{ reference: string }>(sql`select reference from issuer_sandbox.deposits`);
  for (const deposit of deposits)
    if (!references.has(deposit.reference)) context.violation('the issuer has a deposit that we do not', deposit);
  const forged = await db.query<object>(sql`
    select event_id, outcome from issuer_notifications where event_id like ${`${FORGED}%`} and outcome is distinct from 'unverified'`);
  for (const notification of forged) context.violation('a forged notification was trusted', notification);
  const unseen = await db.query<object>(sql`
    select event_id, status, outcome from issuer_notifications join issuer_notification_bodies using (environment, id, received_at)
     where length(convert_from(body, 'UTF8')::json #>> '{data,reference}') > ${REFERENCE_LENGTH} and status <> 'unplaced'`);
  for (const notification of unseen) context.violation('a deposit of an unknown invoice is in no queue', notification);
}

/** The API shows anomalies to the company. */
async function judgeShown({ context, patient, created }: Market, fact: Fact): Promise<void> {
  const company = created.get(fact.reference)?.company;
  if (company === undefined) return;
  const path = `/api/v1/card-account/invoices/${fact.reference}`;
  const answer = await patient.ask(context.random, { method: 'GET', path, key: company.key });
  const shown = JSON.parse(answer.text) as {
    status: string;
    review?: { reason: string };
    observedTransfers: { id: string; amount: string; occurredAt: string }[];
  };
  const expected = fact.arrived.map(({ id, amount, occurred_at }) => ({
    id,
    amount: microsText(amount),
    occurredAt: occurred_at.toISOString(),
  }));
  const isShown =
    shown.status === fact.status &&
    JSON.stringify(shown.observedTransfers) === JSON.stringify(expected) &&
    (shown.status === 'manual_review') === (shown.review !== undefined);
  if (!isShown) context.violation('the API does not show every transfer', { fact, shown });
}

/** Every company has exactly the credits of its invoices, and the ledger adds up. */
async function judgeLedger({ context, db, companies }: Market, facts: readonly Fact[]): Promise<number> {
  const accounts = await db.query<{ company_id: string; balance: bigint }>(sql`
    select company_id, balance from ledger.accounts where account = 'available' and environment = 'sandbox'`);
  const balanceOf = new Map(accounts.map(({ company_id, balance }) => [company_id, balance]));
  const byCompany = Map.groupBy(facts, ({ company_id }) => company_id);
  for (const { scope } of companies) {
    const paid = (byCompany.get(scope.companyId) ?? []).filter(isPaid);
    const expected = paid.reduce((sum, { requested_amount, fee }) => sum + requested_amount - fee, 0n);
    const balance = balanceOf.get(scope.companyId) ?? 0n;
    if (balance !== expected)
      context.violation('a company has another balance than it paid for', { scope, balance, expected });
  }
  const heads = await gatherHeads(openHeadFiles(context.stack.sealsDirectory, systemClock));
  const { entries, bad } = await verifyLedger(db, { heads });
  if (bad !== undefined) context.violation('the ledger does not add up', bad);
  return Number(entries);
}

function countUp(facts: readonly Fact[]): Counts {
  const count = (fits: (fact: Fact) => boolean) => facts.filter(fits).length;
  const isTold = (type: string) => (fact: Fact) => fact.told.some((event) => event.type === `invoice.${type}`);
  return {
    completed: count(({ status }) => status === 'completed'),
    expired: count(({ status }) => status === 'expired'),
    inReview: count(({ status }) => status === 'manual_review'),
    failed: count(({ status }) => status === 'failed'),
    paidExactly: count(isPaid),
    toldLate: count((fact) => fact.status === 'completed' && isTold('expired')(fact)),
    lost: count(({ attempts }) => attempts.some(({ kind }) => kind === 'lost')),
    askedOnce: count(({ sends }) => sends === 1),
    transfers: facts.reduce((sum, { arrived }) => sum + arrived.length, 0),
    cases: facts.reduce((sum, { cases }) => sum + cases.length, 0),
  };
}
