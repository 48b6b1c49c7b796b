// Command: the gate, the same for people and CI.   npm run check
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readOptions } from '@cardwright/server/foundation/command-line.ts';

readOptions(
  `Runs the gate, the same for people and CI: format, lint, types, dead code, tests and generated files.

Usage: npm run check

It takes no options. All steps run; the exit code is 1 if one of them failed.`,
  {},
);

const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'biome', 'check', '--error-on-warnings', '.'],
  ['lint', 'oxlint', '--type-aware'],
  ['types', 'tsc', '-p', '.'],
  ['types of the pages', 'tsc', '-p', 'portal'],
  ['dead code', 'knip'],
  ['tests', 'vitest', 'run'],
  ['lockfile complete', process.execPath, 'tools/complete-lockfile.mjs', '--check'],
  ['nothing breaks clients', process.execPath, 'tools/compatibility.ts'],
  ['generated files unchanged', process.execPath, 'tools/generate.ts', '--check'],
];

/** Compiled code of the many processes that tests start: with it, a process starts in half the time. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/compiled');

let passed = 0;
const failed: string[] = [];
for (const [name, command, ...args] of steps) {
  console.log(`\n— ${name}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (status === 0) passed++;
  else failed.push(name);
}
if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
