// A database of its own for benches of the ledger: no API and no worker share the machine.
import { startPostgres } from '@cardwright/stack/postgres.ts';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import type { Context, Result } from './bench.ts';

/** Starts it, measures, and stops it. */
export async function onLedgerStack(
  context: Context,
  measure: (context: Context, stack: Stack) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres({ version: context.version });
  const stack = await startStack({ adminUrl: postgres.url, database: 'bench', api: 0, workers: 0, seed: false });
  try {
    return await measure(context, stack);
  } finally {
    await stack.stop();
    await postgres.stop();
  }
}
