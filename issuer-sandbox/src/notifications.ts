// The outbox on its way: whatever is due is posted to Cardwright, signed, until it is accepted.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Pool } from 'undici';
import type { NotificationKey } from './config.ts';
import { notificationHeaders } from './signatures.ts';
import { type DueNotification, findNotification, listDue, noteAccepted, noteFailed } from './sql.ts';

/** Seconds from a failed attempt to the next: quickly at first, for a receiver that restarts. */
const FIRST_RETRIES_SECONDS = [1, 5, 30, 120];

/** After that every ten minutes; a receiver that is down for hours is not down for seconds. */
const LATER_RETRY_SECONDS = 600;

/** The attempts of a day; after that, a read is the only way to learn what happened. */
const MOST_ATTEMPTS = 1 + FIRST_RETRIES_SECONDS.length + 86_400 / LATER_RETRY_SECONDS;

/** A receiver stores a notification and answers; one that needs longer is not well. */
const ATTEMPT_TIMEOUT_MS = 5_000;

/** How many leave side by side, on as many connections. */
const CONNECTIONS = 16;

/** What is taken from the outbox at once: small enough that noting it down stays one short statement. */
const BATCH = 128;

/** How often the outbox is looked at when nobody says that something is in it. */
const POLL_EVERY_MS = 500;

export type Deliverer = {
  /** Sends what is due, soon; what runs already looks again when it is done. */
  wake(): void;
  /** Sends what is due until nothing is, and answers how many were accepted. */
  deliver(): Promise<number>;
  /** Sends one notification now, due or not. */
  deliverNow(id: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens the way out. It looks at the outbox by itself, so that retries and what a crash left behind go out as well. */
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
    if (running !== undefined) await running.catch(() => 0); // what it took may be older than what the caller waits for
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

/** Sends notifications side by side, notes what became of each and answers how many were accepted. */
async function sendAll(
  db: Db,
  notifications: readonly DueNotification[],
  post: (body: string) => Promise<boolean>,
): Promise<number> {
  const accepted: string[] = [];
  const failed = new Map<number, string[]>(); // by the number of attempts, which decides when they are due again
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
      return false; // not reached, or not in time: it is due again later
    }
  };

  return { post, close: () => pool.destroy() };
}
