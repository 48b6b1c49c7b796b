// Keys with every set of permissions, for companies in every state, in both environments.

import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { hashForStoring } from '@cardwright/server/foundation/secrets.ts';
import {
  createCompany,
  setCapability,
  suspendCompany,
  verifyCompany,
} from '@cardwright/server/identity/companies/manage.ts';
import type { Verification } from '@cardwright/server/identity/companies/sql.ts';
import { newKeyText } from '@cardwright/server/identity/keys/text.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { agree } from '@cardwright/stack/operators.ts';
import type { Tools } from '../harness/companies.ts';
import type { Effect } from '../harness/endpoints.ts';

/** The seven permissions that the specification names; every set of them is tried. */
const specified: readonly KeyScope[] = [
  'funding:write',
  'cards:write',
  'services:write',
  'cards:read',
  'holders:read',
  'operations:read',
  'balance:read',
];

/**
 * The sets of permissions: first none, all, each alone and all but each, which find most mistakes; then every other
 * set of the specification's seven.
 */
export function scopeSets(): KeyScope[][] {
  const first = [
    [],
    [...keyScopes],
    ...keyScopes.map((scope) => [scope]),
    ...keyScopes.map((scope) => keyScopes.filter((other) => other !== scope)),
  ];
  const known = new Set(first.map(String));
  const others = Array.from({ length: 2 ** specified.length }, (_, bits) =>
    specified.filter((_scope, index) => (bits >> index) % 2 === 1),
  ).filter((set) => !known.has(String(set)));
  return [...first, ...others];
}

type CompanyState = {
  verification: Verification;
  suspended: boolean;
  direct_invoices: boolean;
  live_services: boolean;
};

/** A key with everything that determines its rights, and its observed effects. */
export type HeldKey = {
  text: string;
  companyId: string;
  environment: Environment;
  state: CompanyState;
  scopes: readonly KeyScope[];
  /** Whether it has every permission. */
  everything: boolean;
  /** Number of its requests that credited funds, created a holder, an invoice or an endpoint, or moved the clock. */
  did: Record<Effect, number>;
};

/** The effects of no request at all. */
export const nothingDone = (): Record<Effect, number> => ({
  credited: 0,
  created: 0,
  advanced: 0,
  invoiced: 0,
  registered: 0,
});

/** All states of a company. Two activations are "none" and "all"; four are every combination. */
function statesOf(activations: number): CompanyState[] {
  const verifications: readonly Verification[] = ['approved', 'pending', 'rejected'];
  const switches = [
    { direct_invoices: false, live_services: false },
    { direct_invoices: true, live_services: true },
    { direct_invoices: true, live_services: false },
    { direct_invoices: false, live_services: true },
  ].slice(0, activations);
  return verifications.flatMap((verification) =>
    [false, true].flatMap((suspended) => switches.map((on) => ({ verification, suspended, ...on }))),
  );
}

/** One company in every state, with a key for every set of permissions in both environments. */
export async function makeHolders(
  tools: Tools,
  db: Db,
  { sets, activations }: { sets: readonly KeyScope[][]; activations: number },
): Promise<HeldKey[]> {
  const keys: HeldKey[] = [];
  for (const state of statesOf(activations)) {
    const companyId = await companyIn(tools, state);
    for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
      for (const scopes of sets) {
        const text = newKeyText(environment, tools.cell);
        const everything = scopes.length === keyScopes.length;
        keys.push({ text, companyId, environment, state, scopes, everything, did: nothingDone() });
      }
    }
  }
  await insertKeys(tools, db, keys);
  return keys;
}

async function companyIn(tools: Tools, state: CompanyState): Promise<string> {
  const companyId = await createCompany(tools, { name: Object.values(state).join(' '), kind: 'corporate' });
  const { verification } = state;
  if (verification !== 'pending') await verifyCompany(tools, companyId, { verification, reason: 'made by a proof' });
  for (const capability of ['direct_invoices', 'live_services'] as const) {
    if (!state[capability]) continue;
    const reason = 'made by a proof';
    await agree(tools, await setCapability(tools, companyId, { capability, enabled: true, reason }));
  }
  if (state.suspended) await suspendCompany(tools, companyId, 'made by a proof');
  return companyId;
}

/** Inserts thousands of keys at once, exactly as `createKey` creates one. */
async function insertKeys(tools: Tools, db: Db, keys: readonly HeldKey[]): Promise<void> {
  const rows = keys.map((key) => {
    const { hash, pepperVersion } = hashForStoring(tools.peppers, key.text);
    return {
      id: newUuid(tools.clock.now()),
      company_id: key.companyId,
      environment: key.environment,
      name: 'proof',
      hash: `\\x${hash.toString('hex')}`,
      pepper_version: pepperVersion,
      hint: key.text.slice(-4),
      scopes: key.scopes,
      created_at: tools.clock.now().toISOString(),
    };
  });
  await db.query(sql`
    insert into api_keys select * from jsonb_populate_recordset(null::api_keys, ${JSON.stringify(rows)}::jsonb)`);
}
