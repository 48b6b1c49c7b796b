// A process that runs one Postgres server and stops it when its parent is gone, even after kill -9: the channel between
// the two then closes.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('usage: postgres-guardian COMMAND ARGS');
const identity = process.env['GUARDIAN_IDENTITY'] ? Number(process.env['GUARDIAN_IDENTITY']) : undefined;
/** A temporary directory, removed with the server. */
const directory = process.env['GUARDIAN_REMOVES'];

/** Orphaned backends of a killed server hold its shared memory for a moment, so a failed start is retried. */
const START_AGAIN_MS = 100;
const START_TRIES = 100;

let server: ChildProcess;
/** Remaining attempts to start; 0 except after a requested crash. */
let triesLeft = 0;
let isStopping = false;

const start = () => {
  server = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: '/',
    ...(identity === undefined ? {} : { uid: identity, gid: identity }),
  });
  server.on('exit', (code) => {
    if (isStopping || triesLeft-- <= 0) end(code ?? 1);
    setTimeout(() => (isStopping ? end(0) : start()), START_AGAIN_MS);
  });
};
const end = (code: number): never => {
  if (directory) rmSync(directory, { recursive: true, force: true });
  process.exit(code);
};
start();

process.on('message', (message) => {
  if (message !== 'crash') return;
  triesLeft = START_TRIES;
  server.once('exit', () => process.send?.('gone'));
  server.kill('SIGKILL');
});

/**
 * SIGINT requests a fast shutdown: running transactions are rolled back, and the data is left clean. Temporary data
 * need not be clean: SIGQUIT skips the final writes, which take seconds on a slow disk.
 */
const stop = () => {
  isStopping = true;
  server.kill(directory ? 'SIGQUIT' : 'SIGINT');
};
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
