// pgbench, a measure that anybody can repeat: a client in C that only sends.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { INDEX_PLANS } from '@cardwright/server/platform/db/db.ts';

/** Its location on Debian, if it is not on the path. */
const DEBIAN = '/usr/lib/postgresql/15/bin/pgbench';

/** One thread for each core of the smallest machine that we measure on. */
const THREADS = 2;

/** Runs a script, one transaction after another on each connection. Returns transactions per second. */
export async function runPgbench(
  url: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-pgbench-'));
  try {
    const file = join(directory, 'script.sql');
    await writeFile(file, script);
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      clients,
      '-j',
      Math.min(THREADS, clients),
      '-T',
      seconds,
      '-f',
      file,
      url,
    ];
    const said = await runFirst(['pgbench', DEBIAN], args.map(String));
    const rate = Number(/^tps = ([\d.]+)/m.exec(said)?.[1]);
    const failed = Number(/^number of failed transactions: (\d+)/m.exec(said)?.[1] ?? 0);
    if (!(rate > 0) || failed > 0) throw new Error(`pgbench measured nothing:\n${said}`);
    return rate;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function runFirst(commands: readonly string[], args: readonly string[]): Promise<string> {
  for (const command of commands) {
    try {
      const env = { ...process.env, PGOPTIONS: INDEX_PLANS }; // planned as on the product's own connections
      return (await promisify(execFile)(command, args, { env })).stdout;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  throw new Error('pgbench is not installed. On Debian: apt-get install postgresql-15');
}
