// A history worth tampering with: every kind of entry, open and closed holds, audit entries, several seals.

import { usd } from '@cardwright/server/foundation/money/usd.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { adjust, capture, creditSandbox, deposit, release, reserve } from '@cardwright/server/ledger/book/postings.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { newCompany, newKey, type Tools } from '../harness/companies.ts';
import type { Random } from '../harness/random.ts';
import { returnFromCard } from '../statements/history.ts';

/** Postings of each book before its seals: the first book gets more than one full seal at once. */
const PARTS = [
  [210, 40],
  [60, 50],
  [70, 5],
] as const;

/** Keys created for each company: the entries of the audit log. */
const KEYS = 8;

/** Creates companies whose books have some six hundred entries together, and calls `seal` between the parts. */
export async function makeHistory(
  { tools, db, random }: { tools: Tools; db: Db; random: Random },
  seal: () => Promise<void>,
): Promise<Scope[]> {
  const [one, other] = [await newCompany(tools, 'Tampered One'), await newCompany(tools, 'Tampered Other')];
  const scopes: Scope[] = [
    { companyId: one, environment: 'sandbox' },
    { companyId: one, environment: 'live' },
    { companyId: other, environment: 'sandbox' },
  ];
  for (const part of [0, 1] as const) {
    for (const [index, scope] of scopes.entries()) {
      const poster = new Poster(db, scope, random.fork(`${index} ${part}`), `${index}${part}`);
      for (let number = 0; number < (PARTS[index]?.[part] ?? 0); number++) await poster.post(number);
    }
    for (let number = 0; number < KEYS; number++) await newKey(tools, scopes[number % 3] ?? never());
    // A number that is drawn and rolled back leaves a gap, where an audit entry could be inserted.
    await db.query(sql`select nextval(pg_get_serial_sequence('audit_log', 'sequence'))`);
    await newKey(tools, { companyId: other, environment: 'sandbox' });
    await seal();
  }
  return scopes;
}

const never = (): never => {
  throw new Error('there is no book');
};

/** Posts entries into a book one after another, and settles most of the reservations. */
class Poster {
  private readonly open: { reference: string; amount: bigint; fee: bigint }[] = [];
  private readonly db: Db;
  private readonly scope: Scope;
  private readonly random: Random;
  private readonly name: string;

  constructor(db: Db, scope: Scope, random: Random, name: string) {
    this.db = db;
    this.scope = scope;
    this.random = random;
    this.name = name;
  }

  async post(number: number): Promise<void> {
    const { db, scope, random } = this;
    const reference = `ref_${this.name}_${number}`;
    const amount = BigInt(random.integer(1, 40) * 25); // few different ones, so that some rows look alike
    await db.write(scope, async (tx) => {
      const chosen = number < 2 ? 1 : random.integer(1, 9);
      if (chosen === 1 && scope.environment === 'sandbox')
        return creditSandbox(tx, scope, { reference, amount: usd(amount * 100n) });
      if (chosen <= 2) return deposit(tx, scope, { reference, amount: usd(amount * 100n), fee: usd(amount) });
      if (chosen === 3) {
        const description = `Case ${number % 4} — Ärger`;
        await adjust(tx, scope, { reference, amount: usd(random.oneIn(2) ? amount : -amount), description });
        return;
      }
      if (chosen === 9) return returnFromCard(tx, scope, { reference, amount });
      const hold = chosen <= 6 ? undefined : this.open.shift();
      if (hold === undefined) {
        const fee = BigInt(random.integer(0, 2));
        const reason = random.pick(['Card issue', 'Top-up']);
        if (await reserve(tx, scope, { reference, amount: usd(amount + fee), reason }))
          this.open.push({ reference, amount, fee });
      } else if (random.oneIn(2)) {
        await capture(tx, scope, { reference: hold.reference, amount: usd(hold.amount), fee: usd(hold.fee) });
      } else {
        await release(tx, scope, { reference: hold.reference, amount: usd(hold.amount + hold.fee) });
      }
    });
  }
}
