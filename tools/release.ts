// Command: builds what is deployed, a directory and an archive.   npm run release
// The TypeScript sources go in as they are: Node strips their types when it loads them, so a release runs the very files
// that were tested, and its stack traces name their lines. Node does not do that below node_modules; our packages are
// links from there to folders beside it, in a release as in a checkout.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions } from '@cardwright/server/foundation/command-line.ts';
import { buildPages } from '@cardwright/stack/pages.ts';
import { checksumsOf, pack, sha256 } from './release/archive.ts';
import { copyFile, copyFolder, copyPackage, lostImports } from './release/files.ts';
import { type Lock, neededBy, type Package, type Target } from './release/packages.ts';
import { toSbom } from './release/sbom.ts';

const help = `Builds what is deployed: a directory and an archive of it, with everything that runs, and Node.

Usage: npm run release [-- --output DIRECTORY]

  --output DIRECTORY  where to; dist/ unless given

The same commit gives the same bytes. Uncommitted changes are included, and --version then says so.`;

/** Our packages that run in a deployment. */
const OURS = ['server', 'admin-cli', 'issuer-sandbox'];

/** Their files, and what operators read beside them. */
const FILES = [
  ...OURS.flatMap((name) => [`${name}/package.json`, `${name}/src`, `${name}/database`]),
  'server/fonts',
  ':!server/database/schema.snapshot.txt', // for reviews; no process reads it
  'deploy',
  'docs',
  ':!docs/api', // each process serves its own description
  'SECURITY.md',
  'issuer-sandbox/README.md',
  'LICENSE',
  'CHANGELOG.md',
];

/**
 * The Node of each platform: the lockfile has no checksum of it, because the install script of the package `node`
 * fetches it. Change these with the version of that package.
 */
const NODE_SHA256: Record<string, string> = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
};

/** The entry point. The pages are part of a release; `exec` makes Node the process that gets the signals. */
const CARDWRIGHTD = `#!/bin/sh
# Runs a process or a command of Cardwright with the Node and the pages of this release.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
export CARDWRIGHT_PORTAL_PAGES="\${CARDWRIGHT_PORTAL_PAGES:-$root/portal/dist/company}"
export CARDWRIGHT_DESK_PAGES="\${CARDWRIGHT_DESK_PAGES:-$root/portal/dist/desk}"
exec "$root/bin/node" "$root/server/src/processes/cardwrightd.ts" "$@"
`;

/** The operators' command line, under the name that help texts, runbooks and the desk use. */
const CARDWRIGHT_ADMIN = `#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/cardwrightd" admin "$@"
`;

/** The secrets of deploy/README.md lie where the image is built: it must not copy them. */
const DOCKERIGNORE = `deploy/.env
deploy/kubernetes/secrets.yaml
`;

process.umask(0o022); // the modes of folders are part of the archive
const root = join(import.meta.dirname, '..');
const inRoot = (path: string) => join(root, path);
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const { output = 'dist' } = readOptions(help, { output: { type: 'string' } });
const target: Target = { os: process.platform, cpu: process.arch, libc: 'glibc' };
const platform = `${target.os}-${target.cpu}`;
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
const name = `cardwright-${version}-${platform}`;
const folder = join(resolve(output), name);

const node = pinnedNode();
const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as Lock;
const packages = neededBy(lock, OURS, target);
const pages = await buildPages('production');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
copyOurs();
copyPackages(packages);
copyFolder(pages.portal, join(folder, 'portal/dist/company'));
copyFolder(pages.desk, join(folder, 'portal/dist/desk'));
copyFile(node.file, join(folder, 'bin/node'));
write('bin/cardwrightd', CARDWRIGHTD, 0o755);
write('bin/cardwright-admin', CARDWRIGHT_ADMIN, 0o755);
write('.dockerignore', DOCKERIGNORE);
writeJson('package.json', { name: 'cardwright', version, commit: commit(), private: true, type: 'module' });
writeJson('sbom.cdx.json', toSbom({ version, packages, bundled: neededBy(lock, ['portal'], target), node }));
write('SHA256SUMS', checksumsOf(folder));

const archive = `${folder}.tar.gz`;
await pack(folder, archive, new Date(Number(git('log', '-1', '--format=%ct')) * 1_000));
writeFileSync(`${archive}.sha256`, `${sha256(archive)}  ${name}.tar.gz\n`);
console.log(`${archive}\nsha256 ${sha256(archive)}`);

/** The installed Node, if it is the expected one. */
function pinnedNode(): { file: string; version: string; sha256: string } {
  const file = inRoot('node_modules/node/bin/node');
  const expected = NODE_SHA256[platform];
  if (expected === undefined) throw new Error(`no release is built for ${platform} yet: add its Node to NODE_SHA256`);
  const found = sha256(file);
  if (found !== expected) throw new Error(`${file} has the SHA-256 ${found}; ${expected} is expected`);
  return { file, version: execFileSync(file, ['--version'], { encoding: 'utf8' }).trim().slice(1), sha256: found };
}

/** New files count before they are committed; ignored ones never do. */
function copyOurs(): void {
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...FILES).split('\0');
  for (const file of files) if (file !== '' && existsSync(inRoot(file))) copyFile(inRoot(file), join(folder, file));
}

/** Each package keeps its place, so that Node finds it as in the repository. */
function copyPackages(needed: readonly Package[]): void {
  for (const { path, isOurs } of needed) if (!isOurs) copyPackage(inRoot(path), join(folder, path));
  mkdirSync(join(folder, 'node_modules/@cardwright'), { recursive: true });
  const lost = lostImports(root, folder);
  if (lost.length > 0) throw new Error(`a release leaves out files that are needed:\n${lost.join('\n')}`);
  for (const each of OURS) symlinkSync(`../../${each}`, join(folder, 'node_modules/@cardwright', each));
}

function commit(): string {
  const isChanged = git('status', '--porcelain', '--', ...FILES, 'portal', 'tools', 'package-lock.json') !== '';
  return git('rev-parse', 'HEAD') + (isChanged ? ' with changes' : '');
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  chmodSync(join(folder, path), mode);
}

function writeJson(path: string, value: unknown): void {
  write(path, `${JSON.stringify(value, null, 2)}\n`);
}
