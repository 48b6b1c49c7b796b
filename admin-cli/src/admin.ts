// Process: the operator's command line. It reads what was typed, runs one command, and ends.

import { USAGE_ERROR } from '@cardwright/server/foundation/command-line.ts';
import { Command, CommanderError, Help } from 'commander';
import pc from 'picocolors';
import { withoutSecrets } from './arguments.ts';
import { addAuditCommands } from './audit.ts';
import { addCapabilityCommands } from './capabilities.ts';
import { addCompanyCommands } from './companies.ts';
import { addOwnerCommand } from './first-owner.ts';
import { addKeyCommands } from './keys.ts';
import { addLedgerCommands } from './ledger.ts';
import { addNotificationCommands } from './notifications.ts';
import { addOperatorCommands } from './operators.ts';
import { addPauseCommands } from './pauses.ts';
import { explain, UsageProblem } from './problem.ts';
import { addProductCommands } from './products.ts';
import { addProposalCommands } from './proposals.ts';
import { addReconcileCommands } from './reconcile.ts';
import { addReviewCommands } from './reviews.ts';
import { addSecretCommands } from './secrets.ts';
import { addStatusCommand } from './status.ts';
import { addWebhookCommands } from './webhooks.ts';
import { addWorkCommands } from './work.ts';

const standard = new Help();

const program = new Command('npm run admin --')
  .description(
    'What operators do: status, reviews, proposals, pauses, companies, keys, products, webhooks, ledger, ' +
      'reconciling, parked work, audit log.',
  )
  .option('--json', 'print one JSON value for scripts, instead of tables')
  .option('--token-file <path>', 'the file that holds your operator token, instead of CARDWRIGHT_OPERATOR_TOKEN')
  .configureHelp({
    showGlobalOptions: true,
    optionDescription: (option) => standard.optionDescription(option) + (option.mandatory ? ' (required)' : ''),
  })
  .configureOutput({
    outputError: (text, write) => {
      const [sentence = ''] = text.replace(/^error: /, '').split('\n');
      write(pc.red(`${withoutSecrets(sentence).replace(/\.?$/, '.')} Add --help to see how it is used.\n`));
    },
  })
  .exitOverride()
  .addHelpText(
    'after',
    `
Who acts: set CARDWRIGHT_OPERATOR_TOKEN, or give --token-file. A token is never an argument, because everyone on the
machine can read the arguments of a process. You make it at the desk: Operators, My tokens.

What matters needs two: such a command proposes, with --reason, and another operator approves (\`proposal approve\`).

Where: CARDWRIGHT_DESK_URL, the address of the desk. \`status\`, \`ledger verify\` and \`audit verify\` read the database and need
no token: CARDWRIGHT_READER_DATABASE_URL (role cardwright_reader), and to verify CARDWRIGHT_SEALS_DIRECTORY, where the
heads of the chains were exported to.
Beside a running \`npm run dev\` nothing needs to be set; of several, CARDWRIGHT_DEV_HOME chooses one.

Exit codes: 0 done, 1 refused or failed (one sentence on stderr says why), 2 typed wrong.

Examples:
  npm run admin -- status
  npm run admin -- company list
  npm run admin -- company create --name "Acme Travel GmbH" --kind corporate
  npm run --silent admin -- audit list --json`,
  );

addStatusCommand(program);
addNotificationCommands(program);
addPauseCommands(program);
addOperatorCommands(program);
const company = addCompanyCommands(program);
addCapabilityCommands(company);
addOwnerCommand(company);
addKeyCommands(program);
addProductCommands(program);
addWebhookCommands(program);
addSecretCommands(program);
addReviewCommands(program);
addProposalCommands(program);
addLedgerCommands(program);
addReconcileCommands(program);
addWorkCommands(program);
addAuditCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its own words already. Its zero is help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  else {
    console.error(pc.red(explain(error)));
    process.exitCode = error instanceof UsageProblem ? USAGE_ERROR : 1;
  }
}
