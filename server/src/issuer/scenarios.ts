// The faults that a sandbox can ask its issuer for. We know their names only: each is made by the simulated issuer.

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
