#!/usr/bin/env node
// Process: the clients' command line. It parses the arguments, runs one command and exits.
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { addCertifyCommand } from './certify/certify.ts';
import { addCompletionCommand } from './completion.ts';
import { addListenCommands } from './listen.ts';
import { addLoginCommands } from './login.ts';
import { addMcpCommand } from './mcp/serve.ts';
import { explain, FAILED, USAGE, UsageProblem } from './problem.ts';
import { LOCAL_URL } from './profiles.ts';
import { addResourceCommands } from './resources.ts';
import { addStatementCommands } from './statements.ts';
import { addTriggerCommands } from './trigger.ts';

/** A reader such as `head` closes the pipe when it has enough. */
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const program = new Command('cardwright')
  .description('Use the Cardwright API, forward events to your machine and simulate faults in the sandbox.')
  .option('--profile <name>', 'login to use; default: the most recent one')
  .option('--json', 'print JSON instead of tables')
  .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
  .exitOverride()
  .addHelpText(
    'after',
    `
Settings:
  CARDWRIGHT_API_KEY      API key to use instead of a login
  CARDWRIGHT_URL          URL of the API for that key; default: ${LOCAL_URL}
  CARDWRIGHT_DOCS_URL     URL of the documentation site, for mcp; default: the one that the API names
  CARDWRIGHT_CONFIG_HOME  directory for logins and positions

Exit codes: 0 success, 1 rejected or failed (the reason is on stderr), 2 usage error,
3 a statement that could be checked only in part.

Examples:
  cardwright login
  cardwright cards list --status active
  cardwright operations create --type issue --product-id prod_… --holder-id holder_… --amount 25.00
  cardwright listen --forward-to 127.0.0.1:4000/webhooks
  cardwright trigger operation.completed`,
  );

addLoginCommands(program);
addListenCommands(program);
addTriggerCommands(program);
addCertifyCommand(program);
addMcpCommand(program);
addStatementCommands(addResourceCommands(program).get('statements'));
addCompletionCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  else {
    console.error(pc.red(explain(error)));
    process.exitCode = error instanceof UsageProblem ? USAGE : FAILED;
  }
}
