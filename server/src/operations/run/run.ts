// Runs operations: claim, send once, settle by the answer. An operation that may have been sent is never sent again.

import { toId } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import { MOST_CONNECTIONS } from '../../issuer/exchange.ts';
import type { SpanOptions } from '../../platform/trace/span.ts';
import { continueTrace } from '../../platform/trace/trace.ts';
import { startWork, type Working } from '../../platform/work/run.ts';
import { OPERATION_WORK } from '../read/sql.ts';
import { askFirst } from './ask.ts';
import { openBreaker } from './breaker.ts';
import { type ClaimedOperation, claimDue, PROBE_SECONDS, type Runner, SILENT_SECONDS } from './claim.ts';
import { sendOnce } from './send.ts';
import type { Settle } from './settle.ts';
import { updateOf } from './update.ts';

/** A send without a free connection would spend its time waiting for one. */
const MOST_UNDER_WAY = MOST_CONNECTIONS;

/** Poll interval for operations that became due without a wake-up. */
const POLL_MS = 1_000;

/** Starts running the operations of an environment. Claiming, sending and settling are concurrent. */
export function startRunning(
  runner: Runner,
  { environment, settle, onError }: { environment: Environment; settle: Settle; onError: (error: unknown) => void },
): Working {
  const issuer = runner.issuers[environment];
  const breaker = openBreaker(runner.clock, PROBE_SECONDS);
  const carryOn = (operation: ClaimedOperation): Promise<'done'> =>
    continueTrace(operation.claimed.traceparent, 'run operation', spanOf(operation), () => decide(operation));
  const decide = async (operation: ClaimedOperation): Promise<'done'> => {
    const { todo } = operation.claimed;
    if (todo === 'send' && issuer !== undefined) {
      await sendOnce(runner, { issuer, breaker, settle }, operation);
    } else if (todo === 'ask' && issuer !== undefined) {
      await askFirst(runner, { issuer, settle }, operation);
    } else {
      await settle(todo === 'give_up' ? givenUp(runner, operation) : lost(runner, operation));
    }
    return 'done';
  };
  return startWork<ClaimedOperation>({
    db: runner.db,
    stop: runner.stop,
    kind: OPERATION_WORK,
    environment,
    leaseSeconds: SILENT_SECONDS,
    concurrency: MOST_UNDER_WAY,
    pollMs: POLL_MS,
    claim: (request) => claimDue(runner, request, { issuer, breaker }),
    run: (operations) => operations.map(carryOn),
    onError,
  });
}

const spanOf =
  ({ companyId, environment, id, claimed, claim, attempts }: ClaimedOperation) =>
  (): SpanOptions => ({
    kind: 'consumer',
    links: claim === undefined ? [] : [claim],
    facts: {
      'cardwright.company': toId('company', companyId),
      'cardwright.environment': environment,
      'cardwright.operation': toId('operation', id),
      'cardwright.operation.type': claimed.type,
      'cardwright.attempt': attempts,
      'cardwright.outcome': claimed.todo,
    },
  });

const givenUp = ({ clock }: Runner, operation: ClaimedOperation) =>
  updateOf(
    clock,
    { ...operation, operationId: operation.id },
    {
      kind: 'rejected',
      code: 'issuer_unreachable',
      message: 'The issuer could not be reached for 15 minutes. Nothing was sent.',
    },
    { how: 'unsent' },
  );

const lost = ({ clock }: Runner, operation: ClaimedOperation) =>
  updateOf(
    clock,
    { ...operation, operationId: operation.id },
    { kind: 'unknown', reason: 'its sender is gone, and it may have been sent' },
    { how: 'lost', ...(operation.claimed.attempt === null ? {} : { token: operation.claimed.attempt }) },
  );
