// Attacks: nobody, not even the administrator of the database, can rewrite sealed history unnoticed.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { loginRoles } from '@cardwright/server/db/migrate.ts';
import { type Context, type Counts, type Proof, sizeOf } from './proof.ts';
import { tamperBugs } from './tamper-bugs.ts';

/** What the process of the rounds is told. */
export type Task = {
  databaseUrl: string;
  roleUrls: Record<string, string>;
  peppers: string;
  sealsDirectory: string;
  rounds: number;
  seed: number;
};

/** What it tells back. */
export type Told =
  | { progress: [done: number, of: number, what: string] }
  | { violation: string; details: unknown }
  | { counts: Counts };

/** Seeds are drawn below this: any 32 bits would do. */
const SEEDS = 2 ** 31;

/**
 * Sealing and verification run in a process of their own: each round verifies inside the very transaction that
 * tampered, so whoever tampers must also verify, and a planted bug must be in that process from its start.
 */
async function run(context: Context): Promise<Counts> {
  const { stack, sizes, random, nodeArguments } = context;
  const task: Task = {
    databaseUrl: stack.databaseUrl,
    roleUrls: Object.fromEntries(loginRoles.map((role) => [role, stack.urlOf(role)])),
    peppers: stack.secrets.peppers,
    sealsDirectory: stack.sealsDirectory,
    rounds: sizeOf(sizes, 'rounds'),
    seed: random.integer(0, SEEDS),
  };
  const child = fork(join(import.meta.dirname, 'tamper-rounds.ts'), [], { execArgv: [...nodeArguments] });
  let counts: Counts | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (told: Told) => {
        try {
          if ('progress' in told) context.progress(...told.progress);
          else if ('violation' in told) context.violation(told.violation, told.details);
          else counts = told.counts;
        } catch (error) {
          reject(error); // a planted bug was caught: nothing more to see
        }
      });
      child.once('error', reject);
      child.once('exit', () => resolve());
      child.send(task);
    });
  } finally {
    child.kill('SIGKILL');
  }
  if (counts === undefined) throw new Error('the process that tampers ended before it was done');
  return counts;
}

export const tamper: Proof = {
  promise: 'Nobody, not even the administrator of the database, can rewrite sealed history unnoticed.',
  sizes: { full: { rounds: 10_000 }, small: { rounds: 150 } },
  stack: { api: 0, workers: 0, seed: false },
  run,
  bugs: tamperBugs,
};
