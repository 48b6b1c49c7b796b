// Planted bugs still fit the product: one that does not would be found only on the day it is planted again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverSource } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { clockBugs } from '../src/clock-bugs.ts';
import { conservationBugs } from '../src/conservation-bugs.ts';
import { crashBugs } from '../src/crash-bugs.ts';
import { deliveryBugs } from '../src/delivery-bugs.ts';
import { faultBugs } from '../src/fault-bugs.ts';
import { moneyBugs } from '../src/money-bugs.ts';
import { oneInvoiceBugs } from '../src/one-invoice-bugs.ts';
import { pagingBugs } from '../src/paging-bugs.ts';
import { type Plant, replaceOnce } from '../src/plant.ts';
import { quotaBugs } from '../src/quota-bugs.ts';
import { rolesBugs } from '../src/roles-bugs.ts';
import { scopeBugs } from '../src/scope-bugs.ts';
import { settlementBugs } from '../src/settlement-bugs.ts';
import { signatureBugs } from '../src/signature-bugs.ts';
import { ssrfBugs } from '../src/ssrf-bugs.ts';
import { statementBugs } from '../src/statement-bugs.ts';
import { stormBugs } from '../src/storm-bugs.ts';
import { tamperBugs } from '../src/tamper-bugs.ts';
import { tenantBugs } from '../src/tenant-bugs.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
});
afterAll(() => world.stop());

const bugs: Record<string, Record<string, Plant>> = {
  clock: clockBugs,
  conservation: conservationBugs,
  crash: crashBugs,
  delivery: deliveryBugs,
  'issuer-faults': faultBugs,
  money: moneyBugs,
  'one-invoice': oneInvoiceBugs,
  paging: pagingBugs,
  'quota-race': quotaBugs,
  roles: rolesBugs,
  scopes: scopeBugs,
  settlement: settlementBugs,
  signature: signatureBugs,
  ssrf: ssrfBugs,
  statements: statementBugs,
  'idempotency-storm': stormBugs,
  tamper: tamperBugs,
  tenants: tenantBugs,
};

test.each(Object.entries(bugs))('every bug of %s fits the text that it changes, once', async (_proof, planted) => {
  for (const [name, { source = [], functions = [] }] of Object.entries(planted)) {
    const texts = new Map<string, string>();
    for (const { file, find, replace } of source) {
      const text = texts.get(file) ?? readFileSync(join(serverSource, file), 'utf8');
      texts.set(file, replaceOnce(`${name}: ${file}`, text, find, replace));
    }
    for (const patch of functions) {
      const text = texts.get(patch.name) ?? (await definitionOf(patch.name));
      texts.set(patch.name, replaceOnce(`${name}: ${patch.name}`, text, patch.find, patch.replace));
    }
  }
  expect(Object.keys(planted).length).toBeGreaterThan(0);
});

async function definitionOf(name: string): Promise<string> {
  const { rows } = await world.admin.query<{ text: string }>(
    'select pg_get_functiondef(p.oid) as text from pg_proc p where p.oid = to_regproc($1)',
    [name],
  );
  return rows[0]?.text ?? '';
}
