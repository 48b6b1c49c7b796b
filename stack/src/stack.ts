// Command: starts the whole stack on free ports with temporary data, prints one JSON line, and stops on SIGTERM.
//   npm run --silent stack -- --json [--postgres 15|18] [--database-url URL] [--api N] [--workers N] [--verbose]
import { readNumber, readOptions, typedWrong } from '@cardwright/server/foundation/command-line.ts';
import { withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { type StackOptions, startStack } from './start.ts';
import { endWithStarter } from './starter.ts';

/** More processes than this exhaust the connections of one Postgres. */
const MOST_PROCESSES = 32;

const help = `Starts Postgres, the simulated issuer, the API and a worker on free loopback ports, with temporary data.

Usage: npm run --silent stack -- [--json] [--postgres 15|18] [--database-url URL] [--api N] [--workers N] [--verbose]

  --json               print one JSON line when ready (always printed; kept for scripts that name it)
  --postgres 15|18     version of Postgres (npm ci installs 18; 15 is Debian's)
  --database-url URL   use this server and database instead (the database is created if missing);
                       the user must be an administrator
  --api N --workers N  number of processes
  --verbose            the processes' logs on stderr
  --help               print this`;

const values = {
  postgres: '18',
  api: '1',
  workers: '1',
  ...readOptions(help, {
    json: { type: 'boolean' },
    postgres: { type: 'string' },
    'database-url': { type: 'string' },
    api: { type: 'string' },
    workers: { type: 'string' },
    verbose: { type: 'boolean' },
  }),
};
const { postgres } = values;
if (postgres !== '15' && postgres !== '18') typedWrong(help, `--postgres must be 15 or 18; it is ${postgres}.`);
const countOf = (name: 'api' | 'workers') => readNumber(help, values[name], { name, from: 0, to: MOST_PROCESSES });

const given = values['database-url'];
const options: StackOptions = {
  postgres,
  api: countOf('api'),
  workers: countOf('workers'),
  issuer: true,
  log: values.verbose === true ? 'inherit' : 'ignore',
  ...(given === undefined ? {} : givenDatabase(given)),
};
const starting = startStack(options);
endWithStarter(async () => (await starting).stop());

const stack = await starting.catch((error: unknown) => {
  console.error(`The stack did not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
console.log(
  JSON.stringify({
    baseUrl: stack.baseUrl,
    databaseUrl: stack.databaseUrl,
    issuer: stack.issuer && { url: stack.issuer.url, ...stack.issuer.serverSettings },
    processes: stack.processes.map(({ role, pid }) => ({ role, pid })),
    companies: stack.demo?.companies,
    revokedKey: stack.demo?.revokedKey,
    admin: stack.adminSettings(),
  }),
);

/** The server and database of a URL; the database is created if missing. */
function givenDatabase(url: string): Pick<StackOptions, 'adminUrl' | 'database'> {
  if (!URL.canParse(url))
    return typedWrong(help, '--database-url must be a URL, such as postgres://postgres@localhost/cardwright.');
  const database = new URL(url).pathname.slice(1) || 'cardwright';
  if (database === 'postgres') {
    return typedWrong(
      help,
      'Name a dedicated database in --database-url, such as …/cardwright. It is created if missing.',
    );
  }
  return { adminUrl: withDatabase(url, 'postgres'), database };
}
