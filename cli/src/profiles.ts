// Profiles: the URL of an API and a key, in a file that only its owner can read.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageProblem } from './problem.ts';
import { replaceFile } from './replace-file.ts';

export type Profile = { url: string; key: string };
type Profiles = { current: string; profiles: Record<string, Profile> };

/** The stack of `npm run dev`. */
export const LOCAL_URL = 'http://127.0.0.1:3000';

const env = (name: string): string | undefined => process.env[name] || undefined;

/** The directory of logins and positions. */
export const configHome = (): string =>
  env('CARDWRIGHT_CONFIG_HOME') ?? join(env('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'cardwright');

const profilesFile = () => join(configHome(), 'profiles.json');

/** The profile in use: that of the environment, the named one, or the current one. */
export function readProfile(name: string | undefined): Profile {
  const key = env('CARDWRIGHT_API_KEY');
  if (name === undefined && key !== undefined) return { url: env('CARDWRIGHT_URL') ?? LOCAL_URL, key };
  const { current, profiles } = readProfiles();
  const wanted = name ?? current;
  const profile = profiles[wanted];
  if (profile !== undefined) return profile;
  throw new UsageProblem(
    wanted === '' || name === undefined
      ? 'You are not logged in. Run: cardwright login, or set CARDWRIGHT_API_KEY'
      : `There is no profile "${wanted}". Run: cardwright login --profile ${wanted}`,
  );
}

/** Every profile, and which one is in use. Empty before the first login. */
export function readProfiles(): Profiles {
  const file = profilesFile();
  if (!existsSync(file)) return { current: '', profiles: {} };
  // Windows has no modes.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new UsageProblem(`Other users can read ${file}, which contains API keys. Run: chmod 600 ${file}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Profiles;
}

/** Saves a profile and makes it the current one. */
export function saveProfile(name: string, profile: Profile): void {
  const { profiles } = readProfiles();
  write({ current: name, profiles: { ...profiles, [name]: profile } });
}

/** Removes a profile. False if there was none. */
export function removeProfile(name: string | undefined): boolean {
  const { current, profiles } = readProfiles();
  const { [name ?? current]: removed, ...rest } = profiles;
  if (removed === undefined) return false;
  write({ current: rest[current] === undefined ? (Object.keys(rest)[0] ?? '') : current, profiles: rest });
  return true;
}

const write = (value: Profiles) => replaceFile(profilesFile(), `${JSON.stringify(value, null, 2)}\n`);

/** Whether a key moves real money. */
export const isLive = ({ key }: Profile): boolean => key.startsWith('cw_live_');
