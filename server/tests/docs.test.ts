// Files, commands and pages named in the documentation must exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('{docs,issuer-sandbox,proofs,sdk,cli}/**/*.md', { cwd: root, exclude: ['{sdk,cli}/dist/**'] }),
];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const adminCommands = globSync('admin-cli/src/*.ts', { cwd: root })
  .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/program\s*\.command\('([a-z-]+)/g)])
  .map(([, name]) => name);

test.each(pages)('%s has no broken links', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    expect(existsSync(join(root, dirname(page), target)), target).toBe(true);
  }
});

test.each(pages)('%s names only existing commands', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, script = ''] of text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)) {
    expect(Object.keys(scripts), script).toContain(script);
  }
});

test.each(pages)("%s names only existing commands of the operators' command line", (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, name = ''] of text.matchAll(/cardwright-admin ([a-z]+)/g)) expect(adminCommands, name).toContain(name);
});

test('every answer to a gap of the specification is pinned by a test that exists', () => {
  const text = readFileSync(join(root, 'docs/specification-gaps.md'), 'utf8');
  for (const [, name = ''] of text.matchAll(/`([a-z/*-]+\.test\.ts)`/g)) {
    const found = ['.', 'server/tests'].flatMap((place) => globSync(name, { cwd: join(root, place) }));
    expect(found.length, name).toBeGreaterThan(0);
  }
});
