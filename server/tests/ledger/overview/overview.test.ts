// The overview: the same figures as the statement, in a few index look-ups, however long the history is.

import type { Role } from '@cardwright/server/identity/people/actions.ts';
import { readOverview } from '@cardwright/server/ledger/overview/read.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { explain, watch } from '../../plans.ts';
import { type Company, startWorld, type World } from '../../world.ts';

/** Enough for every company that there will be for years. */
const OPERATIONS = 100_000;
const DAYS = 40;

/** What the overview may read of all that: blocks of 8 KB, mostly from memory. Adding up every entry reads many times that. */
const MOST_BLOCKS = 40_000;

let world: World;
let api: Db;
let ledger: Ledger;
beforeAll(async () => {
  world = await startWorld({ tampered: true }); // a long history is written without its postings
  api = openDb({ url: world.stack.urlOf('cardwright_api'), name: 'test', connections: 2, onError: () => undefined });
  ledger = ledgerOf(world.stack);
});
afterAll(async () => {
  await api?.close();
  await ledger?.close();
  await world?.stop();
});

const asOwner = { role: 'owner', days: 30 } as const;
const read = (company: Company, asked: Parameters<typeof readOverview>[2] = asOwner) =>
  readOverview({ db: api, clock: world.tools.clock }, company.scope, asked);
const today = () => new Date().toISOString().slice(0, 10);

test('a new company has thirty empty days and nothing to look at', async () => {
  const overview = await read(await world.company());
  expect(overview).toMatchObject({ holds: [], moreHolds: 0, attention: [] });
  expect(overview.balance).toEqual({ available: '0.00', held: '0.00', currency: 'USD' });
  expect(overview.movement).toHaveLength(30);
  expect(overview.movement.at(-1)).toEqual({ day: today(), in: '0.00', out: '0.00', closing: '0.00' });
});

test('every kind of entry counts as the statement counts it', async () => {
  const company = await world.company();
  const { scope } = company;
  await ledger.credit(scope, 500_00n);
  await ledger.reserve(scope, 'op_1', 103_00n);
  await ledger.capture(scope, 'op_1', 100_00n, 3_00n);
  await ledger.reserve(scope, 'op_2', 50_00n);
  await ledger.release(scope, 'op_2', 50_00n);
  await ledger.reserve(scope, 'op_3', 20_00n);
  await ledger.adjust(scope, 'case_1', 7_00n);
  await ledger.adjust(scope, 'case_2', -11_00n);
  await ledger.deposit(scope, 'inv_1', 200_00n, 4_00n);
  const { body } = await company.get<{ incoming: string; outgoing: string; closingBalance: string }>(
    `/api/v1/account-statements?from=${today()}&to=${today()}`,
  );
  const { movement, month, balance } = await read(company);
  expect(movement.at(-1)).toEqual({
    day: today(),
    in: body.incoming,
    out: body.outgoing,
    closing: body.closingBalance,
  });
  expect(movement.at(-1)).toMatchObject({ in: '707.00', out: '118.00', closing: '589.00' });
  expect(month).toEqual({ in: '707.00', out: '118.00' });
  expect(movement.at(-2)).toMatchObject({ in: '0.00', out: '0.00', closing: '0.00' });
  expect(balance).toEqual({ available: '569.00', held: '20.00', currency: 'USD' });
});

test('holds name their operations, and every role sees what it can act on', async () => {
  const company = await world.company({ available: '100.00' });
  const review = { reason: 'timeout', openedAt: new Date() };
  const operation = await company.insertOperation({ type: 'issue', status: 'manual_review', review });
  await ledger.reserve(company.scope, operation, 53_10n);
  for (let index = 0; index < 10; index++) await ledger.reserve(company.scope, `op_${index}`, 1_00n);
  await company.insertInvoice({ status: 'pending', expiresAt: new Date(Date.now() + 3_600_000) });
  await company.client({ expiresAt: new Date(Date.now() + 3_600_000) });
  const { holds, moreHolds, attention } = await read(company);
  expect(holds[0]).toMatchObject({ operationId: operation, type: 'issue', status: 'manual_review', amount: '53.10' });
  expect(holds.length + moreHolds).toBe(11);
  const kinds = async (role: Role) => (await read(company, { role, days: 7 })).attention.map(({ kind }) => kind);
  expect(attention.map(({ kind }) => kind)).toEqual(['invoice_pending', 'keys_ending']);
  expect([await kinds('finance'), await kinds('developer')]).toEqual([['invoice_pending'], ['keys_ending']]);
  expect(await kinds('viewer')).toEqual([]);
  for (const { link } of attention) expect(link).toMatch(new RegExp(`^/c/${company.id}/sandbox/`));
});

