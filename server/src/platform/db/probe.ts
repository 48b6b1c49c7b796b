// Tries whether the database commits, on a connection of its own.
import { newClient, type Primary } from './client.ts';

/** One commit a second shows an outage soon enough, and costs nothing. */
const FRESH_MS = 1_000;

/** A commit takes milliseconds. One that waits longer waits for a standby, or its server is gone. */
const COMMITTED_WITHIN_MS = 2_000;

/** A message in the WAL, in no table: it needs a real commit, and the synchronous standby must confirm it. */
const PROBE = `
  select pg_logical_emit_message(true, 'cardwright', ''), current_setting('transaction_read_only') = 'off' as writes`;

export type Probe = { canCommit(): Promise<boolean>; close(): Promise<void> };

/**
 * Opens a probe; it connects when it is first asked. A commit that waits for a standby is not repeated: Postgres keeps
 * waiting even if we leave, and every new attempt would hold another connection there.
 */
export function openProbe({ url, name }: { url: string; name: string }): Probe {
  let client: Primary | undefined;
  let trying: Promise<boolean> | undefined;
  let last: { at: number; committed: boolean } | undefined;

  const connect = async () => {
    const opened = newClient(url, {
      application_name: `${name}-probe`,
      connectionTimeoutMillis: COMMITTED_WITHIN_MS,
      keepAlive: true,
    });
    opened.once('end', () => {
      if (client === opened) client = undefined;
    });
    await opened.connect();
    client = opened;
    return opened;
  };
  const attempt = async () => {
    const { rows } = await (client ?? (await connect())).query<{ writes: boolean }>(PROBE);
    return rows[0]?.writes === true;
  };
  const attemptOnce = () => {
    trying ??= attempt()
      .catch(() => false)
      .then((committed) => {
        last = { at: performance.now(), committed };
        trying = undefined;
        return committed;
      });
    return trying;
  };
  return {
    async canCommit() {
      if (last !== undefined && performance.now() - last.at < FRESH_MS) return last.committed;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), COMMITTED_WITHIN_MS);
      });
      return Promise.race([attemptOnce(), late]).finally(() => clearTimeout(timer));
    },
    async close() {
      client?.drop(new Error('the probe is closed')); // a commit that waits would never let it end
    },
  };
}
