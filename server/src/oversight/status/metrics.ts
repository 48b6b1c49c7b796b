// The facts as metrics. No label names a company, an id or a key: more people can read metrics than a company's rows.
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../platform/db/db.ts';
import type { Marking } from '../../platform/fence/write.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import { allReviews, type Facts, readFacts, secondsSince } from './facts.ts';
import { backlogs, invoiceStates, reasons, webhookStates } from './sql.ts';

const environments = ['sandbox', 'live'] as const;

/** The environment label of metrics without an environment: a label is never empty. */
const EVERYWHERE = 'all';

/**
 * Adds the facts to a registry and returns a function that refreshes them, to be called before each scrape. When they
 * cannot be read, `cardwright_status_up` is 0 and the others are absent: a stale figure would look like a good one.
 */
export function addStatusMetrics(registry: Registry, db: Db, onError: (error: unknown) => void): () => Promise<void> {
  const up = new Gauge({
    name: 'cardwright_status_up',
    help: '1 when the facts below could be read from the database.',
    registers: [registry],
  });
  const gauges = gaugesOf(registry);
  return async () => {
    const facts = await readFacts(db).catch((error: unknown) => onError(error));
    for (const gauge of Object.values(gauges)) gauge.reset();
    if (facts) setAll(gauges, facts);
    up.set(facts ? 1 : 0);
  };
}

/** Adds whether this worker is stopped. Each scrape reads the file, also while the database is away. */
export function addStopMetric(registry: Registry, stop: StopFile): void {
  const gauge = new Gauge({
    name: 'cardwright_stopped',
    help: '1 while a stop file keeps this worker from claiming and sending.',
    registers: [registry],
    collect() {
      gauge.set(stop.isOn() ? 1 : 0);
    },
  });
}

/** Adds how far the exported marks are behind. Each scrape asks this worker, also while the database is away. */
export function addMarkMetric(registry: Registry, marking: Pick<Marking, 'lagSeconds'>): void {
  const gauge = new Gauge({
    name: 'cardwright_mark_lag_seconds',
    help: 'How long ago this worker last found every commit behind an exported mark.',
    registers: [registry],
    collect() {
      gauge.set(marking.lagSeconds());
    },
  });
}

type Gauges = ReturnType<typeof gaugesOf>;

type NewGauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => Gauge<Label>;

/** The findings of reconciliation and verification, their age, and other events that must not go unnoticed. */
const comparingGauges = (gauge: NewGauge, bounded: string) => ({
  breaks: gauge('reconciliation_breaks', `Differences between us and the issuer. ${bounded}`, ['environment']),
  unread: gauge('reconciliation_unread', 'What the last reconciliation could not compare.', ['environment']),
  reconciled: gauge('reconciliation_age_seconds', 'How long ago everything was reconciled.', ['environment']),
  bad: gauge('verification_bad', '1 when the last verification found a row that is wrong.', ['subject']),
  verified: gauge('verification_age_seconds', 'How long ago a verification ended.', ['subject']),
  monthsAhead: gauge('months_ahead', 'Months after this one for which tables split by month are ready.', []),
  brokenGlass: gauge('glass_broken', 'Operators added by break-glass in the last 7 days.', []),
});

const pauseGauges = (gauge: NewGauge) => ({
  pauses: gauge('pauses', 'Pauses of sending.', ['environment']),
  pausesOldest: gauge('pauses_oldest_seconds', 'How long the oldest of them has lasted.', ['environment']),
});

const queueGauges = (gauge: NewGauge) => ({
  jobs: gauge('queue_jobs', 'Jobs of the queues, as the workers count them.', ['queue', 'state']),
  counted: gauge('queue_counted_seconds', 'How long ago a worker last counted a queue.', ['queue']),
});

