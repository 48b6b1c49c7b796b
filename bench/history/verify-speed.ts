// How fast an operator verifies the whole ledger, and how long each of its statements takes.

import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { sealEverything } from '@cardwright/server/ledger/seals/seal.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { rounded } from '../harness/bench.ts';
import type { BlockCounter } from './blocks.ts';

/** As the operator's command opens its connections. */
const CONNECTIONS = 4;

/** Statements faster than this, over the whole ledger, are left out. */
const SHOWN_FROM_SECONDS = 0.5;

/** Length of a statement's label: enough to tell it from the others. */
const SHOWN_LETTERS = 90;

export type VerifySpeed = {
  entries: number;
  books: number;
  seconds: number;
  entriesPerMinute: number;
  statements: { reads: string; calls: number; seconds: number }[];
};

/** Seals and exports a loaded history, as the worker does. Returns the time in seconds. */
export async function sealHistory(stack: Stack, heads: string): Promise<number> {
  const db = openDb({
    url: stack.urlOf('cardwright_worker'),
    name: 'bench-seal',
    connections: CONNECTIONS,
    onError: () => undefined,
  });
  const started = performance.now();
  try {
    const onError = (error: unknown) => {
      throw error;
    };
    await sealEverything({ db, clock: systemClock, store: openHeadFiles(heads, systemClock), onError });
    return rounded((performance.now() - started) / 1_000);
  } finally {
    await db.close();
  }
}

/** Verifies every book in the operator's role, as `ledger verify` does; a broken ledger fails the bench. */
export async function timeVerify(
  stack: Stack,
  { counter, heads }: { counter: BlockCounter; heads: string },
  progress: (what: string) => void,
): Promise<VerifySpeed> {
  const db = openDb({
    url: stack.urlOf('cardwright_admin'),
    name: 'bench-verify',
    connections: CONNECTIONS,
    histories: true,
    onError: () => undefined,
  });
  try {
    await counter.reset();
    const started = performance.now();
    const { books, entries, bad } = await verifyLedger(db, {
      heads: await gatherHeads(openHeadFiles(heads, systemClock)),
      onProgress: (soFar) => progress(`verified ${soFar.entries} entries in ${soFar.books} books`),
    });
    const seconds = (performance.now() - started) / 1_000;
    if (bad !== undefined) throw new Error(`the loaded ledger is broken: ${JSON.stringify(bad)}`);
    const statements = (await counter.read())
      .filter((statement) => statement.seconds >= SHOWN_FROM_SECONDS)
      .sort((a, b) => b.seconds - a.seconds)
      .map((statement) => ({
        reads: excerpt(statement.query),
        calls: statement.calls,
        seconds: rounded(statement.seconds),
      }));
    return {
      entries: Number(entries),
      books,
      seconds: rounded(seconds),
      entriesPerMinute: Math.round((Number(entries) / seconds) * 60),
      statements,
    };
  } finally {
    await db.close();
  }
}

const excerpt = (query: string) => {
  const words = query.replace(/\s+/g, ' ');
  return words.slice(Math.max(0, words.indexOf(' from ')), Math.max(0, words.indexOf(' from ')) + SHOWN_LETTERS).trim();
};
