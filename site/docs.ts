// Command: the documentation site.   npm run docs [-- --build | --watch]
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readNumber, readOptions } from '@cardwright/server/foundation/command-line.ts';
import { prepare } from './build/prepare.ts';
import { serve } from './build/serve.ts';

const help = `Builds the documentation site into site/dist, and serves it.

Usage: npm run docs [-- --build | --watch] [--port N]

  --build   build only
  --watch   serve pages from their sources, and reload when a guide changes; without search
  --port N  port on this machine; 4321 if left out
  --help    print this

The first run installs the packages of site/, which npm ci leaves out.`;

const options = readOptions(help, {
  build: { type: 'boolean' },
  watch: { type: 'boolean' },
  port: { type: 'string', default: '4321' },
});
const port = readNumber(help, options.port, { name: 'port', from: 1, to: 65_535 });

const folder = import.meta.dirname;
const modules = join(folder, 'node_modules');

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']);
  run(process.execPath, [join(folder, '../tools/check-integrity.mjs'), folder]);
}
// By a name that is known when it runs: its package is installed by then.
const { draw } = (await import(pathToFileURL(join(folder, 'build/draw.mjs')).href)) as {
  draw: (mermaid: string) => string;
};
prepare(draw);
const astro = join(modules, 'astro/bin/astro.mjs');
if (options.watch) run(process.execPath, [astro, 'dev', '--port', String(port)]);
else run(process.execPath, [astro, 'build', '--silent']);
if (!options.watch && !options.build) {
  await serve(join(folder, 'dist'), port);
  console.log(`The documentation is at http://127.0.0.1:${port}`);
}

/** Milliseconds; 0 if there is no such file. */
function changedAt(file: string): number {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Runs a program in site/, and ends with its exit code if it failed. */
function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
