// The Postgres server of tests and proofs, killed at any moment.
import { existsSync } from 'node:fs';
import { startPostgres } from '@cardwright/stack/postgres.ts';
import pg from 'pg';
import { expect, test } from 'vitest';

async function ask(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test('a crashed server restarts at its address with all committed data, and is gone once stopped', async () => {
  const postgres = await startPostgres({ version: '18' });
  let directory = '';
  try {
    const [shown] = await ask(postgres.url, 'show data_directory');
    directory = (shown as { data_directory: string }).data_directory;
    await ask(postgres.url, 'create table kept (number integer)');
    for (const number of [1, 2]) {
      await ask(postgres.url, `insert into kept values (${number})`);
      const waiting = ask(postgres.url, 'begin; insert into kept values (0); select pg_sleep(60)').catch(() => 'cut');
      await postgres.crash();
      expect(await waiting).toBe('cut');
    }
    expect(await ask(postgres.url, 'select number from kept order by number')).toEqual([{ number: 1 }, { number: 2 }]);
  } finally {
    await postgres.stop();
  }
  expect(existsSync(directory)).toBe(false);
});
