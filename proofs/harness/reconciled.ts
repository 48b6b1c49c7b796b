// The end of a proof with an issuer: the product's own reconciliation compares everything with the issuer's records,
// and finds nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { listBooks } from '@cardwright/server/ledger/book/sql.ts';
import { beginFor } from '@cardwright/server/oversight/reconciliation/begin.ts';
import { findRun, listBreaks, listBrokenBooks, type RunRow } from '@cardwright/server/oversight/reconciliation/sql.ts';
import type { Tools } from './companies.ts';
import type { Context, Counts } from './proof.ts';

/** The simulated issuer has no other load: a worker reads its records as fast as it answers. */
export const FAST_RECONCILING = { CARDWRIGHT_RECONCILE_READS_PER_SECOND: '100000' };

/** The largest proofs leave tens of thousands of records, each of which costs a read. */
const ENDED_WITHIN_MS = 20 * 60_000;

const POLL_EVERY_MS = 250;

/** Books counted side by side. */
const BOOKS_AT_ONCE = 1_000;

/** Breaks of further books are only counted. */
const MOST_BOOKS = 100;

/**
 * Lets a worker compare every sandbox with the issuer's books, and counts each break as a violation. The caller makes
 * sure that nothing moves meanwhile, so a difference is checked again immediately. Live has no issuer here. `isNamed`
 * knows the subjects whose books must differ, because the issuer contradicted itself.
 */
export async function reconcileSandboxes(
  { violation, progress }: Pick<Context, 'violation' | 'progress'>,
  { db, clock, actor }: Pick<Tools, 'db' | 'clock' | 'actor'>,
  isNamed: (subject: string) => boolean = () => false,
): Promise<Counts> {
  const runId = await beginFor({ db, clock, actor }, { environment: 'sandbox', settledSeconds: 0 });
  const sandboxes = await countSandboxes(db);
  const until = performance.now() + ENDED_WITHIN_MS;
  let run: RunRow | undefined = await findRun(db, runId);
  while (run !== undefined && run.finished_at === null && performance.now() < until) {
    await sleep(POLL_EVERY_MS);
    run = await findRun(db, runId);
    progress(Number(run?.books ?? 0n), sandboxes, 'sandboxes reconciled');
  }
  if (run === undefined || run.finished_at === null) {
    violation('the reconciliation did not end', run);
    return {};
  }
  if (run.unread > 0n) violation('the reconciliation could not read every record', run);
  if (run.compared === 0n) violation('nothing was reconciled, so nothing was proven', run);
  for (const { companyId, environment, breaks } of await listBrokenBooks(db, runId, { limit: MOST_BOOKS })) {
    const scope = { companyId, environment };
    for (const found of await db.read(scope, (tx) => listBreaks(tx, scope, runId, Number(breaks)))) {
      if (!isNamed(found.subject)) violation('our books differ from the issuer’s', { ...scope, ...found });
    }
  }
  return { reconciled: Number(run.compared), onTheirWay: Number(run.on_their_way), breaks: Number(run.breaks) };
}

async function countSandboxes(db: Tools['db']): Promise<number> {
  let count = 0;
  let after: Scope | undefined;
  for (;;) {
    const books = await listBooks(db, after, BOOKS_AT_ONCE);
    count += books.filter(({ environment }) => environment === 'sandbox').length;
    if (books.length < BOOKS_AT_ONCE) return count;
    after = books.at(-1);
  }
}
