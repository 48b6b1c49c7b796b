// Commits per operation when operations come one at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@cardwright/stack/start.ts';
import type pg from 'pg';
import { rounded } from '../harness/bench.ts';
import { type Transactions, transactionsSoFar } from '../harness/cost.ts';
import { driveClients } from '../harness/http-clients.ts';
import { drained, sealed } from '../harness/saturation.ts';
import { callIssuer, issuerOf } from './issuer-calls.ts';
import { type OperationWorld, ordersOf } from './world.ts';

/** Number of operations, sent one at a time. */
const OPERATIONS = 40;

/** Long enough for an operation to finish before the next one. */
const APART_MS = 250;

/**
 * Counts the commits of operations that come one at a time. Excludes those of an idle stack in the same time, and those
 * of the issuer, which keeps its books in the same database.
 */
export async function measureIdle({
  stack,
  world,
  database,
}: {
  stack: Stack;
  world: OperationWorld;
  database: pg.Pool;
}) {
  const during = async (work: () => Promise<unknown>): Promise<Transactions> => {
    const before = await transactionsSoFar(database);
    for (let at = 0; at < OPERATIONS; at++) {
      await work();
      await sleep(APART_MS);
    }
    const after = await transactionsSoFar(database);
    return { commits: after.commits - before.commits, all: after.all - before.all };
  };
  const issuer = issuerOf(stack);
  const next = ordersOf(world, world.orderers.slice(0, 1));
  const order = () => driveClients(stack.baseUrl, { clients: 1, seconds: 0.001, next });
  try {
    await order();
    await drained(database);
    await sealed(database);
    const quiet = await during(async () => undefined);
    const ofIssuer = await during(() => callIssuer(issuer, world));
    const ofAll = await during(order);
    await drained(database);
    const each = (what: keyof Transactions) => rounded((ofAll[what] - ofIssuer[what]) / OPERATIONS);
    return { operations: OPERATIONS, commits: each('commits'), transactions: each('all'), quiet };
  } finally {
    await issuer.close();
  }
}
