// One version: in every package, in the deployment's files, and as the newest section of the changelog.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithVersion } from '../release/versions.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

test('every file names the version of the repository', () => {
  const others = filesWithVersion(root, version).filter(({ before, after }) => before !== after);
  expect(others.map(({ path }) => path)).toEqual([]);
});

test('another version changes packages, lockfiles and the deployment', () => {
  const changed = new Map(filesWithVersion(root, '99.0.1').map(({ path, after }) => [path, after]));
  expect(changed.get('package.json')).toContain('"version": "99.0.1"');
  expect(changed.get('cli/package.json')).toContain('"@cardwright/sdk": "99.0.1"');
  expect(changed.get('package-lock.json')).toContain('"@cardwright/sdk": "99.0.1"');
  expect(changed.get('deploy/compose.yaml')).toContain('cardwright:99.0.1');
});

test('another version leaves the packages of others alone', () => {
  for (const { path, before, after } of filesWithVersion(root, '99.0.1')) {
    if (!path.endsWith('package-lock.json')) continue;
    const others = (text: string) =>
      Object.entries((JSON.parse(text) as { packages: Record<string, unknown> }).packages).filter(([folder]) =>
        folder.includes('node_modules/'),
      );
    expect(others(after)).toEqual(others(before));
  }
});

test('the newest released section of the changelog is this version', () => {
  const [newest] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+), \d{4}-\d\d-\d\d$/gm);
  expect(newest?.[1]).toBe(version);
});