function gaugesOf(registry: Registry) {
  const gauge: NewGauge = (name, help, labelNames) =>
    new Gauge({ name: `cardwright_${name}`, help, labelNames, registers: [registry] });
  const bounded = 'Above 10000 it is not counted further.';
  return {
    waiting: gauge('operations_waiting', `Queued operations, by the reason why they are not sent. ${bounded}`, [
      'environment',
      'reason',
    ]),
    waitingOldest: gauge('operations_waiting_oldest_seconds', 'How long the oldest of them has waited.', [
      'environment',
      'reason',
    ]),
    sending: gauge('operations_sending', `Operations that are being sent. ${bounded}`, ['environment']),
    silent: gauge('operations_silent', 'Those of them whose sender has been silent for 20 s.', ['environment']),
    reviews: gauge('reviews', `Operations and invoices in review. ${bounded}`, ['environment', 'subject']),
    reviewsHeld: gauge('reviews_held_cents', 'The money that operations in review hold, in cents.', ['environment']),
    reviewsOldest: gauge('reviews_oldest_seconds', 'How long ago the oldest of them was sent, or its review opened.', [
      'environment',
      'subject',
    ]),
    reviewsOverdue: gauge('reviews_overdue_seconds', 'For how long the next look at one of them has been due.', [
      'environment',
      'subject',
    ]),
    reviewsForPeople: gauge('reviews_for_people', 'Reviews behind the last look, from where only people go on.', [
      'environment',
      'subject',
    ]),
    invoices: gauge('invoices', `Invoices that somebody has to do something for, by what that is. ${bounded}`, [
      'environment',
      'state',
    ]),
    invoicesOldest: gauge('invoices_oldest_seconds', 'How long the oldest of them has waited for it.', [
      'environment',
      'state',
    ]),
    held: gauge('held_cents', 'Money held, in cents, by the ledger and by the unfinished operations.', [
      'environment',
      'by',
    ]),
    backlog: gauge('backlog', `Other work that waits. ${bounded}`, ['backlog', 'environment']),
    backlogOldest: gauge('backlog_oldest_seconds', 'How long the oldest of it has waited.', ['backlog', 'environment']),
    ...comparingGauges(gauge, bounded),
    webhooks: gauge('webhooks', `Companies and endpoints whose webhooks do not get through. ${bounded}`, [
      'environment',
      'state',
    ]),
    webhooksOldest: gauge('webhooks_oldest_seconds', 'For how long the first of them has not.', [
      'environment',
      'state',
    ]),
    workDue: gauge('work_due', `Background work that is due and not leased. ${bounded}`, ['kind', 'environment']),
    workDueOldest: gauge('work_due_oldest_seconds', 'For how long the oldest of it has been due.', [
      'kind',
      'environment',
    ]),
    workFailing: gauge('work_failing', `Work that failed several times in a row and is retried. ${bounded}`, [
      'kind',
      'environment',
    ]),
    workParked: gauge('work_parked', `Work that waits for an operator. ${bounded}`, ['kind', 'environment']),
    workParkedOldest: gauge('work_parked_oldest_seconds', 'How long the oldest of it has been parked.', [
      'kind',
      'environment',
    ]),
    ...queueGauges(gauge),
    ...pauseGauges(gauge),
  };
}

