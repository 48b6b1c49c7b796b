// Exports statements and verifies their hash chain.
import { readFileSync, writeFileSync } from 'node:fs';
import { statements } from '@cardwright/sdk';
import { type Command, Option } from 'commander';
import { connect, type Globals } from './connect.ts';
import { INCOMPLETE } from './problem.ts';

type Given = Globals & { from: string; to: string; format: 'json' | 'csv'; output?: string };

/** Adds `export` and `verify` to the group of statements. */
export function addStatementCommands(group: Command | undefined): void {
  group
    ?.command('export')
    .requiredOption('--from <day>', 'first day, as YYYY-MM-DD, in UTC')
    .requiredOption('--to <day>', 'last day')
    .addOption(new Option('--format <format>', 'only JSON can be verified').choices(['json', 'csv']).default('json'))
    .option('--output <file>', 'file to write; default: stdout')
    .description('Save a statement as received. A JSON statement is also verified.')
    .action(async (_given: unknown, command: Command) => exportStatement(command.optsWithGlobals<Given>()));
  group
    ?.command('verify')
    .argument('<file...>', 'JSON statements, oldest first')
    .description('Verify the hash chain of statements on this machine, without the API.')
    .action(async (files: string[]) => {
      const isWhole = await verify(files.map((file) => readFileSync(file, 'utf8')));
      if (!isWhole) process.exitCode = INCOMPLETE;
    });
}

async function exportStatement({ from, to, format, output, ...given }: Given): Promise<void> {
  const { client } = connect(given);
  const { text } = await client.statements.get({ from, to, format }).withResponse();
  if (output === undefined) process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  else writeFileSync(output, text, { mode: 0o600 }); // it names payments
  if (format === 'json') await verify([text]);
}

/** Reports on stderr what was checked. Throws if a statement is wrong; false if something could not be checked. */
async function verify(texts: readonly string[]): Promise<boolean> {
  const result = await statements.verify(texts);
  for (const { sealed, notChecked } of result.statements) {
    console.error(`Checked: balances, order and ids of all entries, and the hash chain of ${sealed} sealed entries.`);
    for (const words of notChecked) console.error(`Not checked: ${words}`);
  }
  if (result.verdict === 'wrong') throw new WrongStatement(`The statement is wrong: ${result.problem}.`);
  return result.verdict === 'verified';
}

/** The statement contradicts itself. */
class WrongStatement extends Error {}
