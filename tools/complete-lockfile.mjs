// Command: completes package-lock.json after `npm install`.   node tools/complete-lockfile.mjs [--check]
// Some packages consist of one optional package per platform. If a registry lacks the other platforms, npm omits them
// from the lockfile, and `npm ci` then refuses the lockfile everywhere. This adds the missing entries: the parent pins
// the version, and the name contains the platform.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows'];
const processors = ['arm64', 'riscv64', 'ppc64', 's390x', 'ia32', 'x64', 'arm', 'wasm32'];

const missing = Object.entries(lock.packages).flatMap(([path, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`])
    .map(([name, range]) => ({ name, version: range.replace(/^[\^~]/, ''), parent })),
);

if (process.argv.includes('--check')) {
  for (const { name } of missing)
    console.error(`package-lock.json has no entry for ${name}: node tools/complete-lockfile.mjs`);
  process.exit(missing.length === 0 ? 0 : 1);
}

for (const { name, version, parent } of missing) {
  const system = systems.find((part) => name.includes(part));
  const processor = processors.find((part) => name.includes(part));
  lock.packages[`node_modules/${name}`] = {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(name.includes('musl') ? { libc: ['musl'] } : name.endsWith('-gnu') ? { libc: ['glibc'] } : {}),
    license: parent.license,
    optional: true,
    ...(system ? { os: [system === 'windows' ? 'win32' : system] } : {}),
  };
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries added`);