/** Sets every gauge. Missing series are 0, so that an alert finds its series from the first scrape on. */
function setAll(gauges: Gauges, facts: Facts): void {
  const { at } = facts;
  for (const environment of environments) setEnvironment(gauges, facts, environment);
  for (const backlog of backlogs) {
    for (const environment of ['verifications', 'seals', 'actions'].includes(backlog) ? [EVERYWHERE] : environments) {
      const row = facts.backlogs.find(
        (one) => one.backlog === backlog && (one.environment ?? EVERYWHERE) === environment,
      );
      gauges.backlog.set({ backlog, environment }, Number(row?.waiting ?? 0n));
      gauges.backlogOldest.set({ backlog, environment }, secondsSince(row?.oldest_at ?? null, at));
    }
  }
  for (const { kind, environment, due, due_since, failing, parked, parked_since } of facts.work) {
    gauges.workDue.set({ kind, environment }, Number(due));
    gauges.workDueOldest.set({ kind, environment }, secondsSince(due_since, at));
    gauges.workFailing.set({ kind, environment }, Number(failing));
    gauges.workParked.set({ kind, environment }, Number(parked));
    gauges.workParkedOldest.set({ kind, environment }, secondsSince(parked_since, at));
  }
  gauges.monthsAhead.set(facts.monthsAhead);
  gauges.brokenGlass.set(Number(facts.brokenGlass));
  for (const { subject, bad, last_at } of facts.verified) {
    gauges.bad.set({ subject }, bad === null ? 0 : 1);
    gauges.verified.set({ subject }, secondsSince(last_at, at));
  }
  for (const { name: queue, counted_at, ready, deferred, active, failed } of facts.queues) {
    for (const [state, jobs] of Object.entries({ ready, deferred, active, failed })) {
      gauges.jobs.set({ queue, state }, jobs);
    }
    if (counted_at !== null) gauges.counted.set({ queue }, secondsSince(counted_at, at));
  }
}

function setEnvironment(gauges: Gauges, facts: Facts, environment: (typeof environments)[number]): void {
  const { at } = facts;
  const here = <Row extends { environment: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => row.environment === environment);
  for (const reason of reasons) {
    const rows = here(facts.waiting).filter((row) => row.reason === reason);
    const oldest = rows.map(({ oldest_at }) => secondsSince(oldest_at, at));
    gauges.waiting.set(
      { environment, reason },
      rows.reduce((sum, row) => sum + Number(row.operations), 0),
    );
    gauges.waitingOldest.set({ environment, reason }, Math.max(0, ...oldest));
  }
  const [sending] = here(facts.sending);
  gauges.sending.set({ environment }, Number(sending?.operations ?? 0n));
  gauges.silent.set({ environment }, Number(sending?.silent ?? 0n));
  gauges.reviewsHeld.set({ environment }, Number(here(facts.reviews)[0]?.held ?? 0n));
  for (const subject of ['operation', 'invoice'] as const) {
    const reviews = here(allReviews(facts)).find((row) => row.subject === subject);
    gauges.reviews.set({ environment, subject }, Number(reviews?.open ?? 0n));
    gauges.reviewsOldest.set({ environment, subject }, secondsSince(reviews?.oldest_at ?? null, at));
    gauges.reviewsOverdue.set({ environment, subject }, secondsSince(reviews?.next_at ?? null, at));
    gauges.reviewsForPeople.set({ environment, subject }, Number(reviews?.without_next ?? 0n));
  }
  for (const state of invoiceStates) {
    const row = here(facts.invoices).find((one) => one.state === state);
    gauges.invoices.set({ environment, state }, Number(row?.invoices ?? 0n));
    gauges.invoicesOldest.set({ environment, state }, secondsSince(row?.oldest_at ?? null, at));
  }
  const [held] = here(facts.held);
  if (held?.is_whole) {
    gauges.held.set({ environment, by: 'ledger' }, Number(held.of_holds));
    gauges.held.set({ environment, by: 'operations' }, Number(held.of_operations));
  }
  const [reconciled] = here(facts.reconciled);
  gauges.breaks.set({ environment }, Number(reconciled?.breaks ?? 0n));
  gauges.unread.set({ environment }, Number(reconciled?.unread ?? 0n));
  gauges.reconciled.set({ environment }, secondsSince(reconciled?.last_at ?? null, at));
  for (const state of webhookStates) {
    const row = here(facts.webhooks).find((one) => one.state === state);
    gauges.webhooks.set({ environment, state }, Number(row?.webhooks ?? 0n));
    gauges.webhooksOldest.set({ environment, state }, secondsSince(row?.oldest_at ?? null, at));
  }
  const pauses = here(facts.pauses);
  gauges.pauses.set({ environment }, pauses.length);
  gauges.pausesOldest.set({ environment }, secondsSince(pauses[0]?.paused_at ?? null, at));
}
