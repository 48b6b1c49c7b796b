// A statement as a PDF file, printed in a separate thread.
import { Worker } from 'node:worker_threads';
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { showEntriesOf } from '../book/entries.ts';
import { type Activity, activityStatuses, titleOf } from './activity.ts';
import type { BuiltStatement } from './build.ts';
import type { PrintedStatement } from './paper.ts';

/** Concurrency limit: each occupies a processor. */
const MOST_AT_ONCE = 2;

/** Behind a longer queue, a person would wait too long. */
const MOST_WAITING = 16;

/**
 * Each company prints one statement at a time, so that it never takes all slots; this many more of its own may wait.
 */
const MOST_WAITING_OF_COMPANY = 3;

/** Ten thousand entries take a few seconds; a thread that takes this long is stuck. */
const LONGEST_MS = 60_000;

/** The companies whose statements are being printed. */
const printing = new Set<string>();
const waiting: { companyId: string; begin: () => void }[] = [];

/** Prints a statement; refuses if too many are being printed, in total or for this company. */
export async function toPdf(
  scope: Scope,
  activity: Activity,
  asked: { from: string; to: string; generatedAt: Date },
): Promise<Buffer> {
  await takePlace(scope.companyId);
  try {
    return await inThread(toPrinted(scope, activity, asked));
  } finally {
    handOver(scope.companyId);
  }
}

async function takePlace(companyId: string): Promise<void> {
  if (printing.size < MOST_AT_ONCE && !printing.has(companyId)) {
    printing.add(companyId);
    return;
  }
  const own = waiting.filter((each) => each.companyId === companyId).length;
  if (waiting.length >= MOST_WAITING || own >= MOST_WAITING_OF_COMPANY) refuse('overloaded');
  await new Promise<void>((begin) => waiting.push({ companyId, begin }));
}

/** Starts the longest-waiting statement among companies that print nothing. */
function handOver(companyId: string): void {
  printing.delete(companyId);
  const index = waiting.findIndex((each) => !printing.has(each.companyId));
  const [next] = index === -1 ? [] : waiting.splice(index, 1);
  if (next === undefined) return;
  printing.add(next.companyId);
  next.begin();
}

function inThread(statement: PrintedStatement): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData: statement });
    const timer = setTimeout(() => void thread.terminate(), LONGEST_MS);
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    thread.once('error', reject);
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread that prints ended without a file')); // no effect after a file
    });
  });
}

function toPrinted(
  scope: Scope,
  { statement, rows }: Activity,
  { from, to, generatedAt }: { from: string; to: string; generatedAt: Date },
): PrintedStatement {
  const show = showEntriesOf(scope);
  return {
    companyName: statement.companyName,
    companyId: toId('company', scope.companyId),
    environment: scope.environment,
    from,
    to,
    generatedAt: generatedAt.toISOString(),
    openingBalance: formatUsd(statement.openingBalance),
    closingBalance: formatUsd(statement.closingBalance),
    incoming: formatUsd(statement.incoming),
    outgoing: formatUsd(statement.outgoing),
    activity: rows.map(({ at, status, held, incoming, outgoing, balance, ...row }) => ({
      at: at.toISOString(),
      what: titleOf(row),
      status: held > 0n ? `${activityStatuses[status]} ${formatUsd(held)}` : activityStatuses[status],
      amount: formatUsd(incoming - outgoing),
      balance: formatUsd(balance),
    })),
    chain: chainLines(statement.chain),
    entries: statement.entries.map((entry) => {
      const { createdAt, kind, description, reference, amount, balance } = show(entry);
      return { createdAt, kind, description, reference, amount, balance };
    }),
  };
}

function chainLines({ before, after, sealedThrough }: BuiltStatement['chain']): string[] {
  return [
    ...(before === null ? [] : [`Chain before the first entry: ${before}`]),
    after === null || sealedThrough === null
      ? 'These entries are not sealed yet.'
      : `Chain after ${sealedThrough}: ${after}`,
  ];
}
