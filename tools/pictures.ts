// Command: takes a picture of every page of the portal and the desk in each of its states, light and dark, at 1440 and
// 390 pixels, and writes a contact sheet of them.
//   npm run pictures                      all of them, into .journeys/pictures/
//   npm run pictures -- --only overview   pages or states whose names contain a text
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readOptions } from '@cardwright/server/foundation/command-line.ts';

const help = `Takes a picture of every page in each of its states, light and dark, at 1440 and 390 pixels.

Usage: npm run pictures [-- --only TEXT]

  --only TEXT   only pages whose address or state contains it; the other pictures stay
  --help        print this

The pictures are in .journeys/pictures/, and index.html there shows all of them.`;

const root = join(import.meta.dirname, '..');
const { only } = readOptions(help, { only: { type: 'string' } });
const { status } = spawnSync(
  'npm',
  [
    'run',
    '--silent',
    'test:journeys',
    '--',
    'tests/portal/every-page.test.ts',
    ...(only === undefined ? [] : ['--testNamePattern', only]),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CARDWRIGHT_PICTURES: only === undefined ? 'all' : 'some' },
  },
);
process.exitCode = status ?? 1;
