// Command: completes the lockfiles after `npm install`.   node tools/complete-lockfile.mjs [--check]
// Some packages consist of one optional package per platform. If a registry lacks the other platforms, npm omits them
// from the lockfile, and `npm ci` then refuses the lockfile everywhere. This adds the missing entries: the parent pins
// the version, and the name contains the platform.
import { readFileSync, writeFileSync } from 'node:fs';

/** The site has its own packages, which `npm ci` of the repository leaves out. */
const files = ['package-lock.json', 'site/package-lock.json'];

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows'];
const processors = ['arm64', 'riscv64', 'ppc64', 's390x', 'ia32', 'x64', 'arm', 'wasm32'];

function complete(file, path) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingIn(lock);
  if (process.argv.includes('--check')) {
    for (const { name } of missing) console.error(`${file} has no entry for ${name}: node tools/complete-lockfile.mjs`);
    if (missing.length > 0) process.exitCode = 1;
    return;
  }
  for (const { name, version, parent } of missing)
    lock.packages[`node_modules/${name}`] = entryOf(name, version, parent);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (missing.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} entries added to ${file}`);
}

/** Optional packages that a package names and the lockfile lacks. */
const missingIn = ({ packages }) =>
  Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map(([name, range]) => ({ name, version: range.replace(/^[\^~]/, ''), parent })),
  );

function entryOf(name, version, parent) {
  const system = systems.find((part) => name.includes(part));
  const processor = processors.find((part) => name.includes(part));
  return {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(name.includes('musl') ? { libc: ['musl'] } : name.endsWith('-gnu') ? { libc: ['glibc'] } : {}),
    license: parent.license,
    optional: true,
    ...(system ? { os: [system === 'windows' ? 'win32' : system] } : {}),
  };
}

for (const name of files) complete(name, new URL(`../${name}`, import.meta.url));
