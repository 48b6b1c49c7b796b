// Command: builds what is published, in sdk/dist: JavaScript, declarations and their package.json.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const dist = join(here, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync(join(here, '../node_modules/.bin/tsc'), ['-p', join(here, 'tsconfig.build.json')], { stdio: 'inherit' });
// Declarations keep the names of the sources; those are not published.
for (const file of globSync('**/*.d.ts', { cwd: dist })) {
  const text = readFileSync(join(dist, file), 'utf8');
  writeFileSync(join(dist, file), text.replaceAll(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
}
for (const [from, name] of [
  ['../LICENSE', 'LICENSE'],
  ['README.md', 'README.md'],
] as const)
  copyFileSync(join(here, from), join(dist, name));

const {
  private: _,
  scripts: _scripts,
  devDependencies: _tools,
  ...manifest
} = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as Record<string, unknown>;
const toBuilt = (source: unknown) => String(source).replace('./src/', './').replace(/\.ts$/, '.js');
const built = {
  ...manifest,
  files: ['**/*.js', '**/*.d.ts'],
  bin: Object.fromEntries(Object.entries(manifest['bin'] as object).map(([name, file]) => [name, toBuilt(file)])),
  exports: Object.fromEntries(
    Object.entries(manifest['exports'] as object).map(([name, file]) => [
      name,
      { types: toBuilt(file).replace(/\.js$/, '.d.ts'), default: toBuilt(file) },
    ]),
  ),
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(built, null, 2)}\n`);
