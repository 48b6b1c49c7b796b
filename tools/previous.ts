// Command: runs the journeys of the previous version on the database of this one. During an upgrade its processes serve
// customers on tables and functions that they do not know (docs/operate/upgrading.md).
//   npm run previous                     all its journeys
//   npm run previous -- --file FILE      tests of its own
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '@cardwright/server/foundation/command-line.ts';
import { readFunctionFiles } from '@cardwright/server/platform/db/function-files.ts';

const help = `Runs the journeys of the previous version on the database of this one.

Usage: npm run previous [-- --file FILE]

  --file FILE   a test file of the previous version, instead of all its journeys; may be repeated
  --help        print this

server/database/previous.txt names the commit of the previous version.`;

/** What its pages look like does not depend on the database. */
const LOOKS = 'tests/portal/every-page.test.ts';

const root = join(import.meta.dirname, '..');
const { file: files = [] } = readOptions(help, { file: { type: 'string', multiple: true } });
const commit = readFileSync(join(root, 'server/database/previous.txt'), 'utf8').trim();
const checkout = mkdtempSync(join(tmpdir(), 'cardwright-previous-'));
chmodSync(checkout, 0o755); // Postgres does not run as root and needs access
const results: boolean[] = [];
try {
  console.log(`The previous version is ${commit.slice(0, 12)}.`);
  unpack(commit, checkout);
  await giveDatabase(checkout);
  install(checkout);
  if (files.length > 0) results.push(run('test', '--', ...files));
  else {
    results.push(run('test', '--', 'tests/journeys'));
    results.push(run('test:journeys', '--', '--exclude', LOOKS));
  }
} finally {
  rmSync(checkout, { recursive: true, force: true });
}
if (results.includes(false)) {
  console.error('The previous version does not work on this database. See docs/migrations.md.');
  process.exitCode = 1;
} else console.log('The previous version works on this database.');

function unpack(version: string, directory: string): void {
  const archive = execFileSync('git', ['archive', version], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['--extract'], { cwd: directory, input: archive });
}

/**
 * Replaces the schema and the functions of a checkout by those of this version. Functions that share a file are written
 * into files of their own, which every version can read: only this version knows how its files are meant.
 */
async function giveDatabase(directory: string): Promise<void> {
  const database = join(directory, 'server/database');
  rmSync(database, { recursive: true });
  cpSync(join(root, 'server/database'), database, { recursive: true });
  const folder = join(database, 'functions');
  for (const file of globSync('**/*.sql', { cwd: folder })) rmSync(join(folder, file));
  for (const { file, text } of await readFunctionFiles(join(root, 'server/database/functions')))
    writeFileSync(join(folder, `${file}.sql`), text);
}

/** Takes the installed packages if they are those of the previous version too, which is faster. */
function install(directory: string): void {
  const [ours, theirs] = [root, directory].map((each) => readFileSync(join(each, 'package-lock.json'), 'utf8'));
  if (ours !== theirs) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: directory, stdio: 'inherit' });
    return;
  }
  for (const folder of ['.', 'server', 'tools'])
    execFileSync('cp', ['-a', '--link', join(root, folder, 'node_modules'), join(directory, folder, 'node_modules')]);
}

function run(...script: readonly string[]): boolean {
  return spawnSync('npm', ['run', '--silent', ...script], { cwd: checkout, stdio: 'inherit' }).status === 0;
}
