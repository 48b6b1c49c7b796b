// Claims operations: leases due ones and marks those to send as sent, in one commit before anything is sent.
import type { Clock } from '../../foundation/clock.ts';
import { crashPoint } from '../../foundation/crash-points.ts';
import { NOBODY } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { Issuer } from '../../issuer/client.ts';
import { type Deadline, startDeadline } from '../../issuer/deadline.ts';
import type { Db } from '../../platform/db/db.ts';
import { noteBatch } from '../../platform/trace/trace.ts';
import type { SpanContext } from '../../platform/trace/traceparent.ts';
import { type Claim, type ClaimRequest, claimWork, type Work } from '../../platform/work/sql.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import type { Breaker } from './breaker.ts';
import { type Claimed, claimOperations } from './sql.ts';

/**
 * A claim lasts longer than any send (15 s after it) and its settlement. After it, others treat the operation as lost.
 */
export const SILENT_SECONDS = 20;

/** Poll interval for an issuer that is closed to us, and for operations that are paused. */
export const PROBE_SECONDS = 10;

/** An operation waits this long for an issuer that refuses connections; then it fails and its hold is released. */
const GIVE_UP_SECONDS = 15 * 60;

export type Runner = {
  db: Db;
  clock: Clock;
  issuers: Readonly<Record<Environment, Issuer | undefined>>;
  stop: StopFile;
  /** Receives errors outside the work itself. */
  onError: (error: unknown) => void;
};

/** A claimed operation, to send or to decide. Its lease token is also its attempt. */
export type ClaimedOperation = Work & { claimed: Claimed; deadline: Deadline; claim: SpanContext | undefined };

/** Claims due operations. Those that have to wait are released in the same commit; the others are ours. */
export async function claimDue(
  { db, clock, stop }: Runner,
  request: ClaimRequest,
  { issuer, breaker }: { issuer: Issuer | undefined; breaker: Breaker },
): Promise<Claim<ClaimedOperation>> {
  for (let walkFrom = request.walkFrom; ; ) {
    const deadline = startDeadline(clock);
    const begunAt = performance.now();
    const closed = issuer === undefined ? { refusing: [''], unanswered: [], probing: [] } : breaker.closed();
    const { leased, claimed, walkedTo } = await db.writeUnscoped(async (tx) => {
      const due = await claimWork(tx, { ...request, walkFrom });
      const decided = await claimOperations(tx, due.work, {
        probeSeconds: PROBE_SECONDS,
        giveUpSeconds: GIVE_UP_SECONDS,
        ownAddresses: issuer?.ownAddresses ?? [],
        ...closed,
      });
      if (due.work.length > 0) crashPoint('before-claim-commit');
      return { leased: due.work, claimed: decided, walkedTo: due.walkedTo };
    });
    const claim = noteBatch(
      'claim batch',
      claimed.map(({ traceparent }) => traceparent),
      begunAt,
    );
    const claimOf = new Map(claimed.map((each) => [each.id, each]));
    const work = leased.flatMap((each) => {
      const found = claimOf.get(each.id);
      return found === undefined ? [] : [{ ...each, claimed: found, deadline, claim }];
    });
    // Every leased operation has to wait, but others that are due may be ready to send.
    if (work.length > 0 || leased.length === 0 || stop.isOn()) return { work, walkedTo, leased: leased.length };
    walkFrom = walkedTo ?? NOBODY;
  }
}
