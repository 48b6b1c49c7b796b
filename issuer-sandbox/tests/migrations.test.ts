// A database of protocol 1.0 keeps what it has: listings begin with it, in order, and new objects follow.
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIssuer } from '@cardwright/issuer-sandbox/install.ts';
import { createDatabase, migrateSchema, prepareRoles, withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { rolePassword, roleUrl } from '@cardwright/stack/secrets.ts';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';

const migrations = fileURLToPath(new URL('../database/migrations', import.meta.url));

/** The last migration of protocol 1.0. */
const LAST_OF_1_0 = '0005_deadlines.sql';

let directory = '';
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What version 1.0 of the issuer sends to the database about any request. */
const asked = (account: string, reference: string) => ({
  port: 'main',
  method: 'POST',
  path: '/v1/orders',
  account,
  reference,
  scenario: null,
  signatureValid: true,
  content: reference,
  deadline: null,
  ending: 'answered',
  status: 200,
  effect: 'done',
  notice: null,
});

test('objects of version 1.0 are numbered, and orders of that version are still taken', async () => {
  const adminUrl = inject('adminUrl');
  const database = `issuer_${randomBytes(6).toString('hex')}`;
  await prepareRoles(adminUrl, (role) => rolePassword(adminUrl, role));
  await createDatabase(adminUrl, database);
  const owner = roleUrl(adminUrl, database, 'cardwright_owner');
  directory = await mkdtemp(join(tmpdir(), 'issuer-migrations-'));
  for (const name of (await readdir(migrations)).filter((each) => each <= LAST_OF_1_0))
    await cp(join(migrations, name), join(directory, name));
  await migrateSchema(owner, { migrations: directory, table: 'issuer_sandbox.schema_migrations' });

  const client = new pg.Client(withDatabase(adminUrl, database));
  await client.connect();
  const call = async (name: string, body: object) =>
    (await client.query<{ answer: string }>(`select * from issuer_sandbox.${name}($1::jsonb)`, [JSON.stringify(body)]))
      .rows[0]?.answer;
  const order = (reference: string, more: object) =>
    call('take_orders', [
      { ...asked('acme', reference), cents: '5000', newToken: 'ict_1', newLast4: '4242', newReceipt: 'R-1', ...more },
    ]);
  try {
    await call('take_holder', { ...asked('acme', 'h_1'), newToken: 'ich_1' });
    await order('op_1', { kind: 'issue', holder: 'ich_1' });
    await order('op_2', { kind: 'topup', card: 'ict_1' });
    await call('take_deposit', { ...asked('acme', 'inv_1'), cents: '100', address: 'T1', lifetimeSeconds: 3_600 });
    await call('add_card_transaction', {
      account: 'acme',
      card: 'ict_1',
      reference: 'pay_1',
      type: 'purchase',
      cents: '-100',
      status: 'declined',
      merchant: 'Cafe',
      country: 'DE',
      noticeId: 'evt_1',
    });

    await installIssuer(owner);
    await order('op_3', { kind: 'topup', card: 'ict_1' });
    const rows = async (text: string) => (await client.query(text)).rows;
    expect(
      await rows('select number::integer, reference, holder, card from issuer_sandbox.orders order by number'),
    ).toEqual([
      { number: 1, reference: 'op_1', holder: 'ich_1', card: null },
      { number: 2, reference: 'op_2', holder: null, card: 'ict_1' },
      { number: 3, reference: 'op_3', holder: null, card: 'ict_1' },
    ]);
    expect(await rows('select number::integer, issued_by, status, balance_cents from issuer_sandbox.cards')).toEqual([
      { number: 1, issued_by: 'op_1', status: 'active', balance_cents: '15000' },
    ]);
    expect(await rows('select number::integer, account, decline_reason from issuer_sandbox.card_transactions')).toEqual(
      [{ number: 1, account: 'acme', decline_reason: 'issuer_declined' }],
    );
    expect(await rows('select number::integer, name from issuer_sandbox.holders')).toEqual([{ number: 1, name: '' }]);
    const [deposit] = await rows(
      `select number::integer, expires_at - created_at = interval '1 hour' as is_dated from issuer_sandbox.deposits`,
    );
    expect(deposit).toEqual({ number: 1, is_dated: true });
  } finally {
    await client.end();
  }
});
