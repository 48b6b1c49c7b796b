// Packages installed without a checksum need a registry signature, or the installation fails.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../tools/check-integrity.mjs', import.meta.url));
const checked = { version: '1.0.0', integrity: 'sha512-a' };
const unchecked = { version: '1.0.0' };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cardwright-integrity-'));
  mkdirSync(join(directory, 'node_modules'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs the check in a project with this lockfile and these packages, beside an npm whose audit ends with this code. */
function check(locked: object, installed: object, auditEnds: number): Promise<{ code: number; said: string }> {
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify({ packages: locked }));
  writeFileSync(join(directory, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  writeFileSync(join(directory, 'npm'), `#!/bin/sh\necho "asked: $*"\nexit ${auditEnds}\n`);
  chmodSync(join(directory, 'npm'), 0o755);
  return new Promise((resolve) =>
    execFile(process.execPath, [script, directory], { env: { PATH: `${directory}:/bin` } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    ),
  );
}

test('with checksums for all installed packages, signatures are not checked', async () => {
  const locked = { 'node_modules/a': checked, 'node_modules/b-darwin': unchecked };
  const installed = { 'node_modules/a': checked, 'node_modules/own': { link: true } };
  expect(await check(locked, installed, 1)).toEqual({ code: 0, said: '' });
});

test('a package without a checksum needs a registry signature', async () => {
  const both = { 'node_modules/a': checked, 'node_modules/@b/darwin': unchecked };
  const signed = await check(both, both, 0);
  expect(signed).toMatchObject({ code: 0 });
  expect(signed.said).toContain('no checksum for @b/darwin@1.0.0');
  expect(signed.said).toContain('asked: audit signatures');
  const unsigned = await check(both, both, 1);
  expect(unsigned).toMatchObject({ code: 1 });
  expect(unsigned.said).toContain('Remove node_modules');
});
