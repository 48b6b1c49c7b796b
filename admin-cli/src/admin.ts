#!/usr/bin/env node
// Process: the operator's command line. It parses the arguments, runs one command and exits.

import { USAGE_ERROR } from '@cardwright/server/foundation/command-line.ts';
import { Command, CommanderError, Help } from 'commander';
import pc from 'picocolors';
import { withoutSecrets } from './arguments.ts';
import { addAuditCommands } from './audit.ts';
import { addCapabilityCommands } from './capabilities.ts';
import { addCompanyCommands } from './companies.ts';
import { addDrillCommand } from './drill.ts';
import { addOwnerCommand } from './first-owner.ts';
import { addHolderCommands } from './holders.ts';
import { addKeyCommands } from './keys.ts';
import { addLedgerCommands } from './ledger.ts';
import { addNotificationCommands } from './notifications.ts';
import { addOperatorCommands } from './operators.ts';
import { addPauseCommands } from './pauses.ts';
import { explain, UsageProblem } from './problem.ts';
import { addProductCommands } from './products.ts';
import { addProposalCommands } from './proposals.ts';
import { addReconcileCommands } from './reconcile.ts';
import { addRecoveryCommands } from './recovery.ts';
import { addReviewCommands } from './reviews.ts';
import { addSecretCommands } from './secrets.ts';
import { addStatusCommand } from './status.ts';
import { addWebhookCommands } from './webhooks.ts';
import { addWorkCommands } from './work.ts';

/** A reader such as `head` closes the pipe when it has enough. */
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const standard = new Help();

const program = new Command('cardwright-admin')
  .description(
    'Operate Cardwright: status, reviews, proposals, pauses, companies, cardholders, keys, products, webhooks, ' +
      'ledger, reconciliation, recovery, parked work, audit log.',
  )
  .option('--json', 'print one JSON value for scripts, instead of tables')
  .option('--token-file <path>', 'file with your operator token, instead of CARDWRIGHT_OPERATOR_TOKEN')
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
Authentication: set CARDWRIGHT_OPERATOR_TOKEN, or give --token-file. Create a token at the desk: Operators, My tokens.
A token is never an argument, because every user of the machine can read the arguments of a process.

Two operators: sensitive commands only propose, with --reason; another operator approves (\`proposal approve\`).

Settings:
  CARDWRIGHT_DESK_URL             address of the desk
  CARDWRIGHT_READER_DATABASE_URL  for \`status\`, \`ledger verify\`, \`audit verify\` and \`drill\`, which need no token
                                  (role cardwright_reader)
  CARDWRIGHT_SEALS_DIRECTORY      for \`drill\` and the two verify commands: directory of the exported chain heads, or
                                  CARDWRIGHT_SEALS_BUCKET
In a checkout where \`npm run dev\` is running, no setting is needed. If several are running, CARDWRIGHT_DEV_HOME
selects one.

Exit codes: 0 success, 1 refused or failed (the reason is on stderr), 2 usage error.

Examples:
  cardwright-admin status
  cardwright-admin company list
  cardwright-admin company create --name "Acme Travel GmbH" --kind corporate
  cardwright-admin audit list --json`,
  );

addStatusCommand(program);
addNotificationCommands(program);
addPauseCommands(program);
addOperatorCommands(program);
const company = addCompanyCommands(program);
addCapabilityCommands(company);
addOwnerCommand(company);
addHolderCommands(program);
addKeyCommands(program);
addProductCommands(program);
addWebhookCommands(program);
addSecretCommands(program);
addReviewCommands(program);
addProposalCommands(program);
addLedgerCommands(program);
addDrillCommand(program);
addReconcileCommands(program);
addRecoveryCommands(program);
addWorkCommands(program);
addAuditCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has already printed its message. Exit code 0 means that help was requested.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  else {
    console.error(pc.red(explain(error)));
    process.exitCode = error instanceof UsageProblem ? USAGE_ERROR : 1;
  }
}
