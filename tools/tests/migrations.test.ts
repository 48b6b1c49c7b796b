// Migrations run while processes of the previous version work: none may hold a lock for longer than a moment.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const migrations = join(root, 'server/database/migrations');

/** Migrations through this one are part of the first release: their tables are empty. */
const LAST_OF_FIRST_RELEASE = '0041';

/** Waits for nobody's lock: it cannot be in a transaction, and has room for one statement only. */
const ALONE = /^-- migrate:up transaction:false/m;

/** Changes rows that exist. Squawk cannot know how many there are; the comment says it. */
const REWRITE = /^\s*(update|delete from)\s(?!.*-- few rows)/im;

/** Rules of Squawk that do not apply here. */
const EXCLUDED = [
  'prefer-robust-stmts', // a migration is one transaction, or one statement
  'prefer-bigint-over-int', // types are chosen one by one
  'prefer-bigint-over-smallint',
  'require-statement-timeout', // what takes long holds no lock that anybody waits for
];

type Finding = { rule_name: string; line: number };

/** The rules that a migration breaks. */
async function lint(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  const isAlone = ALONE.test(text);
  const excluded = isAlone ? [...EXCLUDED, 'require-lock-timeout'] : EXCLUDED;
  const args = ['--pg-version', '15.0', '--exclude', excluded.join(','), '--reporter', 'json', path];
  if (!isAlone) args.push('--assume-in-transaction');
  const output = await new Promise<string>((resolve, reject) => {
    execFile(join(root, 'node_modules/.bin/squawk'), args, (error, stdout, stderr) => {
      if (stdout === '' && error !== null) reject(new Error(stderr || error.message));
      else resolve(stdout);
    });
  });
  const found = (JSON.parse(output) as Finding[]).map(({ rule_name, line }) => `${rule_name}, line ${line + 1}`);
  return REWRITE.test(text) ? [...found, 'rewrites rows'] : found;
}

test('every migration after the first release passes', async () => {
  const names = (await readdir(migrations)).filter((name) => name.slice(0, 4) > LAST_OF_FIRST_RELEASE);
  for (const name of names) expect(await lint(join(migrations, name)), name).toEqual([]);
});

describe('a migration that blocks', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cardwright-migrations-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const lintText = async (statements: string, up = "-- migrate:up\nset lock_timeout = '5s';") => {
    const path = join(directory, '0999_planted.sql');
    await writeFile(path, `${up}\n${statements}\n`);
    return (await lint(path)).map((found) => found.split(',')[0]);
  };

  test.each([
    ['create index on operations (holder_id);', 'require-concurrent-index-creation'],
    ['create index concurrently on operations (holder_id);', 'ban-concurrent-index-creation-in-transaction'],
    ['drop index operations_by_card;', 'require-concurrent-index-deletion'],
    ['alter table operations add constraint c check (amount > 0);', 'constraint-missing-not-valid'],
    ['alter table operations add foreign key (card_id) references cards;', 'adding-foreign-key-constraint'],
    ['alter table operations alter column amount type numeric;', 'changing-column-type'],
    ['alter table operations alter column name set not null;', 'adding-not-nullable-field'],
    ['alter table operations add column at timestamptz default clock_timestamp();', 'adding-field-with-default'],
    ['alter table operations rename column name to title;', 'renaming-column'],
    ['alter table operations drop column name;', 'ban-drop-column'],
    ["update operations set name = '';", 'rewrites rows'],
  ])('is refused: %s', async (statement, rule) => {
    expect(await lintText(statement)).toContain(rule);
  });

  test('is refused without a limit for its wait', async () => {
    expect(await lintText('alter table operations add column x text;', '-- migrate:up')).toContain(
      'require-lock-timeout',
    );
  });

  test('is accepted in its patient form', async () => {
    expect(await lintText('create table new_ones (id uuid primary key);\ncreate index on new_ones (id);')).toEqual([]);
    expect(await lintText('alter table operations add constraint c check (amount > 0) not valid;')).toEqual([]);
    expect(await lintText('update verified_timeline set epoch = 0; -- few rows: it has one')).toEqual([]);
    const alone = '-- migrate:up transaction:false';
    expect(await lintText('create index concurrently operations_by_x on operations (x);', alone)).toEqual([]);
  });
});