test('another company and the other environment see none of it', async () => {
  const company = await world.company({ available: '9.00' });
  const live = await readOverview(
    { db: api, clock: world.tools.clock },
    { ...company.scope, environment: 'live' },
    asOwner,
  );
  expect(live.balance.available).toBe('0.00');
  expect((await read(await world.company())).movement.at(-1)).toMatchObject({ in: '0.00' });
});

test('100,000 operations cost some thousand blocks, and no table is read whole', async () => {
  const company = await world.company();
  await loadHistory(company);
  const { db: watched, captured } = watch(api);
  const { movement } = await readOverview({ db: watched, clock: world.tools.clock }, company.scope, asOwner);
  expect(movement).toEqual(await byHand(company));
  const plans = await explain(world, company.scope, captured);
  const cost = { ms: 0, blocks: 0 };
  for (const { text, ms, blocks } of plans) {
    expect(text).not.toMatch(/Seq Scan/);
    cost.ms += ms;
    cost.blocks += blocks;
  }
  console.info(`overview of ${OPERATIONS} operations: ${plans.length} statements`, cost);
  expect(cost.blocks).toBeLessThan(MOST_BLOCKS);
});

/** Writes the entries, and the lines of the counter-accounts, of this many operations over this many days. */
async function loadHistory({ scope }: Company): Promise<void> {
  const values = [scope.companyId, OPERATIONS, DAYS];
  const series = `generate_series(1, $2::integer) as n`;
  const time = `date_trunc('day', now()) - make_interval(days => $3) + (n * 1.0 / $2) * make_interval(days => $3)`;
  await world.admin.query('alter table ledger.lines disable trigger lines_sum_to_zero');
  await world.admin.query(
    `insert into ledger.entries (company_id, environment, sequence, available_delta, held_delta, available_after, held_after, created_at, kind, reference, description)
     select $1, 'sandbox', (n - 1) * 4 + k, d.available, d.held, d.after, 0, ${time}, d.kind::ledger.entry_kind, 'op_' || n, ''
       from ${series}
      cross join (values (1, 400, 0, 400, 'sandbox_credit'), (2, -400, 400, 400, 'reservation'), (3, 0, -397, 3, 'capture'), (4, 0, -3, 0, 'fee')) as d (k, available, held, after, kind)`,
    values,
  );
  for (const [account, place, amount] of [
    ['deposits', 1, -400],
    ['issuer', 3, 397],
    ['fees', 4, 3],
  ] as const)
    await world.admin.query(
      `insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
       select $1, 'sandbox', '${account}', n, (n - 1) * 4 + ${place}, ${amount}, n::bigint * ${amount} from generate_series(1, $2::integer) as n`,
      [scope.companyId, OPERATIONS],
    );
  await world.admin.query(
    `update ledger.accounts set lines = $2, balance = $2::bigint * case account when 'deposits' then -400 when 'issuer' then 397 else 3 end
      where company_id = $1 and environment = 'sandbox' and account in ('deposits', 'issuer', 'fees')`,
    [scope.companyId, OPERATIONS],
  );
  await world.admin.query('vacuum analyze ledger.entries, ledger.lines');
}

/** The same days, added up from every entry. */
async function byHand({ scope }: Company): Promise<object[]> {
  const { rows } = await world.admin.query<{ day: string; in: bigint; out: bigint; closing: bigint }>(
    `select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(greatest(e.available_delta + e.held_delta, 0)), 0)::bigint as in,
            coalesce(-sum(least(e.available_delta + e.held_delta, 0)), 0)::bigint as out,
            (select x.available_after + x.held_after from ledger.entries x
              where x.company_id = $1 and x.environment = 'sandbox' and x.created_at < d + interval '1 day' order by x.created_at desc, x.sequence desc limit 1)::bigint as closing
       from generate_series(date_trunc('day', now() at time zone 'UTC') - interval '29 days', date_trunc('day', now() at time zone 'UTC'), interval '1 day') as d
       left join ledger.entries e on e.company_id = $1 and e.environment = 'sandbox'
        and e.created_at >= d at time zone 'UTC' and e.created_at < (d + interval '1 day') at time zone 'UTC'
      group by d order by d`,
    [scope.companyId],
  );
  const usd = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  return rows.map((row) => ({ day: row.day, in: usd(row.in), out: usd(row.out), closing: usd(row.closing) }));
}
