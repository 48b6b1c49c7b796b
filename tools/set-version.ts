// Command: gives every package and the deployment another version.   npm run set-version -- --to 1.2.3
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, typedWrong } from '@cardwright/server/foundation/command-line.ts';
import { filesWithVersion, VERSION } from './release/versions.ts';

const help = `Gives every package and the deployment another version.

Usage: npm run set-version -- --to VERSION

  --to VERSION   three numbers, such as 1.2.3
  --help         print this

docs/operate/releasing.md has the other steps of a release.`;

const root = join(import.meta.dirname, '..');
const { to = '' } = readOptions(help, { to: { type: 'string' } });
if (!VERSION.test(to)) typedWrong(help, `--to must be three numbers, such as 1.2.3; it is ${to || 'empty'}.`);

for (const { path, before, after } of filesWithVersion(root, to)) {
  if (before === after) continue;
  writeFileSync(join(root, path), after);
  console.log(path);
}
