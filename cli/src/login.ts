// Logs in: checks an API key and saves it in a profile.
import { createClient } from '@cardwright/sdk';
import type { Command } from 'commander';
import { askFor } from './ask.ts';
import { connect, type Globals } from './connect.ts';
import { inOneLine, print } from './print.ts';
import { UsageProblem } from './problem.ts';
import { configHome, isLive, LOCAL_URL, readProfiles, removeProfile, saveProfile } from './profiles.ts';

type Given = Globals & { url: string };

/** Adds `login`, `logout`, `profiles` and `whoami`. */
export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .option('--url <url>', 'URL of the API', LOCAL_URL)
    .option('--live', 'confirm that a live key may be saved')
    .description(
      'Check an API key and save it in a profile.\n\nPrompts for the key, or reads it from stdin. It is never an ' +
        'argument: every user of the machine can read those.',
    )
    .action(async (_given: unknown, command: Command) => login(command.optsWithGlobals<Given>()));
  program
    .command('logout')
    .description('Remove a profile and its key.')
    .action((_given: unknown, command: Command) => {
      const { profile } = command.optsWithGlobals<Globals>();
      if (!removeProfile(profile)) throw new UsageProblem('There is no such profile. Run: cardwright profiles');
      console.error('Removed. The API key stays valid until you revoke it.');
    });
  program
    .command('profiles')
    .description('List profiles.')
    .action((_given: unknown, command: Command) => {
      const { current, profiles } = readProfiles();
      const rows = Object.entries(profiles).map(([name, profile]) => ({
        name: name === current ? `${name} (current)` : name,
        kind: isLive(profile) ? 'live' : 'sandbox',
        url: profile.url,
      }));
      print(rows, command.optsWithGlobals<Globals>());
    });
  program
    .command('whoami')
    .description('Show the company, the environment and the permissions of the key.')
    .action(async (_given: unknown, command: Command) => {
      const given = command.optsWithGlobals<Globals>();
      print(await connect(given).client.capabilities.get(), given);
    });
}

async function login({ url, profile: name, live }: Given): Promise<void> {
  const key = await askFor('API key: ', { isSecret: true });
  const profile = { url: url.replace(/\/+$/, ''), key };
  if (isLive(profile) && live !== true)
    throw new UsageProblem('This is a live key: commands would move real money. Pass --live to save it.');
  const { company, environment } = await createClient({ baseUrl: profile.url, apiKey: key }).capabilities.get();
  saveProfile(name ?? environment, profile);
  console.error(`Logged in to ${inOneLine(company.name)}, ${environment}. The key is saved in ${configHome()}.`);
}
