// The list of faults. A scenario defines the effect, the answer and the notification; no other code knows their names.

/** How the answer is sent: correct, late, never, as an error, or wrong in one particular way. */
export type AnswerFault =
  | 'none'
  | 'slow'
  | 'never'
  | 'error'
  | 'broken_json'
  | 'cut_body'
  | 'wrong_reference'
  | 'wrong_amount'
  | 'unknown_status';

/**
 * When the notification is sent: with the answer, after a slow one, before it, twice, an hour late, as a lie, or never.
 */
export type NoticePlan = 'after' | 'after_slow' | 'before' | 'twice' | 'late' | 'contradicting' | 'silent';

export type Scenario = { effect: 'done' | 'rejected' | 'none'; answer: AnswerFault; notice: NoticePlan };

/** The default, without a scenario. */
export const usual: Scenario = { effect: 'done', answer: 'none', notice: 'after' };

const scenarios: Readonly<Record<string, Scenario>> = {
  rejected: { effect: 'rejected', answer: 'none', notice: 'after' },
  slow_success: { effect: 'done', answer: 'slow', notice: 'after_slow' },
  notification_first: { effect: 'done', answer: 'none', notice: 'before' },
  duplicate_notification: { effect: 'done', answer: 'none', notice: 'twice' },
  late_notification: { effect: 'done', answer: 'none', notice: 'late' },
  contradicting_notification: { effect: 'done', answer: 'none', notice: 'contradicting' },
  timeout_before_effect: { effect: 'none', answer: 'never', notice: 'silent' },
  timeout_after_effect: { effect: 'done', answer: 'never', notice: 'silent' },
  error_before_effect: { effect: 'none', answer: 'error', notice: 'silent' },
  error_after_effect: { effect: 'done', answer: 'error', notice: 'silent' },
  broken_json: { effect: 'done', answer: 'broken_json', notice: 'silent' },
  cut_body: { effect: 'done', answer: 'cut_body', notice: 'silent' },
  wrong_reference: { effect: 'done', answer: 'wrong_reference', notice: 'silent' },
  wrong_amount: { effect: 'done', answer: 'wrong_amount', notice: 'silent' },
  unknown_status: { effect: 'done', answer: 'unknown_status', notice: 'silent' },
};

/** Scenarios below HTTP: each has an address of its own, to which the request is sent instead. */
const addressScenarios = ['connection_refused', 'early_close'] as const;

/** A scenario's own address, by its name. */
type Addresses = Record<(typeof addressScenarios)[number], string>;

/** The message of an issuer that is ready. */
export type IssuerReady = { url: string; addresses: Addresses };

/** The scenario with a name; 'elsewhere' when it has an address of its own, undefined when there is none. */
export function findScenario(name: string | undefined): Scenario | 'elsewhere' | undefined {
  if (name === undefined) return usual;
  if ((addressScenarios as readonly string[]).includes(name)) return 'elsewhere';
  return Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
}

/** An hour late, in the time of the account. */
const LATE_SECONDS = 3_600;

/** Long enough for the answer to be settled, so that the notification contradicts something final. */
const CONTRADICTION_SECONDS = 2;

/** After an answer that takes two seconds. */
const AFTER_SLOW_SECONDS = 3;

/** The answer waits for this notification to be sent. If we stop before, the outbox sends it. */
const SENT_BY_HAND_SECONDS = 5;

/** A notification to be put into the outbox. */
export type Notice = { id: string; copies: number; delaySeconds: number; contradicts: boolean };

/** The notification of a plan, or null for none. */
export function noticeOf(plan: NoticePlan, id: string): Notice | null {
  if (plan === 'silent') return null;
  const delays: Partial<Record<NoticePlan, number>> = {
    after_slow: AFTER_SLOW_SECONDS,
    before: SENT_BY_HAND_SECONDS,
    late: LATE_SECONDS,
    contradicting: CONTRADICTION_SECONDS,
  };
  return {
    id,
    copies: plan === 'twice' ? 2 : 1,
    delaySeconds: delays[plan] ?? 0,
    contradicts: plan === 'contradicting',
  };
}
