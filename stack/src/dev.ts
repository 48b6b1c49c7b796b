// Command: the development stack. Data is kept under .data/, code changes restart the processes, and the screen shows
// the first steps.   npm run dev [-- --port N]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { announceDevelopment, withdrawDevelopment } from '@cardwright/admin-cli/development.ts';
import { readNumber, readOptions } from '@cardwright/server/foundation/command-line.ts';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { operatorToken } from './operators.ts';
import { buildPages } from './pages.ts';
import { seedPeople } from './people.ts';
import { freePort, isFree } from './ports.ts';
import { postgresCanUse } from './postgres.ts';
import { serverSource } from './processes.ts';
import { type Kept, welcome } from './screen.ts';
import { newSecrets } from './secrets.ts';
import { type Stack, startStack } from './start.ts';
import { endWithStarter } from './starter.ts';

const USUAL_PORT = 3_000;

/** Debounce: an editor may write several files at once. */
const SETTLE_MS = 200;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The portal and the desk take the next two ports. */
const HIGHEST_PORT = 65_535 - 2;

const help = `Starts the development stack: Postgres, the simulated issuer, the API, a worker, the portal and the desk. Data is
kept, code changes restart the processes, and the screen shows the first steps. Stop it with Ctrl-C.

Usage: npm run dev [-- --port N]

  --port N   port of the API (3000 unless taken); the portal and the desk take the next two
  --help     print this

  CARDWRIGHT_DEV_HOME   data directory (default: .data in the repository); npm run admin finds it either way`;

const options = readOptions(help, { port: { type: 'string' } });
const wantedPort =
  options.port === undefined ? undefined : readNumber(help, options.port, { name: 'port', from: 1, to: HIGHEST_PORT });
const started = performance.now();

const home = await findHome();
await makeHome();
const pidFile = join(home, 'dev.pid');
const secondTokenFile = join(home, 'second-operator.token');
const keptFile = join(home, 'stack.json');
await refuseSecondRun();
const kept = await readKept();
const port = await choosePort();
const portalPort = await portNear(port + 1);
const deskPort = await portNear(port + 2);

const present: Kept = { secrets: { ...newSecrets(), ...kept?.secrets }, demo: kept?.demo };
await keep(present); // before they are used: without its secrets, the data could never be opened again
console.log('Starting Postgres, the simulated issuer, the API, a worker, the portal and the desk …');
const pages = buildPages('development', () => console.log('Building the pages meanwhile …'));
pages.catch(() => undefined); // handled where the pages are awaited
const starting = startStack({
  directory: join(home, 'postgres'),
  sealsDirectory: join(home, 'seals'),
  secrets: present.secrets,
  port,
  issuer: true,
  portal: true,
  portalPort,
  desk: true,
  deskPort,
  pages,
  env: { CARDWRIGHT_PORTAL_DEVELOPMENT: '1' },
  onMail: ({ to, subject, link }) => console.log(`mail to ${to}: ${subject} ${link ?? ''}`),
  seed: present.demo === undefined,
  onSeeded: async (demo) => {
    present.demo = demo;
    await keep(present);
  },
  log: 'inherit',
});
endWithStarter(async () => {
  try {
    await (await starting).stop();
  } finally {
    withdrawDevelopment(home);
    for (const file of [pidFile, secondTokenFile]) await rm(file, { force: true });
  }
});

const stack = await starting.catch(giveUp);
const isFound = announceDevelopment(home, stack.adminSettings());
await writeFile(secondTokenFile, operatorToken(present.secrets.peppers, 1), { mode: 0o600 });
if (!isFound) console.log(`For npm run admin set CARDWRIGHT_DEV_HOME=${home}: the checkout is not writable.`);
// Data of an earlier version has the company without its people.
const demoCompany = fromId('company', present.demo?.companies[0]?.id ?? '');
if (demoCompany !== undefined) await seedPeople(stack.databaseUrl, demoCompany);
console.log(welcome({ stack, kept: present, home, secondTokenFile, seconds: (performance.now() - started) / 1_000 }));
restartOnChange(stack);

async function giveUp(error: unknown): Promise<never> {
  console.error(`\nThe stack did not start: ${error instanceof Error ? error.message : String(error)}`);
  console.error(`If the data is from an older version, remove ${home} and start again.`);
  await rm(pidFile, { force: true });
  return process.exit(1);
}

/** CARDWRIGHT_DEV_HOME, or the repository's .data, or a separate directory if Postgres has no access to that. */
async function findHome(): Promise<string> {
  const told = process.env['CARDWRIGHT_DEV_HOME'];
  if (told !== undefined && told !== '') return resolve(told);
  if (await postgresCanUse(root)) return join(root, '.data');
  return join('/var/tmp', `cardwright-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
}

/** Creates the directory. Refuses one that belongs to another user. */
async function makeHome(): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o711 });
  const found = await lstat(home);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    console.error(
      `${home} belongs to another user. Choose another directory: CARDWRIGHT_DEV_HOME=/some/where npm run dev`,
    );
    process.exit(1);
  }
}

async function refuseSecondRun(): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  if (pid > 0 && (await isOurs(pid))) {
    console.error(`npm run dev is already running (process ${pid}). Stop it first: kill ${pid}`);
    process.exit(1);
  }
  await writeFile(pidFile, String(process.pid));
}

/** Whether a process is running and is ours: after a crash, another program may have its id. */
async function isOurs(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('dev.ts');
}

async function keep(what: Kept): Promise<void> {
  await writeFile(keptFile, JSON.stringify(what, null, 2), { mode: 0o600 });
}

async function readKept(): Promise<Kept | undefined> {
  const text = await readFile(keptFile, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}

async function choosePort(): Promise<number> {
  const wanted = wantedPort ?? USUAL_PORT;
  if (await isFree(wanted)) return wanted;
  if (wantedPort === undefined) {
    console.log(`Port ${wanted} is taken, so another one is used. Choose your own: npm run dev -- --port N`);
    return freePort();
  }
  console.error(`Port ${wanted} is taken. Choose another one: npm run dev -- --port N`);
  return process.exit(1);
}

/** The same port each time if possible, so that open pages keep working. */
async function portNear(wanted: number): Promise<number> {
  return (await isFree(wanted)) ? wanted : freePort();
}

/** Restarts the processes when the code changes. Prints a failed start and waits for the next change. */
function restartOnChange(stack: Stack): void {
  let timer: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  watch(serverSource, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restart);
    }, SETTLE_MS);
  });

  const restart = async () => {
    const running = stack.processes.filter(({ role }) => role !== 'issuer'); // it does not depend on our code
    for (const one of running) await one.stop();
    try {
      await stack.spawn('api', port);
      await stack.spawn('worker');
      await stack.spawn('portal', portalPort);
      await stack.spawn('desk', deskPort);
      console.log('restarted after a change');
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      console.error('waiting for the next change …');
    }
  };
}
