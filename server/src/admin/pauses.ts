// Commands about pauses: the kill switch of sending.
import { Argument, type Command, Option } from 'commander';
import { toId } from '../ids.ts';
import { operatorNames } from '../operators/operators.ts';
import { addPause, removePause } from '../pauses/manage.ts';
import { listPauses, type PauseRow } from '../pauses/sql.ts';
import { listProducts } from '../products/products.ts';
import type { Environment } from '../scope.ts';
import { idOf, words } from './arguments.ts';
import { moment, type Shown, table } from './output.ts';
import { Problem } from './problem.ts';
import { asOperator, type Session } from './session.ts';

const example = 'pause_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds every `pause …` command. */
export function addPauseCommands(program: Command): void {
  const pause = program.command('pause').description('stop sending to an issuer, or the orders of one product');

  pause
    .command('add')
    .description('Stop sending. Operations are still accepted and wait; what was sent before is settled as always.')
    .addOption(
      new Option('--environment <environment>', 'whose issuer').choices(['sandbox', 'live']).makeOptionMandatory(),
    )
    .option('--product <product>', 'only this product', idOf('product', 'prod_01jcp4vsb0e5d8zq6m5k1n7x2t'))
    .requiredOption('--reason <text>', 'why; shown to other operators and kept in the audit log', words)
    .addHelpText(
      'after',
      `\nExamples:\n  npm run admin -- pause add --environment live --reason "the issuer answers wrongly"` +
        `\n  npm run admin -- pause add --environment live --product prod_01jcp4vsb0e5d8zq6m5k1n7x2t --reason "recalled"`,
    )
    .action(asOperator(add));

  pause
    .command('list')
    .description('List what is paused, by whom and since when, oldest first.')
    .addHelpText('after', '\nExample:\n  npm run admin -- pause list')
    .action(asOperator(list));

  pause
    .command('remove')
    .description('End a pause: what waits is sent, as it came.')
    .addArgument(new Argument('<pause>', 'its id, as `pause list` shows it').argParser(idOf('pause', example)))
    .addHelpText('after', `\nExample:\n  npm run admin -- pause remove ${example}`)
    .action(asOperator(remove));
}

type AddOptions = { environment: Environment; product?: string; reason: string };

async function add(session: Session, { environment, product: productId, reason }: AddOptions): Promise<Shown> {
  if (productId !== undefined && !(await listProducts(session.db)).some(({ id }) => id === productId)) {
    throw new Problem(`No product has the id ${toId('product', productId)}: see \`product list\`.`);
  }
  const added = await addPause(session, { environment, productId, reason });
  if (added === undefined) throw new Problem('This is paused already, so nothing was changed: see `pause list`.');
  const [pause] = (await readPauses(session)).filter(({ id }) => id === toId('pause', added));
  return {
    json: pause,
    text: [
      `Paused: from now on nothing of this is sent. Operations are accepted and wait.`,
      `To send again: npm run admin -- pause remove ${toId('pause', added)}`,
    ].join('\n'),
  };
}

async function list(session: Session): Promise<Shown> {
  const pauses = await readPauses(session);
  const rows = pauses.map(({ id, environment, product, reason, pausedBy, pausedAt }) => [
    id,
    environment,
    product === null ? 'everything' : product.name,
    pausedBy.name,
    moment(pausedAt),
    reason,
  ]);
  return {
    json: { data: pauses },
    text:
      rows.length === 0
        ? 'Nothing is paused.'
        : table(['id', 'environment', 'what', 'paused by', 'since', 'reason'], rows),
  };
}

async function remove(session: Session, pauseId: string): Promise<Shown> {
  const id = toId('pause', pauseId);
  if (!(await removePause(session, pauseId))) throw new Problem(`No pause has the id ${id}: see \`pause list\`.`);
  return { json: { id, removed: true }, text: `${id} is over: what waited is being sent. See \`status\`.` };
}

/** Every pause as it is shown. */
async function readPauses({ db }: Session) {
  const pauses = await listPauses(db);
  const names = await operatorNames(db, [...new Set(pauses.map(({ paused_by }) => paused_by))]);
  return pauses.map((pause) => toShown(pause, names));
}

/** A pause as it is shown, with the name of whoever paused. */
export const toShown = (pause: PauseRow, names: ReadonlyMap<string, string>) => ({
  id: toId('pause', pause.id),
  environment: pause.environment,
  product: pause.product_id === null ? null : { id: toId('product', pause.product_id), name: pause.product_name ?? '' },
  reason: pause.reason,
  pausedBy: { id: toId('operator', pause.paused_by), name: names.get(pause.paused_by) ?? '' },
  pausedAt: pause.paused_at,
});
