// Command: builds what is published, in cli/dist: one file for Node 20 and newer, and its package.json.
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const here = import.meta.dirname;
const dist = join(here, 'dist');

rmSync(dist, { recursive: true, force: true });
await build({
  input: join(here, 'src/cardwright.ts'),
  platform: 'node',
  logLevel: 'warn',
  output: { file: join(dist, 'cardwright.mjs'), format: 'esm', minify: true, codeSplitting: false },
  transform: { target: 'node20' },
});
chmodSync(join(dist, 'cardwright.mjs'), 0o755);
copyFileSync(join(here, '../LICENSE'), join(dist, 'LICENSE'));
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'));
const { name, version, description, license, type, engines } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
) as Record<string, unknown>;
const bin = { cardwright: 'cardwright.mjs' };
writeFileSync(
  join(dist, 'package.json'),
  `${JSON.stringify({ name, version, description, license, type, engines, bin }, null, 2)}\n`,
);
