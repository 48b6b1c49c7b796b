// The well-behaved company: it works at a constant small load, and the time of everything is recorded.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Answer } from '../harness/ask.ts';
import { aHolder, type Company, expectStatus, issueCard, makeCompany, serviceOf, type World } from './world.ts';

/** The measurements: from the POST to the outcome, and from the outcome to the endpoint. */
export const kinds = ['settled', 'active', 'paid', 'delivered'] as const;
export type Kind = (typeof kinds)[number];

/** Milliseconds between two of a kind. Not a multiple of a poll interval, so that every phase of it is sampled. */
const EVERY_MS = { settled: 110, active: 130, paid: 190 };

/** Poll interval of the database: a twentieth of the measured times. */
const POLL_EVERY_MS = 15;

/** Nothing may take longer. */
const STARVED_MS = 15_000;

/** A start in milliseconds since 1970, and the duration. A slot has the samples that were posted in it. */
type Sample = { kind: Kind; postedAt: number; startedAt: number; ms?: number };

export type Steady = {
  company: Company;
  /** The times of a kind in milliseconds, for samples started in a range; an unfinished one counts as infinite. */
  timesOf(kind: Kind, from: number, until: number): number[];
  /** Waits until everything started before a moment is over, or has taken too long. */
  overBefore(until: number): Promise<void>;
  /** How many have taken too long. */
  starved(): number;
  samples(): number;
  stop(): Promise<void>;
};

/** Opens the company and lets it work until stopped. */
export async function startSteady(world: World): Promise<Steady> {
  const company = await makeCompany(world, 'Steady', world.clients.own);
  const cardId = await issueCard(world, company);
  const url = world.receiver.urlOf(company.account);
  const events = ['operation.completed'];
  await expectStatus(201, company.ask({ method: 'POST', path: '/api/v1/webhook-endpoints', body: { url, events } }));
  const record = openRecord(world, company);
  const makers = {
    settled: () => begin(record, 'settled', () => company.order('/api/v1/operations', serviceOf(world))),
    active: () => begin(record, 'active', () => company.order('/api/v1/holders', aHolder)),
    paid: () => pay(record, company, cardId),
  };
  const timers = Object.entries(makers).map(([kind, make]) =>
    setInterval(() => void make().catch(record.fail), EVERY_MS[kind as keyof typeof makers]),
  );
  return {
    company,
    timesOf: (kind, from, until) =>
      record.samples
        .filter((each) => each.kind === kind && each.postedAt >= from && each.postedAt < until)
        .map(({ ms }) => ms ?? Number.POSITIVE_INFINITY),
    async overBefore(until) {
      const isOpen = ({ postedAt, startedAt, ms }: Sample) =>
        postedAt < until && ms === undefined && !isStarved(startedAt);
      while (record.samples.some(isOpen)) {
        record.check();
        await sleep(POLL_EVERY_MS);
      }
      record.check();
    },
    starved: () =>
      record.samples.filter(({ startedAt, ms }) => ms === undefined && isStarved(startedAt)).length +
      record.samples.filter(({ ms = 0 }) => ms > STARVED_MS).length,
    samples: () => record.samples.length,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await record.stop();
    },
  };
}

const isStarved = (startedAt: number) => Date.now() - startedAt > STARVED_MS;

type Recording = ReturnType<typeof openRecord>;

/** The open samples, and a database poll that records finished ones. */
function openRecord(world: World, { scope, account }: Company) {
  const samples: Sample[] = [];
  const open = {
    operations: new Map<string, Sample>(),
    holders: new Map<string, Sample>(),
    payments: new Map<string, Sample>(),
  };
  const settledAt = new Map<string, Sample>(); // by the shown id of an operation, until its event arrives
  const arrivedAt = new Map<string, number>();
  const stopping = new AbortController();
  let failure: unknown;
  world.receiver.onEvent(account, ({ objectId }, at) => {
    const delivered = settledAt.get(objectId);
    if (delivered === undefined) arrivedAt.set(objectId, at);
    else end(delivered, at);
  });
  const settle = (id: string, { postedAt }: Sample, at: number) => {
    const shown = toId('operation', id);
    const delivered: Sample = { kind: 'delivered', postedAt, startedAt: at };
    samples.push(delivered);
    settledAt.set(shown, delivered);
    const arrived = arrivedAt.get(shown);
    if (arrived !== undefined) end(delivered, arrived);
  };
  const look = async () => {
    const rows = await world.db.query<{ what: keyof typeof open; id: string; at: Date | null }>(sql`
      select 'operations' as what, id::text, decided_at as at from operations
       where company_id = ${scope.companyId} and environment = 'sandbox' and id = any (${[...open.operations.keys()]}::uuid[])
         and status in ('completed', 'failed', 'manual_review')
      union all
      select 'holders', id::text, null from holders
       where company_id = ${scope.companyId} and environment = 'sandbox' and id = any (${[...open.holders.keys()]}::uuid[])
         and status <> 'pending'
      union all
      select 'payments', merchant, null from transactions
       where company_id = ${scope.companyId} and environment = 'sandbox' and merchant = any (${[...open.payments.keys()]}::text[])`);
    const now = Date.now();
    for (const { what, id, at } of rows) {
      const sample = open[what].get(id);
      if (sample === undefined) continue;
      open[what].delete(id);
      end(sample, at?.getTime() ?? now);
      if (what === 'operations') settle(id, sample, at?.getTime() ?? now);
    }
  };
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      if (open.operations.size + open.holders.size + open.payments.size > 0) await look();
      await sleep(POLL_EVERY_MS);
    }
  })();
  const fail = (error: unknown) => void (failure ??= error);
  looking.catch(fail);
  return {
    samples,
    open,
    fail,
    /** Rethrows background errors that would otherwise be lost. */
    check() {
      if (failure !== undefined) throw failure;
    },
    refused(what: string, { status, text }: Answer) {
      world.context.violation(`${what} of the company that behaves was refused`, { status, text });
    },
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

function begunNow(kind: Kind): Sample {
  const now = Date.now();
  return { kind, postedAt: now, startedAt: now };
}

function end(sample: Sample, at: number): void {
  sample.ms ??= Math.max(1, at - sample.startedAt);
}

/** Starts an operation or a holder; its id is known when the POST is answered. */
async function begin(record: Recording, kind: 'settled' | 'active', post: () => Promise<Answer>): Promise<void> {
  const sample = begunNow(kind);
  record.samples.push(sample);
  const answer = await post();
  if (answer.status !== 201) return record.refused(kind, answer);
  const { id } = JSON.parse(answer.text) as { id: string };
  const [open, uuid] =
    kind === 'settled'
      ? [record.open.operations, fromId('operation', id)]
      : [record.open.holders, fromId('holder', id)];
  open.set(uuid ?? '', sample);
}

/** Simulates a card payment; its merchant identifies it. */
async function pay(record: Recording, company: Company, cardId: string): Promise<void> {
  const sample = begunNow('paid');
  const merchant = `Merchant ${record.samples.length}`;
  record.samples.push(sample);
  record.open.payments.set(merchant, sample);
  const body = { cardId, type: 'purchase', status: 'settled', amount: '0.01', merchant, country: 'DE' };
  const answer = await company.order('/api/v1/sandbox/transactions', body);
  if (answer.status !== 201) record.refused('a payment', answer);
}
