// Operations that cannot be sent now, or may already have been sent. The worker starts after the test's setup.
import { randomUUID } from 'node:crypto';
import { resumeCompany, suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, entriesOf, order, read, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
});
afterAll(() => world?.stop());

const { attemptsOf, expectTold, rowsOf, sendsOf, service } = traces(() => world);

const started: { stop(): Promise<void> }[] = [];
const startWorker = async () => void started.push(await world.stack.spawn('worker'));
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
});

describe('a send whose worker died', () => {
  const isMarked = (id: string, secondsAgo: number) =>
    rowsOf(
      `update operations set status = 'processing', attempt = '${randomUUID()}',
              sent_at = now() - make_interval(secs => ${secondsAgo}), next_at = now() + make_interval(secs => 20 - ${secondsAgo})
        where id = $1`,
      id,
    );

  test('ends in review with its hold, and is never sent', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service());
    await isMarked(id, 60);
    await startWorker();
    const { review } = await becomes(company, id, 'manual_review');
    expect(review?.reason).toContain('may have been sent');
    expect(await attemptsOf(id)).toEqual([{ kind: 'lost', outcome: 'unknown' }]);
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    await expectTold(company, id, 'operation.manual_review');
    expect(await sendsOf(id)).toBe(0);
  });

  test('is left alone while its worker may still be sending', async () => {
    const company = await world.company({ available: '10.00' });
    const [id, other] = [await order(company, service()), await order(company, service())];
    await isMarked(id, -600); // in ten minutes: however slow the machine is, it was not long ago
    await startWorker();
    await becomes(company, other, 'completed');
    expect((await read(company, id)).body).toMatchObject({ status: 'processing' });
    expect(await attemptsOf(id)).toEqual([]);
    await isMarked(id, 60);
    await becomes(company, id, 'manual_review');
    expect(await sendsOf(id)).toBe(0);
  });

  test('after a kill in the middle of a send, another worker opens the review, and the issuer saw one request', async () => {
    const company = await world.company({ available: '5.00' });
    const killed = await world.stack.spawn('worker');
    const id = await order(company, service(), 'timeout_after_effect');
    await until(
      () => sendsOf(id),
      (sends) => sends === 1,
    );
    killed.child.kill('SIGKILL');
    await startWorker();
    await until(
      () => read(company, id),
      ({ body }) => body.status === 'manual_review',
    );
    expect(await attemptsOf(id)).toEqual([{ kind: 'lost', outcome: 'unknown' }]);
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
    await rowsOf(`update operations set next_at = now() where id = $1 and status = 'manual_review'`, id);
    await becomes(company, id, 'completed');
    expect(await sendsOf(id)).toBe(1);
  });
});

describe('an issuer that refuses every connection', () => {
  const isRefusedSince = (id: string, minutesAgo: number) =>
    rowsOf(`update operations set refused_since = now() - make_interval(mins => ${minutesAgo}) where id = $1`, id);
  const isTried = (id: string) =>
    until(
      () => attemptsOf(id),
      (attempts) => attempts.length > 0,
    );

  test('is given up after 15 minutes: failed, the hold released, and nothing was ever sent', async () => {
    const company = await world.company({ available: '5.00' });
    await startWorker();
    const id = await order(company, service(), 'connection_refused');
    await isTried(id);
    await isRefusedSince(id, 16);
    const { failure } = await becomes(company, id, 'failed');
    expect(failure).toEqual({
      code: 'issuer_unreachable',
      message: 'The issuer could not be reached for 15 minutes. Nothing was sent.',
    });
    expect(await company.balance()).toEqual({ available: '5.00', held: '0.00' });
    expect(await entriesOf(company, id)).toEqual(['reservation 0.00', 'release 0.00']);
    await expectTold(company, id, 'operation.failed');
    expect(await sendsOf(id)).toBe(0);
  });

  test('is not given up a moment before', async () => {
    const company = await world.company({ available: '5.00' });
    await startWorker();
    const id = await order(company, service(), 'connection_refused');
    await isTried(id);
    await isRefusedSince(id, 14);
    const before = await rowsOf('select next_at from operations where id = $1', id);
    await until(
      () => rowsOf('select next_at, status from operations where id = $1', id),
      // While it is tried, it is marked as sent.
      (rows) => rows[0]?.next_at > before[0]?.next_at && rows[0]?.status === 'queued',
    );
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  });
});

describe('a suspended company', () => {
  test('keeps its operations queued until it is resumed', async () => {
    const [company, other] = [await world.company({ available: '10.00' }), await world.company({ available: '5.00' })];
    const ids = [await order(company, service()), await order(company, service())];
    await suspendCompany(world.tools, company.scope.companyId, 'A test suspends it.');
    await startWorker();
    await becomes(other, await order(other, service()), 'completed');
    for (const id of ids) {
      const [row] = await until(
        () => rowsOf('select held_up_since from operations where id = $1', id),
        (rows) => rows[0]?.held_up_since !== null,
      );
      expect(row).toEqual({ held_up_since: expect.any(Date) });
      expect((await read(company, id)).body).toMatchObject({ status: 'queued', result: {} });
      expect(await sendsOf(id)).toBe(0);
    }
    expect(await company.balance()).toEqual({ available: '0.00', held: '10.00' });
    await resumeCompany(world.tools, company.scope.companyId);
    for (const id of ids) {
      await becomes(company, id, 'completed');
      expect(await sendsOf(id)).toBe(1);
    }
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
  });

  test('does not lose the time for which it waits: 15 minutes of refused connections are counted without it', async () => {
    const company = await world.company({ available: '5.00' });
    const id = await order(company, service(), 'connection_refused');
    await suspendCompany(world.tools, company.scope.companyId, 'A test suspends it.');
    await rowsOf(
      `update operations set refused_since = now() - interval '20 min', held_up_since = now() - interval '10 min' where id = $1`,
      id,
    );
    await resumeCompany(world.tools, company.scope.companyId);
    await startWorker();
    await until(
      () => attemptsOf(id),
      (attempts) => attempts.length > 0,
    );
    expect((await read(company, id)).body).toMatchObject({ status: 'queued' });
    const [row] = await rowsOf(
      'select extract(epoch from now() - refused_since)::integer as refused, held_up_since from operations where id = $1',
      id,
    );
    expect(row.held_up_since).toBeNull();
    expect(row.refused).toBeGreaterThan(9 * 60);
    expect(row.refused).toBeLessThan(12 * 60);
  });
});
