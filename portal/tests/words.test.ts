// A module imports the texts that it shows: a page that another loads first would otherwise show keys.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../company/src');
const areas = globSync('words/*.ts', { cwd: source })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !['t', 'loaded', 'demo'].includes(name)); // the demo people have a catalogue of their own

test.each(globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !file.startsWith('words/')))('%s', (file) => {
  const text = readFileSync(join(source, file), 'utf8');
  const shown = areas.filter((area) => new RegExp(`['"\`]${area}\\.[a-zA-Z]`).test(text));
  const imported = areas.filter((area) => text.includes(`words/${area}.ts';`));
  expect(imported).toEqual(shown);
});

test.each(areas)('%s: every key begins with the area', (area) => {
  const keys = [...readFileSync(join(source, `words/${area}.ts`), 'utf8').matchAll(/^ {2}'([^']+)':/gm)];
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(([, key]) => !key?.startsWith(`${area}.`))).toEqual([]);
});
