// Commands about the ledger.

import type { Heads } from '@cardwright/server/ledger/seals/heads.ts';
import { verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import type { Command } from 'commander';
import { facts, type Shown, warning } from './output.ts';
import { asReader, type Reading } from './reader.ts';

/** What a verification without exported heads cannot see. */
const NO_HEADS_WARNING = warning(
  'CARDWRIGHT_SEALS_DIRECTORY is not set, so nothing was compared with exported heads: whoever administers the ' +
    'database could have rewritten history together with its seals.',
);

/** A good ending, with a warning if it was reached without exported heads. */
export const goodEnding = (text: string, heads: Heads | undefined) =>
  heads === undefined ? `${text}\n${NO_HEADS_WARNING}` : text;

/** Adds `ledger verify`. */
export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('the books: whether the money adds up')
    .command('verify')
    .description('Walk the chain of every book, recompute it, and name the first row that is wrong, if there is one.')
    .addHelpText(
      'after',
      `
It compares with the exported heads in CARDWRIGHT_SEALS_DIRECTORY. It changes nothing and may run at any time. Progress
goes to stderr. The exit code is 1 when a row is wrong.

Example:
  npm run admin -- ledger verify`,
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
