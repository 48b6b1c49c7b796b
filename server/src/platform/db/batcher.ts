// The batcher sends waiting requests to the database together. All requests that wait when it is free form one batch.
// There is no timer: a request that finds the batcher idle goes out alone, immediately.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal, refuse } from '../../foundation/refusals/refusals.ts';
import type { Span } from '../trace/span.ts';
import { inBatch, inSpan, within } from '../trace/trace.ts';
import { isConflict, isTransient } from './errors.ts';

/** How a batcher treats the requests it carries. */
export type BatcherOptions<Request, Answer> = {
  /** Its name in the count of waiting requests and in traces; without a name they are neither counted nor traced. */
  name?: string;
  /** Runs a batch in one commit and answers each request in order; or fails without any effect. */
  run: (batch: readonly Request[]) => Promise<Answer[]>;
  /** The owner of a request: while others wait, nobody gets more than a share of a batch. */
  ownerOf: (request: Request) => string;
  /** Requests with the same identity never share a batch: the second waits and sees the first one's effect. */
  identityOf: (request: Request) => string;
};

export type Batcher<Request, Answer> = (request: Request) => Promise<Answer>;

/** A batch of 64 costs about a twelfth of 64 commits; larger ones gain little and hold their locks longer. */
export const LARGEST_BATCH = 64;

/** One owner's share of a batch while others wait: each batch has room for at least four owners. */
const SHARE = 16;

/** The last request in a full queue waits about a second; further requests are refused and may retry. */
const MOST_WAITING = 64 * LARGEST_BATCH;

type Waiting<Request, Answer> = {
  request: Request;
  answer: (answer: Answer) => void;
  fail: (error: unknown) => void;
  /** Of a traced request. */
  span: Span | undefined;
};

/** The span of a waiting request has no facts of its own: its parent has them. */
const noFacts = () => ({});

/** Waiting requests by batcher name. A process has few batchers, and each lives as long as the process. */
const waitingByName = new Map<string, () => number>();

/** Requests that wait now in each named batcher. */
export const waitingByBatcher = (): { batcher: string; waiting: number }[] =>
  Array.from(waitingByName, ([batcher, count]) => ({ batcher, waiting: count() }));

/** Opens a batcher. Use one per process: two batchers on one database were slower than one. */
export function openBatcher<Request, Answer>(options: BatcherOptions<Request, Answer>): Batcher<Request, Answer> {
  let waiting: Waiting<Request, Answer>[] = [];
  const failed: Waiting<Request, Answer>[][] = []; // parts of batches that failed, to be run again
  let isBusy = false;
  if (options.name !== undefined) waitingByName.set(options.name, () => waiting.length);

  const run = async (batch: readonly Waiting<Request, Answer>[] | undefined) => {
    if (batch === undefined || batch.length === 0) return;
    for (const part of await runBatch(batch, options)) {
      // A part with several owners holds good requests: it goes before the search for bad ones.
      if (ownersOf([part], options).size > 1) failed.unshift(part);
      else failed.push(part);
    }
  };

  const drive = async () => {
    isBusy = true;
    while (waiting.length + failed.length > 0) {
      await nextTurn(); // includes requests that have arrived at our sockets by now
      const batch = takeBatch(waiting, options, ownersOf(failed, options));
      const taken = new Set(batch);
      waiting = waiting.filter((each) => !taken.has(each));
      await run(batch);
      await run(failed.shift()); // one at a time: the search for a bad request keeps no other owner waiting
    }
    isBusy = false;
  };

  const wait = (request: Request, span: Span | undefined) =>
    new Promise<Answer>((answer, fail) => {
      waiting.push({ request, answer, fail, span });
      if (!isBusy) void within(undefined, drive); // it serves others too, so it belongs to no request
    });

  return async (request) => {
    if (waiting.length >= MOST_WAITING) refuse('overloaded');
    return options.name === undefined
      ? wait(request, undefined)
      : inSpan(options.name, noFacts, (span) => wait(request, span));
  };
}

function ownersOf<Request, Answer>(
  parts: readonly Waiting<Request, Answer>[][],
  { ownerOf }: Pick<BatcherOptions<Request, Answer>, 'ownerOf'>,
): Set<string> {
  return new Set(parts.flat().map(({ request }) => ownerOf(request)));
}

/**
 * Chooses the next batch, in order of arrival: first everybody's share, then the rest while there is room. Owners with
 * requests of a failed batch wait for these, so that nobody fills batch after batch with bad ones.
 */
function takeBatch<Request, Answer>(
  waiting: readonly Waiting<Request, Answer>[],
  { ownerOf, identityOf }: BatcherOptions<Request, Answer>,
  except: ReadonlySet<string>,
): Waiting<Request, Answer>[] {
  const batch: Waiting<Request, Answer>[] = [];
  const beyondShare: Waiting<Request, Answer>[] = [];
  const identities = new Set<string>();
  const places = new Map<string, number>();
  for (const each of waiting) {
    if (batch.length === LARGEST_BATCH) return batch;
    const owner = ownerOf(each.request);
    if (except.has(owner)) continue;
    const identity = identityOf(each.request);
    if (identities.has(identity)) continue;
    identities.add(identity);
    const place = (places.get(owner) ?? 0) + 1;
    places.set(owner, place);
    (place <= SHARE ? batch : beyondShare).push(each);
  }
  return [...batch, ...beyondShare.slice(0, LARGEST_BATCH - batch.length)];
}

/**
 * Runs a batch. An error that may lie in one request answers none of them: the halves run again, until the bad request
 * is alone. One bad request among 64 costs 13 runs.
 */
async function runBatch<Request, Answer>(
  batch: readonly Waiting<Request, Answer>[],
  options: Pick<BatcherOptions<Request, Answer>, 'name' | 'run' | 'ownerOf'>,
): Promise<Waiting<Request, Answer>[][]> {
  let answers: Answer[];
  try {
    const members = batch.map(({ span }) => span);
    answers = await inBatch(`${options.name} batch`, members, () => options.run(batch.map(({ request }) => request)));
  } catch (error) {
    if (batch.length > 1 && mayLieInOne(error)) return splitInHalves(batch, options);
    return failAll(batch, error);
  }
  // These are committed: running them again could not repair the answers.
  if (answers.length !== batch.length)
    return failAll(batch, new Error(`${answers.length} answers to ${batch.length} requests`));
  for (const [index, answer] of answers.entries()) batch[index]?.answer(answer);
  return [];
}

/** Splits by owner, so that others rarely run with a bad request; a single owner's requests are split in half. */
function splitInHalves<Request, Answer>(
  batch: readonly Waiting<Request, Answer>[],
  { ownerOf }: Pick<BatcherOptions<Request, Answer>, 'ownerOf'>,
): Waiting<Request, Answer>[][] {
  const byOwner = [...Map.groupBy(batch, ({ request }) => ownerOf(request)).values()];
  const pieces = byOwner.length > 1 ? byOwner : batch.map((each) => [each]);
  const half = Math.ceil(pieces.length / 2);
  return [pieces.slice(0, half).flat(), pieces.slice(half).flat()];
}

function failAll<Request, Answer>(batch: readonly Waiting<Request, Answer>[], error: unknown): [] {
  for (const { fail } of batch) fail(error);
  return [];
}

/** Refusals and server failures concern the whole batch; a conflict is worth another run. */
const mayLieInOne = (error: unknown): boolean =>
  !(error instanceof Refusal) && (isConflict(error) || !isTransient(error));
