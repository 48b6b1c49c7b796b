// Commands about the ledger.
import type { Command } from 'commander';
import { verifyLedger } from '../ledger/verify.ts';
import { facts, type Shown } from './output.ts';
import { asOperator, type Session } from './session.ts';

/** Adds `ledger verify`. */
export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('the books: whether the money adds up')
    .command('verify')
    .description('Recompute every book from its lines and name the first row that is wrong, if there is one.')
    .addHelpText(
      'after',
      `
It changes nothing and may run at any time. Progress goes to stderr. The exit code is 1 when a row is wrong.

Example:
  npm run admin -- ledger verify`,
    )
    .action(asOperator(verify));
}

async function verify({ db }: Session): Promise<Shown> {
  const { books, entries, bad } = await verifyLedger(db, (soFar) =>
    console.error(`${soFar.books} books with ${soFar.entries} entries verified so far`),
  );
  const json = { ok: bad === undefined, books, entries: Number(entries), bad: bad ?? null };
  if (bad === undefined) return { json, text: `The ledger adds up: ${books} books with ${entries} entries.` };
  return {
    json,
    text: facts(Object.entries(bad)),
    failure: `The ledger does not add up, first at ${bad.row} of ${bad.company} (${bad.environment}): stop writes and read docs/runbooks/ledger-mismatch.md.`,
  };
}
