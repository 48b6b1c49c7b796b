// The stop file: while it exists, this process claims nothing and sends nothing. It needs neither desk nor database.
import { existsSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../foundation/clock.ts';

/** Why this process is stopped, and since when. */
export type Stop = { why: string; since: Date };

export type StopFile = {
  /** Checks the file; true if nothing may be claimed or sent now. */
  isOn(): boolean;
  /** The same, with the reason. */
  check(): Stop | undefined;
};

/** A request was not sent, or a row was not worked on, because this process is stopped. */
export class WorkStopped extends Error {}

/** For processes without a stop file. */
export const neverStopped: StopFile = { isOn: () => false, check: () => undefined };

/** Opens the stop file of a process, if it has one, and logs each stop and its end. */
export function openLoggedStop(path: string | undefined, { clock, log }: { clock: Clock; log: Logger }): StopFile {
  if (path === undefined) {
    log.warn('CARDWRIGHT_STOP_FILE is not set: no file stops this worker');
    return neverStopped;
  }
  if (!existsSync(dirname(path))) {
    log.warn('the directory of CARDWRIGHT_STOP_FILE does not exist: nobody can create the file');
  }
  const onChange = (stopped: Stop | undefined) => {
    if (stopped === undefined) log.warn('the stop file is gone: work goes on');
    else log.error({ why: stopped.why }, 'STOPPED: nothing is claimed or sent: docs/runbooks/stop.md');
  };
  return openStopFile(path, { clock, onChange });
}

/**
 * Opens the stop file of a process. Every check is one synchronous file system call, a few microseconds on a local
 * disk: a request can be refused right before its first byte, and no answer is stale. `onChange` is called once for
 * each stop, its reason, and its end.
 */
export function openStopFile(
  path: string,
  { clock, onChange }: { clock: Clock; onChange: (stop: Stop | undefined) => void },
): StopFile {
  let stop: Stop | undefined;
  const check = (): Stop | undefined => {
    const why = whyStopped(path);
    if (why === stop?.why) return stop;
    stop = why === undefined ? undefined : { why, since: stop?.since ?? clock.now() };
    onChange(stop);
    return stop;
  };
  return { isOn: () => check() !== undefined, check };
}

/** Fails closed: a path that cannot be checked stops work too. A dangling link counts as a file. */
function whyStopped(path: string): string | undefined {
  try {
    // Avoids an exception in the usual case, which would cost ten times the check.
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found === undefined ? undefined : `the stop file ${path} exists`;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return `the stop file ${path} cannot be checked: ${code}`;
  }
}
