// Carrying invoices on: whatever is due is taken, the issuer is asked once for a deposit or read how it stands, and
// what it says settles the invoice.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { openLane } from '../db/lane.ts';
import { toId } from '../ids.ts';
import type { Issuer } from '../issuer/client.ts';
import type { DepositFound, DepositOutcome } from '../issuer/deposits.ts';
import type { Scenario } from '../issuer/scenarios.ts';
import { openBell } from '../running/bell.ts';
import { untilStored } from '../running/settle.ts';
import type { Environment } from '../scope.ts';
import { newsOfDeposit } from './news.ts';
import { type DueInvoice, type InvoiceNews, type SettledInvoice, settleInvoices, takeDueInvoices } from './sql.ts';

/** Told by the database in the commit of an invoice that is to be sent. */
export const INVOICES_CHANNEL = 'cardwright_invoices';

/** An idle process looks so often for what is due by itself: expiries, reads on the ladder, what another has left. */
const LOOK_EVERY_MS = 1_000;

/** What one look takes at most. */
const INVOICES_AT_ONCE = 32;

/** Longer than any send or read (10 s) and its settlement: whoever took one and is silent for so long is gone. */
const LEASE_SECONDS = 20;

/** What is paused, or of a suspended company, is looked at again so often. */
const WAIT_SECONDS = 10;

export type InvoiceRunner = {
  db: Db;
  clock: Clock;
  issuers: Readonly<Record<Environment, Issuer | undefined>>;
};

/** Settles an invoice by what was learned of its deposit. */
export type SettleInvoice = (news: InvoiceNews) => Promise<SettledInvoice>;

/** Opens the settling of a process: whatever waits for the database shares a commit. */
export function openInvoiceSettling({ db, onError }: { db: Db; onError: (error: unknown) => void }): SettleInvoice {
  const lane = openLane<InvoiceNews, SettledInvoice>({
    run: (batch) => settleInvoices(db, batch),
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ invoiceId }) => invoiceId,
  });
  return (news) => untilStored(() => lane(news), onError);
}

/** Starts carrying invoices on. What it answers wakes it, and stops it behind whatever is under way. */
export function startInvoices(
  runner: InvoiceRunner,
  { settle, onError }: { settle: SettleInvoice; onError: (error: unknown) => void },
): { wake(): void; stop(): Promise<void> } {
  const bell = openBell();
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const start = (due: DueInvoice) => {
    const work = carryOn(runner, settle, due)
      .catch(onError) // its lease ends, and whoever lives then goes on
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  const look = async (): Promise<boolean> => {
    const tokens = Array.from({ length: INVOICES_AT_ONCE }, () => randomUUID());
    const due = await takeDueInvoices(runner.db, tokens, { leaseSeconds: LEASE_SECONDS, waitSeconds: WAIT_SECONDS });
    for (const each of due) start(each);
    return due.length === INVOICES_AT_ONCE;
  };
  const driving = (async () => {
    while (!stopping.signal.aborted) {
      const isMoreDue = await look().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!isMoreDue) await bell.wait(LOOK_EVERY_MS);
    }
  })();
  return {
    wake: () => bell.ring(),
    async stop() {
      stopping.abort();
      bell.ring();
      await driving;
      await Promise.all(underWay);
    },
  };
}

async function carryOn(runner: InvoiceRunner, settle: SettleInvoice, due: DueInvoice): Promise<void> {
  const learned = due.todo === 'lost' ? lost : await ask(runner, due);
  const { todo: how, token, lease } = due;
  await settle(newsOfDeposit(runner.clock, { ...due, invoiceId: due.id }, learned, { how, token, lease }));
}

const lost = {
  kind: 'unknown' as const,
  reason: 'whoever asked for the deposit is gone, and it may have been asked for',
};

async function ask({ issuers }: InvoiceRunner, due: DueInvoice): Promise<DepositOutcome | DepositFound> {
  const issuer = issuers[due.environment];
  if (issuer === undefined) return { kind: 'never_connected', reason: 'no issuer is configured' };
  const account = toId('company', due.companyId);
  const reference = toId('invoice', due.id);
  if (due.todo === 'read') return issuer.findDeposit(account, { reference, amount: due.amount });
  const scenario = due.scenario === '' ? {} : { scenario: due.scenario as Scenario };
  return issuer.createDeposit({ account, reference, amount: due.amount, ...scenario });
}
