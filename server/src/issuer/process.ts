// Notifications as background work: each is claimed, verified again, handed to its topic and marked with the verdict.
import type { Config } from '../foundation/config.ts';
import { crashPoint } from '../foundation/crash-points.ts';
import { toId } from '../foundation/ids.ts';
import { type Environment, environments } from '../foundation/scope.ts';
import { openBatcher } from '../platform/db/batcher.ts';
import type { Db } from '../platform/db/db.ts';
import { backoffSeconds, type Outcome, startWork, type Working } from '../platform/work/run.ts';
import type { StopFile } from '../platform/work/stop.ts';
import { aboutOf, amountOf, type Said } from './about.ts';
import { parseJson } from './json.ts';
import { verifyNotification } from './signature.ts';
import { type Marked, markNotifications, type StoredNotification, takeNotifications } from './sql.ts';

/** Poll interval for retries, and for notifications whose wake-up was lost. */
const POLL_MS = 500;

/** Concurrency per process and environment; a company gets an eighth of it. Their statements share batches. */
const CONCURRENCY = 256;

/** Processing takes milliseconds: after this its worker is gone. */
const LEASE_SECONDS = 20;

/** An unplaced notification is retried at least once a minute: its card or operation may become known days later. */
const LONGEST_RETRY_SECONDS = 60;

export type Notice = { notification: StoredNotification; said: Said };

/** The outcome of a notification. An unplaced one is retried, and operators see why. */
export type Verdict = Pick<Marked, 'status' | 'outcome'> & { owner?: string };

/** Handles the notifications of one kind. It may receive the same one again. */
export type Topic = (notice: Notice) => Promise<Verdict>;

/** The verdict on a notification that is finished. */
export const processed = (outcome: string, { companyId: owner }: { companyId: string }): Verdict => ({
  status: 'processed',
  outcome,
  owner,
});

/** The verdict on a notification that names nothing known, or that cannot be understood. */
export const unplaced = (why: string): Verdict => ({ status: 'unplaced', outcome: why });

/** The verdict on a notification that names an account, but not the one that its reference or card belongs to. */
export const ofAnotherAccount = ({ said }: Notice, { companyId }: { companyId: string }): Verdict | undefined =>
  said.account === undefined || said.account === toId('company', companyId)
    ? undefined
    : unplaced('names another account');

/** The verdict on a stored notification whose signature is wrong: the API would not have stored it. */
const REJECTED: Verdict = { status: 'rejected', outcome: 'unverified' };

type Processing = {
  db: Db;
  stop: StopFile;
  issuers: Config['issuers'];
  /** By the first word of a notification's type. */
  topics: Readonly<Record<string, Topic>>;
  onVerdict: (environment: Environment, status: Marked['status']) => void;
  onError: (error: unknown) => void;
};

/** Starts the work on notifications of both environments. */
export const startNotifications = (processing: Processing): Working[] =>
  environments.map((environment) => startLoop(processing, environment));

function startLoop(processing: Processing, environment: Environment): Working {
  const { db, stop, onVerdict, onError } = processing;
  const mark = openBatcher<Marked, undefined>({
    run: async (batch) => {
      await markNotifications(db, environment, batch);
      return batch.map(() => undefined);
    },
    ownerOf: ({ companyId }) => companyId,
    identityOf: ({ id }) => id,
  });
  const process = async (notification: StoredNotification): Promise<Outcome> => {
    const { companyId, id, token, attempts } = notification;
    const said = readSaid(notification.body);
    const verdict = await judge(processing, { notification, said });
    crashPoint('after-notice');
    const afterSeconds = Math.min(backoffSeconds(attempts), LONGEST_RETRY_SECONDS);
    await mark({ companyId, id, token, ...verdict, afterSeconds, about: aboutOf(said), amount: amountOf(said) });
    onVerdict(environment, verdict.status);
    return 'done';
  };
  return startWork<StoredNotification>({
    db,
    stop,
    kind: 'notification',
    environment,
    leaseSeconds: LEASE_SECONDS,
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    claim: (request) => takeNotifications(db, request),
    run: (work) => work.map(process),
    onError,
  });
}

/** Parses a stored notification. The API checked it, so one that cannot be parsed was written by somebody else. */
function readSaid(body: Buffer): Said {
  const said = parseJson(body) as Partial<Said> | null | undefined;
  const isReadable = typeof said?.type === 'string' && typeof said.data === 'object' && said.data !== null;
  return isReadable ? (said as Said) : { type: '', data: {} };
}

/**
 * Verifies a notification again, because write access to the table must not suffice to speak for the issuer, and asks
 * its topic.
 */
async function judge({ issuers, topics }: Processing, notice: Notice): Promise<Verdict> {
  const { notification, said } = notice;
  const keys = issuers[notification.environment]?.notificationKeys;
  // The API may learn a new key before this worker does; a wrong signature under a known key stays wrong.
  if (!keys?.has(notification.keyId)) return unplaced('its key is not known');
  if (!verifyNotification(keys, notification, 'stored')) return REJECTED;
  const name = said.type.split('.')[0] ?? '';
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  return topic === undefined ? unplaced('its type is not known') : topic(notice);
}
