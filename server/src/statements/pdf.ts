// A statement as a PDF file, printed in a thread of its own.
import { Worker } from 'node:worker_threads';
import { toId } from '../ids.ts';
import { showEntriesOf } from '../ledger/entries.ts';
import { formatUsd } from '../money/usd.ts';
import { refuse } from '../refusals.ts';
import type { Scope } from '../scope.ts';
import type { BuiltStatement } from './build.ts';
import type { PrintedStatement } from './paper.ts';

/** Side by side: each takes a processor for as long as it lasts. */
const MOST_AT_ONCE = 2;

/** Who would wait behind more than these waits longer than a person does. */
const MOST_WAITING = 16;

/** Ten thousand entries take a few seconds; what takes this long is stuck. */
const LONGEST_MS = 60_000;

let printing = 0;
const waiting: (() => void)[] = [];

/** Prints a statement; refuses when too many are being printed already. */
export async function toPdf(
  scope: Scope,
  statement: BuiltStatement,
  asked: { from: string; to: string; generatedAt: Date },
): Promise<Buffer> {
  if (printing >= MOST_AT_ONCE) {
    if (waiting.length >= MOST_WAITING) refuse('overloaded');
    await new Promise<void>((resolve) => waiting.push(resolve)); // whoever is done hands its place over
  } else printing += 1;
  try {
    return await inThread(toPrinted(scope, statement, asked));
  } finally {
    const next = waiting.shift();
    if (next === undefined) printing -= 1;
    else next();
  }
}

function inThread(statement: PrintedStatement): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData: statement });
    const timer = setTimeout(() => void thread.terminate(), LONGEST_MS);
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    thread.once('error', reject);
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread that prints ended without a file')); // without effect behind a file
    });
  });
}

function toPrinted(
  scope: Scope,
  statement: BuiltStatement,
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
    entries: statement.entries.map((entry) => {
      const { createdAt, kind, description, reference, amount, balance } = show(entry);
      return { createdAt, kind, description, reference, amount, balance };
    }),
  };
}
