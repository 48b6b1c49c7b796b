// The demo data of a stack: a catalogue, an operator, and companies with keys. Made with the same functions as an
// operator's commands, so it is audited like them.
import { systemClock } from '@cardwright/server/clock.ts';
import { createCompany, verifyCompany } from '@cardwright/server/companies/manage.ts';
import type { Kind } from '@cardwright/server/companies/sql.ts';
import { type Peppers, readPeppers } from '@cardwright/server/config.ts';
import { type Db, openDb } from '@cardwright/server/db/db.ts';
import { toId } from '@cardwright/server/ids.ts';
import { createKey, revokeKey } from '@cardwright/server/keys/manage.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/keys/scopes.ts';
import { usd } from '@cardwright/server/money/usd.ts';
import type { Actor } from '@cardwright/server/operators/audit.ts';
import { addOperator, findOperatorByEmail } from '@cardwright/server/operators/operators.ts';
import { listProducts, setProduct } from '@cardwright/server/products/products.ts';

/** Who the demo operator is, on the command line and at the desk. */
export const DEMO_OPERATOR = 'operator@example.com';

export type DemoCompany = {
  id: string;
  name: string;
  kind: Kind;
  verification: 'approved' | 'pending';
  keys: { sandbox: string; live?: string; balanceOnly?: string };
};

export type Demo = {
  companies: DemoCompany[];
  revokedKey: string;
  /** Known when the demo operator was made by this very start. */
  operatorToken: string | undefined;
};

type Tools = { db: Db; clock: typeof systemClock; peppers: Peppers; cell: string; actor: Actor };

/** Fills a database with demo data and answers the keys, which are shown nowhere else. */
export async function seedDemo(options: { adminRoleUrl: string; peppers: string }): Promise<Demo> {
  const db = openDb({ url: options.adminRoleUrl, name: 'cardwright-seed', connections: 1, onError: () => undefined });
  try {
    const base = { db, clock: systemClock, peppers: readPeppers(options.peppers), cell: '00' };
    const added = await addOperator({ ...base, actor: undefined }, { name: 'Demo Operator', email: DEMO_OPERATOR });
    const operatorId = typeof added === 'string' ? await findOperatorByEmail(db, DEMO_OPERATOR) : added.operator.id;
    if (operatorId === undefined)
      throw new Error('This database has operators of its own: demo data does not belong here.');
    const tools: Tools = { ...base, actor: { operatorId } };

    await seedCatalogue(tools);
    const corporate = await seedCompany(tools, { name: 'Acme Travel GmbH', kind: 'corporate', approved: true });
    const individual = await seedCompany(tools, { name: 'Ada Lovelace', kind: 'individual', approved: true });
    const pending = await seedCompany(tools, { name: 'Pending Ventures Ltd', kind: 'corporate', approved: false });
    const balanceOnly = await keyOf(tools, corporate.uuid, 'sandbox', 'balance only', ['balance:read']);
    const revoked = await createKey(
      tools,
      { companyId: corporate.uuid, environment: 'sandbox' },
      { name: 'revoked', scopes: keyScopes },
    );
    await revokeKey(tools, { companyId: corporate.uuid, environment: 'sandbox' }, revoked.id);
    return {
      companies: [
        { ...corporate.shown, keys: { ...corporate.shown.keys, balanceOnly } },
        individual.shown,
        pending.shown,
      ],
      revokedKey: revoked.text,
      operatorToken: typeof added === 'string' ? undefined : added.token,
    };
  } finally {
    await db.close();
  }
}

/** One card product and one service product, as every deployment starts. */
async function seedCatalogue(tools: Tools): Promise<void> {
  if ((await listProducts(tools.db)).length > 0) return;
  const cardBounds = { minimumFee: usd(0n), minimumAmount: usd(10_00n), maximumAmount: usd(1_000_000_00n) };
  await setProduct(tools, {
    name: 'Business card',
    kind: 'card',
    status: 'active',
    prices: {
      issue: { fixedFee: usd(3_00n), rateBps: 20n, ...cardBounds },
      topup: { fixedFee: usd(0n), rateBps: 20n, ...cardBounds },
    },
  });
  await setProduct(tools, {
    name: 'Service order',
    kind: 'service',
    status: 'active',
    prices: {
      service: {
        fixedFee: usd(0n),
        rateBps: 0n,
        minimumFee: usd(0n),
        minimumAmount: usd(1_00n),
        maximumAmount: usd(1_000_000_00n),
      },
    },
  });
}

async function seedCompany(
  tools: Tools,
  company: { name: string; kind: Kind; approved: boolean },
): Promise<{ uuid: string; shown: DemoCompany }> {
  const uuid = await createCompany(tools, { name: company.name, kind: company.kind });
  if (company.approved) await verifyCompany(tools, uuid, { verification: 'approved', reason: 'demo company' });
  const sandbox = await keyOf(tools, uuid, 'sandbox', 'sandbox, every scope', keyScopes);
  const live = company.approved ? { live: await keyOf(tools, uuid, 'live', 'live, every scope', keyScopes) } : {};
  return {
    uuid,
    shown: {
      id: toId('company', uuid),
      name: company.name,
      kind: company.kind,
      verification: company.approved ? 'approved' : 'pending',
      keys: { sandbox, ...live },
    },
  };
}

const keyOf = async (
  tools: Tools,
  companyId: string,
  environment: 'sandbox' | 'live',
  name: string,
  scopes: readonly KeyScope[],
) => (await createKey(tools, { companyId, environment }, { name, scopes })).text;
