// Notifications of an issuer about deposits: each counts as a read that said so.
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { fromId, NOBODY, toId } from '../ids.ts';
import { readDeposit } from '../issuer/deposits.ts';
import { maskCardNumbers } from '../issuer/mask.ts';
import type { Notice, Topic } from '../issuer/process.ts';
import { openCase } from '../running/sql.ts';
import { newsOfDeposit } from './news.ts';
import type { SettleInvoice } from './run.ts';
import { findOwners } from './sql.ts';

/** What becomes of notifications about deposits. In whatever order they come, what is settled stays settled. */
export function depositTopic(
  { db, clock }: { db: Db; clock: Clock },
  { settle, onError }: { settle: SettleInvoice; onError: (error: unknown) => void },
): Topic {
  return async (notices) => {
    const named = notices.map(({ notification, said }) => ({
      environment: notification.environment,
      invoiceId: invoiceIdIn(said.data) ?? NOBODY,
    }));
    const owners = await findOwners(db, named);
    const found = new Map(owners.map((owner) => [`${owner.environment} ${owner.invoiceId}`, owner]));
    return Promise.all(
      notices.map((notice, index) =>
        process(
          { db, clock, settle },
          notice,
          found.get(`${named[index]?.environment} ${named[index]?.invoiceId}`),
        ).catch((error: unknown) => {
          onError(error); // it is left for the next look, and does not keep the others
          return undefined;
        }),
      ),
    );
  };
}

const invoiceIdIn = ({ reference }: Record<string, unknown>): string | undefined =>
  typeof reference === 'string' ? fromId('invoice', reference) : undefined;

async function process(
  { db, clock, settle }: { db: Db; clock: Clock; settle: SettleInvoice },
  { notification, said }: Notice,
  owner: Awaited<ReturnType<typeof findOwners>>[number] | undefined,
): Promise<string> {
  if (owner === undefined) return 'names no invoice';
  // Other bytes under an event that was told before: a case for people, never a reason to move money.
  if (notification.contradicts) {
    const detail = `Another ${said.type} came under the id ${maskCardNumbers(notification.eventId)} of an earlier one.`;
    const subject = { kind: 'invoice', id: owner.invoiceId } as const;
    await openCase(db, owner, subject, { kind: 'changed_notification', detail });
    return 'contradicts an earlier one';
  }
  const reference = toId('invoice', owner.invoiceId);
  const deposit = readDeposit(Buffer.from(JSON.stringify(said.data)), { reference, amount: owner.amount });
  // Its type and its data must say the same; what does not fit is evidence, and moves nothing.
  const says = deposit.kind === 'open' ? deposit.status : deposit.kind;
  const learned =
    said.type === `deposit.${says}` || deposit.kind === 'unknown'
      ? deposit
      : { kind: 'unknown' as const, reason: 'its type is not what its data say' };
  return settle(newsOfDeposit(clock, owner, learned, { how: 'notification' }));
}
