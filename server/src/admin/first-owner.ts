// The command that invites the first owner of a company.
import type { Command } from 'commander';
import { toId } from '../ids.ts';
import { inviteFirstOwner } from '../members/first-owner.ts';
import { findFirstOwnerInvitation } from '../members/sql.ts';
import { companyArgument, emailAddress } from './arguments.ts';
import { getCompany } from './companies.ts';
import { inOneLine, moment, type Shown } from './output.ts';
import { Problem } from './problem.ts';
import { asOperator, type Session } from './session.ts';

const example = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds `company invite-owner`. */
export function addOwnerCommand(company: Command): void {
  company
    .command('invite-owner')
    .description('Invite the first owner of a company by mail. An earlier invitation of operators ends.')
    .addArgument(companyArgument())
    .requiredOption('--email <email>', 'only this address can accept, for a week', emailAddress)
    .addHelpText('after', `\nExample:\n  npm run admin -- company invite-owner ${example} --email jane@example.com`)
    .action(asOperator(inviteOwner));
}

async function inviteOwner(session: Session, id: string, { email }: { email: string }): Promise<Shown> {
  const { name } = await getCompany(session, id);
  const outcome = await inviteFirstOwner(session, id, email);
  const invitation = outcome === 'invited' && (await findFirstOwnerInvitation(session.db, id, session.clock.now()));
  if (!invitation) {
    throw new Problem(
      `${inOneLine(name)} has an owner, so nothing was changed: its owners invite whoever else it needs.`,
    );
  }
  return {
    json: { id: toId('company', id), email: invitation.email, expiresAt: invitation.expires_at },
    text:
      `Invited ${inOneLine(invitation.email)} as the first owner of ${inOneLine(name)}. The letter is on its way; ` +
      `the invitation counts until ${moment(invitation.expires_at)}.`,
  };
}
