// The faults that a sandbox can request from its issuer. Only their names are known here: the simulated issuer
// implements them.
import { refuse } from './refusals/refusals.ts';
import type { Scope } from './scope.ts';

/** Every value of the header Sandbox-Scenario. */
export const scenarios = [
  'rejected',
  'connection_refused',
  'slow_success',
  'notification_first',
  'duplicate_notification',
  'late_notification',
  'contradicting_notification',
  'early_close',
  'timeout_before_effect',
  'timeout_after_effect',
  'error_before_effect',
  'error_after_effect',
  'broken_json',
  'cut_body',
  'wrong_reference',
  'wrong_amount',
  'unknown_status',
] as const;
export type Scenario = (typeof scenarios)[number];

/** The fault that the header Sandbox-Scenario requests; undefined without one. Refused in live. */
export function readScenario({ environment }: Scope, scenario: Scenario | undefined): Scenario | undefined {
  if (scenario !== undefined && environment !== 'sandbox')
    refuse('scenario_invalid', { message: 'Sandbox-Scenario needs a sandbox key.' });
  return scenario;
}
