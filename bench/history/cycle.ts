// The cycle of entries that every loaded book repeats: money is deposited, held, then captured with a fee or released.
// Each cycle ends where it began plus its earnings, so the balance after any entry is plain arithmetic.
import { type Random, randomFrom } from '@cardwright/proofs/harness/random.ts';
import type { Account } from '@cardwright/server/ledger/book/sql.ts';

/** The accounts that each kind of entry moves, and the form of its reference and description. */
const kinds = {
  deposit: { from: 'deposits', to: 'available', prefix: 'inv_', description: 'Deposit' },
  deposit_fee: { from: 'available', to: 'fees', prefix: 'inv_', description: 'Deposit fee' },
  sandbox_credit: { from: 'deposits', to: 'available', prefix: 'sbf_', description: 'Sandbox funds credited' },
  adjustment: { from: 'adjustments', to: 'available', prefix: 'case_', description: 'Correction' },
  reservation: { from: 'available', to: 'held', prefix: 'op_', description: 'Card top-up' },
  capture: { from: 'held', to: 'issuer', prefix: 'op_', description: 'Captured' },
  fee: { from: 'held', to: 'fees', prefix: 'op_', description: 'Fee' },
  release: { from: 'held', to: 'available', prefix: 'op_', description: 'Released' },
} as const satisfies Record<string, { from: Account; to: Account; prefix: string; description: string }>;

type Kind = keyof typeof kinds;

/** One entry of the cycle. Amounts are cents. */
type Step = {
  step: number;
  kind: Kind;
  prefix: string;
  description: string;
  /** The step that first used this step's reference: a capture has the reference of its reservation. */
  reference_step: number;
  /** For a reservation: the step that closes its hold, and how. */
  closing_step: number | null;
  hold_state: string | null;
  available_delta: number;
  held_delta: number;
  /** Both balances after this step, relative to the start of the cycle. */
  available: number;
  held: number;
};

/** One line of a step, with the account's balance and line count after it, relative to the start of the cycle. */
type Movement = { step: number; account: Account; amount: number; balance: number; lines: number };

/** An account's balance and line count after a step. */
type Standing = { step: number; account: Account; balance: number; lines: number };

export type Cycle = { length: number; steps: Step[]; movements: Movement[]; standings: Standing[] };

const accounts: readonly Account[] = ['available', 'held', 'issuer', 'fees', 'deposits', 'adjustments'];

const CAPTURES = 12;
const RELEASES = 5;

/** 4 entries deposit or correct money; a capture is 3 entries and a release is 2. */
const CYCLE_ENTRIES = 4 + CAPTURES * 3 + RELEASES * 2;

/** A history ends with open holds: at least this many, plus the rest of an unfinished cycle. */
export const OPEN_HOLDS = 100;
const MOST_OPEN_HOLDS = OPEN_HOLDS + CYCLE_ENTRIES;
const OPEN_HOLD_CENTS = 10_00;

/** A cycle earns at least this much, so that one cycle pays for all open holds. */
const LEFT_BY_A_CYCLE_CENTS = MOST_OPEN_HOLDS * OPEN_HOLD_CENTS;

type Event = { kind: Kind; begins: number | undefined; cents: number };

/** Creates the cycle of a seed. Steps from `length` on are the open holds after the last whole cycle. */
export function cycleOf(seed: number): Cycle {
  const events = eventsOf(randomFrom(seed));
  if (events.length !== CYCLE_ENTRIES) throw new Error('a cycle lost an entry');
  for (let open = 0; open < MOST_OPEN_HOLDS; open++) {
    events.push({ kind: 'reservation', begins: undefined, cents: OPEN_HOLD_CENTS });
  }
  const cycle: Cycle = { length: CYCLE_ENTRIES, steps: [], movements: [], standings: [] };
  let standing = nothingMoved();
  for (const [step, event] of events.entries()) {
    if (step === CYCLE_ENTRIES) standing = nothingMoved();
    const lines = linesOf(event);
    for (const { account, amount } of lines) {
      const before = standing.get(account) ?? { balance: 0, lines: 0 };
      const after = { balance: before.balance + amount, lines: before.lines + 1 };
      standing.set(account, after);
      cycle.movements.push({ step, account, amount, ...after });
    }
    for (const [account, after] of standing) cycle.standings.push({ step, account, ...after });
    const closing = events.findIndex(({ kind, begins }) => begins === step && kind !== 'fee' && kind !== 'deposit_fee');
    const deltaOf = (name: Account) => lines.find(({ account }) => account === name)?.amount ?? 0;
    cycle.steps.push({
      step,
      kind: event.kind,
      prefix: kinds[event.kind].prefix,
      description: kinds[event.kind].description,
      reference_step: event.begins ?? step,
      closing_step: event.kind === 'reservation' && closing >= 0 ? closing : null,
      hold_state: event.kind === 'reservation' ? holdStateOf(events[closing]?.kind) : null,
      available_delta: deltaOf('available'),
      held_delta: deltaOf('held'),
      available: standing.get('available')?.balance ?? 0,
      held: standing.get('held')?.balance ?? 0,
    });
  }
  return cycle;
}

const nothingMoved = () => new Map(accounts.map((account) => [account, { balance: 0, lines: 0 }]));

/** The events in order: each hold is closed after the next one is opened, as when operations overlap. */
function eventsOf(random: Random): Event[] {
  const holds = Array.from({ length: CAPTURES + RELEASES }, (_, index) => ({
    captured: index % 3 !== 2 || index >= RELEASES * 3,
    cents: random.integer(10_00, 500_00),
  }));
  const spent = holds.reduce((sum, { cents }) => sum + cents + feeOf(cents), 0);
  const deposited = LEFT_BY_A_CYCLE_CENTS + spent + random.integer(1_00, 900_00);
  const events: Event[] = [
    { kind: 'deposit', begins: undefined, cents: deposited },
    { kind: 'deposit_fee', begins: 0, cents: random.integer(1_00, 9_00) },
    { kind: 'sandbox_credit', begins: undefined, cents: random.integer(10_00, 900_00) },
    { kind: 'adjustment', begins: undefined, cents: random.integer(1_00, 9_00) },
  ];
  const close = ({ captured, cents, at }: { captured: boolean; cents: number; at: number }) => {
    if (!captured) events.push({ kind: 'release', begins: at, cents: cents + feeOf(cents) });
    else events.push({ kind: 'capture', begins: at, cents }, { kind: 'fee', begins: at, cents: feeOf(cents) });
  };
  let open: Parameters<typeof close>[0] | undefined;
  for (const hold of holds) {
    const next = { ...hold, at: events.length };
    events.push({ kind: 'reservation', begins: undefined, cents: hold.cents + feeOf(hold.cents) });
    if (open !== undefined) close(open);
    open = next;
  }
  if (open !== undefined) close(open);
  return events;
}

/** Twenty basis points, rounded up: the top-up fee of the demo catalogue. */
const feeOf = (cents: number) => Math.ceil((cents * 20) / 10_000);

function linesOf({ kind, cents }: Event): { account: Account; amount: number }[] {
  const { from, to } = kinds[kind];
  return [
    { account: from, amount: -cents },
    { account: to, amount: cents },
  ];
}

function holdStateOf(closedBy: Kind | undefined): string {
  if (closedBy === undefined) return 'open';
  return closedBy === 'release' ? 'released' : 'captured';
}
