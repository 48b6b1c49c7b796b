// Attacks: nobody, not even the database administrator, can rewrite sealed history unnoticed.
import { loginRoles } from '@cardwright/server/platform/db/migrate.ts';
import { runApart } from '../harness/apart.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { tamperBugs } from './bugs.ts';

/** Input of the process that runs the rounds, in addition to its seed. */
export type Task = {
  databaseUrl: string;
  roleUrls: Record<string, string>;
  peppers: string;
  sealsDirectory: string;
  rounds: number;
};

/**
 * Sealing and verification run in a process of their own: each round verifies inside the very transaction that
 * tampered, so the same process must tamper and verify, and a planted bug must be in it from its start.
 */
function run(context: Context): Promise<Counts> {
  const { stack, sizes } = context;
  const task: Task = {
    databaseUrl: stack.databaseUrl,
    roleUrls: Object.fromEntries(loginRoles.map((role) => [role, stack.urlOf(role)])),
    peppers: stack.secrets.peppers,
    sealsDirectory: stack.sealsDirectory,
    rounds: sizeOf(sizes, 'rounds'),
  };
  return runApart(context, { file: new URL('./rounds.ts', import.meta.url), task });
}

export const tamper: Proof = {
  promise: 'Nobody, not even the database administrator, can rewrite sealed history unnoticed.',
  sizes: { full: { rounds: 10_000 }, small: { rounds: 150 } },
  stack: { api: 0, workers: 0, seed: false },
  run,
  bugs: tamperBugs,
};
