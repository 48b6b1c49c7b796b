// Registers cardholders at the issuer. It may decide later: until then they are pending, and the issuer is polled.
import { crashPoint } from '../../foundation/crash-points.ts';
import { toId } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { HolderOutcome } from '../../issuer/answers.ts';
import type { Issuer } from '../../issuer/client.ts';
import type { Db } from '../../platform/db/db.ts';
import { backoffSeconds, type Outcome, startWork, type Working } from '../../platform/work/run.ts';
import type { Work } from '../../platform/work/sql.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import { findRegistration, type Registration, registerHolder } from './sql.ts';

/** Longer than a read and a registration (10 s each) and two statements. */
const LEASE_SECONDS = 40;

/** Concurrent registrations in one process: four per company, and a small load for an issuer. */
const CONCURRENCY = 32;

/** Fallback for a lost wake-up: a client polls a new holder for seconds. */
const POLL_MS = 1_000;

const UNDECIDED = 'the issuer has not decided yet';

type Registering = {
  db: Db;
  stop: StopFile;
  environment: Environment;
  issuer: Issuer;
  onError: (error: unknown) => void;
};

/** Starts registering the cardholders of an environment at its issuer. */
export function startRegistering({ db, stop, environment, issuer, onError }: Registering): Working {
  return startWork({
    db,
    stop,
    kind: 'holder',
    environment,
    leaseSeconds: LEASE_SECONDS,
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    run: (work) => work.map((each) => register({ db, issuer }, each)),
    onError,
  });
}

async function register({ db, issuer }: Pick<Registering, 'db' | 'issuer'>, work: Work): Promise<Outcome> {
  const holder = await db.read(work, (tx) => findRegistration(tx, work, work.id));
  if (holder === undefined) return 'done';
  const answer = await ask(issuer, work, holder);
  if (answer.kind !== 'registered') {
    return { retryAfterSeconds: backoffSeconds(work.attempts), reason: answer.reason };
  }
  crashPoint('after-registration');
  await registerHolder(db, work, work.id, answer);
  return answer.status === 'pending' ? { retryAfterSeconds: backoffSeconds(work.attempts), reason: UNDECIDED } : 'done';
}

/** Reads the decision about a registered holder. A lost answer is requested again by the same reference. */
async function ask(issuer: Issuer, { companyId, id }: Work, holder: Registration): Promise<HolderOutcome> {
  const { name, email, kind } = holder;
  const [account, reference] = [toId('company', companyId), toId('holder', id)];
  if (holder.issuer_token !== '') {
    const found = await issuer.findHolder(account, reference);
    if (found.kind !== 'absent') return found;
  }
  return issuer.registerHolder({ account, reference, name, email, kind });
}
