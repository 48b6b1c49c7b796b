// The timer seals in every pass what earlier passes could not seal.
import { startSealing } from '@cardwright/server/ledger/seals/timer.ts';
import type { Closed } from '@cardwright/server/platform/fence/fence.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealerOf } from '../../sealer-of.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let sealer: ReturnType<typeof sealerOf>;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  sealer = sealerOf(world.stack);
});
afterAll(async () => {
  await sealer?.close();
  await world?.stop();
});

test('entries made while the fence was closed are sealed as soon as it opens', async () => {
  const { companyId } = (await world.company()).scope;
  const post = () =>
    world.admin.query(
      `select ledger.post(array[$1::uuid], array['sandbox'::environment], array['adjustment'::ledger.entry_kind],
      array[gen_random_uuid()::text], array['Correction'], array[1::bigint])`,
      [companyId],
    );
  const unsealed = async () =>
    (
      await world.admin.query<{ entries: number }>(
        `select b.entries::integer - coalesce((select max(s.last_sequence) from ledger.seals s
            where s.company_id = b.company_id and s.environment = b.environment), 0)::integer as entries
           from ledger.books b where b.company_id = $1 and b.environment = 'sandbox'`,
        [companyId],
      )
    ).rows[0]?.entries;
  let closed: Closed | undefined;
  let checks = 0;
  let aheadMs = 0;
  const sealing = startSealing(
    {
      db: sealer.db,
      clock: { now: () => new Date(Date.now() + aheadMs) },
      store: undefined,
      fence: {
        check: () => {
          checks += 1;
          return closed;
        },
      },
      onError: (error) => expect.unreachable(String(error)),
    },
    { everyMs: 20 },
  );
  try {
    await post();
    await until(unsealed, (entries) => entries === 0);

    closed = { why: 'A test closed it.', since: new Date() };
    aheadMs = 1_800_000; // later than any entry, and earlier than the next pass over all books
    await post();
    const before = checks;
    await until(
      () => checks,
      (count) => count > before + 5,
    );
    expect(await unsealed()).toBe(1);

    closed = undefined;
    await until(unsealed, (entries) => entries === 0);
  } finally {
    await sealing.stop();
  }
});
