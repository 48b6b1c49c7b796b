// Direct database access for commands that only read. It uses a read-only role and needs no token.

import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { toExportConfig } from '@cardwright/server/foundation/export-config.ts';
import { gatherHeads, type Heads } from '@cardwright/server/ledger/seals/heads.ts';
import { openExports } from '@cardwright/server/ledger/seals/open-exports.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import type { Command } from 'commander';
import { print, type Shown } from './output.ts';
import { settingsFor } from './settings.ts';

/** The context of a read-only command. */
export type Reading = {
  db: Db;
  /** Reads the exported chain heads; undefined if no store is configured. */
  readHeads: (() => Promise<Heads>) | undefined;
};

/** Connections; books are verified in parallel. */
const CONNECTIONS = 4;

/** The action of a read-only command, which needs no operator. */
export function asReader(work: (reading: Reading) => Promise<Shown>) {
  return async (_options: object, command: Command): Promise<void> => {
    const settings = settingsFor('CARDWRIGHT_READER_DATABASE_URL');
    const exports = openExports(toExportConfig(settings), systemClock);
    const db = openDb({
      url: settings.CARDWRIGHT_READER_DATABASE_URL,
      name: 'cardwright-reader',
      connections: CONNECTIONS,
      histories: true, // reads the whole ledger
      onError: () => undefined, // the statement on the connection fails too, and its error is shown
    });
    try {
      const readHeads = exports && (() => gatherHeads(exports));
      print(await work({ db, readHeads }), { json: command.optsWithGlobals<{ json?: true }>().json === true });
    } finally {
      await db.close();
    }
  };
}
