// Planted bugs still match the product: otherwise a mismatch would show only when the bug is planted again.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serverSource } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/tests/world.ts';
import { definitionOf, replaceOnce } from '../harness/plant.ts';
import { proofs } from '../proofs.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
});
afterAll(() => world.stop());

const bugs = Object.entries(proofs).map(([name, proof]) => [name, proof.bugs] as const);

test.each(bugs)('the README of %s lists its planted bugs', (proof, planted) => {
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

test.each(bugs)('every bug of %s fits the text that it changes, once', async (_proof, planted) => {
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
