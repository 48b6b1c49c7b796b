// The possible fates of an invoice, drawn at random: the fault at its creation, and who pays what and when.
import type { Random } from '../harness/random.ts';

/** A step in the life of a payable invoice. */
export type Step =
  /** A transfer arrives; `at` is its time in milliseconds, by default now. */
  | { do: 'pay'; micros: bigint; at?: number }
  /** The sandbox's own payment request. */
  | { do: 'complete' }
  /** The company's time moves past the instant of expiry. */
  | { do: 'pass'; seconds: number }
  /** From now on the issuer's notifications are withheld until time passes. */
  | { do: 'withhold' }
  /** Waits until the invoice has one of these statuses. */
  | { do: 'wait'; for: readonly string[] }
  /** The following steps happen while the company's next invoice is open. */
  | { do: 'later' };

export type Payable = { payMicros: bigint; expiresAt: number };

type Fate = (random: Random, payable: Payable) => Step[];

/** The hour in which an invoice can be paid, and a second. */
const HOUR_AND_A_BIT = 3_601;

const DAY = 86_400;

/** Beyond the instant, by a step or two of the review schedule, or by all seven days of it. */
const beyond = (random: Random): Step => ({
  do: 'pass',
  seconds: random.pick([HOUR_AND_A_BIT, HOUR_AND_A_BIT, 3_700, 2 * DAY, 40 * DAY]),
});

const exactly = ({ payMicros }: Payable, at?: number): Step => ({
  do: 'pay',
  micros: payMicros,
  ...(at === undefined ? {} : { at }),
});

const less = (random: Random, { payMicros }: Payable): Step => ({
  do: 'pay',
  micros: random.pick([payMicros - 1n, payMicros - 1_000_000n, payMicros / 2n, 1n]),
});

const more = (random: Random, { payMicros }: Payable): Step => ({
  do: 'pay',
  micros: random.pick([payMicros + 1n, payMicros + 10_000n, payMicros * 2n]),
});

const inTime = (random: Random, { expiresAt }: Payable) => expiresAt - random.pick([1, 1, 2, 999, 60_000]);

const decided = ['completed', 'expired', 'manual_review'];

/** Every fate of a payable invoice. */
const fates: Readonly<Record<string, Fate>> = {
  exact: (_, payable) => [exactly(payable)],
  completed: () => [{ do: 'complete' }],
  less: (random, payable) => [less(random, payable)],
  more: (random, payable) => [more(random, payable)],
  split: (_, payable) => [
    { do: 'pay', micros: payable.payMicros / 2n },
    { do: 'pay', micros: payable.payMicros - payable.payMicros / 2n },
  ],
  late: (random, payable) => [
    beyond(random),
    exactly(payable, random.oneIn(2) ? undefined : payable.expiresAt + random.pick([1, 2, 1_000])),
  ],
  instant: (random, payable) => {
    const steps = [exactly(payable, payable.expiresAt), beyond(random)];
    return random.oneIn(2) ? steps : steps.toReversed();
  },
  twice: (random, payable) => [
    random.oneIn(2) ? exactly(payable) : { do: 'complete' },
    random.oneIn(2) ? exactly(payable) : more(random, payable),
  ],
  'wrongly, then exactly': (random, payable) => [
    random.oneIn(2) ? less(random, payable) : more(random, payable),
    ...(random.oneIn(2) ? [{ do: 'wait', for: ['manual_review'] } as const] : []),
    exactly(payable),
  ],
  'told late': (random, payable) => [
    beyond(random),
    { do: 'wait', for: ['expired'] },
    ...(random.oneIn(2) ? [{ do: 'later' } as const] : []),
    exactly(payable, inTime(random, payable)),
  ],
  'told late and less': (random, payable) => [
    beyond(random),
    { do: 'wait', for: ['expired'] },
    { do: 'pay', micros: payable.payMicros - 1n, at: inTime(random, payable) },
  ],
  'heard late': (random, payable) => [{ do: 'withhold' }, exactly(payable), beyond(random)],
  'late, then told of one in time': (random, payable) => [
    beyond(random),
    exactly(payable, payable.expiresAt + 1),
    exactly(payable, inTime(random, payable)),
  ],
  never: (random) => [beyond(random)],
};

/** The names of the fates, repeated by their weight. */
const drawn = [
  ...Object.keys(fates),
  'exact', // most invoices are paid correctly
  'exact',
  'told late',
  'never',
];

/** Issuer scenarios that end with a payable deposit. */
const openingScenarios = [
  'slow_success',
  'notification_first',
  'duplicate_notification',
  'late_notification',
  'contradicting_notification',
  'timeout_after_effect',
  'error_after_effect',
  'broken_json',
  'cut_body',
  'wrong_reference',
  'wrong_amount',
  'unknown_status',
];

/** Those that end without one. */
const fruitlessScenarios = [
  'rejected',
  'connection_refused',
  'early_close',
  'timeout_before_effect',
  'error_before_effect',
];

/** Scenarios without a reliable answer. */
export const ambiguousScenarios = [
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
];

/** The plan of an invoice. */
export type Life = { number: number; dollars: number; scenario: string; fate: string };

/** Draws the plan of an invoice. */
export function drawLife(random: Random, number: number): Life {
  const kind = random.integer(1, 10);
  const scenario = kind === 1 ? random.pick(fruitlessScenarios) : kind <= 5 ? random.pick(openingScenarios) : '';
  return { number, dollars: random.integer(10, 5_000), scenario, fate: random.pick(drawn) };
}

/** The steps of a fate; the last one waits for the invoice. */
export function stepsOf(fate: string, random: Random, payable: Payable): Step[] {
  const steps = fates[fate];
  if (steps === undefined) throw new Error(`there is no fate "${fate}"`);
  return [...steps(random, payable), { do: 'wait', for: decided }];
}
