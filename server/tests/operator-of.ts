// An operator of a world, with the real command line.
import { randomBytes } from 'node:crypto';
import type { Actor } from '@cardwright/server/identity/operators/act.ts';
import { newOperator } from '@cardwright/stack/operators.ts';
import { type CommandLine, commandLine } from '../../admin-cli/tests/process.ts';
import type { World } from './world.ts';

/** Adds an operator who may approve immediately, with a token that needs no code. */
export async function operatorOf(
  world: World,
  name: string,
): Promise<CommandLine & { id: string; token: string; actor: Actor }> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { id, token, actor } = await newOperator(world.stack.databaseUrl, { name, email });
  return { id, token, actor, ...commandLine(world.stack, token) };
}
