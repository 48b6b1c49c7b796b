// Starts our own processes. Each reports when it is ready, and ends with us.
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endOf } from './postgres.ts';

export type Role = 'api' | 'worker' | 'issuer' | 'portal' | 'desk';

export type RunningProcess = {
  role: Role;
  pid: number;
  child: ChildProcess;
  /** Its ready message. */
  said: unknown;
  /** Address of its metrics, if requested. */
  metricsUrl: string | undefined;
  stop(): Promise<void>;
};

/** Start timeout. A start takes a second or two alone, and much longer beside many others. */
const READY_WITHIN_MS = 90_000;

/** Characters of output to keep: enough for the final error. */
const LAST_WORDS = 4_000;

const { resolve: fileOf } = createRequire(import.meta.url);

/** The server's source directory. */
export const serverSource = dirname(dirname(fileOf('@cardwright/server/processes/api.ts')));

const programs: Record<Role, string> = {
  api: join(serverSource, 'processes/api.ts'),
  worker: join(serverSource, 'processes/worker.ts'),
  portal: join(serverSource, 'processes/portal.ts'),
  desk: join(serverSource, 'processes/desk.ts'),
  issuer: fileOf('@cardwright/issuer-sandbox/main.ts'),
};

/** Starts a process and waits until it is ready; throws with its output if it ends before. */
export async function startProcess(
  role: Role,
  options: { env: Record<string, string>; log: 'inherit' | 'ignore'; nodeArguments?: readonly string[] },
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), programs[role]], {
    // Nothing balances requests between these processes, so they need not drain.
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), CARDWRIGHT_DRAIN_MS: '0', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  const onWords = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-LAST_WORDS);
    // Requested logs go to stderr; stdout is reserved for the stack's one line.
    if (options.log === 'inherit') process.stderr.write(chunk);
  };
  child.stdout?.on('data', onWords);
  child.stderr?.on('data', onWords);
  const ready = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    // Once its output is read to the end, which can be after its exit.
    child.once('close', (code, signal) =>
      reject(new Error(`${role} ended with ${signal ?? code} before it was ready\n${said}`)),
    );
    child.once('error', reject);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS); // its end then rejects
  const readyWords = await ready.finally(() => clearTimeout(late));
  child.unref();
  const stop = () =>
    endOf(child, () => {
      child.kill('SIGTERM');
      child.kill('SIGCONT'); // a suspended process ends only after it continues
    });
  const metricsPort = options.env['CARDWRIGHT_METRICS_PORT'];
  const metricsUrl = metricsPort === undefined ? undefined : `http://127.0.0.1:${metricsPort}/metrics`;
  return { role, pid: child.pid ?? 0, child, said: readyWords, metricsUrl, stop };
}

/** Node's compile cache, if the caller has set one: it halves the start time. */
const compileCache = (): Record<string, string> => {
  const directory = process.env['NODE_COMPILE_CACHE'];
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
};
