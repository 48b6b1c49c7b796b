// Issuer notifications about deposits: each counts as a read with the same content.
import type { Clock } from '../../foundation/clock.ts';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import type { Environment } from '../../foundation/scope.ts';
import { readDeposit } from '../../issuer/deposits.ts';
import { type Notice, ofAnotherAccount, processed, type Topic, unplaced, type Verdict } from '../../issuer/process.ts';
import { openCase } from '../../operations/run/sql.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import type { SettleInvoice } from './run.ts';
import { findOwners } from './sql.ts';
import { updateOfDeposit } from './update.ts';

type Named = { environment: Environment; invoiceId: string; notification: string };
type Owner = Awaited<ReturnType<typeof findOwners>>[number];

/** Handles notifications about deposits. In any order of arrival, a settled invoice stays settled. */
export function depositTopic({ db, clock }: { db: Db; clock: Clock }, { settle }: { settle: SettleInvoice }): Topic {
  const find = openBatcher<Named, Owner | undefined>({
    run: async (batch) => {
      const found = new Map((await findOwners(db, batch)).map((owner) => [keyOf(owner), owner]));
      return batch.map((named) => found.get(keyOf(named)));
    },
    ownerOf: ({ invoiceId }) => invoiceId,
    identityOf: ({ notification }) => notification,
  });
  return async (notice) => {
    const { notification, said } = notice;
    const invoiceId = invoiceIdIn(said.data) ?? NOBODY;
    const owner = await find({ environment: notification.environment, invoiceId, notification: notification.id });
    if (owner === undefined) return unplaced('names no invoice');
    return ofAnotherAccount(notice, owner) ?? processed(await process({ db, clock, settle }, notice, owner), owner);
  };
}

const keyOf = ({ environment, invoiceId }: Omit<Named, 'notification'>) => `${environment} ${invoiceId}`;

const invoiceIdIn = ({ reference }: Record<string, unknown>): string | undefined =>
  typeof reference === 'string' ? fromId('invoice', reference) : undefined;

async function process(
  { db, clock, settle }: { db: Db; clock: Clock; settle: SettleInvoice },
  { notification, said }: Notice,
  owner: Owner,
): Promise<Verdict['outcome']> {
  // Other bytes under a known event id: a case for operators, never a reason to move money.
  if (notification.contradicts) {
    const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
    const subject = { kind: 'invoice', id: owner.invoiceId } as const;
    await openCase(db, owner, subject, { kind: 'changed_notification', detail });
    return 'contradicts an earlier one';
  }
  const reference = toId('invoice', owner.invoiceId);
  const deposit = readDeposit(Buffer.from(JSON.stringify(said.data)), { reference, amount: owner.amount });
  // Its type and its data must agree; otherwise it is evidence, and moves nothing.
  const says = deposit.kind === 'open' ? deposit.status : deposit.kind;
  const learned =
    said.type === `deposit.${says}` || deposit.kind === 'unknown'
      ? deposit
      : { kind: 'unknown' as const, reason: 'its type is not what its data say' };
  return settle(updateOfDeposit(clock, owner, learned, { how: 'notification' }));
}
