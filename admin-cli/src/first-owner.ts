// The command that invites the first owner of a company.

import type { Proposed } from '@cardwright/server/surfaces/desk/proposal-contract.ts';
import type { Command } from 'commander';
import type { Static } from 'typebox';
import { companyArgument, emailAddress, reasonOption } from './arguments.ts';
import { getCompany } from './companies.ts';
import { atDesk, type Desk } from './desk.ts';
import { inOneLine, type Shown } from './output.ts';
import { showProposed } from './proposed.ts';

const example = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds `company invite-owner`. */
export function addOwnerCommand(company: Command): void {
  company
    .command('invite-owner')
    .description('Propose to invite the first owner of a company by email. The approval revokes an earlier invitation.')
    .addArgument(companyArgument())
    .requiredOption('--email <email>', 'only this address can accept, within 7 days of the approval', emailAddress)
    .addOption(reasonOption())
    .addHelpText(
      'after',
      `\nExample:\n  cardwright-admin company invite-owner ${example} --email jane@example.com --reason "signed the contract"`,
    )
    .action(atDesk(inviteOwner));
}

async function inviteOwner(
  desk: Desk,
  id: string,
  { email, reason }: { email: string; reason: string },
): Promise<Shown> {
  const name = inOneLine((await getCompany(desk, id)).name);
  const sentences = { has_owner: `${name} already has an owner, who can invite others. Nothing was changed.` };
  const wanted = { email, reason };
  return showProposed(await desk.post<Static<typeof Proposed>>(`/companies/${id}/owner-invitation`, wanted, sentences));
}
