// A process that outlives its parent only to clean up: once the parent is gone, even after kill -9, it ends every
// process that works in a directory and removes the directory.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesIn, signalIn } from './processes-in.ts';

const directory = process.argv[2] ?? '';
if (directory === '') throw new Error('usage: guardian DIRECTORY');

/** A process may have started another one just before its end. */
const AGAIN_MS = 50;
const QUIET_PASSES = 3;

process.on('SIGINT', () => undefined); // Ctrl-C is for the parent; its end reaches us
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => void cleanUp());

async function cleanUp(): Promise<never> {
  for (let quiet = 0; quiet < QUIET_PASSES; quiet++) {
    if (processesIn(directory).length > 0) quiet = 0;
    signalIn(directory, 'SIGKILL');
    await sleep(AGAIN_MS);
  }
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}
