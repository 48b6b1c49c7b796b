// From the session to the operator, in the order of refusals: nobody signed in, no operator any more, no second factor,
// the second factor again. Nothing of it is remembered: whoever is disabled is refused with the next request.
import type { FastifyRequest } from 'fastify';
import { findActiveOperator } from '../operators/operators.ts';
import { requireStepUp } from '../people/step-up.ts';
import { refuse } from '../refusals.ts';
import { needsStepUp } from './acts.ts';
import type { DeskDeps, DeskOperator } from './deps.ts';

type Needed = Pick<DeskDeps, 'db' | 'people' | 'clock'>;

/** The operator who asks, with or without a second factor; undefined for nobody. */
export async function findOperator(
  { db, people }: Pick<Needed, 'db' | 'people'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<DeskOperator | undefined> {
  const person = await people.sessionOf(headers);
  if (person === undefined) return undefined;
  const operator = await findActiveOperator(db, person.userId);
  if (operator !== undefined) return { ...operator, person };
  await people.disable(person.userId); // ended on the command line, which knows nothing of sessions
  return undefined;
}

/** Finds the operator or refuses; runs before the body is read. */
export const requireOperator =
  (deps: Needed) =>
  async (request: FastifyRequest): Promise<void> => {
    const { deskAct } = request.routeOptions.config;
    if (deskAct === undefined) throw new Error(`${request.routeOptions.url} declares no act`);
    const operator = (await findOperator(deps, request)) ?? refuse('signed_out');
    if (!operator.person.hasSecondFactor) refuse('second_factor_missing');
    if (needsStepUp(deskAct)) requireStepUp(operator.person, deps.clock.now());
    request.operator = operator;
  };
