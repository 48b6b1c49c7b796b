// Sends the outbox: posts due notifications to Cardwright, signed, until they are accepted.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Pool } from 'undici';
import type { NotificationKey } from './config.ts';
import { notificationHeaders } from './signatures.ts';
import { type DueNotification, findNotification, listDue, noteAccepted, noteFailed } from './sql.ts';

/** Seconds from a failed attempt to the next: quickly at first, for a receiver that restarts. */
const FIRST_RETRIES_SECONDS = [1, 5, 30, 120];

/** After that every ten minutes: a receiver that is down this long stays down for a while. */
const LATER_RETRY_SECONDS = 600;

/** The attempts of a day. After them, only a read returns the outcome. */
const MOST_ATTEMPTS = 1 + FIRST_RETRIES_SECONDS.length + 86_400 / LATER_RETRY_SECONDS;

/** A receiver only stores a notification and responds; a slower one has a problem. */
const ATTEMPT_TIMEOUT_MS = 5_000;

/** Concurrent sends, each on its own connection. */
const CONNECTIONS = 16;

/** Notifications read per batch: small enough to record in one short statement. */
const BATCH = 128;

/** Poll interval of the outbox without a wake-up. */
const POLL_EVERY_MS = 500;

export type Deliverer = {
  /** Sends due notifications soon; a running pass polls again when it ends. */
  wake(): void;
  /** Sends until nothing is due, and returns the number of accepted notifications. */
  deliver(): Promise<number>;
  /** Sends one notification now, due or not. */
  deliverNow(id: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens the sender. It polls the outbox, so that retries and the leftovers of a crash are sent too. */
export function openDeliverer(options: {
  db: Db;
  key: NotificationKey;
  url: string;
  onError: (error: unknown) => void;
}): Deliverer {
  const { db } = options;
  const channel = openChannel(options);
  let closed = false;
  let running: Promise<number> | undefined;
  let isPoked = false;

  const pass = async () => {
    let accepted = 0;
    for (;;) {
      const due = closed ? [] : await listDue(db, BATCH);
      if (due.length === 0) return accepted;
      accepted += await sendAll(db, due, channel.post);
    }
  };

  const deliver = async (): Promise<number> => {
    if (running !== undefined) await running.catch(() => 0); // its batch may be older than what the caller waits for
    running ??= pass().finally(() => {
      running = undefined;
    });
    return running;
  };

  const wake = () => {
    if (isPoked || closed) return;
    isPoked = true;
    void (running ?? Promise.resolve(0))
      .catch(() => 0)
      .then(() => {
        isPoked = false;
        return deliver();
      })
      .catch(options.onError);
  };

  const timer = setInterval(wake, POLL_EVERY_MS);
  return {
    wake,
    deliver,
    async deliverNow(id) {
      const found = await findNotification(db, id);
      if (found !== undefined) await sendAll(db, [found], channel.post);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await Promise.race([running?.catch(() => 0), sleep(ATTEMPT_TIMEOUT_MS, undefined, { ref: false })]);
      await channel.close();
    },
  };
}

/** Sends notifications concurrently, records the outcomes and returns how many were accepted. */
async function sendAll(
  db: Db,
  notifications: readonly DueNotification[],
  post: (body: string) => Promise<boolean>,
): Promise<number> {
  const accepted: string[] = [];
  const failed = new Map<number, string[]>(); // by the number of attempts, which decides the next due time
  const send = async ({ id, body, attempts }: DueNotification) => {
    if (await post(body)) accepted.push(id);
    else failed.set(attempts, [...(failed.get(attempts) ?? []), id]);
  };
  await Promise.all(notifications.map(send));
  if (accepted.length > 0) await noteAccepted(db, accepted);
  for (const [attempts, ids] of failed) {
    const retrySeconds = FIRST_RETRIES_SECONDS[attempts] ?? LATER_RETRY_SECONDS;
    await noteFailed(db, { ids, retrySeconds, givenUp: attempts + 1 >= MOST_ATTEMPTS });
  }
  return accepted.length;
}

/** Connections to the receiver. Any 2xx accepts a notification. */
function openChannel({ key, url }: { key: NotificationKey; url: string }) {
  const target = new URL(url);
  const path = target.pathname + target.search;
  const pool = new Pool(target.origin, {
    connections: CONNECTIONS,
    connect: { timeout: ATTEMPT_TIMEOUT_MS },
    headersTimeout: ATTEMPT_TIMEOUT_MS,
    bodyTimeout: ATTEMPT_TIMEOUT_MS,
  });

  const post = async (body: string): Promise<boolean> => {
    try {
      const headers = notificationHeaders(key, body, new Date());
      const answer = await pool.request({ method: 'POST', path, body, headers });
      await answer.body.dump();
      return answer.statusCode >= 200 && answer.statusCode < 300;
    } catch {
      return false; // not reached, or not in time: retried later
    }
  };

  return { post, close: () => pool.destroy() };
}
