// No false breaks: after real traffic, while some of it is in progress, and after a crash.

import { type Issuer, openIssuer } from '@cardwright/server/issuer/client.ts';
import { findRun, noteReconciliation, takeReconciliation } from '@cardwright/server/oversight/reconciliation/sql.ts';
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { create } from '../../funding/invoices/on-its-way.ts';
import { openPort } from '../../issuer/port.ts';
import { becomes, order, traces } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { ask, askDaily, ended, makeTraffic, reconcile, reconcilerOf } from './traffic.ts';

let world: World;
let worker: RunningProcess;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  worker = await world.stack.spawn('worker');
  company = await world.company({ available: '500.00' });
  await makeTraffic(world, company);
});
afterAll(() => world?.stop());

const { topup } = traces(() => world);

describe('a reconciliation', () => {
  test('finds no difference after real traffic, and is recorded as such', async () => {
    const { run, breaks } = await reconcile(world, company);
    expect(breaks).toEqual([]);
    // Four operations, two invoices and a card.
    expect(run).toMatchObject({ books: 1n, compared: 7n, on_their_way: 0n, unread: 0n, explained: 0n, breaks: 0n });
  });

  test('finds none while some records are on their way, and counts those', async () => {
    const busy = await world.company({ available: '500.00' });
    const { card } = await makeTraffic(world, busy);
    const review = await order(busy, topup(card), 'error_after_effect');
    await becomes(busy, review, 'manual_review');
    expect(await create(busy, '30')).toMatchObject({ status: 'pending' });
    const { run, breaks } = await reconcile(world, busy);
    expect(breaks).toEqual([]);
    // The top-up, the invoice, and the card that the issuer has topped up while we do not know it.
    expect(run).toMatchObject({ compared: 6n, on_their_way: 3n, breaks: 0n });
  });

  test('treats a record that changed by the second check as on its way', async () => {
    const plant = (cents: number) =>
      world.admin.query('update issuer_sandbox.cards set balance_cents = balance_cents + $2 where account = $1', [
        other.id,
        cents,
      ]);
    const other = await world.company({ available: '200.00' });
    await makeTraffic(world, other);
    await plant(-1_00);
    const runId = await ask(world, other, 3);
    await until(
      () => world.admin.query('select 1 from reconciliation_suspects where run_id = $1', [runId]),
      ({ rowCount }) => rowCount === 1,
    );
    await plant(1_00); // what had left the issuer has reached us
    const { run, breaks } = await ended(world, other, runId);
    expect(breaks).toEqual([]);
    expect(run).toMatchObject({ breaks: 0n, on_their_way: 1n });
  });

  test('of everything checks every book', async () => {
    const { rows } = await world.admin.query<{ books: string }>('select count(*) as books from ledger.books');
    const runId = await askDaily(world);
    expect(await askDaily(world)).toBe(runId); // there is one of them at a time
    const run = await until(
      () => findRun(world.tools.db, runId),
      (found) => found !== undefined && found.finished_at !== null,
    );
    expect(run).toMatchObject({ books: BigInt(rows[0]?.books ?? 0), breaks: 0n, asked_by: null, only_company: null });
  });
});

/** An issuer that refuses connections. */
function openNowhere() {
  const nowhere = { url: 'http://127.0.0.1:1', addresses: new Map(), timeoutMs: 1_000 };
  const keys = { requestKey: { id: 'k1', secret: Buffer.alloc(32) }, notificationKeys: new Map() };
  return openIssuer({ ...nowhere, ...keys }, neverStopped);
}

describe('an interrupted reconciliation', () => {
  beforeAll(() => worker.stop());

  test('resumes where it stopped, and counts nothing twice', async () => {
    const port = openPort(world);
    const reconciler = reconcilerOf(world, port);
    const runId = await ask(world, company);
    const stopped = AbortSignal.abort();
    let parts = 0;
    while (reconciler.told.length === 0) {
      expect(await reconciler.carry(stopped)).toBe(true); // one page, then it is left
      parts++;
    }
    expect(parts).toBeGreaterThan(5);
    expect(reconciler.told).toEqual([runId]);
    const { run, breaks } = await ended(world, company, runId);
    expect({ breaks, run }).toMatchObject({ breaks: [], run: { books: 1n, compared: 7n, on_their_way: 0n } });
    await Promise.all([reconciler.close(), port.close()]);
  });

  test('has one worker at a time: stale results of the previous worker are rejected', async () => {
    const reconciler = reconcilerOf(world, undefined);
    const { db } = reconciler;
    const runId = await ask(world, company);
    const first = await takeReconciliation(db, 60);
    expect(first).toMatchObject({ id: runId, step: 1n });
    expect(await takeReconciliation(db, 60)).toBeUndefined();
    await world.admin.query('update reconciliations_under_way set next_at = now()');
    const second = await takeReconciliation(db, 60);
    expect(second).toMatchObject({ id: runId, step: 2n });
    if (first === undefined || second === undefined) throw new Error('nobody took it');
    const counts = { books: 9, compared: 9, onTheirWay: 0, unread: 0, unreadLive: 0, explained: 0, breaks: 0, seen: 0 };
    expect(await noteReconciliation(db, { ...first, counts }, { seen: [], again: [] }, 0)).toBe(false);
    expect(await noteReconciliation(db, { ...second, counts }, { seen: [], again: [] }, 0)).toBe(true);
    await world.admin.query('delete from reconciliations_under_way');
    await reconciler.close();
  });

  test('waits for an unreachable issuer, and finally reports what it could not read', async () => {
    const away = openNowhere();
    const reconciler = reconcilerOf(world, away);
    const runId = await ask(world, company);
    let waits = 0;
    while (reconciler.told.length === 0) {
      expect(await reconciler.carry()).toBe(true);
      await world.admin.query('update reconciliations_under_way set next_at = now()'); // half a minute goes by
      waits++;
    }
    expect(waits).toBe(11);
    const { run, breaks } = await ended(world, company, runId);
    expect(breaks).toEqual([]);
    // The seven records, and the four listings.
    expect(run).toMatchObject({ compared: 0n, unread: 11n, on_their_way: 0n });
    await Promise.all([reconciler.close(), away.close()]);
  });
});

