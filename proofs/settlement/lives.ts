// The lives of invoices: companies that fund themselves, one invoice after another, each with its own fate.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { type Answer, codeOf } from '../harness/ask.ts';
import { newCompany, newKey, type Tools } from '../harness/companies.ts';
import type { Patient } from '../harness/patient.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { microsText } from '../money/reference.ts';
import { type Life, type Step, stepsOf } from './fates.ts';
import { meddle, type Noticing, restateFirst, withhold } from './notices.ts';
import type { Watch } from './watch.ts';

const INVOICES = '/api/v1/card-account/invoices';

/** Most invoices that one company creates. */
const MOST_LIVES = 10;

/** One in this many open invoices gets a rival; one in this many is requested again with its own key. */
const RIVAL_ONE_IN = 4;
const REPLAY_ONE_IN = 6;

/** Unknown outcomes are read on the first three steps of the review schedule; after this time all have passed. */
const RUNGS_SECONDS = [61, 300, 900];

/** A dead sender is detected after 20 s; then its invoice is settled, on a busy machine. */
const CREATED_WITHIN_MS = 90_000;

/** Due work is decided within this time, unless a kill came in between. */
const DECIDED_WITHIN_MS = 30_000;

/** After a kill everything takes longer: a process starts, a lease ends, the issuer notifies again. */
const CALM_MS = 60_000;

/** Outdated notifications that arrive one after the other while an invoice expires. */
const RESTATED = 6;
const RESTATED_EVERY_MS = 150;

export type Company = {
  scope: Scope;
  account: string;
  key: string;
  lives: number;
  /** Steps of an invoice that run only when the next one is open. */
  owed: (() => Promise<void>)[];
};

type Invoice = {
  id: string;
  status: string;
  address: string | null;
  payAmount: string | null;
  expiresAt: string | null;
  review?: { reason: string; lastCheckedAt: string | null };
};

export type Market = {
  context: Context;
  db: Db;
  tools: Tools;
  patient: Patient;
  noticing: Noticing;
  watch: Watch;
  companies: Company[];
  /** Every invoice that a client was told of. */
  created: Map<string, { company: Company; life: Life }>;
  lastKillAt: () => number;
  counts: { rivals: number; replays: number; transfers: number; advances: number };
};

/** A company that can create its next invoice: the previous one, or a new one. */
export async function companyFor(market: Market, before: Company | undefined): Promise<Company> {
  if (before !== undefined && before.lives < MOST_LIVES) return before;
  const { patient, tools, companies } = market;
  const companyId = await patient.look(() => newCompany(tools, 'Settlement'));
  const scope = { companyId, environment: 'sandbox' as const };
  const key = await patient.look(() => newKey(tools, scope));
  const company = { scope, account: toId('company', companyId), key, lives: 0, owed: [] };
  companies.push(company);
  return company;
}

/** Runs the life of an invoice. True when it is resolved, so that the company can create the next one. */
export async function live(market: Market, random: Random, company: Company, life: Life): Promise<boolean> {
  company.lives++;
  const first = await create(market, random, company, life);
  const invoice = await untilOpen(market, random, company, first.id);
  for (const tell of company.owed.splice(0)) await tell();
  if (invoice.payAmount === null || invoice.expiresAt === null) return invoice.status === 'failed';
  const payable = {
    payMicros: BigInt(invoice.payAmount.replace('.', '')),
    expiresAt: Date.parse(invoice.expiresAt),
  };
  return play({ market, random, company, invoice, life }, stepsOf(life.fate, random, payable));
}

async function create(market: Market, random: Random, company: Company, life: Life): Promise<Invoice> {
  const { context, patient, counts } = market;
  const ask = (key: string) =>
    patient.ask(random, {
      method: 'POST',
      path: INVOICES,
      key: company.key,
      headers: {
        'idempotency-key': key,
        ...(life.scenario === '' ? {} : { 'sandbox-scenario': life.scenario }),
      },
      body: { amount: String(life.dollars) },
    });
  const key = randomUUID();
  const answer = await ask(key);
  if (answer.status !== 201) context.violation('an invoice was refused without an unresolved one', { life, answer });
  const invoice = JSON.parse(answer.text) as Invoice;
  market.created.set(invoice.id, { company, life });
  if (invoice.status === 'pending' && random.oneIn(RIVAL_ONE_IN)) {
    counts.rivals++;
    const rival = await ask(randomUUID());
    const named = (JSON.parse(rival.text) as { resourceId?: string }).resourceId;
    if (codeOf(rival) !== 'invoice_unresolved' || named !== invoice.id)
      context.violation('a second invoice was not refused', { invoice, rival });
  }
  if (random.oneIn(REPLAY_ONE_IN)) {
    counts.replays++;
    checkReplay(context, answer, await ask(key));
  }
  return invoice;
}

/** The same bytes again, unless the first answer had no address yet: then the same invoice in its current status. */
function checkReplay({ violation }: Context, first: Answer, again: Answer): void {
  const { id, status } = JSON.parse(first.text) as Invoice;
  const isSame = status === 'creating' ? (JSON.parse(again.text) as Invoice).id === id : again.text === first.text;
  if (again.status !== 201 || !isSame) violation('a key was answered in two ways', { first, again });
}

