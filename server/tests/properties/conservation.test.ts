import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { verifyBook } from '@cardwright/server/ledger/seals/verify.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ledger, ledgerOf } from '../ledger-of.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let ledger: Ledger;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  ledger = ledgerOf(world.stack);
});
afterAll(async () => {
  await ledger.close();
  await world.stop();
});

type Action =
  | { do: 'credit' | 'reserve' | 'adjust'; cents: bigint }
  | { do: 'deposit' | 'capture'; cents: bigint; fee: bigint; hold: number }
  | { do: 'release'; hold: number };

const cents = fc.bigInt({ min: 1n, max: 500n });
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('credit' as const), cents }),
  fc.record({ do: fc.constant('reserve' as const), cents }),
  fc.record({ do: fc.constant('adjust' as const), cents: fc.bigInt({ min: -300n, max: 300n }) }),
  fc.record({ do: fc.constantFrom('deposit' as const, 'capture' as const), cents, fee: cents, hold: fc.nat(5) }),
  fc.record({ do: fc.constant('release' as const), hold: fc.nat(5) }),
);

/** What a book should hold, in plain arithmetic. */
type Model = Record<'available' | 'held' | 'issuer' | 'fees' | 'deposits' | 'adjustments', bigint> & {
  open: { reference: string; cents: bigint }[];
};

/** Does an action to the book and to the model. Both must say yes, or both no. */
async function act(scope: Scope, model: Model, action: Action, reference: string): Promise<void> {
  switch (action.do) {
    case 'credit':
      await ledger.credit(scope, action.cents, reference);
      model.available += action.cents;
      model.deposits -= action.cents;
      return;
    case 'deposit': {
      const fee = action.fee > action.cents ? action.cents : action.fee;
      await ledger.deposit(scope, reference, action.cents, fee);
      model.available += action.cents - fee;
      model.deposits -= action.cents;
      model.fees += fee;
      return;
    }
    case 'adjust': {
      const covered = model.available + action.cents >= 0n;
      expect(await ledger.adjust(scope, reference, action.cents)).toBe(covered);
      if (!covered) return;
      model.available += action.cents;
      model.adjustments -= action.cents;
      return;
    }
    case 'reserve': {
      const covered = model.available >= action.cents;
      expect(await ledger.reserve(scope, reference, action.cents)).toBe(covered);
      if (!covered) return;
      model.available -= action.cents;
      model.held += action.cents;
      model.open.push({ reference, cents: action.cents });
      return;
    }
    case 'capture':
    case 'release':
      await close(scope, model, action);
  }
}

async function close(
  scope: Scope,
  model: Model,
  action: Action & { do: 'capture' | 'deposit' | 'release' },
): Promise<void> {
  const [hold] = model.open.splice(action.hold % Math.max(1, model.open.length), 1);
  if (hold === undefined) {
    await expect(ledger.release(scope, 'no such hold', 1n)).rejects.toThrow();
    return;
  }
  model.held -= hold.cents;
  if (action.do === 'release') {
    await ledger.release(scope, hold.reference, hold.cents);
    model.available += hold.cents;
  } else {
    const fee = action.fee < hold.cents ? action.fee : 0n;
    await ledger.capture(scope, hold.reference, hold.cents - fee, fee);
    model.issuer += hold.cents - fee;
    model.fees += fee;
  }
  await expect(ledger.release(scope, hold.reference, hold.cents)).rejects.toThrow(); // a hold is closed once
}

test('no order of credits, deposits, holds, captures, releases and adjustments makes or loses a cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 5, maxLength: 25 }), async (actions) => {
      const { scope } = await world.company();
      const model: Model = { available: 0n, held: 0n, issuer: 0n, fees: 0n, deposits: 0n, adjustments: 0n, open: [] };
      for (const [index, action] of actions.entries()) await act(scope, model, action, `event ${index}`);
      const { open, ...balances } = model;
      const { rows } = await world.admin.query<{ account: string; balance: bigint }>(
        `select account, balance from ledger.accounts where company_id = $1 and environment = 'sandbox'`,
        [scope.companyId],
      );
      expect(Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))).toEqual(balances);
      expect(Object.values(balances).reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
      expect(open.reduce((sum, hold) => sum + hold.cents, 0n)).toBe(balances.held);
      expect((await verifyBook(world.tools.db, scope)).bad).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});
