// Every table has a retention time with a reason, and what is removed goes in small batches.
import { settings } from '@cardwright/server/foundation/configuration/settings.ts';
import { NOBODY, newUuid } from '@cardwright/server/foundation/ids.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { forgetOldRows } from '@cardwright/server/platform/retention/forget.ts';
import { dropMonths } from '@cardwright/server/platform/retention/months.ts';
import { type Retention, retentionTopics } from '@cardwright/server/platform/retention/tables.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  db = openDb({ url: world.stack.urlOf('cardwright_worker'), name: 'test', connections: 1, onError: () => undefined });
});
afterAll(async () => {
  await db?.close();
  await world?.stop();
});

const all: readonly Retention[] = Object.values(retentionTopics).flat();
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await world.admin.query<Row>(text, values)).rows;

test('every table is listed once', async () => {
  const tables = await rowsOf<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'ledger', 'people', 'desk') order by 1`);
  expect(all.flatMap(({ tables: names }) => names).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test('what is kept forever can be deleted by no role, and what removes rows exists', async () => {
  for (const { tables, kept, removedBy } of all) {
    for (const table of tables.filter((name) => kept === 'forever' && /^(public|ledger)\./.test(name))) {
      const able = await rowsOf(
        `select rolname from pg_roles where rolname ~ '^cardwright_(?!owner)' and has_table_privilege(rolname, $1, 'delete')`,
        table,
      );
      expect(able, table).toEqual([]);
    }
    for (const [, name] of removedBy?.matchAll(/`(\w+)`/g) ?? []) {
      expect(await rowsOf('select from pg_proc where proname = $1', name), name).not.toEqual([]);
    }
  }
});

test('no setting goes below what clients were promised', async () => {
  const promised = await rowsOf<{ days: number }>(`select extract(day from events_are_kept_for())::int as days`);
  expect(settings.CARDWRIGHT_RETAIN_EVENTS_DAYS.type).toMatchObject({ minimum: promised[0]?.days });
  const [dropping] = await rowsOf<{ text: string }>(`select prosrc as text from pg_proc where proname = 'drop_month'`);
  const { minimum } = settings.CARDWRIGHT_RETAIN_NOTIFICATION_BODIES_DAYS.type as { minimum: number };
  expect(dropping?.text).toContain(`greatest(bodies_kept_for, interval '${minimum} days')`);
});

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

test('finished emails and expired invitations go after their time, in batches; all others stay', async () => {
  const { scope } = await world.company();
  const [operator] = await rowsOf<{ id: string }>('select id from operators limit 1');
  const ages = [200, 150, 91, 89, 1];
  for (const age of ages) {
    for (const finished of [daysAgo(age), null]) {
      const values = [newUuid(daysAgo(age)), daysAgo(age), finished, finished === null ? new Date() : null];
      await rowsOf(
        `insert into mails (id, created_at, finished_at, next_at, outcome, company_id, kind, details)
         values ($1, $2, $3, $4, case when $3::timestamptz is not null then 'sent' end, $5, 'owner_invited', '{}')`,
        ...values,
        scope.companyId,
      );
      await rowsOf(
        `insert into operator_mails (id, created_at, finished_at, next_at, operator_id, kind, details) values ($1, $2, $3, $4, $5, 'decided', '{}')`,
        ...values,
        operator?.id,
      );
    }
    await rowsOf(
      `insert into invitations (company_id, id, email, role, operator_id, created_at, expires_at)
       values ($1, $2, $3, 'owner', $4, $5::timestamptz, $5::timestamptz + interval '7 days')`,
      (await world.company()).scope.companyId,
      newUuid(daysAgo(age)),
      `of-${age}-days@example.com`,
      operator?.id,
      daysAgo(age),
    );
  }
  const counts = async () => ({
    mails: (await rowsOf('select from mails')).length,
    operatorMails: (await rowsOf(`select from operator_mails where kind = 'decided' and details = '{}'`)).length,
    invitations: (await rowsOf('select from invitations')).length,
  });
  expect(await counts()).toEqual({ mails: 10, operatorMails: 10, invitations: 5 });
  // 89 days: the invitation expired 82 days ago.
  expect(await forgetOldRows(db, { emailsDays: 90, invitationsDays: 83 }, 2)).toBe(3 + 3 + 3);
  expect(await counts()).toEqual({ mails: 7, operatorMails: 7, invitations: 2 });
  expect(await forgetOldRows(db, { emailsDays: 90, invitationsDays: 83 })).toBe(0);
});

test('bodies of notifications go by whole months, unless one is not processed; what recognizes a repetition stays', async () => {
  const at = daysAgo(800);
  const month = at.toISOString().slice(0, 7);
  const part = `issuer_notification_bodies_${month.replace('-', '_')}`;
  await world.admin.query(
    `set role cardwright_owner; call add_month('issuer_notification_bodies', '${month}-01'); reset role`,
  );
  const store = async (eventId: string, body: string) => {
    const text = `select store_notifications('{live}', array[$1], '{k}', '{s}', array[convert_to($2, 'UTF8')], array[null::uuid], '{""}') as kept`;
    return (await rowsOf<{ kept: string[] }>(text, eventId, body))[0]?.kept;
  };
  for (const name of ['done', 'open']) {
    expect(await store(`evt_${name}`, 'words')).toEqual(['stored']);
    await rowsOf(`update issuer_notifications set received_at = $1 where event_id = $2`, at, `evt_${name}`);
    await rowsOf(
      `insert into issuer_notification_bodies select environment, id, received_at, convert_to('words', 'UTF8') from issuer_notifications
        where event_id = $1`,
      `evt_${name}`,
    );
  }
  const processed = `update issuer_notifications set status = 'processed', outcome = 'recorded', processed_at = now() where event_id = $1`;
  await rowsOf(processed, 'evt_done');
  const drop = (notificationBodiesDays: number) => dropMonths(db, { eventsDays: 90, notificationBodiesDays }, 10);
  expect(await drop(730)).toEqual([]);
  const claim = `select body from take_notifications('live', gen_random_uuid(), 60, 10, 10, '{}', '${NOBODY}')`;
  expect((await rowsOf<{ body: Buffer }>(claim)).map(({ body }) => body.toString())).toEqual(['words']);
  // As the worker plans: of all months, the one in which the notification came is read.
  const explained = (await world.admin.query(`
    begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
    explain (analyze, costs off, timing off)
    select b.body from issuer_notifications n
      left join issuer_notification_bodies b on b.id = n.id and b.received_at = n.received_at
     where n.environment = 'live' and n.event_id = 'evt_open';
    rollback`)) as unknown as { rows: { 'QUERY PLAN': string }[] }[];
  const scans = explained[4]?.rows.map((row) => row['QUERY PLAN']).filter((line) => /_bodies_\d/.test(line)) ?? [];
  expect(scans.length).toBeGreaterThan(3);
  expect(scans.filter((line) => !line.includes('never executed'))).toEqual([expect.stringContaining(part)]);
  await rowsOf(processed, 'evt_open');
  expect(await drop(830)).toEqual([]);
  expect(await drop(730)).toEqual([part]);
  expect(await store('evt_done', 'words')).toEqual(['known']);
  expect(await store('evt_done', 'other words')).toEqual(['contradicts']);
});
