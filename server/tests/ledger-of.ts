// The ledger's own functions, called as administrator: the postings of acceptance, settlement and approval.
import { randomUUID } from 'node:crypto';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { adjust, capture, creditSandbox, deposit, release, reserve } from '@cardwright/server/ledger/book/postings.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import type { Stack } from '@cardwright/stack/start.ts';

/** The postings of a stack's books, each in its own transaction. Close it when done. */
export function ledgerOf(stack: Stack) {
  const name = 'test-ledger';
  const db = openDb({ url: stack.databaseUrl, name, connections: 4, histories: true, onError: () => undefined });
  return {
    db,
    credit: (scope: Scope, cents: bigint, reference: string = randomUUID()) =>
      db.write(scope, (tx) => creditSandbox(tx, scope, { reference, amount: usd(cents) })),
    reserve: (scope: Scope, reference: string, cents: bigint, reason = 'Card issue') =>
      db.write(scope, (tx) => reserve(tx, scope, { reference, amount: usd(cents), reason })),
    capture: (scope: Scope, reference: string, cents: bigint, fee: bigint) =>
      db.write(scope, (tx) => capture(tx, scope, { reference, amount: usd(cents), fee: usd(fee) })),
    release: (scope: Scope, reference: string, cents: bigint) =>
      db.write(scope, (tx) => release(tx, scope, { reference, amount: usd(cents) })),
    deposit: (scope: Scope, reference: string, cents: bigint, fee: bigint) =>
      db.write(scope, (tx) => deposit(tx, scope, { reference, amount: usd(cents), fee: usd(fee) })),
    adjust: (scope: Scope, reference: string, cents: bigint, description = 'Correction') =>
      db.write(scope, (tx) => adjust(tx, scope, { reference, amount: usd(cents), description })),
    close: () => db.close(),
  };
}

export type Ledger = ReturnType<typeof ledgerOf>;
