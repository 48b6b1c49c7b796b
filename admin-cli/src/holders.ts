// The command that erases a cardholder.

import type { Proposed } from '@cardwright/server/surfaces/desk/proposal-contract.ts';
import { Argument, type Command } from 'commander';
import type { Static } from 'typebox';
import { companyArgument, environmentOption, readId, reasonOption } from './arguments.ts';
import { noCompany } from './companies.ts';
import { atDesk, type Desk } from './desk.ts';
import type { Shown } from './output.ts';
import { deciding, showProposed } from './proposed.ts';

const company = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
const holder = 'holder_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds `holder erase`. */
export function addHolderCommands(program: Command): void {
  program
    .command('holder')
    .description('cardholders of companies')
    .command('erase')
    .description(
      'Propose to erase name, email, external id and metadata of a cardholder wherever they are stored. Every card ' +
        'must be closed. It cannot be undone.',
    )
    .addArgument(companyArgument())
    .addArgument(new Argument('<holder>', 'id of the cardholder (holder_…)').argParser(readId('holder', holder)))
    .addOption(environmentOption())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      `
The reason is kept forever: give the number of the request, never the person's name.

Example:
  cardwright-admin holder erase ${company} ${holder} --environment live --reason "request 4711"`,
    )
    .action(atDesk(erase));
}

async function erase(
  desk: Desk,
  id: string,
  ofHolder: string,
  wanted: { environment: 'sandbox' | 'live'; reason: string },
): Promise<Shown> {
  const sentences = { ...deciding, ...noCompany(id) };
  const path = `/companies/${id}/holders/${ofHolder}/erase`;
  return showProposed(await desk.post<Static<typeof Proposed>>(path, wanted, sentences));
}
