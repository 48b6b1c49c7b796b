// Command: starts the whole stack on free ports with temporary data, prints one JSON line, and stops on SIGTERM.
//   npm run --silent stack -- --json [--postgres 15|18] [--database-url URL] [--api N] [--workers N] [--verbose]
import { parseArgs } from 'node:util';
import { withDatabase } from '@cardwright/server/db/migrate.ts';
import { type StackOptions, startStack } from './start.ts';
import { endWithStarter } from './starter.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    postgres: { type: 'string', default: '18' },
    'database-url': { type: 'string' },
    api: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(`Starts Postgres, the simulated issuer, the API and a worker on free loopback ports, with temporary data that ends with it.

  --json               print one JSON line when ready (always printed; kept for scripts that name it)
  --postgres 15|18     which Postgres to start (18 comes with npm ci; 15 is Debian's)
  --database-url URL   use this server and database instead (the database is made if it is missing);
                       the URL must be an administrator's
  --api N --workers N  how many processes of each
  --verbose            the processes' logs on stderr`);
  process.exit(0);
}

if (values.postgres !== '15' && values.postgres !== '18') {
  console.error(`--postgres must be 15 or 18; it is ${values.postgres}`);
  process.exit(2);
}

const given = values['database-url'];
const options: StackOptions = {
  postgres: values.postgres,
  api: Number(values.api),
  workers: Number(values.workers),
  issuer: true,
  log: values.verbose ? 'inherit' : 'ignore',
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
    admin: { ...stack.adminSettings(), CARDWRIGHT_OPERATOR_TOKEN: stack.demo?.operatorToken },
  }),
);

/** The server that a URL names, and the database to use on it: made if it is missing. */
function givenDatabase(url: string): Pick<StackOptions, 'adminUrl' | 'database'> {
  const database = new URL(url).pathname.slice(1) || 'cardwright';
  if (database === 'postgres') {
    console.error('Name a database of its own in --database-url, such as …/cardwright: it is made if it is missing.');
    process.exit(2);
  }
  return { adminUrl: withDatabase(url, 'postgres'), database };
}
