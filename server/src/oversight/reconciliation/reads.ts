// Reading an issuer's records without being a burden to it: so many at once, so many a second, and nothing twice but
// what got no answer. Every read is signed like any other request, and none of them changes anything.
import { setTimeout as sleep } from 'node:timers/promises';
import { toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Absent, Unknown } from '../../issuer/answers.ts';
import type { Issuer } from '../../issuer/client.ts';

/** A live issuer has better things to do than to answer us: so many reads are under way at most. */
const READS_AT_ONCE = 4;

/** What got no answer is asked once more, after so long. */
const ASK_AGAIN_MS = 500;

/** What a read says, or that the issuer has no such thing, or that nobody knows. */
type Said<Record> = Record | Absent | Unknown;

/** Reads about one company's things. */
export type Reads = {
  /** Reads the record of each, in order. Without an issuer to ask, nothing is known of any. */
  each<Item, Record>(
    items: readonly Item[],
    read: (issuer: Issuer, account: string, item: Item) => Promise<Said<Record>>,
  ): Promise<Said<Record>[]>;
};

/** Waits until the next read may begin. */
export type Pace = () => Promise<void>;

/** A pace of so many reads a second, evenly spaced: what was not used is not saved up. */
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
export function openReads(issuer: Issuer | undefined, { companyId }: Scope, pace: Pace): Reads {
  const account = toId('company', companyId);
  return {
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

/** Whether nobody knows. */
export const isUnknown = (said: unknown): said is Unknown =>
  typeof said === 'object' && said !== null && 'kind' in said && said.kind === 'unknown';

const NOT_ASKED: Unknown = { kind: 'unknown', reason: 'no issuer was asked' };

/** Runs work for each, at most so many at a time. */
async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: Math.min(READS_AT_ONCE, items.length) }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
