// Commands about the ledger.

import type { Heads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Command } from 'commander';
import { facts, type Shown, warning } from './output.ts';
import { asReader, type Reading } from './reader.ts';

/** The limit of a verification without exported heads. */
const NO_HEADS_WARNING = warning(
  'CARDWRIGHT_SEALS_DIRECTORY is not set, so nothing was compared with exported heads: an administrator of the ' +
    'database could have rewritten history together with its seals.',
);

/** The message of success, with a warning if there were no exported heads. */
export const goodEnding = (text: string, heads: Heads | undefined) =>
  heads === undefined ? `${text}\n${NO_HEADS_WARNING}` : text;

/** Adds `ledger verify`. */
export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('the ledger')
    .command('verify')
    .description('Recompute the chain of every book, and show the first wrong row.')
    .addHelpText(
      'after',
      `
It compares the ledger with the exported heads in CARDWRIGHT_SEALS_DIRECTORY. It changes nothing and may run at any
time. Progress goes to stderr. The exit code is 1 if a row is wrong.

Example:
  cardwright-admin ledger verify`,
    )
    .action(asReader(verify));
}

async function verify({ db, readHeads }: Reading): Promise<Shown> {
  const heads = await readHeads?.();
  const { books, entries, bad } = await verifyLedger(db, {
    ...(heads === undefined ? {} : { heads }),
    onProgress: (soFar) => console.error(`${soFar.books} books with ${soFar.entries} entries verified so far`),
  });
  const json = {
    ok: bad === undefined,
    books,
    entries: Number(entries),
    comparedWithHeads: heads !== undefined,
    bad: bad ?? null,
  };
  if (bad === undefined) {
    return { json, text: goodEnding(`The ledger adds up: ${books} books with ${entries} entries.`, heads) };
  }
  return {
    json,
    text: facts(Object.entries(bad)),
    failure: `The ledger does not add up, first at ${bad.row} of ${bad.company} (${bad.environment}): stop writes and read docs/runbooks/ledger-mismatch.md.`,
  };
}
