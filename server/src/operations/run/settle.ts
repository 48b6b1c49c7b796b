// Settles operations: stores what was learned, and when the operation is due again.
import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '../../foundation/crash-points.ts';
import { Refusal } from '../../foundation/refusals/refusals.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import { isTransient } from '../../platform/db/errors.ts';
import type { Witnesses } from '../../platform/fence/witnesses.ts';
import { traceparentNow } from '../../platform/trace/trace.ts';
import { type OperationUpdate, type Settled, settleOperations } from './sql.ts';

/** Delay before storing is retried. */
const STORE_AGAIN_MS = 1_000;

/** An outage that lasts longer than this is logged. */
const TELL_AFTER_MS = 10_000;

/** By then others have treated the operation as lost, and a read will find the same answer. */
const STORE_FOR_MS = 120_000;

/** Settles an operation by what was learned of it. */
export type Settle = (update: OperationUpdate) => Promise<Settled>;

/** Opens the settling of a process: outcomes that wait for the database share a commit. */
export function openSettling({
  db,
  witnesses,
  onError,
}: {
  db: Db;
  witnesses: Pick<Witnesses, 'add'>;
  onError: (error: unknown) => void;
}): Settle {
  const batcher = openBatcher<OperationUpdate, Settled>({
    name: 'settle',
    run: async (batch) => {
      const results = await db.writeUnscoped(async (tx) => {
        const settled = await settleOperations(tx, batch);
        crashPoint('before-settle-commit');
        return settled;
      });
      for (const [index, { companyId, environment, operationId: id }] of batch.entries()) {
        if (results[index] === 'settled') witnesses.add({ companyId, environment, id, wasSettled: true });
      }
      crashPoint('after-settle');
      return results;
    },
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ operationId }) => operationId,
  });
  return (update) => untilStored(() => batcher({ ...update, ...traceparentNow() }), onError);
}

/**
 * Until it is stored, an issuer's answer exists only here, so an outage of the database is waited out. An error caused
 * by the answer itself recurs on every retry: it is thrown.
 */
export async function untilStored<Answer>(
  store: () => Promise<Answer>,
  onError: (error: unknown) => void,
): Promise<Answer> {
  const started = performance.now();
  let isTold = false;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      const lasts = performance.now() - started;
      if (lasts > STORE_FOR_MS || !mayPass(error)) throw error;
      if (lasts > TELL_AFTER_MS && !isTold) onError(error);
      isTold ||= lasts > TELL_AFTER_MS;
      await sleep(STORE_AGAIN_MS);
    }
  }
}

/** A full batcher refuses more work for a moment. */
const mayPass = (error: unknown): boolean =>
  isTransient(error) || (error instanceof Refusal && error.code === 'overloaded');
