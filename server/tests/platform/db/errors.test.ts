// The classification of database errors: real errors of a real server and of the driver.
import { isConflict, isTransient } from '@cardwright/server/platform/db/errors.ts';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';

/** The error that work on a connection of its own ends with. */
async function errorOf(
  work: (client: pg.Client) => Promise<unknown>,
  options: pg.ClientConfig = { connectionString: inject('adminUrl') },
): Promise<unknown> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new Error('it did not fail');
}

/** The error that the server raises with this state. */
const stateOf = (state: string) =>
  errorOf((client) => client.query(`do $$ begin raise exception using errcode = '${state}'; end $$`));

describe('an error is transient', () => {
  test.each(['08006', '40001', '40P01', '53300', '53100', '55P03', '57014', '57P01', '57P03', '58030', '25006'])(
    'with the state %s',
    async (state) => {
      expect(isTransient(await stateOf(state))).toBe(true);
    },
  );

  test('when the connection is refused, lost or closed', async () => {
    const refused = await errorOf((client) => client.query('select 1'), { host: '127.0.0.1', port: 1 });
    const lost = await errorOf((client) => client.query('select pg_terminate_backend(pg_backend_pid())'));
    const closed = await errorOf(async (client) => {
      await client.end();
      await client.query('select 1');
    });
    for (const error of [refused, lost, closed]) expect(isTransient(error), String(error)).toBe(true);
  });

  test('when the driver or its pool runs out of patience, or the pool is closed', async () => {
    const connectionString = inject('adminUrl');
    const slow = await errorOf((client) => client.query('select pg_sleep(1)'), { connectionString, query_timeout: 50 });
    const pool = new pg.Pool({ connectionString, max: 1 });
    const held = await pool.connect();
    pool.options.connectionTimeoutMillis = 50; // from here on: the first connection may take longer
    const full = await pool.connect().catch((error: unknown) => error);
    held.release();
    await pool.end();
    const ended = await pool.query('select 1').catch((error: unknown) => error);
    for (const error of [slow, full, ended]) expect(isTransient(error), String(error)).toBe(true);
  });

  test('when the server cancels a statement that took too long', async () => {
    const options = { connectionString: inject('adminUrl'), statement_timeout: 50 };
    expect(isTransient(await errorOf((client) => client.query('select pg_sleep(1)'), options))).toBe(true);
  });
});

describe('an error is permanent', () => {
  test.each(['22P02', '22P05', '22021', '23505', '23514', '42501', '42883', 'P0001', 'CW008', 'XX000'])(
    'with the state %s',
    async (state) => {
      expect(isTransient(await stateOf(state))).toBe(false);
    },
  );

  test('when it is none of the database', () => {
    for (const error of [new Error('Query'), new TypeError('no'), 'text', undefined, null, { code: '08006' }])
      expect(isTransient(error)).toBe(false);
  });

  test('when a value cannot be stored: NUL, or half of a surrogate pair in JSON', async () => {
    const errors = ['\u0000', '{"a":"\\ud800"}', '{"a":"\\u0000"}'].map((value) =>
      errorOf((client) => client.query('select $1::jsonb', [value])),
    );
    for (const error of await Promise.all(errors)) expect(isTransient(error), String(error)).toBe(false);
  });
});

test('only serialization failures and deadlocks are conflicts, which may be run again immediately', async () => {
  expect(isConflict(await stateOf('40001'))).toBe(true);
  expect(isConflict(await stateOf('40P01'))).toBe(true);
  expect(isConflict(await stateOf('55P03'))).toBe(false);
  expect(isConflict(await stateOf('57014'))).toBe(false);
});
