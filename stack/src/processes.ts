// Starting our own processes: each says when it is ready, and ends when we do.
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endOf } from './postgres.ts';

export type Role = 'api' | 'worker' | 'issuer' | 'portal' | 'desk';

export type RunningProcess = {
  role: Role;
  pid: number;
  child: ChildProcess;
  /** What it said when it was ready. */
  said: unknown;
  /** Where it serves its metrics, if it was asked to. */
  metricsUrl: string | undefined;
  stop(): Promise<void>;
};

/** A process that is not ready by then will not be. Alone it needs a second or two; beside many others much more. */
const READY_WITHIN_MS = 90_000;

/** What is kept of what a process says: enough for the error that ended it. */
const LAST_WORDS = 4_000;

const { resolve: fileOf } = createRequire(import.meta.url);

/** Where the rooms of the server are. */
export const serverSource = dirname(dirname(fileOf('@cardwright/server/processes/api.ts')));

const programs: Record<Role, string> = {
  api: join(serverSource, 'processes/api.ts'),
  worker: join(serverSource, 'processes/worker.ts'),
  portal: join(serverSource, 'processes/portal.ts'),
  desk: join(serverSource, 'processes/desk.ts'),
  issuer: fileOf('@cardwright/issuer-sandbox/main.ts'),
};

/** Starts a process and waits until it is ready; one that ends before tells why. */
export async function startProcess(
  role: Role,
  options: { env: Record<string, string>; log: 'inherit' | 'ignore'; nodeArguments?: readonly string[] },
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), programs[role]], {
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  const onWords = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-LAST_WORDS);
    // Logs are for whoever asked for them on stderr; stdout belongs to the stack's own one line.
    if (options.log === 'inherit') process.stderr.write(chunk);
  };
  child.stdout?.on('data', onWords);
  child.stderr?.on('data', onWords);
  const ready = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error(`${role} ended before it was ready\n${said}`)));
    child.once('error', reject);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS); // then it ends before it was ready
  const readyWords = await ready.finally(() => clearTimeout(late));
  child.unref();
  const stop = () =>
    endOf(child, () => {
      child.kill('SIGTERM');
      child.kill('SIGCONT'); // a process that is suspended ends only when it continues
    });
  const metricsPort = options.env['CARDWRIGHT_METRICS_PORT'];
  const metricsUrl = metricsPort === undefined ? undefined : `http://127.0.0.1:${metricsPort}/metrics`;
  return { role, pid: child.pid ?? 0, child, said: readyWords, metricsUrl, stop };
}

/** Where Node keeps compiled code, if whoever runs us has chosen a place: a process starts in half the time with it. */
const compileCache = (): Record<string, string> => {
  const directory = process.env['NODE_COMPILE_CACHE'];
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
};
