// Process: the operator's command line. It reads what was typed, runs one command, and ends.
import { Command, CommanderError, Help } from 'commander';
import pc from 'picocolors';
import { withoutSecrets } from './admin/arguments.ts';
import { addAuditCommands } from './admin/audit.ts';
import { addCompanyCommands } from './admin/companies.ts';
import { addOwnerCommand } from './admin/first-owner.ts';
import { addKeyCommands } from './admin/keys.ts';
import { addLedgerCommands } from './admin/ledger.ts';
import { addOperatorCommands } from './admin/operators.ts';
import { addPauseCommands } from './admin/pauses.ts';
import { explain, UsageProblem } from './admin/problem.ts';
import { addProductCommands } from './admin/products.ts';
import { addReconcileCommands } from './admin/reconcile.ts';
import { addReviewCommands } from './admin/reviews.ts';
import { addStatusCommand } from './admin/status.ts';
import { addWebhookCommands } from './admin/webhooks.ts';

/** Scripts tell by it that the command was typed wrong, not refused. */
const USAGE_ERROR = 2;

const standard = new Help();

const program = new Command('npm run admin --')
  .description(
    'What operators do: status, reviews, pauses, companies, keys, products, webhooks, ledger, reconciling, audit log.',
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
machine can read the arguments of a process.

Where: CARDWRIGHT_ADMIN_DATABASE_URL (role cardwright_admin), CARDWRIGHT_PEPPERS and CARDWRIGHT_CELL (00 if not set);
to verify, also CARDWRIGHT_SEALS_DIRECTORY, where the heads of the chains were exported to; to change webhooks, also
CARDWRIGHT_WEBHOOK_KEYS, which seals their secrets, and CARDWRIGHT_WEBHOOK_ALLOW, if the other processes have it.
Beside a running \`npm run dev\` nothing needs to be set.

Exit codes: 0 done, 1 refused or failed (one sentence on stderr says why), 2 typed wrong.

Examples:
  npm run admin -- status
  npm run admin -- company list
  npm run admin -- company create --name "Acme Travel GmbH" --kind corporate
  npm run --silent admin -- audit list --json`,
  );

addStatusCommand(program);
addPauseCommands(program);
addOperatorCommands(program);
addOwnerCommand(addCompanyCommands(program));
addKeyCommands(program);
addProductCommands(program);
addWebhookCommands(program);
addReviewCommands(program);
addLedgerCommands(program);
addReconcileCommands(program);
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
