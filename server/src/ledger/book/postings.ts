// What can happen to a company's money. Each is one call, atomic with whatever else its transaction does.
// Who may call which is decided by the database: a process holds EXECUTE on nothing but its own work.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Tx } from '../../platform/db/db.ts';
import { callAdjust, callCapture, callCreditSandbox, callDeposit, callRelease, callReserve } from './sql.ts';

/** Credits play money; fails in live. */
export async function creditSandbox(tx: Tx, scope: Scope, credit: { reference: string; amount: Usd }): Promise<void> {
  await callCreditSandbox(tx, scope, credit);
}

/** Sets a total aside for an operation. False: `available` does not cover it, and nothing happened. */
export async function reserve(
  tx: Tx,
  scope: Scope,
  hold: { reference: string; amount: Usd; reason: string },
): Promise<boolean> {
  return callReserve(tx, scope, hold);
}

/** Turns a hold into card funds and our fee, an entry each. Fails unless they are exactly the hold. */
export async function capture(tx: Tx, scope: Scope, hold: { reference: string; amount: Usd; fee: Usd }): Promise<void> {
  await callCapture(tx, scope, hold);
}

/** Makes a hold spendable again. Fails unless it is open and of exactly this amount. */
export async function release(tx: Tx, scope: Scope, hold: { reference: string; amount: Usd }): Promise<void> {
  await callRelease(tx, scope, hold);
}

/** Credits a confirmed deposit and takes our fee from it, an entry each. */
export async function deposit(
  tx: Tx,
  scope: Scope,
  deposit: { reference: string; amount: Usd; fee: Usd },
): Promise<void> {
  await callDeposit(tx, scope, deposit);
}

/** Corrects `available`, up or down. False: it would go below zero, and nothing happened. */
export async function adjust(
  tx: Tx,
  scope: Scope,
  adjustment: { reference: string; amount: Usd; description: string },
): Promise<boolean> {
  return callAdjust(tx, scope, adjustment);
}
