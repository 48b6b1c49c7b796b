// What becomes of an invoice, by what the issuer has seen arrive: only what is exact and in time credits, and once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/foundation/clock.ts';
import { fromId } from '../../../src/foundation/ids.ts';
import { settleInvoices } from '../../../src/funding/invoices/sql.ts';
import { updateOfDeposit } from '../../../src/funding/invoices/update.ts';
import { openDb } from '../../../src/platform/db/db.ts';
import { entriesOf } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, create, issuerOf, PATH, read } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const { transfer, advance, casesOf, attemptsOf, sendsOf, eventsOf, rowsOf } = issuerOf(() => world);

const HOUR = 3_600;

describe('an invoice', () => {
  test('has an address and an exact amount when it is answered, and is credited once it is paid', async () => {
    const company = await world.company();
    const invoice = await create(company, '101');
    expect(invoice).toMatchObject({ status: 'pending', depositAmount: '101.00', fee: '1.52', creditAmount: '99.48' });
    expect(invoice.payAmount).toMatch(/^101\.\d{6}$/);
    await transfer(company, invoice, invoice.payAmount);
    const paid = await becomes(company, invoice.id, 'completed');
    expect(paid.observedTransfers).toMatchObject([{ amount: invoice.payAmount }]);
    expect(await company.balance()).toEqual({ available: '99.48', held: '0.00' });
    expect(await entriesOf(company, invoice.id)).toEqual(['deposit 101.00', 'deposit_fee -1.52']);
    const events = await eventsOf(company);
    expect(events.map(({ type }) => type)).toEqual(['invoice.pending', 'invoice.completed']);
    expect(JSON.parse(events[1]?.body ?? '')).toMatchObject({ data: { object: paid } });
    expect(events[1]?.body).toContain(JSON.stringify(paid));
    expect(await sendsOf(invoice.id)).toBe(1);
    expect(await casesOf(invoice.id)).toEqual([]);
  });

  test.each([
    ['less', '99.000000'],
    ['more', '102.000000'],
  ])('that is paid %s goes to review with what arrived, and nothing is credited', async (_, amount) => {
    const company = await world.company();
    const invoice = await create(company);
    await transfer(company, invoice, amount);
    const { review, observedTransfers } = await becomes(company, invoice.id, 'manual_review');
    expect(review?.reason).toContain(`${amount} USDT`);
    expect(observedTransfers).toMatchObject([{ amount }]);
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
    expect((await eventsOf(company)).at(-1)?.body).toContain(JSON.stringify(await read(company, invoice.id)));
  });

  test('that is paid wrongly and then exactly is credited once; the other transfer is a case', async () => {
    const company = await world.company();
    const invoice = await create(company);
    await transfer(company, invoice, '1.000000');
    await becomes(company, invoice.id, 'manual_review');
    await transfer(company, invoice, invoice.payAmount);
    await becomes(company, invoice.id, 'completed');
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    expect(await casesOf(invoice.id)).toMatchObject([{ kind: 'repeated_payment' }]);
  });

  test('that is paid twice is credited once; the second transfer is a case', async () => {
    const company = await world.company();
    const invoice = await create(company);
    await transfer(company, invoice, invoice.payAmount);
    await becomes(company, invoice.id, 'completed');
    await transfer(company, invoice, invoice.payAmount);
    await until(
      () => casesOf(invoice.id),
      (cases) => cases.length > 0,
    );
    expect(await casesOf(invoice.id)).toMatchObject([{ kind: 'repeated_payment' }]);
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    expect((await read(company, invoice.id)).observedTransfers).toHaveLength(2);
  });

  test('expires at its instant, by the company’s time, once the issuer was asked', async () => {
    const company = await world.company();
    const invoice = await create(company);
    await advance(company, HOUR - 60);
    expect(await read(company, invoice.id)).toMatchObject({ status: 'pending' });
    await advance(company, 60);
    await becomes(company, invoice.id, 'expired');
    expect(await attemptsOf(invoice.id)).toContainEqual({ kind: 'read', outcome: 'open' });
    expect((await eventsOf(company)).map(({ type }) => type)).toEqual(['invoice.pending', 'invoice.expired']);
    const next = await create(company); // it is resolved: another one may follow
    expect(next.status).toBe('pending');
  });

  test('that was paid in time and told of late is credited', async () => {
    const company = await world.company();
    const invoice = await create(company);
    await advance(company, HOUR);
    await becomes(company, invoice.id, 'expired');
    await transfer(company, invoice, invoice.payAmount, new Date(Date.parse(invoice.expiresAt ?? '') - 1));
    await becomes(company, invoice.id, 'completed');
    expect(await company.balance()).toEqual({ available: '98.50', held: '0.00' });
    expect((await eventsOf(company)).map(({ type }) => type)).toEqual([
      'invoice.pending',
      'invoice.expired',
      'invoice.completed',
    ]);
  });

  test('that was paid at its instant is late: kept, a case, and not credited', async () => {
    const company = await world.company();
    const invoice = await create(company);
    await advance(company, HOUR);
    await becomes(company, invoice.id, 'expired');
    await transfer(company, invoice, invoice.payAmount, new Date(invoice.expiresAt ?? ''));
    await until(
      () => casesOf(invoice.id),
      (cases) => cases.length > 0,
    );
    expect(await casesOf(invoice.id)).toMatchObject([{ kind: 'late_payment' }]);
    expect(await read(company, invoice.id)).toMatchObject({ status: 'expired', observedTransfers: [{}] });
    expect(await company.balance()).toEqual({ available: '0.00', held: '0.00' });
  });
});

