// Planted bugs still match the product: otherwise a mismatch would show only when the bug is planted again.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serverSource } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { lifeBugs } from '../card-life/bugs.ts';
import { cellsBugs } from '../cells/bugs.ts';
import { clockBugs } from '../clock/bugs.ts';
import { conservationBugs } from '../conservation/bugs.ts';
import { crashBugs } from '../crash/bugs.ts';
import { deliveryBugs } from '../delivery/bugs.ts';
import { failoverBugs } from '../failover/bugs.ts';
import { definitionOf, type Plant, replaceOnce } from '../harness/plant.ts';
import { stormBugs } from '../idempotency-storm/bugs.ts';
import { faultBugs } from '../issuer-faults/bugs.ts';
import { listenBugs } from '../listen/bugs.ts';
import { moneyBugs } from '../money/bugs.ts';
import { neighboursBugs } from '../neighbours/bugs.ts';
import { oneInvoiceBugs } from '../one-invoice/bugs.ts';
import { pagingBugs } from '../paging/bugs.ts';
import { quotaBugs } from '../quota-race/bugs.ts';
import { rolesBugs } from '../roles/bugs.ts';
import { scopeBugs } from '../scopes/bugs.ts';
import { sdkBugs } from '../sdk/bugs.ts';
import { settlementBugs } from '../settlement/bugs.ts';
import { signatureBugs } from '../signature/bugs.ts';
import { ssrfBugs } from '../ssrf/bugs.ts';
import { statementBugs } from '../statements/bugs.ts';
import { tamperBugs } from '../tamper/bugs.ts';
import { tenantBugs } from '../tenants/bugs.ts';
import { twoPeopleBugs } from '../two-people/bugs.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
});
afterAll(() => world.stop());

const bugs: Record<string, Record<string, Plant>> = {
  'card-life': lifeBugs,
  cells: cellsBugs,
  clock: clockBugs,
  conservation: conservationBugs,
  crash: crashBugs,
  delivery: deliveryBugs,
  failover: failoverBugs,
  'issuer-faults': faultBugs,
  listen: listenBugs,
  money: moneyBugs,
  neighbours: neighboursBugs,
  'one-invoice': oneInvoiceBugs,
  paging: pagingBugs,
  'quota-race': quotaBugs,
  roles: rolesBugs,
  scopes: scopeBugs,
  sdk: sdkBugs,
  settlement: settlementBugs,
  signature: signatureBugs,
  ssrf: ssrfBugs,
  statements: statementBugs,
  'idempotency-storm': stormBugs,
  tamper: tamperBugs,
  tenants: tenantBugs,
  'two-people': twoPeopleBugs,
};

test.each(Object.entries(bugs))('the README of %s lists its planted bugs', (proof, planted) => {
  const readme = readFileSync(join(import.meta.dirname, '..', proof, 'README.md'), 'utf8');
  const [, listed = ''] = readme.split('## Planted bugs');
  const words = listed.split(/^- /m).slice(1);
  const lines = words.map((line) => line.replaceAll(/\s+/g, ' ').trim());
  expect(lines.toSorted()).toEqual(
    Object.values(planted)
      .map(({ what }) => what)
      .toSorted(),
  );
});

test.each(Object.entries(bugs))('every bug of %s fits the text that it changes, once', async (_proof, planted) => {
  for (const [name, { source = [], functions = [] }] of Object.entries(planted)) {
    const texts = new Map<string, string>();
    for (const { file, find, replace } of source) {
      const text = texts.get(file) ?? readFileSync(join(serverSource, file), 'utf8');
      texts.set(file, replaceOnce(`${name}: ${file}`, text, find, replace));
      for (const [, target = ''] of replace.matchAll(/import\('(\.[^']+)'\)/g))
        expect(existsSync(join(serverSource, dirname(file), target)), `${name} imports ${target}`).toBe(true);
    }
    for (const patch of functions) {
      const text = texts.get(patch.name) ?? (await definitionOf(world.admin, patch.name)) ?? '';
      texts.set(patch.name, replaceOnce(`${name}: ${patch.name}`, text, patch.find, patch.replace));
    }
  }
  expect(Object.keys(planted).length).toBeGreaterThan(0);
});
