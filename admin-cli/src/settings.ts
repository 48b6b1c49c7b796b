// Settings of the command line: the environment, or a running `npm run dev`.
import { readFileSync } from 'node:fs';
import { ownEnvironment, readSettings } from '@cardwright/server/foundation/configuration/read.ts';
import type { ValuesOf } from '@cardwright/server/foundation/configuration/settings.ts';
import { findDevelopment } from './development.ts';
import { Problem } from './problem.ts';

/** The environment. If it lacks the needed setting, it is merged over a running `npm run dev`. Empty means not set. */
export function settingsFor<Needed extends keyof typeof missing>(needed: Needed): Settings & Record<Needed, string> {
  const given = Object.fromEntries(Object.entries(ownEnvironment()).filter(([, value]) => value !== ''));
  const values = readSettings('admin', given);
  const all = values[needed] === undefined ? readSettings('admin', { ...findDevelopment(given), ...given }) : values;
  const found = all[needed];
  if (found === undefined) throw new Problem(missing[needed]);
  return { ...all, [needed]: found } as Settings & Record<Needed, string>;
}

/** What the command line reads. */
export type Settings = ValuesOf<'admin'>;

const missing = {
  CARDWRIGHT_DESK_URL:
    'No desk is configured: set CARDWRIGHT_DESK_URL and CARDWRIGHT_OPERATOR_TOKEN. In a checkout, start `npm run dev`.',
  CARDWRIGHT_READER_DATABASE_URL:
    'No database is configured: set CARDWRIGHT_READER_DATABASE_URL (role cardwright_reader). In a checkout, start ' +
    '`npm run dev`.',
};

/** The operator's token: from the file if given, otherwise from the settings. */
export function readToken(settings: Settings, file: string | undefined): string {
  const token = file === undefined ? settings.CARDWRIGHT_OPERATOR_TOKEN : readFileOrExplain(file);
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
