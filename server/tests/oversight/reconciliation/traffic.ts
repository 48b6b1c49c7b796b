// A company with traffic of every kind, and its reconciliation as operators and workers do it.

import { systemClock } from '@cardwright/server/foundation/clock.ts';
import type { Issuer } from '@cardwright/server/issuer/client.ts';
import { begin, beginFor } from '@cardwright/server/oversight/reconciliation/begin.ts';
import { carryReconciliation } from '@cardwright/server/oversight/reconciliation/carry.ts';
import { openPace } from '@cardwright/server/oversight/reconciliation/reads.ts';
import { type BreakRow, findRun, listBreaks, type RunRow } from '@cardwright/server/oversight/reconciliation/sql.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import { expect } from 'vitest';
import { create, becomes as invoiceBecomes } from '../../funding/invoices/on-its-way.ts';
import { becomes, newHolder, order, traces } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import type { Company, World } from '../../world.ts';

/** Public ids. */
export type Traffic = {
  issue: string;
  topup: string;
  service: string;
  rejected: string;
  card: string;
  invoice: string;
  rejectedInvoice: string;
  payment: string;
};

/** Issues, tops up, orders, is refused, deposits and buys, all through the API and the simulated issuer. */
export async function makeTraffic(world: World, company: Company): Promise<Traffic> {
  const { issue, topup, service } = traces(() => world);
  const holder = await newHolder(company);
  const rejectedInvoice = await create(company, '20', 'rejected');
  await invoiceBecomes(company, rejectedInvoice.id, 'failed');
  const invoice = await create(company, '100');
  expect(await company.post(`/api/v1/sandbox/invoices/${invoice.id}/complete`, undefined, { key: null })).toMatchObject(
    { status: 200, body: { status: 'completed' } },
  );
  const ids = {
    issue: await order(company, issue(holder)),
    service: await order(company, service()),
    rejected: await order(company, service(), 'rejected'),
  };
  const card = (await becomes(company, ids.issue, 'completed')).result.cardId ?? '';
  const topupId = await order(company, topup(card));
  await becomes(company, topupId, 'completed');
  await becomes(company, ids.service, 'completed');
  await becomes(company, ids.rejected, 'failed');
  const bought = { cardId: card, type: 'purchase', amount: '12.34', merchant: 'Bookshop', country: 'DE' };
  const payment = await company.post<{ id: string }>('/api/v1/sandbox/transactions', bought);
  expect(payment).toMatchObject({ status: 201 });
  await until(
    () => company.get(`/api/v1/transactions/${payment.body.id}`),
    ({ status }) => status === 200,
  );
  return {
    ...ids,
    topup: topupId,
    card,
    invoice: invoice.id,
    rejectedInvoice: rejectedInvoice.id,
    payment: payment.body.id,
  };
}

export type Reconciled = { run: RunRow; breaks: BreakRow[] };

/** Requests a reconciliation of one company; differences are checked again immediately by default. */
export const ask = ({ tools }: World, { scope }: Company, settledSeconds = 0): Promise<string> =>
  beginFor({ ...tools, clock: systemClock }, { ...scope, settledSeconds });

/** Requests the daily reconciliation, as a worker does. */
export async function askDaily({ stack }: World): Promise<string> {
  const url = stack.urlOf('cardwright_worker');
  const db = openDb({ url, name: 'test-daily', connections: 1, onError: () => undefined });
  try {
    return (await begin({ db, clock: systemClock }, { settledSeconds: 0 })) ?? '';
  } finally {
    await db.close();
  }
}

/** The breaks of a company, once the run has finished. */
export async function ended({ tools }: World, { scope }: Company, runId: string): Promise<Reconciled> {
  const run = await until(
    () => findRun(tools.db, runId),
    (found) => found !== undefined && found.finished_at !== null,
  );
  if (run === undefined) throw new Error('the run is gone');
  const breaks = await tools.db.read(scope, (tx) => listBreaks(tx, scope, runId, 100));
  return { run, breaks };
}

/** Reconciles one company through a worker of the world, and returns the breaks. */
export const reconcile = async (world: World, company: Company): Promise<Reconciled> =>
  ended(world, company, await ask(world, company));

/** A worker's reconciliation in this process, with a worker's role. Close it when done. */
export function reconcilerOf(world: World, issuer: Issuer | undefined, stop = neverStopped) {
  const db = openDb({
    url: world.stack.urlOf('cardwright_worker'),
    name: 'test-reconcile',
    connections: 2,
    histories: true,
    onError: () => undefined,
  });
  const told: string[] = [];
  const errors: unknown[] = [];
  const reconciler = {
    db,
    issuers: { sandbox: issuer, live: undefined },
    pace: openPace(1_000),
    stop,
    onError: (error: unknown) => void errors.push(error),
    onEnded: (runId: string) => void told.push(runId),
  };
  return {
    db,
    told,
    errors,
    carry: (signal?: AbortSignal) => carryReconciliation(reconciler, signal),
    close: () => db.close(),
  };
}
