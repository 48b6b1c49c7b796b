// Requests whose commit no standby has confirmed: never answered as done, not even to a repeated key.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { sealEverything } from '@cardwright/server/ledger/seals/seal.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { CommitUnknown } from '@cardwright/server/platform/db/errors.ts';
import { markOnce } from '@cardwright/server/platform/fence/write.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, clientOf } from '../../client.ts';
import { until } from '../../until.ts';
import { type Pair, startPair } from './standby.ts';

let pair: Pair;
let stack: Stack;
let client: Client;

beforeAll(async () => {
  pair = await startPair();
  stack = await startStack({ adminUrl: pair.primary.url, workers: 0, env: NO_RATE_LIMITS, metrics: true });
  client = clientOf(stack.baseUrl, stack.demo?.companies[0]?.keys.sandbox ?? '');
  await pair.setSynchronous(true);
});
afterAll(async () => {
  pair?.standby.thaw();
  await stack?.stop();
  await pair?.stop();
});

const fund = (key: string) => client.post('/api/v1/sandbox/funding', { amount: '10.00' }, { key });
const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'cardwright-api'`;

/** Ends the wait of a commit for the standby, once one waits. */
async function endWait(how: 'cancel' | 'terminate'): Promise<void> {
  await until(
    () => pair.primary.ask(`select pid ${waiting}`),
    (rows) => rows.length > 0,
  );
  await pair.primary.ask(`select pg_${how}_backend(pid) ${waiting}`);
}

test.each(['cancel', 'terminate'] as const)(
  'after a %s, nothing is answered until the standby has the commit',
  async (how) => {
    const answered: string[] = [];
    pair.standby.freeze();
    const first = fund(how).finally(() => answered.push('first'));
    await endWait(how);
    const repeated = fund(how).finally(() => answered.push('repeated'));
    const looked = client.get(`/api/v1/idempotency-keys/${how}`).finally(() => answered.push('looked'));
    await sleep(2_000);
    expect(answered).toEqual([]);
    pair.standby.thaw();
    expect(await first).toMatchObject({ status: 200 });
    expect((await first).headers.get('idempotent-replayed')).toBeNull();
    expect(await repeated).toMatchObject({ status: 200 });
    expect(await looked).toMatchObject({ status: 200 });
  },
);

test('an outcome that stays unknown is refused as one that may be repeated, and counted', async () => {
  pair.standby.freeze();
  const first = fund('unknown-twice');
  await endWait('cancel');
  await endWait('cancel'); // the commit that reads it back
  expect(await first).toMatchObject({ status: 503, body: { code: 'overloaded', retry: 'same_key' } });
  pair.standby.thaw();
  expect(await fund('unknown-twice')).toMatchObject({ status: 200 });
  expect((await client.get('/api/v1/balance')).body).toMatchObject({ available: '30.00' });
  const metricsUrl = stack.processes.find(({ role }) => role === 'api')?.metricsUrl ?? '';
  const metrics = await (await fetch(metricsUrl)).text();
  const count = Number(/^cardwright_commits_unknown_total\{how="unconfirmed"\} (\d+)$/m.exec(metrics)?.[1]);
  expect(count).toBeGreaterThanOrEqual(3);
});

/** A worker's database; its commits are those that `endWait` finds. */
const openWorker = () =>
  openDb({ url: stack.urlOf('cardwright_worker'), name: 'cardwright-api', connections: 1, onError: () => undefined });

test('the head of a chain is exported only once the standby has it', async () => {
  const db = openWorker();
  const store = openHeadFiles(stack.sealsDirectory, systemClock);
  const countLines = async () => {
    let lines = 0;
    for await (const _ of store.read()) lines++;
    return lines;
  };
  const sealer = { db, store, clock: systemClock, onError: () => undefined };
  await sealEverything(sealer);
  const before = await countLines();
  await fund('before-the-seal');
  pair.standby.freeze();
  const sealing = sealEverything(sealer);
  await endWait('cancel'); // the commit of the seal
  await until(
    () => pair.primary.ask(`select pid ${waiting}`),
    (rows) => rows.length > 0,
  );
  expect(await countLines()).toBe(before);
  pair.standby.thaw();
  await sealing;
  expect(await countLines()).toBeGreaterThan(before);
  await db.close();
});

test('a mark is exported only once the standby has it', async () => {
  const db = openWorker();
  const marker = { db, store: openHeadFiles(stack.sealsDirectory, systemClock) };
  const newest = async () => (await marker.store.newestMarks())[0];
  await markOnce(marker);
  await sleep(1_000); // at most one mark a second, and only after a commit
  await fund('before-the-mark');
  pair.standby.freeze();
  const first = markOnce(marker).catch((error: unknown) => error);
  await endWait('cancel');
  expect(await first).toBeInstanceOf(CommitUnknown);
  await sleep(3_000); // until then it may still be exported by another worker
  const again = markOnce(marker);
  await until(
    () => pair.primary.ask(`select pid ${waiting}`),
    (rows) => rows.length > 0,
  );
  expect(await newest()).toMatchObject({ number: 1 });
  pair.standby.thaw();
  await again;
  expect(await newest()).toMatchObject({ number: 2 });
  await db.close();
});
