// Loaded before the command line: kills the process (`kill -9`) at a given await.
import { promiseHooks } from 'node:v8';

/** Name of the variable with the number of the await. */
export const KILL_AT = 'PROOF_KILL_AT';

const killAt = Number(process.env[KILL_AT] ?? 0);
let awaits = 0;

if (killAt > 0)
  promiseHooks.onBefore(() => {
    if (++awaits === killAt) process.kill(process.pid, 'SIGKILL');
  });
