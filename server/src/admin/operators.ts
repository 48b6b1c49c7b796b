// Commands about operators.
import { Argument, type Command } from 'commander';
import { toId } from '../ids.ts';
import { addOperator, disableOperator, listOperators } from '../operators/operators.ts';
import { emailAddress, idOf, words } from './arguments.ts';
import { inOneLine, moment, type Shown, secret, table } from './output.ts';
import { Problem } from './problem.ts';
import { asAnyone, asOperator, type Session } from './session.ts';

const example = 'opr_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds every `operator …` command. */
export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('the people who act here, each with a token of their own');

  operator
    .command('add')
    .description('Add an operator. Their token is printed once. The very first operator needs no token to be added.')
    .requiredOption('--name <name>', 'as it is shown in the audit log', words)
    .requiredOption('--email <email>', 'one operator per address', emailAddress)
    .addHelpText('after', '\nExample:\n  npm run admin -- operator add --name "Jane Roe" --email jane@example.com')
    .action(asAnyone(add));

  operator
    .command('disable')
    .description('End an operator’s token at once. Everything they did stays in the audit log.')
    .addArgument(
      new Argument('<operator>', 'their id, as `operator list` shows it').argParser(idOf('operator', example)),
    )
    .requiredOption('--reason <text>', 'why; kept in the audit log', words)
    .addHelpText('after', `\nExample:\n  npm run admin -- operator disable ${example} --reason "left the team"`)
    .action(asOperator(disable));

  operator
    .command('list')
    .description('List the operators, the first one first.')
    .addHelpText('after', '\nExample:\n  npm run admin -- operator list')
    .action(asOperator(list));
}

async function add(
  session: Parameters<typeof addOperator>[0],
  { name, email }: { name: string; email: string },
): Promise<Shown> {
  const added = await addOperator(session, { name, email });
  if (added === 'needs_an_operator') {
    throw new Problem(
      'There are operators already: one of them must add you, with CARDWRIGHT_OPERATOR_TOKEN or --token-file.',
    );
  }
  if (added === 'email_taken') {
    throw new Problem(`An operator with the address ${email} exists already: see \`operator list\`, or use another.`);
  }
  const id = toId('operator', added.operator.id);
  return {
    json: { id, name, email, token: added.token },
    text: [
      `Added ${inOneLine(name)} (${id}). Their token, shown only now:`,
      secret(added.token),
      'Hand it over where nobody else reads it. They set CARDWRIGHT_OPERATOR_TOKEN to it, or keep it in a file ' +
        'for --token-file.',
    ].join('\n'),
  };
}

async function disable(session: Session, operatorId: string, { reason }: { reason: string }): Promise<Shown> {
  const id = toId('operator', operatorId);
  switch (await disableOperator(session, { operatorId, reason })) {
    case 'disabled':
      return { json: { id, disabled: true }, text: `${id} can no longer act. Their token is refused from now on.` };
    case 'last_operator':
      throw new Problem('This is the last operator who can act: add another one first.');
    case 'not_active':
      throw new Problem(`No active operator has the id ${id}: see \`operator list\`.`);
  }
}

async function list({ db }: Session): Promise<Shown> {
  const operators = await listOperators(db);
  return {
    json: {
      data: operators.map((row) => ({
        id: toId('operator', row.id),
        name: row.name,
        email: row.email,
        createdAt: row.created_at,
        disabledAt: row.disabled_at,
      })),
    },
    text: table(
      ['id', 'name', 'email', 'added', 'disabled'],
      operators.map((row) => [
        toId('operator', row.id),
        row.name,
        row.email,
        moment(row.created_at),
        moment(row.disabled_at),
      ]),
    ),
  };
}
