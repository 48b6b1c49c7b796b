// Movements of a company's money. Each is one call, atomic with the rest of its transaction. The database decides who
// may call which: a process has EXECUTE only on the functions that it needs.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Tx } from '../../platform/db/db.ts';
import { callAdjust, callCapture, callCreditSandbox, callDeposit, callRelease, callReserve } from './sql.ts';

/** Credits sandbox funds; fails in live. */
export async function creditSandbox(tx: Tx, scope: Scope, credit: { reference: string; amount: Usd }): Promise<void> {
  await callCreditSandbox(tx, scope, credit);
}

/** Holds a total for an operation. False: `available` does not cover it, and nothing happened. */
export async function reserve(
  tx: Tx,
  scope: Scope,
  hold: { reference: string; amount: Usd; reason: string },
): Promise<boolean> {
  return callReserve(tx, scope, hold);
}

/** Turns a hold into card funds and our fee, one entry each. Fails unless their sum is exactly the hold. */
export async function capture(tx: Tx, scope: Scope, hold: { reference: string; amount: Usd; fee: Usd }): Promise<void> {
  await callCapture(tx, scope, hold);
}

/** Makes a hold available again. Fails unless it is open and has exactly this amount. */
export async function release(tx: Tx, scope: Scope, hold: { reference: string; amount: Usd }): Promise<void> {
  await callRelease(tx, scope, hold);
}

/** Credits a confirmed deposit and takes our fee from it, one entry each. */
export async function deposit(
  tx: Tx,
  scope: Scope,
  deposit: { reference: string; amount: Usd; fee: Usd },
): Promise<void> {
  await callDeposit(tx, scope, deposit);
}

/** Corrects `available`, up or down. False: it would become negative, and nothing happened. */
export async function adjust(
  tx: Tx,
  scope: Scope,
  adjustment: { reference: string; amount: Usd; description: string },
): Promise<boolean> {
  return callAdjust(tx, scope, adjustment);
}
