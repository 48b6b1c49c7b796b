// Emails that a commit queued: each is sent until the mail server takes it. One whose commit did not happen was never
// queued.
import type { Clock } from '../../foundation/clock.ts';
import type { Queryable } from '../db/db.ts';
import { describeError } from '../work/error-text.ts';
import { type Outcome, startWork, type Working } from '../work/run.ts';
import type { Work } from '../work/sql.ts';
import type { StopFile } from '../work/stop.ts';
import type { Letter, Mail } from './mail.ts';

/** Outlasts a mail server that makes every mail in front of this one wait for as long as it may. */
const LEASE_SECONDS = 300;

/** Fallback for a lost wake-up. */
const POLL_MS = 2_000;

/** A mail that no server took for a week needs an operator. */
const GIVEN_UP_AFTER_MS = 7 * 24 * 3_600_000;

/** What sending needs of every process. */
export type Mailing = {
  db: Queryable;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  onError: (error: unknown) => void;
};

/** A queued mail; without an address it has nobody to go to any more. */
type Queued = { to_address: string | null; created_at: Date };

type Queue<Row extends Queued> = {
  kind: 'mail' | 'operator_mail';
  stop: StopFile;
  /** Mails under way in one process. */
  concurrency: number;
  /** Retries wait so long, then twice as long each time, up to the longest. */
  backoff: { firstSeconds: number; longestSeconds: number };
  /** The mail of a claim; undefined once it is over. */
  find: (work: Work) => Promise<Row | undefined>;
  letterOf: (mail: Row & { to_address: string }) => Letter;
  /** Ends a mail that was sent, or that has nobody to go to. */
  finish: (work: Work, outcome: 'sent' | 'nobody') => Promise<void>;
};

/** Starts sending the mails of a queue. */
export function startSending<Row extends Queued>(mailing: Mailing, queue: Queue<Row>): Working {
  return startWork({
    db: mailing.db,
    stop: queue.stop,
    kind: queue.kind,
    environment: 'live', // of mails, which have no environment, the only one
    leaseSeconds: LEASE_SECONDS,
    concurrency: queue.concurrency,
    pollMs: POLL_MS,
    run: (work) => work.map((each) => send(mailing, queue, each)),
    onError: mailing.onError,
  });
}

async function send<Row extends Queued>(
  { clock, mail, onError }: Mailing,
  { find, letterOf, finish, backoff }: Queue<Row>,
  work: Work,
): Promise<Outcome> {
  const found = await find(work);
  if (found === undefined) return 'done';
  const { to_address } = found;
  if (to_address === null) {
    await finish(work, 'nobody');
    return 'done';
  }
  try {
    await mail.send(letterOf({ ...found, to_address }));
  } catch (error) {
    const reason = describeError(error);
    if (clock.now().getTime() - found.created_at.getTime() > GIVEN_UP_AFTER_MS) {
      throw new Error(`no mail server took it for a week: ${reason}`, { cause: error });
    }
    onError(error);
    const doubled = backoff.firstSeconds * 2 ** (work.attempts - 1);
    return { retryAfterSeconds: Math.min(doubled, backoff.longestSeconds), reason };
  }
  await finish(work, 'sent');
  return 'done';
}
