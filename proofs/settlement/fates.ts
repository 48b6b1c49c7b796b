// What may happen to an invoice, drawn at random: the fault with which it is created, and who pays what and when.
import type { Random } from '../harness/random.ts';

/** Something that happens to an invoice that can be paid. */
export type Step =
  /** A transfer arrives; `at` is when it happened, in milliseconds, or left out for now. */
  | { do: 'pay'; micros: bigint; at?: number }
  /** The sandbox's own button is pressed. */
  | { do: 'complete' }
  /** The company's time moves on, beyond the instant of expiry. */
  | { do: 'pass'; seconds: number }
  /** Whatever the issuer has to tell from now on is told only when time passes. */
  | { do: 'withhold' }
  /** The invoice is waited for until it has one of these statuses. */
  | { do: 'wait'; for: readonly string[] }
  /** What follows happens while the company's next invoice is open. */
  | { do: 'later' };

export type Payable = { payMicros: bigint; expiresAt: number };

type Fate = (random: Random, payable: Payable) => Step[];

/** An hour, which is how long an invoice can be paid, and a second. */
const HOUR_AND_A_BIT = 3_601;

const DAY = 86_400;

/** Beyond the instant, a step or two of the ladder, or all seven days of it. */
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

/** Every fate of an invoice that can be paid. */
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

/** The names of the fates, each as often as it is drawn. */
const drawn = [
  ...Object.keys(fates),
  'exact', // most invoices are paid as they should be
  'exact',
  'told late',
  'never',
];

/** Scenarios of the issuer behind which there is a deposit that can be paid. */
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

/** Those behind which there is none. */
const fruitlessScenarios = [
  'rejected',
  'connection_refused',
  'early_close',
  'timeout_before_effect',
  'error_before_effect',
];

/** Scenarios whose answer is none that could be relied on. */
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

/** An invoice as it is going to be. */
export type Life = { number: number; dollars: number; scenario: string; fate: string };

/** Draws the life of an invoice. */
export function drawLife(random: Random, number: number): Life {
  const kind = random.integer(1, 10);
  const scenario = kind === 1 ? random.pick(fruitlessScenarios) : kind <= 5 ? random.pick(openingScenarios) : '';
  return { number, dollars: random.integer(10, 5_000), scenario, fate: random.pick(drawn) };
}

/** What happens to an invoice of this fate, and at last it is waited for. */
export function stepsOf(fate: string, random: Random, payable: Payable): Step[] {
  const steps = fates[fate];
  if (steps === undefined) throw new Error(`there is no fate "${fate}"`);
  return [...steps(random, payable), { do: 'wait', for: decided }];
}