describe('the last word of a send', () => {
  test('that was overtaken moves no look at an invoice that has come to its end', async () => {
    const company = await world.company();
    const { id } = await create(company);
    const ended = `update invoices set expires_at = now() - interval '8 days', next_at = now() + interval '20 seconds' where id = $1`;
    await rowsOf(ended, id);
    const standing = `select attempt as token, next_at::text as "lookAt", status from invoices where id = $1`;
    const [before] = (await rowsOf(standing, id)) as { token: string; lookAt: string; status: string }[];
    const about = { ...company.scope, invoiceId: fromId('invoice', id) ?? '' };
    const learned = { kind: 'unknown', reason: 'it did not answer in time' } as const;
    const update = updateOfDeposit(systemClock, about, learned, { how: 'send', token: before?.token ?? '' });
    const url = world.stack.urlOf('cardwright_worker');
    const db = openDb({ url, name: 'test', connections: 1, onError: () => undefined });
    expect(await settleInvoices(db, [update])).toEqual(['noted']);
    await db.close();
    expect(await rowsOf(standing, id)).toEqual([before]);
  });
});

describe('what the issuer answers', () => {
  test.each(['rejected', 'connection_refused'])('%s: failed at once, and another may follow', async (scenario) => {
    const company = await world.company();
    const invoice = await create(company, '100', scenario);
    const failed = await becomes(company, invoice.id, 'failed');
    expect(failed).toMatchObject({ address: null, payAmount: null, expiresAt: null });
    expect((await eventsOf(company)).map(({ type }) => type)).toEqual(['invoice.failed']);
    expect(await sendsOf(invoice.id)).toBe(scenario === 'rejected' ? 1 : 0);
    expect((await create(company)).status).toBe('pending');
  });

  test.each(['slow_success', 'notification_first', 'duplicate_notification', 'late_notification'])(
    '%s: pending',
    async (scenario) => {
      const company = await world.company();
      const invoice = await create(company, '100', scenario);
      await becomes(company, invoice.id, 'pending');
      expect(await sendsOf(invoice.id)).toBe(1);
    },
  );

  test('a read that contradicts itself is a case, and the issuer is asked again on the ladder', async () => {
    const company = await world.company();
    const invoice = await create(company);
    const { address } = await create(await world.company());
    await advance(company, HOUR + 400);
    await becomes(company, invoice.id, 'expired');
    await world.admin.query('update issuer_sandbox.deposits set address = $2 where reference = $1', [
      invoice.id,
      address,
    ]);
    await rowsOf('update invoices set next_at = now() where id = $1', invoice.id);
    await until(
      () => casesOf(invoice.id),
      (cases) => cases.length > 0,
    );
    expect(await casesOf(invoice.id)).toMatchObject([{ kind: 'contradiction' }]);
    // 15 minutes after the end is the next step; until then nobody asks, and nothing is noted.
    const due = `select next_at > now() + interval '5 minutes' as later from invoices where id = $1`;
    expect(await rowsOf(due, invoice.id)).toEqual([{ later: true }]);
    expect(await read(company, invoice.id)).toMatchObject({ status: 'expired', address: invoice.address });
  });

  test('contradicting_notification: pending, and a case', async () => {
    const company = await world.company();
    const invoice = await create(company, '100', 'contradicting_notification');
    await becomes(company, invoice.id, 'pending');
    await until(
      () => casesOf(invoice.id),
      (cases) => cases.length > 0,
    );
    expect(await read(company, invoice.id)).toMatchObject({ status: 'pending' });
  });

  test.each(['early_close', 'error_before_effect', 'error_after_effect', 'broken_json', 'cut_body', 'unknown_status'])(
    '%s: in review, never sent again, and settled by a read if the issuer knows',
    async (scenario) => {
      const company = await world.company();
      const invoice = await create(company, '100', scenario);
      const { address, review } = await becomes(company, invoice.id, 'manual_review');
      expect(address).toBeNull();
      expect(review?.reason).toContain('unknown');
      const [known] = (
        await world.admin.query('select 1 from issuer_sandbox.deposits where reference = $1', [invoice.id])
      ).rows;
      await rowsOf('update invoices set next_at = now() where id = $1', invoice.id);
      if (known !== undefined) await becomes(company, invoice.id, 'pending');
      else
        await until(
          () => read(company, invoice.id),
          (found) => found.review?.lastCheckedAt !== null,
        );
      expect(await sendsOf(invoice.id)).toBe(1);
    },
    60_000,
  );
});

describe('an invoice whose sender is gone', () => {
  test('goes to review and is never sent', async () => {
    const company = await world.company();
    const first = await create(company, '100', 'error_after_effect'); // the issuer notifies nobody of it
    await rowsOf(
      `update invoices set status = 'creating', review_opened_at = null, next_at = now(),
              attempt = gen_random_uuid(), sent_at = now() - interval '1 minute' where id = $1`,
      first.id,
    );
    const { review } = await becomes(company, first.id, 'manual_review');
    expect(review?.reason).toContain('may have been asked for');
    expect(await sendsOf(first.id)).toBe(1); // the one before the test took its mark away
  });
});

describe('the list', () => {
  test('has every invoice, newest first', async () => {
    const company = await world.company();
    const first = await create(company, '10', 'rejected');
    await becomes(company, first.id, 'failed');
    const second = await create(company, '20');
    const { body } = await company.get<{ data: { id: string }[]; nextCursor: string | null }>(PATH);
    expect(body.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(body.nextCursor).toBeNull();
    const failed = await company.get<{ data: { id: string }[] }>(`${PATH}?status=failed`);
    expect(failed.body.data.map(({ id }) => id)).toEqual([first.id]);
  });
});
