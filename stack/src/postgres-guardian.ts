// A process of its own that runs one Postgres server and stops it when the process that asked for it is gone,
// even by kill -9: the channel between the two closes then, whatever the reason.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('usage: postgres-guardian COMMAND ARGS');
const identity = process.env['GUARDIAN_IDENTITY'] ? Number(process.env['GUARDIAN_IDENTITY']) : undefined;
/** A temporary directory that ends with the server. */
const directory = process.env['GUARDIAN_REMOVES'];

/** Backends that a killed server leaves behind hold its shared memory for a moment: then a start is tried again. */
const START_AGAIN_MS = 100;
const START_TRIES = 100;

let server: ChildProcess;
/** Starts that may still fail; none but behind a crash that was asked for. */
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
 * SIGINT asks Postgres for a fast stop: running transactions are rolled back, the data is left clean. Data that ends
 * with the server need not be clean: SIGQUIT spares it the writing, which takes seconds on a slow disk.
 */
const stop = () => {
  isStopping = true;
  server.kill(directory ? 'SIGQUIT' : 'SIGINT');
};
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
