// Commands about the live capabilities and the rate limits of a company.

import type { CapabilityChange, NewLimits } from '@cardwright/server/surfaces/desk/company-contract.ts';
import type { Proposed } from '@cardwright/server/surfaces/desk/proposal-contract.ts';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { Static } from 'typebox';
import { companyArgument, reasonOption } from './arguments.ts';
import { change, getCompany, noCompany, standsAlready } from './companies.ts';
import { atDesk, type Desk } from './desk.ts';
import type { Shown } from './output.ts';
import { showProposed } from './proposed.ts';

type Proposed = Static<typeof Proposed>;
type Capability = Static<typeof CapabilityChange>['capability'];

const example = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds `company activate`, `company deactivate` and `company limits`. */
export function addCapabilityCommands(company: Command): void {
  addSwitching(company);
  addLimiting(company);
}

const capabilityArgument = () =>
  new Argument(
    '<capability>',
    'direct_invoices: fund the live account by invoice; live_services: order services',
  ).choices(['direct_invoices', 'live_services']);

function addSwitching(company: Command): void {
  company
    .command('activate')
    .description('Propose to activate a live capability. In the sandbox every capability is always active.')
    .addArgument(companyArgument())
    .addArgument(capabilityArgument())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      `\nExample:\n  cardwright-admin company activate ${example} direct_invoices --reason "contract signed"`,
    )
    .action(atDesk(activate));

  company
    .command('deactivate')
    .description('Deactivate a live capability. In the sandbox every capability is always active.')
    .addArgument(companyArgument())
    .addArgument(capabilityArgument())
    .addHelpText('after', `\nExample:\n  cardwright-admin company deactivate ${example} direct_invoices`)
    .action(atDesk(deactivate));
}

function addLimiting(company: Command): void {
  const rate = (text: string) => {
    if (text === 'default') return null;
    if (!/^[1-9]\d{0,5}$/.test(text))
      throw new InvalidArgumentError('It must be a whole number above zero, or `default`.');
    return Number(text);
  };
  company
    .command('limits')
    .description('Propose rate limits for a company, in requests per second. An omitted limit is reset to its default.')
    .addArgument(companyArgument())
    .option('--reads <n>', 'reads per second, or `default`', rate, null)
    .option('--writes <n>', 'writes per second, or `default`', rate, null)
    .option('--statements <n>', 'statements per second, or `default`', rate, null)
    .addOption(reasonOption())
    .addHelpText(
      'after',
      `\nExample:\n  cardwright-admin company limits ${example} --reads 200 --writes 50 --reason "nightly import"`,
    )
    .action(atDesk(limit));
}

async function limit(
  desk: Desk,
  id: string,
  { reads, writes, statements, reason }: Static<typeof NewLimits>,
): Promise<Shown> {
  const wanted = { reads, writes, statements, reason };
  return showProposed(await desk.put<Proposed>(`/companies/${id}/limits`, wanted, noCompany(id)));
}

async function activate(
  desk: Desk,
  id: string,
  capability: Capability,
  { reason }: { reason: string },
): Promise<Shown> {
  const already = standsAlready(await getCompany(desk, id), `activated for ${capability}`);
  const wanted = { capability, enabled: true, reason };
  return showProposed(await desk.put<Proposed>(`/companies/${id}/capabilities`, wanted, already));
}

async function deactivate(desk: Desk, id: string, capability: Capability): Promise<Shown> {
  return change(desk, id, `not activated for ${capability}`, (sentences) =>
    desk.put(`/companies/${id}/capabilities`, { capability, enabled: false }, sentences),
  );
}
