// A process of its own that runs one Postgres server and stops it when the process that asked for it is gone,
// even by kill -9: the channel between the two closes then, whatever the reason.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('usage: postgres-guardian COMMAND ARGS');
const identity = process.env['GUARDIAN_IDENTITY'] ? Number(process.env['GUARDIAN_IDENTITY']) : undefined;
/** A temporary directory that ends with the server. */
const directory = process.env['GUARDIAN_REMOVES'];

const server = spawn(command, args, {
  stdio: ['ignore', 'ignore', 'inherit'],
  cwd: '/',
  ...(identity === undefined ? {} : { uid: identity, gid: identity }),
});
server.on('exit', (code) => {
  if (directory) rmSync(directory, { recursive: true, force: true });
  process.exit(code ?? 1);
});

/** SIGINT asks Postgres for a fast stop: running transactions are rolled back, the data is left clean. */
const stop = () => server.kill('SIGINT');
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
