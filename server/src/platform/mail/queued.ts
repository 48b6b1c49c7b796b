// Emails queued by a commit: each is retried until the mail server takes it. An email is queued only if its commit
// succeeds.
import type { Clock } from '../../foundation/clock.ts';
import type { Queryable } from '../db/db.ts';
import { describeError } from '../work/error-text.ts';
import { type Outcome, startWork, type Working } from '../work/run.ts';
import type { Work } from '../work/sql.ts';
import type { StopFile } from '../work/stop.ts';
import type { Email, Mail } from './mail.ts';

/** Outlasts a mail server that delays every email ahead of this one to the timeout. */
const LEASE_SECONDS = 300;

/** Fallback for a lost wake-up. */
const POLL_MS = 2_000;

/** An email that no server took for a week needs an operator. */
const GIVEN_UP_AFTER_MS = 7 * 24 * 3_600_000;

/** Dependencies of every sending process. */
export type Mailing = {
  db: Queryable;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  onError: (error: unknown) => void;
};

/** A queued email; a null address means that it has no recipient any more. */
type Queued = { to_address: string | null; created_at: Date };

type Queue<Row extends Queued> = {
  kind: 'mail' | 'operator_mail';
  stop: StopFile;
  /** Emails in flight per process. */
  concurrency: number;
  /** The first retry waits `firstSeconds`; each further wait doubles, up to `longestSeconds`. */
  backoff: { firstSeconds: number; longestSeconds: number };
  /** The email of a claim; undefined once it is finished. */
  find: (work: Work) => Promise<Row | undefined>;
  emailOf: (mail: Row & { to_address: string }) => Email;
  /** Finishes an email that was sent, or that has no recipient. */
  finish: (work: Work, outcome: 'sent' | 'nobody') => Promise<void>;
};

/** Starts sending the emails of a queue. */
export function startSending<Row extends Queued>(mailing: Mailing, queue: Queue<Row>): Working {
  return startWork({
    db: mailing.db,
    stop: queue.stop,
    kind: queue.kind,
    environment: 'live', // emails have no environment; all run under this one
    leaseSeconds: LEASE_SECONDS,
    concurrency: queue.concurrency,
    pollMs: POLL_MS,
    run: (work) => work.map((each) => send(mailing, queue, each)),
    onError: mailing.onError,
  });
}

async function send<Row extends Queued>(
  { clock, mail, onError }: Mailing,
  { find, emailOf, finish, backoff }: Queue<Row>,
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
    await mail.send(emailOf({ ...found, to_address }));
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
