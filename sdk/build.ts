// Command: builds what is published: JavaScript, declarations and their package.json.   node sdk/build.ts [DIRECTORY]
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const dist = process.argv[2] ?? join(here, 'dist');

rmSync(dist, { recursive: true, force: true });
const tsc = join(here, '../node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json'), '--outDir', dist], { stdio: 'inherit' });
const command = join(dist, 'verify-statement.js');
writeFileSync(command, `#!/usr/bin/env node\n${readFileSync(command, 'utf8')}`);
// Declarations keep the names of the sources; those are not published.
for (const file of globSync('**/*.d.ts', { cwd: dist })) {
  const text = readFileSync(join(dist, file), 'utf8');
  writeFileSync(join(dist, file), text.replaceAll(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
}
copyFileSync(join(here, '../LICENSE'), join(dist, 'LICENSE'));
cpSync(join(here, 'examples'), join(dist, 'examples'), { recursive: true });
// Links to the pages of this repository lead nowhere from a registry, so only their text is published.
const page = readFileSync(join(here, 'README.md'), 'utf8');
writeFileSync(join(dist, 'README.md'), page.replaceAll(/\[([^\]]+)\]\((?!https:|#)[^)]+\)/g, '$1'));

const {
  private: _,
  scripts: _scripts,
  devDependencies: _tools,
  ...manifest
} = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as Record<string, unknown>;
const toBuilt = (source: unknown) => String(source).replace('./src/', './').replace(/\.ts$/, '.js');
const built = {
  ...manifest,
  files: ['**/*.js', '**/*.d.ts', 'examples'],
  bin: { 'cardwright-verify-statement': './verify-statement.js' },
  exports: Object.fromEntries(
    Object.entries(manifest['exports'] as object).map(([name, file]) => [
      name,
      { types: toBuilt(file).replace(/\.js$/, '.d.ts'), default: toBuilt(file) },
    ]),
  ),
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(built, null, 2)}\n`);