describe('a break', () => {
  let port: Issuer;
  let away: Issuer;
  beforeAll(() => {
    port = openPort(world);
    away = openNowhere();
  });
  afterAll(() => Promise.all([port?.close(), away?.close()]));

  /** Runs all requested reconciliations without waiting. */
  async function carryOut(issuer: Issuer, runId: string): Promise<void> {
    const reconciler = reconcilerOf(world, issuer);
    while (!reconciler.told.includes(runId)) {
      await world.admin.query('update reconciliations_under_way set next_at = now() where id = $1', [runId]);
      await reconciler.carry();
    }
    await reconciler.close();
  }
  const reconcileWith = async (issuer: Issuer) => {
    const runId = await ask(world, company);
    await carryOut(issuer, runId);
    return ended(world, company, runId);
  };
  const plant = (cents: number) =>
    world.admin.query('update issuer_sandbox.cards set balance_cents = balance_cents + $2 where account = $1', [
      company.id,
      cents,
    ]);
  const factsOf = async (environment: 'sandbox' | 'live') =>
    (await readFacts(world.tools.db)).reconciled.find((row) => row.environment === environment);

  test('stays open while it cannot be checked, and is closed after a clean check', async () => {
    await plant(-1_00);
    const first = await reconcileWith(port);
    expect(first.breaks).toMatchObject([{ kind: 'card_balance' }]);
    const second = await reconcileWith(away);
    expect(second.breaks).toEqual(first.breaks);
    expect(second.run).toMatchObject({ breaks: 1n, unread: 11n });
    expect(await factsOf('sandbox')).toMatchObject({ breaks: 1n, oldest_at: first.breaks[0]?.since });
    await plant(1_00);
    const third = await reconcileWith(port);
    expect(third).toMatchObject({ breaks: [], run: { breaks: 0n, unread: 0n } });
    expect(await factsOf('sandbox')).toMatchObject({ breaks: 0n, oldest_at: null });
  });

  test('is dated from its return, not from its first occurrence', async () => {
    await plant(-1_00);
    const again = await reconcileWith(port);
    const before = await world.admin.query<{ since: Date }>('select max(since) as since from reconciliation_breaks');
    expect(again.breaks).toMatchObject([{ since: before.rows[0]?.since }]);
    const { rows } = await world.admin.query('select distinct since from reconciliation_breaks');
    expect(rows).toHaveLength(2);
    await plant(1_00);
    await reconcileWith(port);
  });

  test('is not hidden by a later reconciliation that finished earlier', async () => {
    const [slow, quick] = [await ask(world, company), await ask(world, company)];
    await world.admin.query(`update reconciliations_under_way set next_at = now() + interval '1 hour'`);
    await carryOut(port, quick);
    await plant(-1_00);
    await carryOut(port, slow);
    expect((await ended(world, company, slow)).breaks).toMatchObject([{ kind: 'card_balance' }]);
    expect(await factsOf('sandbox')).toMatchObject({ breaks: 1n });
    await plant(1_00);
    await reconcileWith(port);
    expect(await factsOf('sandbox')).toMatchObject({ breaks: 0n });
  });

  test('is counted over both environments; unread records are reported per environment', async () => {
    const runId = await askDaily(world);
    await carryOut(away, runId);
    const { run } = await ended(world, company, runId);
    expect(run.unread).toBeGreaterThan(11n);
    expect(await factsOf('sandbox')).toMatchObject({ breaks: 0n, unread: run.unread });
    expect(await factsOf('live')).toMatchObject({ breaks: 0n, unread: 0n });
  });
});

test('an unreadable book does not block the comparison of others', async () => {
  const poisoned = await world.company();
  await poisoned.insertOperation({ status: 'completed' });
  // Reading the operations of this company fails, however often it is tried.
  await world.admin.query(`
    create policy poison on operations as restrictive to cardwright_worker
      using (1 / (case company_id when '${poisoned.scope.companyId}' then 0 else 1 end) = 1)`);
  const port = openPort(world);
  const reconciler = reconcilerOf(world, port);
  const runId = await askDaily(world);
  for (let turns = 0; turns < 5 && !reconciler.told.includes(runId); turns++) {
    await world.admin.query('update reconciliations_under_way set next_at = now()');
    await reconciler.carry();
  }
  expect(reconciler.told).toContain(runId);
  expect(reconciler.errors).toContainEqual(expect.objectContaining({ code: '22012' }));
  const run = await findRun(world.tools.db, runId);
  expect(run?.unread).toBeGreaterThan(0n);
  expect(run?.compared).toBeGreaterThan(5n); // those of the other company
  await world.admin.query('drop policy poison on operations');
  await Promise.all([reconciler.close(), port.close()]);
});
