// A program that orders with durable intents. It is killed at any await and restarted, and knows nothing but its list
// of orders and its store.
import { promiseHooks } from 'node:v8';
import {
  ApiError,
  CardwrightError,
  createClient,
  type DurableIntents,
  IntentConflictError,
  type IntentStore,
} from '@cardwright/sdk';
import { fileIntents } from '@cardwright/sdk/node';
import { sqlIntents } from '@cardwright/sdk/sql';
import pg from 'pg';
import { inParallel } from '../harness/proof.ts';
import { orderOf, type Shop, type Wish } from './orders.ts';

/** Where the program keeps its intents. */
export type Place = { directory: string } | { databaseUrl: string };

export type ProgramTask = {
  baseUrl: string;
  apiKey: string;
  place: Place;
  shop: Shop;
  wishes: Wish[];
  /** Orders side by side. */
  width: number;
  /** The process kills itself at this await; undefined: never. */
  killAt?: number | undefined;
  /** Awaits are counted from here: with the recovery, or only those of the orders. */
  countFrom: 'start' | 'orders';
};

/** Sent at the end: the wishes that were not accepted, and the awaits of each wish; with a width of 1. */
export type ProgramReport = { open: string[]; awaits: number[] };

/** Orders that fail are tried again in another round; 1 in 100 fails for longer than one call repeats it. */
const MOST_ROUNDS = 12;

/** Operations are not waited for: that they exist is what counts. */
const WAIT_SECONDS = 1;

let awaits = 0;
let isCounting = false;

process.once('message', (task: ProgramTask) => {
  promiseHooks.onBefore(() => {
    if (isCounting && ++awaits === task.killAt) process.kill(process.pid, 'SIGKILL');
  });
  void end(task);
});

async function end(task: ProgramTask): Promise<void> {
  const report = await work(task);
  isCounting = false;
  process.send?.(report, () => process.exit());
}

async function work({ wishes, width, countFrom, ...task }: ProgramTask): Promise<ProgramReport> {
  const intents = createClient(task).intents(open(task.place));
  isCounting = countFrom === 'start';
  const counted: number[] = [];
  let left = wishes;
  for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round++) {
    for await (const { status } of intents.recover()) void status;
    isCounting = true;
    const failed: Wish[] = [];
    await inParallel(left.length, width, async (index) => {
      const wish = left[index];
      const before = awaits;
      if (wish !== undefined && !(await order(intents, wish, task.shop))) failed.push(wish);
      counted.push(awaits - before);
    });
    left = failed;
  }
  return { open: left.map(({ id }) => id), awaits: counted };
}

function open(place: Place): IntentStore {
  if ('directory' in place) return fileIntents(place.directory);
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 4 });
  return sqlIntents((text, params) => pool.query(text, params));
}

/** Orders once, as any program would: whether it was accepted. */
async function order(intents: DurableIntents, wish: Wish, shop: Shop): Promise<boolean> {
  const wanted = orderOf(wish, shop);
  try {
    if (wish.kind === 'run') {
      const result = await intents.operations.run(wish.id, wanted, { confirm: () => true, waitSeconds: WAIT_SECONDS });
      return 'operation' in result;
    }
    if (wish.kind === 'requote') await requote(intents, wish, shop);
    else await intents.operations.create(wish.id, wanted);
    return true;
  } catch (error) {
    if (error instanceof CardwrightError) return false;
    throw error; // of the store
  }
}

/** The first total is wrong. It is refused, and the order is sent again with the right one, under the same intent. */
async function requote(intents: DurableIntents, wish: Wish, shop: Shop): Promise<void> {
  const wanted = orderOf(wish, shop);
  try {
    await intents.operations.create(wish.id, { ...wanted, expectedTotal: '1.00' });
  } catch (error) {
    const isPrice = error instanceof ApiError && error.is('quote_changed');
    if (!isPrice && !(error instanceof IntentConflictError)) throw error; // a conflict: it was ordered before
  }
  await intents.operations.create(wish.id, { ...wanted, expectedTotal: shop.total });
}
