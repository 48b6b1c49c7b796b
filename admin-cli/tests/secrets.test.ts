// Retiring a sealing key version: everything moves to the next one, opens under it, and the counts show it.
import { randomBytes } from 'node:crypto';
import { openSecret } from '@cardwright/server/events/webhooks/seal.ts';
import { readVersions } from '@cardwright/server/foundation/config.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { openDocument } from '@cardwright/server/identity/verifications/decide.ts';
import { databaseStore, putDocument } from '@cardwright/server/identity/verifications/documents.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../../server/tests/identity/verifications/handed-in.ts';
import { openOwn, personOf, toolsOfPortal } from '../../server/tests/members-of.ts';
import { operatorOf } from '../../server/tests/operator-of.ts';
import { startWorld, type World } from '../../server/tests/world.ts';
import type { CommandLine } from './process.ts';

let world: World;
let own: Db;
let operator: CommandLine;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  own = openOwn(world);
  operator = await operatorOf(world, 'Rhea');
});
afterAll(async () => {
  await own?.close();
  await world?.stop();
});

const hex = () => randomBytes(32).toString('hex');
type Left = { kind: string; version: number; rows: number }[];
type Rewrapped = Record<'webhookSecrets' | 'documents', { rewrapped: number; skipped: number }> & { left: Left };

/** Settings of a command that uses a desk with other keys; the desk stops with the world. */
async function deskWith(keys: Record<string, string>): Promise<Record<string, string>> {
  const port = await freePort();
  await world.stack.spawn('desk', port, keys);
  return { CARDWRIGHT_DESK_URL: localUrl(port) };
}

const needed = (left: Left, kind: string) =>
  left.filter((row) => row.kind === kind).map(({ version, rows }) => [version, rows]);

/** Every sealed secret of a webhook, opened with these keys. */
async function secretsOf(webhookKeys: string): Promise<string[]> {
  const keys = readVersions(webhookKeys);
  if (keys === undefined) throw new Error('no keys');
  type Row = { company_id: string; environment: Environment; id: string; sealing_key: number; sealed: Buffer };
  const { rows } = await world.admin.query<Row>(
    `select company_id, environment, id, sealing_key, sealed_secret as sealed from webhook_endpoints
     union all
     select company_id, environment, id, next_sealing_key, next_sealed_secret from webhook_endpoints
      where next_sealing_key is not null`,
  );
  return rows
    .map(({ company_id, environment, id, sealing_key, sealed }) => {
      const owner = { scope: { companyId: company_id, environment }, webhookId: id };
      return openSecret(keys, owner, { sealingKey: sealing_key, sealedSecret: sealed }).toString();
    })
    .toSorted();
}

test('webhook secrets and documents move to the current version, once, and open without the one before', async () => {
  const company = await world.company();
  for (const path of ['/a', '/b', '/c']) {
    const hook = { url: `http://127.0.0.1:9${path}`, events: ['*'] };
    const { status, body, text } = await company.post<{ id: string }>('/api/v1/webhook-endpoints', hook);
    expect(status, text).toBe(201);
    if (path === '/a') await company.post(`/api/v1/webhook-endpoints/${body.id}/rotate-secret`, undefined);
  }
  const { userId } = await personOf(world, { company: await world.company({ verification: 'pending' }) });
  const { rows } = await world.admin.query('select company_id from members where user_id = $1', [userId]);
  const by = { companyId: rows[0].company_id as string, userId };
  const documents = [1, 2].map((version) => `${version}:${hex()}`);
  const documentKeys = (text: string) => readVersions(text);
  const tools = { ...toolsOfPortal(world, own), store: databaseStore, documentKeys: documentKeys(documents[0] ?? '') };
  const given = { slot: 'director_id', name: 'x.pdf', content: pdf, declared: 'application/pdf' } as const;
  const documentId = await putDocument(tools, by, given);

  const webhooks = [world.stack.secrets.webhookKeys, `2:${hex()}`];
  const before = await secretsOf(webhooks.join(','));
  expect(before).toHaveLength(4);
  const settings = await deskWith({
    CARDWRIGHT_WEBHOOK_KEYS: webhooks.join(','),
    CARDWRIGHT_DOCUMENT_KEYS: documents.join(','),
  });
  const status = await operator.json<Left>(['secrets', 'status'], settings);
  expect(needed(status, 'webhook_secret')).toEqual([[1, 4]]);
  expect(needed(status, 'document')).toEqual([[1, 1]]);

  const ran = await operator.run(['secrets', 'rewrap', '--json'], settings);
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).toContain('4 webhook secrets rewrapped');
  const done = JSON.parse(ran.stdout) as Rewrapped;
  expect(needed(done.left, 'webhook_secret')).toEqual([[2, 4]]);
  expect(needed(done.left, 'document')).toEqual([[2, 1]]);
  expect(await secretsOf(webhooks[1] ?? ''), 'the same secrets').toEqual(before);
  const opened = await openDocument(
    { ...world.tools, store: databaseStore, documentKeys: documentKeys(documents[1] ?? '') },
    { companyId: by.companyId, documentId: fromId('document', documentId) ?? documentId, actor: world.tools.actor },
  );
  expect(opened?.content.equals(pdf), 'the same bytes').toBe(true);

  const again = await operator.json<Rewrapped>(['secrets', 'rewrap'], settings);
  expect(again).toMatchObject({ webhookSecrets: { rewrapped: 0, skipped: 0 }, documents: { rewrapped: 0 } });
  const log = await world.admin.query(
    `select details from audit_log where action = 'secrets.rewrap' order by sequence`,
  );
  expect(log.rows.map(({ details }) => details)).toEqual([
    { setting: 'CARDWRIGHT_WEBHOOK_KEYS', version: 2, rows: 4 },
    { setting: 'CARDWRIGHT_DOCUMENT_KEYS', version: 2, rows: 1 },
  ]);
});

test('rows that no configured version opens are skipped and counted; all others move', async () => {
  await world.admin.query(`update webhook_endpoints set sealing_key = 7 where url like '%/b'`);
  const settings = await deskWith({
    CARDWRIGHT_WEBHOOK_KEYS: `2:${hex()},3:${hex()}`,
    CARDWRIGHT_DOCUMENT_KEYS: `1:${hex()}`,
  });
  const { code, stderr, stdout } = await operator.run(['secrets', 'rewrap', '--json'], settings);
  expect(code).toBe(1);
  expect(stderr).toContain('rows changed meanwhile or could not be opened');
  expect(needed((JSON.parse(stdout) as Rewrapped).left, 'webhook_secret')).toEqual([
    [2, 3],
    [7, 1],
  ]);
});

test('a missing setting of the desk is named, and nothing is moved', async () => {
  const { code, stderr } = await operator.run(
    ['secrets', 'rewrap'],
    await deskWith({ CARDWRIGHT_WEBHOOK_KEYS: '', CARDWRIGHT_DOCUMENT_KEYS: `9:${hex()}` }),
  );
  expect(code).toBe(1);
  expect(stderr).toContain('Set CARDWRIGHT_WEBHOOK_KEYS');
  expect(needed(await operator.json<Left>(['secrets', 'status']), 'document')).toEqual([[2, 1]]);
});
