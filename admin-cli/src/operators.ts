// Commands about operators.

import type { Operator } from '@cardwright/server/surfaces/desk/operator-routes.ts';
import type { Proposed } from '@cardwright/server/surfaces/desk/proposal-contract.ts';
import { Argument, type Command } from 'commander';
import type { Static } from 'typebox';
import { emailAddress, readId, reasonOption, words } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { moment, type Shown, table } from './output.ts';
import { deciding, showProposed } from './proposed.ts';

const example = 'opr_01jcp4vsb0e5d8zq6m5k1n7x2t';

const operatorArgument = () =>
  new Argument('<operator>', 'their id, as shown by `operator list`').argParser(readId('operator', example));

/** Adds every `operator …` command. */
export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('operators, each with their own tokens');

  operator
    .command('add')
    .description('Propose an operator. Once approved, they choose “First time here” at the desk and set a password.')
    .requiredOption('--name <name>', 'display name in the audit log', words)
    .requiredOption('--email <email>', 'one operator per address', emailAddress)
    .addOption(reasonOption())
    .addHelpText(
      'after',
      '\nExample:\n  cardwright-admin operator add --name "Jane Roe" --email jane@example.com --reason "new hire"',
    )
    .action(atDesk(add));

  operator
    .command('disable')
    .description('Disable an operator, with all sessions and tokens. At least two who may approve must remain.')
    .addArgument(operatorArgument())
    .requiredOption('--reason <text>', 'why; kept in the audit log', words)
    .addHelpText('after', `\nExample:\n  cardwright-admin operator disable ${example} --reason "left the team"`)
    .action(atDesk(disable));

  operator
    .command('enable')
    .description('Propose to enable a disabled operator. They may propose and approve one day after the approval.')
    .addArgument(operatorArgument())
    .addOption(reasonOption())
    .addHelpText('after', `\nExample:\n  cardwright-admin operator enable ${example} --reason "back on the team"`)
    .action(atDesk(enable));

  operator
    .command('reset')
    .description('Propose to reset an operator: remove their two-factor authentication, sessions and tokens.')
    .addArgument(operatorArgument())
    .addOption(reasonOption())
    .addHelpText('after', `\nExample:\n  cardwright-admin operator reset ${example} --reason "lost their phone"`)
    .action(atDesk(reset));

  operator
    .command('list')
    .description('List operators, oldest first.')
    .addHelpText('after', '\nExample:\n  cardwright-admin operator list')
    .action(atDesk(list));
}

type Reason = { reason: string };
type Proposed = Static<typeof Proposed>;
type Operator = Static<typeof Operator>;

const notActive = (id: string) => `No active operator has the id ${id}: see \`operator list\`.`;
const notDisabled = (id: string) => `No disabled operator has the id ${id}: see \`operator list\`.`;

async function add(desk: Desk, wish: { name: string; email: string } & Reason): Promise<Shown> {
  const taken = `An operator with the address ${wish.email} already exists: see \`operator list\`, or use another.`;
  return showProposed(await desk.post<Proposed>('/operators', wish, { ...deciding, email_taken: taken }));
}

async function disable(desk: Desk, id: string, { reason }: Reason): Promise<Shown> {
  await desk.post<Operator>(
    `/operators/${id}/disable`,
    { reason },
    {
      last_operator: 'At least two operators who may approve must remain: add another one first.',
      operator_not_found: notActive(id),
    },
  );
  return { json: { id, disabled: true }, text: `${id} can no longer act. Their sessions and tokens have ended.` };
}

async function enable(desk: Desk, id: string, { reason }: Reason): Promise<Shown> {
  const sentences = { ...deciding, stands_already: notDisabled(id), operator_not_found: notDisabled(id) };
  return showProposed(await desk.post<Proposed>(`/operators/${id}/enable`, { reason }, sentences));
}

async function reset(desk: Desk, id: string, { reason }: Reason): Promise<Shown> {
  const sentences = { ...deciding, operator_not_found: notActive(id) };
  return showProposed(await desk.post<Proposed>(`/operators/${id}/reset`, { reason }, sentences));
}

async function list(desk: Desk): Promise<Shown> {
  const { data } = await desk.get<{ data: Operator[] }>('/operators');
  const rows = data.map(({ id, name, email, createdAt, ableFrom, disabledAt }) => [
    id,
    name,
    email,
    moment(createdAt),
    moment(ableFrom),
    moment(disabledAt),
  ]);
  return { json: { data }, text: table(['id', 'name', 'email', 'added', 'may approve from', 'disabled'], rows) };
}
