// What a person may do now: by their role and, where required, by a fresh second-factor code.
import { refuse } from '../../foundation/refusals/refusals.ts';
import { type ActionName, actionOf } from './actions.ts';
import type { Member, Person } from './session.ts';

/** Validity of a code: enough for one task. */
export const STEP_UP_MS = 5 * 60_000;

/** When the validity of a session's last code ends; undefined if it has ended. */
export function steppedUpUntil({ steppedUpAt }: Pick<Person, 'steppedUpAt'>, now: Date): Date | undefined {
  if (steppedUpAt === undefined) return undefined;
  const until = new Date(steppedUpAt.getTime() + STEP_UP_MS);
  return until > now ? until : undefined;
}

/** Refuses people who have not recently given a code of their second factor. */
export function requireStepUp(person: Pick<Person, 'hasSecondFactor' | 'steppedUpAt'>, now: Date): void {
  if (!person.hasSecondFactor) refuse('second_factor_missing');
  if (steppedUpUntil(person, now) === undefined) refuse('second_factor_needed');
}

/** Refuses a member who may not do this now, in the order: role, verification, suspension, second factor. */
export function requireAction(member: Member, name: ActionName, now: Date): void {
  const action = actionOf(name);
  const roles = (member.environment === 'live' ? action.liveRoles : undefined) ?? action.roles;
  if (!roles.includes(member.role)) refuse('role_missing');
  if (!action.anyVerification && member.verification !== 'approved') refuse('verification_required');
  if (action.writes && member.suspended) refuse('company_suspended');
  if (action.stepUp) requireStepUp(member.person, now);
}
