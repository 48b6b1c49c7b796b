// Command: after `npm ci`, checks that nothing was installed without a checksum.   node tools/check-integrity.mjs [DIRECTORY]
// package-lock.json has a checksum for every package in its author's registry. Packages for other platforms may be missing
// there: their entries pin only a version, and npm installs them unchecked. Those must have a valid signature of the
// registry.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

const installedFile = 'node_modules/.package-lock.json'; // written by npm: the packages installed on this platform
if (!existsSync(join(root, installedFile))) process.exit();
const pinned = packagesOf('package-lock.json');
const unchecked = Object.entries(packagesOf(installedFile))
  .filter(([path, { link }]) => path.includes('node_modules/') && !link && pinned[path]?.integrity === undefined)
  .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
if (unchecked.length === 0) process.exit();

console.log(`package-lock.json has no checksum for ${unchecked.join(', ')}. Checking the registry's signatures …`);
const { status } = spawnSync('npm', ['audit', 'signatures'], { cwd: root, stdio: 'inherit' });
if (status === 0) process.exit();
console.error('npm audit signatures failed. Remove node_modules, and install from a registry that signs its packages.');
process.exit(1);
