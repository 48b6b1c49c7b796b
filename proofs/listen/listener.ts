// `cardwright listen` as a process that is killed and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Context } from '../harness/proof.ts';
import { KILL_AT } from './die.ts';

const COMMAND = new URL('../../cli/src/cardwright.ts', import.meta.url).pathname;
const DIE = new URL('./die.ts', import.meta.url).href;

/** It prints its first lines within this time, also on a busy machine. */
const STARTED_WITHIN_MS = 60_000;

export type Settings = { apiUrl: string; apiKey: string; home: string; target: string };

export type Listener = {
  /** The printed secret; undefined if the process died before. */
  secret: Promise<string | undefined>;
  /** Whether it was killed, once it is over. Any other end is an error. */
  over: Promise<boolean>;
  kill(): void;
};

/** Starts the command. `killAt`: it kills itself at this await. */
export function startListener({ nodeArguments }: Context, settings: Settings, killAt?: number): Listener {
  const { apiUrl, apiKey, home, target } = settings;
  const words = ['--import', DIE, ...nodeArguments, COMMAND, 'listen', '--forward-to', target, '--json'];
  const child = spawn(process.execPath, words, {
    env: {
      ...process.env,
      CARDWRIGHT_URL: apiUrl,
      CARDWRIGHT_API_KEY: apiKey,
      CARDWRIGHT_CONFIG_HOME: home,
      NO_COLOR: '1',
      [KILL_AT]: String(killAt ?? 0),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  const over = end(child, said);
  over.catch(() => undefined); // the caller awaits it later
  return { secret: readSecret(child, said), over, kill: () => void child.kill('SIGKILL') };
}

async function end(child: ChildProcess, said: readonly string[]): Promise<boolean> {
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === null) throw new Error(`listen ended by itself: ${said.slice(-3).join(' ')}`);
  return true;
}

function readSecret(child: ChildProcess, said: string[]): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  if (child.stderr !== null)
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      const [secret] = /whsec_[\w-]+/.exec(line) ?? [];
      if (secret !== undefined) resolve(secret);
    });
  const timer = setTimeout(() => resolve(undefined), STARTED_WITHIN_MS);
  child.once('exit', () => {
    clearTimeout(timer);
    resolve(undefined);
  });
  return promise;
}
