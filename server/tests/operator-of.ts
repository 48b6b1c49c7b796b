// An operator of a world, with the real command line in their name.
import { randomBytes } from 'node:crypto';
import { addOperator } from '@cardwright/server/operators/operators.ts';
import { type CommandLine, commandLine } from './admin-process.ts';
import type { World } from './world.ts';

/** Adds an operator, as the one who was there before does. */
export async function operatorOf(world: World, name: string): Promise<CommandLine & { id: string }> {
  const { rows } = await world.admin.query<{ id: string }>('select id from operators order by created_at limit 1');
  const actor = { operatorId: rows[0]?.id ?? '' };
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const added = await addOperator({ ...world.tools, actor }, { name, email });
  if (typeof added === 'string') throw new Error(`no operator was added: ${added}`);
  const token = { CARDWRIGHT_OPERATOR_TOKEN: added.token };
  const { run, json } = commandLine(world.stack);
  return {
    id: added.operator.id,
    run: (args, settings) => run(args, { ...token, ...settings }),
    json: (args, settings) => json(args, { ...token, ...settings }),
  };
}
