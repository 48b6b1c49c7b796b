// A request to reveal a card is answered in time or not at all, and nothing of it stays behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { endOf } from '@cardwright/stack/postgres.ts';
import { type RunningProcess, serverSource } from '@cardwright/stack/processes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { becomes, newHolder, order, traces } from '../../operations/run/on-its-way.ts';
import { refused } from '../../surfaces/api/orders.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { entriesOf, reveal, rowsOf } from './revealing.ts';

let world: World;
let company: Company;
let cardId: string;
let worker: RunningProcess | undefined;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await startWorker();
  company = await world.company({ available: '100.00' });
  const id = await order(company, issue(await newHolder(company)));
  cardId = (await becomes(company, id, 'completed')).result.cardId ?? '';
  await stopWorker();
});
afterAll(() => world?.stop());
afterEach(stopWorker);

const { issue } = traces(() => world);

async function startWorker(): Promise<void> {
  worker = await world.stack.spawn('worker');
}

async function stopWorker(): Promise<void> {
  await worker?.stop();
  worker = undefined;
}

const unavailable = refused(503, 'issuer_unavailable', { retry: 'same_key' });

/** How often the issuer was asked for a page of a card. */
const asked = async (): Promise<number> => {
  const text = `select 1 from issuer_sandbox.requests where method = 'POST' and path like '/v1/cards/%/reveal'`;
  return (await world.admin.query(text)).rowCount ?? 0;
};

/** A request as a process left it that died before it could read the answer. */
async function leave({ state, expiresAt }: { state: 'waiting' | 'revealed'; expiresAt: Date }): Promise<string> {
  const id = randomUUID();
  const [sealingKey, sealed] = state === 'revealed' ? [1, Buffer.alloc(200)] : [null, null];
  const text = `insert into reveals (company_id, environment, id, card_id, api_key_id, state, sealing_key, sealed_url, expires_at, next_at)
    select k.company_id, k.environment, $2, $3, k.id, $4, $5, $6, $7, case $4 when 'waiting' then now() else $7 end
      from api_keys k where k.company_id = $1 and k.environment = 'sandbox' limit 1`;
  const values = [company.scope.companyId, id, fromId('card', cardId), state, sealingKey, sealed, expiresAt];
  await world.admin.query(text, values);
  return id;
}

const isGone = (id: string) =>
  until(
    async () => (await rowsOf(world, company)).some((row) => row.id === id),
    (isThere) => !isThere,
  );

describe('a request to reveal a card', () => {
  test('503 in time while no worker runs: the request is gone, its audit entry stays', async () => {
    const before = (await entriesOf(world, company)).length;
    const started = performance.now();
    const answer = await reveal(company, cardId);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(answer).toMatchObject(unavailable);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await rowsOf(world, company)).toEqual([]);
    expect(await entriesOf(world, company)).toHaveLength(before + 1);
  });

  test('503 at once while the issuer is away, and 201 when it is back', async () => {
    await startWorker();
    world.stack.issuer?.process.child.kill('SIGKILL');
    expect(await reveal(company, cardId)).toMatchObject(unavailable);
    expect(await rowsOf(world, company)).toEqual([]);
    await world.stack.issuer?.restart();
    const { status } = await until(
      () => reveal(company, cardId),
      (answer) => answer.status === 201,
    );
    expect(status).toBe(201);
  });

  test('503 for a card that the issuer has lost', async () => {
    await startWorker();
    const lost = await company.insertCard({ issuerToken: 'ict_lost' });
    expect(await reveal(company, lost)).toMatchObject(unavailable);
    expect(await rowsOf(world, company)).toEqual([]);
  });

  test('is refused when its key ends while it waits, and the answer is gone', async () => {
    const client = await company.client();
    const answer = reveal(client, cardId); // no worker runs, so it waits
    const [row] = await until(
      () => rowsOf(world, company),
      ({ length }) => length === 1,
    );
    await revokeKey(world.tools, company.scope, client.keyId);
    await world.admin.query(`update reveals set state = 'failed' where id = $1`, [row?.id]);
    expect(await answer).toMatchObject(refused(401, 'key_invalid'));
    expect(await rowsOf(world, company)).toEqual([]);
  });

  test('that expired is deleted by the worker, which does not ask the issuer about it', async () => {
    const past = new Date(Date.now() - 1_000);
    const ids = [
      await leave({ state: 'waiting', expiresAt: past }),
      await leave({ state: 'revealed', expiresAt: past }),
    ];
    const before = await asked();
    await startWorker();
    for (const id of ids) await isGone(id);
    expect(await asked()).toBe(before);
  });

  test('that nobody waits for any more is answered, and deleted when its page expires', async () => {
    const before = await asked();
    const id = await leave({ state: 'waiting', expiresAt: new Date(Date.now() + 60_000) });
    await startWorker();
    await until(
      async () => (await rowsOf(world, company)).find((row) => row.id === id)?.state,
      (state) => state === 'revealed',
    );
    expect(await asked()).toBe(before + 1);
    const expired = `update reveals set expires_at = now(), next_at = now() where id = $1`;
    await world.admin.query(expired, [id]);
    await isGone(id);
  });
});

describe('the processes', () => {
  test('log neither the address nor the number, at their most talkative', async () => {
    const port = await freePort();
    const processes = ['api', 'worker'].map((role) => talkative(role as 'api' | 'worker', port));
    let said = '';
    for (const child of processes)
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
    await Promise.all(processes.map((child) => new Promise((resolve) => child.once('message', resolve))));
    const client = await company.client({ baseUrl: `http://127.0.0.1:${port}` });
    const { status, body } = await reveal(client, cardId);
    const page = await (await fetch(body.url)).text();
    for (const child of processes) await endOf(child, () => child.kill('SIGTERM'));
    expect(status).toBe(201);
    expect(said).toContain('/api/v1/cards/:id/reveal');
    expect(said).not.toContain(body.url.split('/').at(-1));
    const digits = /\d{4}\s\d{4}\s\d{4}\s\d{4}/.exec(page)?.[0] ?? 'no number';
    for (const number of [digits, digits.replaceAll(/\s/g, '')]) expect(said).not.toContain(number);
  });
});

/** A process of this world that logs everything. */
function talkative(role: 'api' | 'worker', port: number): ChildProcess {
  return spawn(process.execPath, [join(serverSource, `processes/${role}.ts`)], {
    env: {
      ...world.stack.issuer?.serverSettings,
      CARDWRIGHT_DATABASE_URL: world.stack.urlOf(`cardwright_${role}`),
      CARDWRIGHT_PEPPERS: world.stack.secrets.peppers,
      CARDWRIGHT_WEBHOOK_KEYS: world.stack.secrets.webhookKeys,
      CARDWRIGHT_SEALS_DIRECTORY: world.stack.sealsDirectory,
      CARDWRIGHT_PORT: String(port),
      CARDWRIGHT_LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}
