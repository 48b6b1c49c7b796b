// Reading the books without the desk: with a role of the database that can read them and nothing else, and no token.

import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads, type Heads } from '@cardwright/server/ledger/seals/heads.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import type { Command } from 'commander';
import { print, type Shown } from './output.ts';
import { settingsFor } from './settings.ts';

/** What a command that only reads works with. */
export type Reading = {
  db: Db;
  /** Reads the exported heads of the chains; undefined when nobody said where they are. */
  readHeads: (() => Promise<Heads>) | undefined;
};

/** Books are verified side by side on this many connections. */
const CONNECTIONS = 4;

/** The action of a command that only reads. Nobody acts, so it needs no operator. */
export function asReader(work: (reading: Reading) => Promise<Shown>) {
  return async (_options: object, command: Command): Promise<void> => {
    const settings = settingsFor('CARDWRIGHT_READER_DATABASE_URL');
    const seals = settings['CARDWRIGHT_SEALS_DIRECTORY'];
    const db = openDb({
      url: settings['CARDWRIGHT_READER_DATABASE_URL'] ?? '',
      name: 'cardwright-reader',
      connections: CONNECTIONS,
      histories: true, // a whole ledger is read
      onError: () => undefined, // the statement that needed the connection fails too, and that error is shown
    });
    try {
      const readHeads = seals === undefined ? undefined : () => gatherHeads(openHeadFiles(seals, systemClock));
      print(await work({ db, readHeads }), { json: command.optsWithGlobals<{ json?: true }>().json === true });
    } finally {
      await db.close();
    }
  };
}
