// The connections of a process fit into the database server, or it does not start.
import { checkBudget, judgeBudget } from '@cardwright/server/platform/db/budget.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ workers: 1, portal: true, desk: true });
});
afterAll(() => world?.stop());

/** Connections of this world, and what its processes have announced. */
const counted = async () => {
  const { rows } = await world.admin.query<{ name: string; count: number; announced: number | null }>(
    `select application_name as name, count(*)::integer as count,
            sum(substring(application_name from ':(\\d+)$')::integer)::integer as announced
       from pg_stat_activity
      where datname = current_database() and application_name like 'cardwright%' group by 1`,
  );
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
  return { names: rows, existing: sum(({ count }) => count), announced: sum(({ announced }) => announced ?? 0) };
};

test('every process announces its pools, and has no more connections than that', async () => {
  const { stack } = world;
  for (const url of [stack.baseUrl, stack.portalUrl, stack.deskUrl])
    for (const path of ['ready', 'writable']) expect((await fetch(`${url}/health/${path}`)).status).toBe(200);
  const { names, existing, announced } = await counted();
  expect(names.flatMap(({ announced: own }) => own ?? []).toSorted((one, other) => one - other)).toEqual([
    12, // API: 10 for requests, a probe, the fence
    25, // desk: 10, a probe, the fence, and 13 for histories, recovery, sign-in and dead letters
    26, // worker: 10, the fence, and 15 for verifying, reconciling, webhooks, queue, marks and heartbeat
    30, // portal: 10 for the API, 10 of its own, a probe, the fence, and 8 for sign-in
  ]);
  expect(existing).toBeLessThanOrEqual(announced);
});

test('a process that does not fit is refused with the figures and the setting, as its own role sees them', async () => {
  const { announced } = await counted();
  const error: unknown = await world.stack.spawn('api', undefined, { CARDWRIGHT_DATABASE_CONNECTIONS: '700' }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const words =
    /needs 702 database connections \(cardwright-api 700, cardwright-api-probe 1, cardwright-fence 1\), and our other processes have (\d+)\. The server allows (\d+) \(max_connections 600, of which 3 are reserved\): (\d+) too many\. Lower CARDWRIGHT_DATABASE_CONNECTIONS/;
  const [, others, allowed, over] = (words.exec(String(error)) ?? []).map(Number);
  expect(others, String(error)).toBeGreaterThanOrEqual(announced);
  expect([allowed, over]).toEqual([597, 702 + (others ?? 0) - 597]);
  expect(String(error)).not.toContain('at '); // words, and no stack trace
});

test('the limit itself still fits, and a server that does not answer refuses nothing', async () => {
  const room = { most: 100, reserved: 3, others: 80 };
  expect(judgeBudget({ a: 10, b: 7 }, room)).toBeUndefined();
  expect(judgeBudget({ a: 10, b: 8 }, room)).toContain('1 too many');
  expect(await checkBudget('postgres://nobody@127.0.0.1:1/nothing', { a: 10_000 })).toBe(false);
});
