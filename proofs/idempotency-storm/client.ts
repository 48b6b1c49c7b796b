// Clients of a storm: they lose connections and processes, and retry until they are answered.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { Pool } from 'undici';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** A client without an answer by then, after all retries, never gets one. */
const PATIENCE_MS = 60_000;

/** Attempts to listen on a port that another connection may have taken meanwhile. */
const SPAWN_TRIES = 5;

export type Request = {
  method: 'GET' | 'POST';
  path: string;
  /** Names and values in turn, sent in their original case. */
  headers: string[];
  body: string | null;
  /** On its first attempt the client hangs up after this many milliseconds. */
  cutAfterMs?: number | undefined;
};

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** An API process that can be killed; its successor listens on the same port. */
type Api = { pool: Pool; port: number; process: RunningProcess | undefined; kills: number; down: boolean };

type Tally = {
  requests: number;
  accepted: number;
  replays: number;
  conflicts: number;
  refused: number;
  looks: number;
  cut: number;
  broken: number;
  busy: number;
  kills: number;
};

export type Storm = { context: Context; apis: Api[]; tally: Tally };

/** Clients of every API process of a stack. */
export function openStorm(context: Context): Storm {
  const { baseUrls } = context.stack;
  const processes = context.stack.processes.filter(({ role }) => role === 'api');
  const apis = baseUrls.map((url, index) => ({
    pool: new Pool(url),
    port: Number(new URL(url).port),
    process: processes[index],
    kills: 0,
    down: false,
  }));
  const tally = {
    requests: 0,
    accepted: 0,
    replays: 0,
    conflicts: 0,
    refused: 0,
    looks: 0,
    cut: 0,
    broken: 0,
    busy: 0,
    kills: 0,
  };
  return { context, apis, tally };
}

/** Closes the clients' connections. */
export async function closeStorm({ apis }: Storm): Promise<void> {
  await Promise.all(apis.map(({ pool }) => pool.destroy()));
}

/**
 * Kills a process at any point of its work, and starts another in its place. Does nothing while one is starting.
 */
export async function kill({ context: { stack }, apis, tally }: Storm, index: number): Promise<void> {
  const api = apis[index];
  if (api?.process === undefined || api.down) return;
  api.down = true;
  api.kills++;
  tally.kills++;
  const ended = once(api.process.child, 'exit');
  api.process.child.kill('SIGKILL');
  await ended;
  api.process = await spawnAt(stack, api.port);
  api.down = false;
}

async function spawnAt(stack: Stack, port: number, tries = SPAWN_TRIES): Promise<RunningProcess> {
  try {
    return await stack.spawn('api', port);
  } catch (error) {
    if (tries === 1) throw error;
    await sleep(500);
    return spawnAt(stack, port, tries - 1);
  }
}

/** Repeats a request, at any of the processes, until it is answered. Returns how often the answer was lost. */
export async function ask(
  storm: Storm,
  random: Random,
  request: Request,
): Promise<{ answer: Answer | undefined; lost: number }> {
  const until = performance.now() + PATIENCE_MS;
  let lost = 0;
  let next = request;
  while (performance.now() < until) {
    const up = storm.apis.filter((api) => !api.down);
    if (up.length > 0) {
      const answer = await send(storm, random.pick(up), next);
      if (answer === undefined) lost++;
      else if (answer.status !== 503) return { answer, lost };
      else noteBusy(storm, answer);
      next = { ...request, cutAfterMs: undefined };
    }
    await sleep(random.integer(5, 50));
  }
  storm.context.violation('a request was never answered', { path: request.path });
  return { answer: undefined, lost };
}

/** Sends a request once. Undefined: the client hung up, or the connection broke because the process was killed. */
async function send({ context, tally }: Storm, api: Api, request: Request): Promise<Answer | undefined> {
  const { kills } = api;
  const { method, path, headers, body, cutAfterMs } = request;
  const controller = new AbortController();
  const timer = cutAfterMs === undefined ? undefined : setTimeout(() => controller.abort(), cutAfterMs);
  tally.requests++;
  try {
    const response = await api.pool.request({ method, path, headers, body, signal: controller.signal });
    return { status: response.statusCode, headers: response.headers, body: await response.body.text() };
  } catch (error) {
    if (controller.signal.aborted) tally.cut++;
    else if (api.down || api.kills !== kills) tally.broken++;
    else context.violation('a connection broke while its process was running', { error: String(error) });
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function noteBusy({ context, tally }: Storm, answer: Answer): void {
  tally.busy++;
  const { code, retry } = JSON.parse(answer.body) as { code?: string; retry?: string };
  if (code !== 'overloaded' || retry !== 'same_key' || answer.headers['retry-after'] === undefined)
    context.violation('a busy service does not say when to retry', answer);
}
