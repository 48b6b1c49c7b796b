// Invoices as background work: each due one is claimed, the issuer is asked once for a deposit or read for its status,
// and the answer settles the invoice.
import type { Clock } from '../../foundation/clock.ts';
import { toId } from '../../foundation/ids.ts';
import type { Scenario } from '../../foundation/scenarios.ts';
import { type Environment, environments } from '../../foundation/scope.ts';
import type { Issuer } from '../../issuer/client.ts';
import { type Deadline, startDeadline } from '../../issuer/deadline.ts';
import type { DepositFound, DepositOutcome } from '../../issuer/deposits.ts';
import { untilStored } from '../../operations/run/settle.ts';
import { openBatcher } from '../../platform/db/batcher.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Outcome, STOPPED_AGAIN_SECONDS, startWork, type Working } from '../../platform/work/run.ts';
import type { Claim, ClaimRequest } from '../../platform/work/sql.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import {
  type DueInvoice,
  type InvoiceUpdate,
  type SettledInvoice,
  settleInvoices,
  takeDueInvoices,
  unmarkInvoice,
} from './sql.ts';
import { updateOfDeposit } from './update.ts';

/** Poll interval for invoices that become due without a wake-up: expiries, reads, leases that ended. */
const POLL_MS = 1_000;

/** Concurrent sends and reads per process and environment: an issuer that hangs holds each for 10 s. */
const CONCURRENCY = 128;

/** Longer than any send or read (10 s) and its settlement. */
const LEASE_SECONDS = 20;

/** Delay before a paused invoice, or one of a suspended company, is due again. */
const WAIT_SECONDS = 10;

export type InvoiceRunner = {
  db: Db;
  clock: Clock;
  issuers: Readonly<Record<Environment, Issuer | undefined>>;
  stop: StopFile;
  /** Receives errors outside the work itself. */
  onError: (error: unknown) => void;
};

/** A claimed invoice, with the deadline of its send. */
type ClaimedInvoice = DueInvoice & { deadline: Deadline };

/** Settles an invoice by what was learned of its deposit. */
export type SettleInvoice = (update: InvoiceUpdate) => Promise<SettledInvoice>;

/** Opens the settling of a process: updates that wait for the database share a commit. */
export function openInvoiceSettling({ db, onError }: { db: Db; onError: (error: unknown) => void }): SettleInvoice {
  const batcher = openBatcher<InvoiceUpdate, SettledInvoice>({
    run: (batch) => settleInvoices(db, batch),
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ invoiceId }) => invoiceId,
  });
  return (update) => untilStored(() => batcher(update), onError);
}

/** Starts the work on invoices of both environments. */
export function startInvoices(
  runner: InvoiceRunner,
  { settle, onError }: { settle: SettleInvoice; onError: (error: unknown) => void },
): Working[] {
  return environments.map((environment) =>
    startWork<ClaimedInvoice>({
      db: runner.db,
      stop: runner.stop,
      kind: 'invoice',
      environment,
      leaseSeconds: LEASE_SECONDS,
      concurrency: CONCURRENCY,
      pollMs: POLL_MS,
      claim: (request) => claim(runner, request),
      run: (work) => work.map((due) => carryOn(runner, settle, due)),
      onError,
    }),
  );
}

/** Claims until there is work or nothing is due: a thousand paused invoices hide no other. */
async function claim({ db, clock, stop }: InvoiceRunner, request: ClaimRequest): Promise<Claim<ClaimedInvoice>> {
  let { walkFrom } = request;
  for (;;) {
    const deadline = startDeadline(clock);
    const { work, walkedTo, isMore } = await takeDueInvoices(db, { ...request, walkFrom }, WAIT_SECONDS);
    if (work.length > 0 || !isMore || stop.isOn()) return { work: work.map((due) => ({ ...due, deadline })), walkedTo };
    walkFrom = walkedTo ?? request.walkFrom;
  }
}

async function carryOn(runner: InvoiceRunner, settle: SettleInvoice, due: ClaimedInvoice): Promise<Outcome> {
  const learned = due.todo === 'lost' ? lost : await ask(runner, due);
  if (learned.kind === 'stopped') {
    await untilStored(() => giveBack(runner, due, learned.reason), runner.onError);
    return 'done';
  }
  const { todo: how, attempt, token: lease } = due;
  await settle(updateOfDeposit(runner.clock, { ...due, invoiceId: due.id }, learned, { how, token: attempt, lease }));
  return 'done';
}

/** The mark was ours, and nothing was sent: clears it, as if the invoice had never been claimed. */
const giveBack = ({ db }: InvoiceRunner, due: ClaimedInvoice, evidence: string) =>
  unmarkInvoice(db, due, { againAfterSeconds: STOPPED_AGAIN_SECONDS, evidence });

const lost = {
  kind: 'unknown' as const,
  reason: 'its sender is gone, and the deposit may have been asked for',
};

async function ask({ issuers }: InvoiceRunner, due: ClaimedInvoice): Promise<DepositOutcome | DepositFound> {
  const issuer = issuers[due.environment];
  if (issuer === undefined) return { kind: 'never_connected', reason: 'no issuer is configured' };
  const account = toId('company', due.companyId);
  const reference = toId('invoice', due.id);
  if (due.todo === 'read') return issuer.findDeposit(account, { reference, amount: due.amount });
  const scenario = due.scenario === '' ? {} : { scenario: due.scenario as Scenario };
  return issuer.createDeposit({ account, reference, amount: due.amount, ...scenario }, due.deadline);
}
