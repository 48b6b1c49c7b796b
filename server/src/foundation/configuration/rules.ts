// Rules about several settings.
import { readPoint } from '../crash-points.ts';
import { ConfigError, type ProcessName } from './declare.ts';
import { readOrigin } from './kinds.ts';
import { type SettingName, settings, type Values } from './settings.ts';

/** What a rule sees: valid values, and the names of the process's settings that are given, valid or not. */
type Seen = {
  process: ProcessName;
  values: Partial<Values<SettingName>>;
  given: ReadonlySet<string>;
};

/** Each rule returns sentences with what to change. Values that a process does not read are undefined. */
export const rules: readonly ((seen: Seen) => readonly string[])[] = [
  (seen) => {
    if (!seen.given.has('CARDWRIGHT_SEALS_BUCKET')) return [];
    const both = seen.given.has('CARDWRIGHT_SEALS_DIRECTORY')
      ? ['Set either CARDWRIGHT_SEALS_DIRECTORY or CARDWRIGHT_SEALS_BUCKET: there is one newest mark']
      : [];
    return [...both, ...demand(seen, ['CARDWRIGHT_SEALS_BUCKET_KEY'])];
  },
  (seen) => ofIssuer(seen, 'SANDBOX', seen.given.has('CARDWRIGHT_ISSUER_SANDBOX_ADDRESSES')),
  (seen) => ofIssuer(seen, 'LIVE'),
  (seen) => {
    const sends = seen.process === 'worker' && seen.given.has('CARDWRIGHT_SMTP_URL');
    return sends ? demand(seen, ['CARDWRIGHT_MAIL_FROM', 'CARDWRIGHT_PORTAL_URL']) : [];
  },
  ({ process, values, given }) => {
    if (process !== 'portal' && process !== 'desk') return [];
    const name = process === 'portal' ? 'CARDWRIGHT_PORTAL_URL' : 'CARDWRIGHT_DESK_URL';
    return given.has(name) ? [] : problemOf(() => listeningOrigin(values), name);
  },
  ({ values }) =>
    values.CARDWRIGHT_PORTAL_DEVELOPMENT === true && values.CARDWRIGHT_PORTAL_URL?.startsWith('https://') === true
      ? [
          'CARDWRIGHT_PORTAL_DEVELOPMENT lets anybody in without a password: it must not be set where ' +
            'CARDWRIGHT_PORTAL_URL is https',
        ]
      : [],
  ({ process, values }) =>
    process === 'api' || process === 'worker'
      ? (['CARDWRIGHT_CRASH_AT', 'CARDWRIGHT_STALL_AT'] as const).flatMap((name) =>
          problemOf(() => readPoint(process, values, name)),
        )
      : [],
];

/** The origin of a site that has no public address: where it listens, which must then be this machine. */
export const listeningOrigin = (values: Partial<Values<'CARDWRIGHT_HOST' | 'CARDWRIGHT_PORT'>>): string =>
  readOrigin(`http://${values.CARDWRIGHT_HOST}:${values.CARDWRIGHT_PORT}`);

/** An environment has a whole issuer, or none. */
function ofIssuer(seen: Seen, environment: 'SANDBOX' | 'LIVE', isGiven = false): string[] {
  const names = (['URL', 'KEY', 'PUBLIC_KEY'] as const).map(
    (name) => `CARDWRIGHT_ISSUER_${environment}_${name}` as const,
  );
  return isGiven || names.some((name) => seen.given.has(name)) ? demand(seen, names) : [];
}

const demand = ({ given }: Seen, names: readonly SettingName[]): string[] =>
  names.flatMap((name) => (given.has(name) ? [] : [`Set ${name}, for example: ${settings[name].example}`]));

function problemOf(step: () => unknown, name?: string): string[] {
  try {
    step();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [name === undefined ? error.message : `${name} ${error.message}`];
  }
}
