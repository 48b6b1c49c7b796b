// Commands about pauses, the kill switch for sending to issuers.

import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Pause } from '@cardwright/server/surfaces/desk/pause-routes.ts';
import { Argument, type Command, Option } from 'commander';
import type { Static } from 'typebox';
import { readId, words } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { moment, type Shown, table } from './output.ts';

const example = 'pause_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds every `pause …` command. */
export function addPauseCommands(program: Command): void {
  const pause = program.command('pause').description('pause sending to an issuer, or for one product');

  pause
    .command('add')
    .description('Pause sending. New operations are accepted and wait; operations already sent are settled as usual.')
    .addOption(
      new Option('--environment <environment>', 'issuer environment')
        .choices(['sandbox', 'live'])
        .makeOptionMandatory(),
    )
    .option('--product <product>', 'only this product', readId('product', 'prod_01jcp4vsb0e5d8zq6m5k1n7x2t'))
    .requiredOption('--reason <text>', 'why; shown to other operators and kept in the audit log', words)
    .addHelpText(
      'after',
      `\nExamples:\n  cardwright-admin pause add --environment live --reason "the issuer answers wrongly"` +
        `\n  cardwright-admin pause add --environment live --product prod_01jcp4vsb0e5d8zq6m5k1n7x2t --reason "recalled"`,
    )
    .action(atDesk(add));

  pause
    .command('list')
    .description('List pauses, oldest first.')
    .addHelpText('after', '\nExample:\n  cardwright-admin pause list')
    .action(atDesk(list));

  pause
    .command('remove')
    .description('End a pause. Waiting operations are sent in order.')
    .addArgument(new Argument('<pause>', 'its id, as shown by `pause list`').argParser(readId('pause', example)))
    .addHelpText('after', `\nExample:\n  cardwright-admin pause remove ${example}`)
    .action(atDesk(remove));
}

type Pause = Static<typeof Pause>;
type AddOptions = { environment: Environment; product?: string; reason: string };

async function add(desk: Desk, { environment, product: productId, reason }: AddOptions): Promise<Shown> {
  const pause = await desk.post<Pause>(
    '/pauses',
    { environment, productId, reason },
    {
      product_not_found: `No product has the id ${productId}: see \`product list\`.`,
      stands_already: 'This is already paused. Nothing was changed: see `pause list`.',
    },
  );
  return {
    json: pause,
    text: ['Paused. Operations are accepted and wait.', `To resume: cardwright-admin pause remove ${pause.id}`].join(
      '\n',
    ),
  };
}

async function list(desk: Desk): Promise<Shown> {
  const { data } = await desk.get<{ data: Pause[] }>('/pauses');
  const rows = data.map(({ id, environment, product, reason, pausedBy, pausedAt }) => [
    id,
    environment,
    product === null ? 'everything' : product.name,
    pausedBy.name,
    moment(pausedAt),
    reason,
  ]);
  return {
    json: { data },
    text:
      rows.length === 0
        ? 'Nothing is paused.'
        : table(['id', 'environment', 'what', 'paused by', 'since', 'reason'], rows),
  };
}

async function remove(desk: Desk, id: string): Promise<Shown> {
  await desk.delete(`/pauses/${id}`, { pause_not_found: `No pause has the id ${id}: see \`pause list\`.` });
  return { json: { id, removed: true }, text: `${id} has ended. Waiting operations are being sent: see \`status\`.` };
}
