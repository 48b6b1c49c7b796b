// A lane: requests that wait for the database go to it together. Whatever is waiting when the lane is free is one
// batch; there is no timer, so a request that finds the lane idle does not wait for company.
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { refuse } from '../refusals.ts';

/** What a lane needs to know of the requests it carries. */
export type LaneOptions<Request, Answer> = {
  /** What it is called where its waiting requests are counted; without a name nobody counts them. */
  name?: string;
  /** Runs a batch in one commit and answers each request in order; or fails, and nothing happened to any of them. */
  run: (batch: readonly Request[]) => Promise<Answer[]>;
  /** Whose request it is: while others wait, nobody gets more than a share of a batch. */
  ownerOf: (request: Request) => string;
  /** Two requests of the same identity are never in one batch: the second waits and finds what the first did. */
  identityOf: (request: Request) => string;
};

export type Lane<Request, Answer> = (request: Request) => Promise<Answer>;

/** A batch of 64 costs about a twelfth of 64 commits; larger ones gain little and hold their locks longer. */
export const LARGEST_BATCH = 64;

/** One owner's part of a batch while others are waiting: at least four owners get into each. */
const SHARE = 16;

/** The last of so many waits for about a second; whoever comes then is told to come back. */
const MOST_WAITING = 64 * LARGEST_BATCH;

/**
 * Errors about the state of the server and not about a request (connection, resources, operator intervention): going on
 * one by one would only wait as many times.
 */
const NOT_ABOUT_A_REQUEST = /^(08|53|57|58)/;

type Waiting<Request, Answer> = {
  request: Request;
  answer: (answer: Answer) => void;
  fail: (error: unknown) => void;
};

/** How many requests wait, by the name of their lane: a process has few lanes, and each lives as long as it does. */
const waitingByName = new Map<string, () => number>();

/** How many requests wait now in each lane that has a name. */
export const waitingInLanes = (): { lane: string; waiting: number }[] =>
  Array.from(waitingByName, ([lane, count]) => ({ lane, waiting: count() }));

/** Opens a lane. One a process: two lanes on one database were slower than one. */
export function openLane<Request, Answer>(options: LaneOptions<Request, Answer>): Lane<Request, Answer> {
  let waiting: Waiting<Request, Answer>[] = [];
  let isBusy = false;
  if (options.name !== undefined) waitingByName.set(options.name, () => waiting.length);

  const drive = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      await nextTurn(); // whatever has arrived at our sockets by now goes along
      const batch = takeBatch(waiting, options);
      const taken = new Set(batch);
      waiting = waiting.filter((each) => !taken.has(each));
      await runBatch(batch, options);
    }
    isBusy = false;
  };

  return async (request) => {
    if (waiting.length >= MOST_WAITING) refuse('overloaded');
    return new Promise((answer, fail) => {
      waiting.push({ request, answer, fail });
      if (!isBusy) void drive();
    });
  };
}

/** Chooses the next batch, in order of arrival: first everybody's share, then whoever is left while there is room. */
function takeBatch<Request, Answer>(
  waiting: readonly Waiting<Request, Answer>[],
  { ownerOf, identityOf }: LaneOptions<Request, Answer>,
): Waiting<Request, Answer>[] {
  const batch: Waiting<Request, Answer>[] = [];
  const beyondShare: Waiting<Request, Answer>[] = [];
  const identities = new Set<string>();
  const places = new Map<string, number>();
  for (const each of waiting) {
    if (batch.length === LARGEST_BATCH) return batch;
    const identity = identityOf(each.request);
    if (identities.has(identity)) continue;
    identities.add(identity);
    const owner = ownerOf(each.request);
    const place = (places.get(owner) ?? 0) + 1;
    places.set(owner, place);
    (place <= SHARE ? batch : beyondShare).push(each);
  }
  return [...batch, ...beyondShare.slice(0, LARGEST_BATCH - batch.length)];
}

/** Runs a batch. If it fails for a reason that may lie in one of its requests, each of them is run alone. */
async function runBatch<Request, Answer>(
  batch: readonly Waiting<Request, Answer>[],
  { run }: Pick<LaneOptions<Request, Answer>, 'run'>,
): Promise<void> {
  try {
    const answers = await run(batch.map(({ request }) => request));
    if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} requests`);
    for (const [index, answer] of answers.entries()) batch[index]?.answer(answer);
  } catch (error) {
    if (batch.length === 1 || !mayLieInOne(error)) {
      for (const { fail } of batch) fail(error);
      return;
    }
    for (const each of batch) await runBatch([each], { run });
  }
}

function mayLieInOne(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !NOT_ABOUT_A_REQUEST.test(error.code ?? '');
}
