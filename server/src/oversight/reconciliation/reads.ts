// Reads an issuer's records with limited concurrency and rate. Only a read without an answer is repeated. Every read is
// signed like any other request, and none changes anything.
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Absent, Unknown } from '../../issuer/answers.ts';
import type { Issuer } from '../../issuer/client.ts';

/** Concurrent reads, kept low to spare a live issuer. */
const READS_AT_ONCE = 4;

/** Delay before a read without an answer is repeated, once. */
const ASK_AGAIN_MS = 500;

/** The issuer's record, or that it has none, or that the answer is unknown. */
type Said<Record> = Record | Absent | Unknown;

/** Reads of one company's records. */
export type Reads = {
  /** `none`: the environment has no issuer. `away`: it answers nothing, so it is no longer asked. */
  issuer: 'asked' | 'away' | 'none';
  /** Reads the record of each item, in order. Without an issuer, all are unknown. */
  each<Item, Record>(
    items: readonly Item[],
    read: (issuer: Issuer, account: string, item: Item) => Promise<Said<Record>>,
  ): Promise<Said<Record>[]>;
};

/** Waits until the next read may start. */
export type Pace = () => Promise<void>;

/** A rate limit in reads per second, evenly spaced; unused reads are not saved up. */
export function openPace(perSecond: number): Pace {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1_000 / perSecond;
    if (at > now) await sleep(at - now);
  };
}

/** Opens the reads of one book. */
export function openReads(
  found: Issuer | undefined,
  { companyId }: Scope,
  { pace, isAway }: { pace: Pace; isAway: boolean },
): Reads {
  const account = toId('company', companyId);
  const issuer = isAway ? undefined : found;
  return {
    issuer: found === undefined ? 'none' : isAway ? 'away' : 'asked',
    async each<Item, Record>(
      items: readonly Item[],
      read: (issuer: Issuer, account: string, item: Item) => Promise<Said<Record>>,
    ) {
      const answers: Said<Record>[] = items.map(() => NOT_ASKED);
      if (issuer === undefined) return answers;
      const ask = (which: readonly number[]) =>
        inTurn(which, async (index) => {
          await pace();
          answers[index] = await read(issuer, account, items[index] as Item);
        });
      await ask([...items.keys()]);
      const unanswered = [...items.keys()].filter((index) => isUnknown(answers[index]));
      if (unanswered.length === 0) return answers;
      await sleep(ASK_AGAIN_MS);
      await ask(unanswered);
      return answers;
    },
  };
}

/** Whether the answer is unknown. */
export const isUnknown = (said: unknown): said is Unknown =>
  typeof said === 'object' && said !== null && 'kind' in said && said.kind === 'unknown';

const NOT_ASKED: Unknown = { kind: 'unknown', reason: 'no issuer was asked' };

/** Runs work for each item, with limited concurrency. */
async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: Math.min(READS_AT_ONCE, items.length) }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
