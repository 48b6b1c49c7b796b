// Settings of the command line: the environment, or a running `npm run dev`.
import { readFileSync } from 'node:fs';
import { findDevelopment } from './development.ts';
import { Problem } from './problem.ts';

/** The environment. If it lacks the needed setting, it is merged over a running `npm run dev`. Empty means not set. */
export function settingsFor(needed: keyof typeof missing): NodeJS.Dict<string> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  if (given[needed] !== undefined) return given;
  const left = findDevelopment(given) ?? {};
  if (left[needed] === undefined) throw new Problem(missing[needed]);
  return { ...left, ...given };
}

const missing = {
  CARDWRIGHT_DESK_URL:
    'No desk is configured: start `npm run dev`, or set CARDWRIGHT_DESK_URL and CARDWRIGHT_OPERATOR_TOKEN.',
  CARDWRIGHT_READER_DATABASE_URL:
    'No database is configured: start `npm run dev`, or set CARDWRIGHT_READER_DATABASE_URL (role cardwright_reader).',
};

/** The operator's token: from the file if given, otherwise from the settings. */
export function readToken(settings: NodeJS.Dict<string>, file: string | undefined): string {
  const token = file === undefined ? settings['CARDWRIGHT_OPERATOR_TOKEN'] : readFileOrExplain(file);
  if (token !== undefined && token !== '') return token;
  throw new Problem('No operator token: set CARDWRIGHT_OPERATOR_TOKEN, or give --token-file.');
}

function readFileOrExplain(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new Problem(`The token file ${path} cannot be read: check the path and its permissions.`);
  }
}
