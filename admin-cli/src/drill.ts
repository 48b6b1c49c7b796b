// The drill: restores the newest backup into a scratch server, verifies it against the exported heads, and records what
// was lost and how long it took.
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { toExportConfig } from '@cardwright/server/foundation/export-config.ts';
import type { Drill } from '@cardwright/server/ledger/seals/drills.ts';
import { type ExportStore, gatherHeads } from '@cardwright/server/ledger/seals/heads.ts';
import { openExports } from '@cardwright/server/ledger/seals/open-exports.ts';
import { type Verified, verifyRestored } from '@cardwright/server/ledger/seals/verify-restored.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import type { Mark } from '@cardwright/server/platform/fence/marks.ts';
import type { Command } from 'commander';
import { print } from './output.ts';
import { explain, Problem } from './problem.ts';
import { type ScratchOptions, withScratch } from './scratch.ts';
import { settingsFor } from './settings.ts';

/** Books verified concurrently. */
const CONNECTIONS = 4;

/** Adds `drill`. */
export function addDrillCommand(program: Command): void {
  program
    .command('drill')
    .description('Restore the newest backup into a scratch server, verify it, and record what was lost.')
    .requiredOption('--scratch <directory>', 'an existing directory with room for the database')
    .option('--bin <directory>', "directory of `postgres`; by default Debian's for the version of the backup")
    .addHelpText(
      'after',
      `
It restores with pgBackRest, which has its own settings (PGBACKREST_STANZA, PGBACKREST_CONFIG, /etc/pgbackrest), and
starts Postgres on a free port of 127.0.0.1. The scratch server is removed at the end, also after a failure. The outcome
goes to the store of the marks, from where the workers' metrics read it, and to stdout as one line of JSON. Progress
goes to stderr. The exit code is 1 if no backup was restored, or if a row of it is wrong.

Settings: CARDWRIGHT_READER_DATABASE_URL, and CARDWRIGHT_SEALS_DIRECTORY or CARDWRIGHT_SEALS_BUCKET.
The steps: docs/runbooks/backup-and-restore.md

Example:
  cardwright-admin drill --scratch /var/tmp/drill`,
    )
    .action(drill);
}

async function drill(options: { scratch: string; bin?: string }): Promise<void> {
  const settings = settingsFor('CARDWRIGHT_READER_DATABASE_URL');
  const store = openExports(toExportConfig(settings), systemClock);
  if (store === undefined) {
    throw new Problem('No store is configured: set CARDWRIGHT_SEALS_DIRECTORY or CARDWRIGHT_SEALS_BUCKET.');
  }
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interrupted.abort(new Problem(`Interrupted by ${signal}.`)));
  }
  const outcome = await rehearse(store, {
    directory: options.scratch,
    url: settings.CARDWRIGHT_READER_DATABASE_URL,
    bin: options.bin,
    signal: interrupted.signal,
    onProgress: (text) => console.error(text),
  });
  await store.appendDrill(outcome);
  const failure = outcome.failure === null ? {} : { failure: outcome.failure };
  print({ json: outcome, text: JSON.stringify(outcome), ...failure }, { json: true });
}

/** Runs a drill to its outcome, good or bad. A wrong setting and an interruption are no outcome: they throw. */
async function rehearse(store: ExportStore, options: ScratchOptions): Promise<Drill> {
  const startedAt = systemClock.now().getTime();
  const [newest] = await store.newestMarks();
  let verified: Verified | undefined;
  let failure: string | null = null;
  try {
    verified = await withScratch(options, (url) => verify(store, url, { newest, onProgress: options.onProgress }));
    failure = verified.bad ?? null;
  } catch (error) {
    if (error instanceof Problem) throw error;
    failure = explainDrill(error);
  }
  const { bad: _, ...measured } = verified ?? nothingMeasured;
  const at = systemClock.now();
  const restoreSeconds = (at.getTime() - startedAt) / 1_000;
  return { at: at.toISOString(), ok: failure === null, failure, restoreSeconds, ...measured };
}

const nothingMeasured: Verified = {
  restoredTo: null,
  lossSeconds: null,
  books: null,
  ledgerEntries: null,
  auditEntries: null,
  lostLedgerEntries: null,
  lostAuditEntries: null,
  bad: undefined,
};

async function verify(
  store: ExportStore,
  url: string,
  { newest, onProgress }: { newest: Mark | undefined; onProgress: (text: string) => void },
): Promise<Verified> {
  onProgress('Recovered. Verifying the ledger and the audit log.');
  const heads = await gatherHeads(store);
  const db = openDb({
    url,
    name: 'cardwright-drill',
    connections: CONNECTIONS,
    histories: true,
    onError: () => undefined, // the statement on the connection fails too, and its error is shown
  });
  try {
    return await verifyRestored(db, {
      heads,
      newest,
      onProgress: (entries) => onProgress(`${entries} entries verified so far`),
    });
  } finally {
    await db.close();
  }
}

/** The reason of a failure. Codes of Postgres come from the scratch server, not from the one that is configured. */
function explainDrill(error: unknown): string {
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('28')) {
    return 'The restored database refuses the login of CARDWRIGHT_READER_DATABASE_URL: it had another password then.';
  }
  return error instanceof Error && code === '' ? error.message : explain(error);
}
