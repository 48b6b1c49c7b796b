// The entry point of a release: runs one process or command by its name.   cardwrightd api
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typedWrong } from '../foundation/command-line.ts';

/** The release, or the checkout: both have the same folders. */
const root = join(import.meta.dirname, '../../..');

type Program = { about: string; start: () => Promise<unknown> };

/** The server imports no other package of ours, so their programs are named by text and found when they are started. */
const program = (name: string): Promise<unknown> => import(`@cardwright/${name}`);

const programs: Record<string, Program> = {
  api: { about: 'the HTTP API', start: () => import('./api.ts') },
  worker: { about: 'background work', start: () => import('./worker.ts') },
  portal: { about: "the portal for companies' people", start: () => import('./portal.ts') },
  desk: { about: "the operators' desk", start: () => import('./desk.ts') },
  migrate: { about: 'brings the database up to date, before the processes start', start: () => import('./migrate.ts') },
  config: { about: 'prints the settings in force, and where each comes from', start: () => import('./config.ts') },
  health: { about: 'asks the process on this machine whether it lives', start: () => import('./health.ts') },
  admin: { about: "the operators' commands", start: () => program('admin-cli/admin.ts') },
  cell: {
    about: 'prepares a new cell: secrets, settings, and the lines of the router',
    start: () => import('./cell.ts'),
  },
  'break-glass': { about: 'adds an operator when too few are left', start: () => import('./break-glass.ts') },
  'issuer-sandbox': { about: 'the simulated issuer', start: () => program('issuer-sandbox/main.ts') },
  'migrate-issuer-sandbox': {
    about: "brings the simulated issuer's schema up to date, after migrate",
    start: () => program('issuer-sandbox/migrate.ts'),
  },
};

const longest = Math.max(...Object.keys(programs).map((name) => name.length));
const help = `Runs a process or a command of Cardwright.

Usage: cardwrightd NAME [OPTIONS]

${Object.entries(programs)
  .map(([name, { about }]) => `  ${name.padEnd(longest)}  ${about}`)
  .join('\n')}

  --version  print version, commit and Node
  --help     print this

Processes read their settings from the environment: docs/operate/configuration.md. SIGTERM stops them.`;

const [, , name = ''] = process.argv;
if (name === '--help' || name === '-h') {
  console.log(help);
} else if (name === '--version') {
  console.log(version());
} else {
  if (name === '') typedWrong(help, 'Name a process or a command.');
  if (!Object.hasOwn(programs, name)) typedWrong(help, `There is no process or command "${name}".`);
  process.argv.splice(2, 1); // a command reads its options as if it were started itself
  await programs[name]?.start();
}

/** Only a release has a commit. */
function version(): string {
  const { version, commit } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  return `cardwright ${version}, ${commit === undefined ? 'a checkout' : `commit ${commit}`}, Node ${process.version}`;
}
