// The demo data of a stack: a catalogue, and companies with keys. It uses the functions of the operators' commands, so
// it is audited like them.

import { listProducts, setProduct } from '@cardwright/server/cards/products/products.ts';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { type Peppers, readPeppers } from '@cardwright/server/foundation/config.ts';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import { createCompany, verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import type { Kind } from '@cardwright/server/identity/companies/sql.ts';
import { createKey, revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import type { Actor } from '@cardwright/server/identity/operators/act.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { agree, operatorsOf } from './operators.ts';

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
};

type Tools = { db: Db; clock: typeof systemClock; peppers: Peppers; cell: string; actor: Actor; second: Actor };

/** Fills a database with demo data and returns the keys, which are available nowhere else. */
export async function seedDemo(options: { adminRoleUrl: string; peppers: string; cell?: string }): Promise<Demo> {
  const db = openDb({ url: options.adminRoleUrl, name: 'cardwright-seed', connections: 1, onError: () => undefined });
  try {
    const tools: Tools = {
      db,
      clock: systemClock,
      peppers: readPeppers(options.peppers),
      cell: options.cell ?? '00',
      ...operatorsOf(options.peppers),
    };

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
    };
  } finally {
    await db.close();
  }
}

/** One card product and one service product, as in every new deployment. */
async function seedCatalogue(tools: Tools): Promise<void> {
  if ((await listProducts(tools.db)).length > 0) return;
  const cardBounds = { minimumFee: usd(0n), minimumAmount: usd(10_00n), maximumAmount: usd(1_000_000_00n) };
  await propose(tools, {
    reason: 'demo data',
    name: 'Business card',
    kind: 'card',
    status: 'active',
    prices: {
      issue: { fixedFee: usd(3_00n), rateBps: 20n, ...cardBounds },
      topup: { fixedFee: usd(0n), rateBps: 20n, ...cardBounds },
    },
  });
  await propose(tools, {
    reason: 'demo data',
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

const propose = async (tools: Tools, product: Parameters<typeof setProduct>[1]) =>
  agree(tools, await setProduct(tools, product));

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

async function keyOf(
  tools: Tools,
  companyId: string,
  environment: 'sandbox' | 'live',
  name: string,
  scopes: readonly KeyScope[],
): Promise<string> {
  const key = await createKey(tools, { companyId, environment }, { name, scopes, reason: 'demo data' });
  await agree(tools, key);
  return key.text;
}
