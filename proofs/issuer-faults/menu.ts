// The menu of faults, from the specification: what the issuer does, and what we learn of it.
// Nothing here is read from the product or from the simulated issuer: the two tables must agree, so there are two.

export type Effect = 'done' | 'rejected' | 'none';

/**
 * What we learn from an answer. `definite` settles the operation; `ambiguous` does not, so it goes to review and keeps
 * its hold; `refused` means that no connection was ever made.
 */
type Known = 'definite' | 'ambiguous' | 'refused';

export type Fault = { scenario: string; known: Known; effect: Effect };

const definite = (scenario: string, effect: Effect = 'done'): Fault => ({ scenario, known: 'definite', effect });
const ambiguous = (scenario: string, effect: Effect = 'done'): Fault => ({ scenario, known: 'ambiguous', effect });

/** Every scenario, and none at all (''). */
export const menu: readonly Fault[] = [
  definite(''),
  definite('rejected', 'rejected'),
  { scenario: 'connection_refused', known: 'refused', effect: 'none' },
  definite('slow_success'),
  definite('notification_first'),
  definite('duplicate_notification'),
  definite('late_notification'),
  definite('contradicting_notification'),
  ambiguous('early_close', 'none'),
  ambiguous('timeout_before_effect', 'none'),
  ambiguous('timeout_after_effect'),
  ambiguous('error_before_effect', 'none'),
  ambiguous('error_after_effect'),
  ambiguous('broken_json'),
  ambiguous('cut_body'),
  ambiguous('wrong_reference'),
  ambiguous('wrong_amount'),
  ambiguous('unknown_status'),
];

/** The slowest answers: the sender of such an order can be made to look dead. */
export const slowScenarios = ['slow_success', 'timeout_before_effect', 'timeout_after_effect'];

/** Actions on a card: they hold nothing and cost nothing. */
const actions = ['freeze', 'unfreeze', 'close', 'limits'] as const;
export type Action = (typeof actions)[number];

export const kinds = ['issue', 'topup', 'service', ...actions] as const;
export type Kind = (typeof kinds)[number];

/** Whether it is an action on a card. */
export const isAction = (kind: Kind): kind is Action => (actions as readonly string[]).includes(kind);

/** An accepted order, and its required outcome. */
export type Ordered = {
  id: string;
  kind: Kind;
  fault: Fault;
  /** The issuer's effect: a top-up of a card that it does not know is rejected. */
  effect: Effect;
  amount: bigint;
  fee: bigint;
  /** The balance of the card that a close is to return. */
  returns: bigint;
};

/** The fee of an operation in cents: 3.00 for a card, 0.2 % for cards and top-ups, rounded up. */
export function feeOf(kind: Kind, amount: bigint): bigint {
  if (kind !== 'issue' && kind !== 'topup') return 0n;
  return (kind === 'issue' ? 300n : 0n) + (amount * 20n + 9_999n) / 10_000n;
}

/** The total cost of an operation, which is held for it. */
export const totalOf = ({ amount, fee }: Pick<Ordered, 'amount' | 'fee'>): bigint => amount + fee;

/** Cents as the API writes them. */
export const usdText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
