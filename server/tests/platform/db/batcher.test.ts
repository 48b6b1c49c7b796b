// The batcher: the composition of batches, and their handling when one request fails.

import { LARGEST_BATCH, openBatcher, waitingByBatcher } from '@cardwright/server/platform/db/batcher.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

type Request = { owner: string; identity: string };

const requests = (count: number, owner = 'acme'): Request[] =>
  Array.from({ length: count }, (_, index) => ({ owner, identity: `${owner} ${index}` }));

/** A batcher that records its batches, and runs the next one only on request. */
function slowBatcher() {
  const batches: Request[][] = [];
  const waiting: (() => void)[] = [];
  const batcher = openBatcher<Request, string>({
    name: 'slow',
    run: async (batch) => {
      batches.push([...batch]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return batch.map(({ identity }) => `done ${identity}`);
    },
    ownerOf: ({ owner }) => owner,
    identityOf: ({ identity }) => identity,
  });
  const finish = async (answers: Promise<unknown>[]) => {
    const all = Promise.all(answers);
    const free = setInterval(() => waiting.shift()?.(), 1);
    return all.finally(() => clearInterval(free));
  };
  const started = async () => {
    while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
  };
  return { batcher, batches, finish, started };
}

describe('a batch', () => {
  test('consists of all waiting requests: the first alone, later arrivals together', async () => {
    const { batcher, batches, finish, started } = slowBatcher();
    const [first, ...others] = requests(10);
    const answers = first === undefined ? [] : [batcher(first)];
    await started();
    answers.push(...others.map((request) => batcher(request)));
    expect(await finish(answers)).toEqual(requests(10).map(({ identity }) => `done ${identity}`));
    expect(batches.map((batch) => batch.length)).toEqual([1, 9]);
  });

  test('leaves the rest waiting, counted by the name of the batcher', async () => {
    const { batcher, finish, started } = slowBatcher();
    const waiting = () => waitingByBatcher().find((each) => each.batcher === 'slow')?.waiting;
    const [first, ...others] = requests(10);
    const answers = first === undefined ? [] : [batcher(first)];
    await started();
    expect(waiting()).toBe(0);
    answers.push(...others.map((request) => batcher(request)));
    expect(waiting()).toBe(9);
    await finish(answers);
    expect(waiting()).toBe(0);
  });

  test('is never larger than 64', async () => {
    const { batcher, batches, finish } = slowBatcher();
    await finish(requests(200).map((request) => batcher(request)));
    expect(batches.map((batch) => batch.length)).toEqual([LARGEST_BATCH, LARGEST_BATCH, LARGEST_BATCH, 8]);
  });

  test('gives each owner at most a share while others wait, and otherwise fills up', async () => {
    const { batcher, batches, finish } = slowBatcher();
    const crowd = [...requests(100, 'loud'), ...requests(3, 'quiet'), ...requests(3, 'calm')];
    await finish(crowd.map((request) => batcher(request)));
    const [first = []] = batches;
    expect(first.filter(({ owner }) => owner !== 'loud')).toHaveLength(6);
    expect(first).toHaveLength(LARGEST_BATCH);
    const everybody = Array.from({ length: 8 }, (_, index) => requests(64, `owner ${index}`)).flat();
    const fair = slowBatcher();
    await fair.finish(everybody.map((request) => fair.batcher(request)));
    const owners = Map.groupBy(fair.batches[0] ?? [], ({ owner }) => owner);
    expect([...owners.values()].map((own) => own.length)).toEqual([16, 16, 16, 16]);
  });

  test('never holds the same identity twice: the second waits for the first', async () => {
    const { batcher, batches, finish } = slowBatcher();
    const same = { owner: 'acme', identity: 'once' };
    await finish([batcher(same), batcher(same), batcher({ owner: 'acme', identity: 'other' }), batcher(same)]);
    expect(batches.map((batch) => batch.map(({ identity }) => identity))).toEqual([
      ['once', 'other'],
      ['once'],
      ['once'],
    ]);
  });
});

test('a batcher that is full refuses the next one and goes on with the others', async () => {
  const { batcher, finish } = slowBatcher();
  const crowd = Array.from({ length: 5_000 }, (_, index) => batcher({ owner: 'acme', identity: String(index) }));
  const [refused, served] = [[] as unknown[], [] as unknown[]];
  await finish(
    crowd.map((answer) =>
      answer.then(
        (text) => served.push(text),
        (error) => refused.push(error),
      ),
    ),
  );
  expect(served).toHaveLength(4_096);
  expect(refused).toHaveLength(904);
  expect(refused[0]).toMatchObject({ code: 'overloaded' });
});

describe('a batch that fails', () => {
  let db: ReturnType<typeof openDb>;
  beforeAll(() => {
    db = openDb({ url: inject('adminUrl'), name: 'batcher-test', connections: 2, onError: () => undefined });
  });
  afterAll(() => db.close());

  const dividing = (batches: number[][]) =>
    openBatcher<number, number>({
      run: async (batch) => {
        batches.push([...batch]);
        const rows = await db.query<{ share: number }>(
          sql`select 60 / n as share from unnest(${batch}::integer[]) with ordinality as n (n, position) order by position`,
        );
        return rows.map(({ share }) => share);
      },
      ownerOf: () => 'anybody',
      identityOf: String,
    });

  const outcomes = async (answers: Promise<number>[]) =>
    (await Promise.allSettled(answers)).map((each) => (each.status === 'fulfilled' ? each.value : 'failed'));

  test('is bisected until the bad request is alone, and only that one fails', async () => {
    const batches: number[][] = [];
    const batcher = dividing(batches);
    expect(await outcomes([1, 2, 0, 3].map((n) => batcher(n)))).toEqual([60, 30, 'failed', 20]);
    expect(batches).toEqual([[1, 2, 0, 3], [1, 2], [0, 3], [0], [3]]);
    expect(await batcher(4)).toBe(15);
  });

  test.each([0, 1, 31, 32, 63])('with one bad request of 64, at place %i, costs 13 runs and not 65', async (place) => {
    const batches: number[][] = [];
    const batcher = dividing(batches);
    const numbers = Array.from({ length: LARGEST_BATCH }, (_, index) => (index === place ? 0 : index + 1));
    const answers = await outcomes(numbers.map((n) => batcher(n)));
    expect(answers.map((answer, index) => (answer === 'failed' ? index : -1)).filter((index) => index >= 0)).toEqual([
      place,
    ]);
    expect(batches.length).toBe(13);
  });

  test('because of one owner’s requests is rerun only a few times for the others', async () => {
    const runsOf = new Map<string, number>();
    const batcher = openBatcher<Request, string>({
      run: async (batch) => {
        for (const owner of new Set(batch.map((each) => each.owner))) runsOf.set(owner, (runsOf.get(owner) ?? 0) + 1);
        await db.query(
          sql`select 1 / n from unnest(${batch.map(({ owner }) => Number(owner !== 'bad'))}::integer[]) as n`,
        );
        return batch.map(({ identity }) => identity);
      },
      ownerOf: ({ owner }) => owner,
      identityOf: ({ identity }) => identity,
    });
    const owners = ['good', 'bad', 'better', 'best'].map((owner) => requests(16, owner));
    const mixed = Array.from({ length: 16 }, (_, index) => owners.flatMap((own) => own[index] ?? [])).flat();
    const answers = await Promise.allSettled(mixed.map((request) => batcher(request)));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(16);
    for (const owner of ['good', 'better', 'best']) expect(runsOf.get(owner), owner).toBeLessThanOrEqual(3);
  });

  test('does not delay other owners while its bad requests are located', async () => {
    const runs: string[][] = [];
    const batcher = openBatcher<Request, string>({
      run: async (batch) => {
        runs.push(batch.map(({ identity }) => identity));
        if (runs.length === 2)
          late.push(batcher({ owner: 'late', identity: 'late 0' }), batcher({ owner: 'bad', identity: 'bad 9' }));
        await db.query(
          sql`select 1 / n from unnest(${batch.map(({ owner }) => Number(owner !== 'bad'))}::integer[]) as n`,
        );
        return batch.map(({ identity }) => identity);
      },
      ownerOf: ({ owner }) => owner,
      identityOf: ({ identity }) => identity,
    });
    const late: Promise<string>[] = [];
    const answers = [...requests(4, 'bad'), ...requests(1, 'good')].map((request) => batcher(request));
    const outcome = await Promise.allSettled(answers);
    expect(outcome.map(({ status }) => status === 'fulfilled')).toEqual([false, false, false, false, true]);
    expect(await Promise.allSettled(late)).toMatchObject([{ value: 'late 0' }, { status: 'rejected' }]);
    // Those that came during the second run: the good one immediately, the bad one behind its owner's others.
    expect(runs[2]).toEqual(['late 0']);
    expect(runs.at(-1)).toEqual(['bad 9']);
  });

  test('by a deadlock is run again in halves, and a half that succeeds is answered', async () => {
    let runs = 0;
    const batcher = openBatcher<number, number>({
      run: async (batch) => {
        runs += 1;
        if (runs === 1) await db.query(sql`do $$ begin raise exception 'in the way' using errcode = '40P01'; end $$`);
        return [...batch];
      },
      ownerOf: () => 'anybody',
      identityOf: String,
    });
    expect(await Promise.all([1, 2, 3, 4].map((n) => batcher(n)))).toEqual([1, 2, 3, 4]);
    expect(runs).toBe(3);
  });

  test('because the database cannot be reached is not tried again for each of them', async () => {
    let runs = 0;
    const batcher = openBatcher<number, number>({
      run: async () => {
        runs += 1;
        const nobody = openDb({
          url: 'postgres://127.0.0.1:1/none',
          name: 'x',
          connections: 1,
          onError: () => undefined,
        });
        try {
          await nobody.query(sql`select 1`);
        } finally {
          await nobody.close();
        }
        return [];
      },
      ownerOf: () => 'anybody',
      identityOf: String,
    });
    const answers = await Promise.allSettled([1, 2, 3].map((n) => batcher(n)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });

  test('to answer every request fails all of them, instead of one silently', async () => {
    const batcher = openBatcher<number, number>({
      run: async (batch) => batch.slice(1),
      ownerOf: () => 'anybody',
      identityOf: String,
    });
    await expect(Promise.all([batcher(1), batcher(2)])).rejects.toThrow('1 answers to 2 requests');
  });
});
