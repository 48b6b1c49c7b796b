// The client of the profile in use.
import { type Client, createClient } from '@cardwright/sdk';
import { type Profile, readProfile } from './profiles.ts';

/** Options of every command. */
export type Globals = { profile?: string; json?: boolean; live?: boolean };

export type Connection = { client: Client; profile: Profile };

/** Opens the API of the profile in use. */
export function connect({ profile: name }: Globals): Connection {
  const profile = readProfile(name);
  return { profile, client: createClient({ baseUrl: profile.url, apiKey: profile.key }) };
}
