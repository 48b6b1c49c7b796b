// Command: compares the description of the API with the released one, and refuses what would break a client.
//   npm run compatibility             exits with 1 if it would
//   npm run compatibility -- --release  takes the description of today as the released one
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions } from '@cardwright/server/foundation/command-line.ts';
import { findBreaks } from './find-breaks.ts';

const help = `Compares the description of the API with the released one, and refuses what would break a client.

Usage: npm run compatibility [-- --release]

  --release   take the description of today as the released one
  --help      print this`;

const { release = false } = readOptions(help, { release: { type: 'boolean' } });

const directory = join(import.meta.dirname, '../docs/api');
const [today, released] = [join(directory, 'openapi.json'), join(directory, 'released/openapi.json')];
if (release) {
  await copyFile(today, released);
  console.log('The description of today is the released one now.');
} else {
  const [before, after] = await Promise.all(
    [released, today].map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
  );
  const breaks = await findBreaks(before, after);
  for (const { where, what } of breaks) console.error(`${where}: ${what}`);
  if (breaks.length > 0) {
    console.error(`${breaks.length} changes would break clients of the released API. See docs/compatibility.md.`);
    process.exitCode = 1;
  } else console.log('Nothing would break a client of the released API.');
}