/** Waits until the issuer was asked, and lets enough time pass that an unknown outcome is read again. */
async function untilOpen(market: Market, random: Random, company: Company, id: string): Promise<Invoice> {
  const isCreated = ({ status }: Invoice) => status !== 'creating';
  let invoice = await becomes(market, random, { company, id }, isCreated, CREATED_WITHIN_MS);
  for (const seconds of RUNGS_SECONDS) {
    const { review } = invoice;
    if (invoice.status !== 'manual_review' || invoice.address !== null) return invoice;
    await advance(market, random, company, seconds);
    const isRead = (now: Invoice) =>
      now.status !== 'manual_review' || now.review?.lastCheckedAt !== review?.lastCheckedAt;
    invoice = await becomes(market, random, { company, id }, isRead, DECIDED_WITHIN_MS);
  }
  return invoice;
}

type Playing = { market: Market; random: Random; company: Company; invoice: Invoice; life: Life };

const resolved = ['completed', 'expired', 'failed'];

/** Runs the steps in order. True when the invoice was seen resolved and needs no further check. */
async function play(playing: Playing, steps: readonly Step[]): Promise<boolean> {
  const { market, random, company, invoice } = playing;
  const meddled = { account: company.account, reference: invoice.id };
  let isResolved = false;
  for (const [index, step] of steps.entries()) {
    if (step.do === 'later' && isResolved) {
      company.owed.push(async () => void (await play(playing, steps.slice(index + 1))));
      return true;
    }
    const [seen] = await Promise.all([
      take(playing, step),
      random.oneIn(2) ? meddle(market.noticing, random, meddled) : undefined,
    ]);
    if (seen !== undefined) isResolved = resolved.includes(seen.status);
  }
  return isResolved;
}

/** Runs one step. Returns the invoice if the step waited for it. */
async function take(playing: Playing, step: Step): Promise<Invoice | undefined> {
  const { market, random, company, invoice } = playing;
  const { patient, noticing, counts, context } = market;
  const sandbox = `/api/v1/sandbox/invoices/${invoice.id}`;
  const post = async (path: string, body?: object) => {
    const answer = await patient.ask(random, {
      method: 'POST',
      path,
      key: company.key,
      ...(body === undefined ? {} : { body }),
    });
    counts.transfers++;
    if (answer.status !== 200) context.violation('a transfer could not be simulated', { path, body, answer });
  };
  switch (step.do) {
    case 'pay': {
      const occurredAt = step.at === undefined ? {} : { occurredAt: new Date(step.at).toISOString() };
      await post(`${sandbox}/transfers`, { amount: microsText(step.micros), ...occurredAt });
      return undefined;
    }
    case 'complete':
      await post(`${sandbox}/complete`);
      return undefined;
    case 'withhold':
      await patient.look(() => withhold(market.db, company.account, true));
      return undefined;
    case 'pass':
      await Promise.all([advance(market, random, company, step.seconds), restateMuch(playing)]);
      await patient.look(() => withhold(noticing.db, company.account, false));
      return undefined;
    case 'wait':
      return untilDecided(playing, step.for);
    case 'later':
      return undefined;
  }
}

/** Notifications from the creation of the invoice, sent while it is polled because it expires. */
async function restateMuch({ market, random, company, invoice }: Playing): Promise<void> {
  if (random.oneIn(2)) return;
  for (let time = 0; time < RESTATED; time++) {
    await restateFirst(market.noticing, random, { account: company.account, reference: invoice.id });
    await sleep(RESTATED_EVERY_MS);
  }
}

/** Due work is decided soon: late and repeated notifications do not postpone it. */
async function untilDecided(playing: Playing, statuses: readonly string[]): Promise<Invoice> {
  const { market, random, company, invoice, life } = playing;
  const isDecided = ({ status }: Invoice) => statuses.includes(status);
  const started = performance.now();
  const seen = await becomes(market, random, { company, id: invoice.id }, isDecided, DECIDED_WITHIN_MS);
  const isCalm = market.lastKillAt() < started - CALM_MS;
  if (!isDecided(seen) && isCalm)
    market.context.violation('an invoice is not decided in time', { life, seen, within: DECIDED_WITHIN_MS });
  return isDecided(seen) ? seen : becomes(market, random, { company, id: invoice.id }, isDecided, CALM_MS);
}

/** Moves a company's time forward. */
export async function advance(market: Market, random: Random, { key }: Company, seconds: number): Promise<void> {
  market.counts.advances++;
  const path = '/api/v1/sandbox/clock/advance';
  const answer = await market.patient.ask(random, { method: 'POST', path, key, body: { seconds } });
  if (answer.status !== 200) market.context.violation('a clock could not be moved', { seconds, answer });
}

/** The invoice when it matches, or its current state when the time limit is over. */
async function becomes(
  { patient, watch }: Market,
  random: Random,
  { company, id }: { company: Company; id: string },
  fits: (invoice: Invoice) => boolean,
  withinMs: number,
): Promise<Invoice> {
  const until = performance.now() + withinMs;
  for (;;) {
    const answer = await patient.ask(random, { method: 'GET', path: `${INVOICES}/${id}`, key: company.key });
    const invoice = JSON.parse(answer.text) as Invoice;
    if (fits(invoice) || performance.now() > until) return invoice;
    await watch.changed(company.scope.companyId, id, invoice);
  }
}
