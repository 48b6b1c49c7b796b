// Asks the issuer for the pages that show cards' numbers. Nothing is retried: the client waits for seconds only, and a
// repeated request gets a page of its own.
import type { SealingKeys } from '../../foundation/config.ts';
import { toId } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { Issuer } from '../../issuer/client.ts';
import type { Revealed } from '../../issuer/reveal.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Outcome, startWork, type Working } from '../../platform/work/run.ts';
import type { Work } from '../../platform/work/sql.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import { sealUrl } from './seal.ts';
import { beginReveal, type Noted, noteReveal } from './sql.ts';

/** Longer than two requests to the issuer (10 s each; the first may ask for its version) and two statements. */
const LEASE_SECONDS = 40;

/** Concurrent requests in one process, four per company: people ask for them, one at a time. */
const CONCURRENCY = 32;

/** Fallback for a lost wake-up: a client waits for five seconds. */
const POLL_MS = 1_000;

type Revealing = {
  db: Db;
  stop: StopFile;
  environment: Environment;
  issuer: Issuer;
  sealingKeys: SealingKeys;
  onError: (error: unknown) => void;
};

/** Starts asking for the pages of an environment's cards. */
export function startRevealing(revealing: Revealing): Working {
  const { db, stop, environment, onError } = revealing;
  return startWork({
    db,
    stop,
    kind: 'reveal',
    environment,
    leaseSeconds: LEASE_SECONDS,
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    run: (work) => work.map((each) => reveal(revealing, each)),
    onError,
  });
}

async function reveal({ db, issuer, sealingKeys, onError }: Revealing, work: Work): Promise<Outcome> {
  const cardToken = await beginReveal(db, work, work.id);
  if (cardToken === undefined) return 'done';
  const answer = await issuer.reveal(toId('company', work.companyId), cardToken, toId('reveal', work.id));
  const noted = toNoted(sealingKeys, work, answer);
  if (noted.state === 'failed') onError(new Error(`a card was not revealed: ${reasonOf(answer)}`));
  await noteReveal(db, work, work.id, noted);
  return 'done';
}

function toNoted(sealingKeys: SealingKeys, work: Work, answer: Revealed): Noted {
  if (answer.kind === 'revealed') {
    const url = sealUrl(sealingKeys, { scope: work, revealId: work.id }, answer.url);
    return { state: 'revealed', url, expiresAt: answer.expiresAt };
  }
  return { state: answer.kind === 'refused' && answer.reason === 'card_closed' ? 'closed' : 'failed' };
}

/** Why there is no page. A reason never quotes the issuer's response. */
const reasonOf = (answer: Revealed) => ('reason' in answer ? answer.reason : 'the issuer does not know the card');
