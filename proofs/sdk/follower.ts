// A program that follows the feed and counts each event: the effect and the position are saved in one statement.
import { promiseHooks } from 'node:v8';
import { CardwrightError, createClient } from '@cardwright/sdk';
import pg from 'pg';

export type FollowerTask = {
  baseUrl: string;
  apiKey: string;
  databaseUrl: string;
  /** The process kills itself at this await; undefined: never. */
  killAt?: number | undefined;
  /** It ends after this event; undefined: it never ends. */
  last?: number | undefined;
};

const POLL_MS = 50;

let awaits = 0;

process.once('message', ({ databaseUrl, killAt, last, ...options }: FollowerTask) => {
  promiseHooks.onBefore(() => {
    if (++awaits === killAt) process.kill(process.pid, 'SIGKILL');
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  void untilLast(pool, options, last).then(() => process.exit());
});

/** Follows again after an error of the network, from the saved position. */
async function untilLast(pool: pg.Pool, options: { baseUrl: string; apiKey: string }, last?: number): Promise<void> {
  try {
    await follow(pool, options, last);
  } catch (error) {
    if (!(error instanceof CardwrightError)) throw error;
    await untilLast(pool, options, last);
  }
}

async function follow(pool: pg.Pool, options: { baseUrl: string; apiKey: string }, last?: number): Promise<void> {
  const { rows } = await pool.query<{ sequence: string }>('select sequence from positions');
  const after = Number(rows[0]?.sequence);
  if (after === last) return;
  for await (const { sequence, id } of createClient(options).events.follow({ after, pollMs: POLL_MS })) {
    await pool.query('with moved as (update positions set sequence = $1) insert into effects values ($1, $2)', [
      sequence,
      id,
    ]);
    if (sequence === last) return;
  }
}
