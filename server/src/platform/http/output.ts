// Log output: standard output, written synchronously line by line, so that the last lines of a process are not lost. It
// waits briefly for a slow reader and gives up on one that is gone. Ordinary writes wait forever in both cases: a
// worker whose reader had died could neither work nor end.
import { writeSync } from 'node:fs';

/** A reader that reads nothing for this long is gone. Missed lines are counted and reported when it returns. */
const PATIENCE_MS = 1_000;

/** Pause between two attempts. */
const AGAIN_MS = 10;

/** Opens the output of a process for its log. */
export function openOutput(): { write(line: string): void } {
  // Node makes a pipe non-blocking when it opens its own stream on it; without that, a full pipe blocks in the kernel.
  const { fd } = process.stdout;
  let isGone = false;
  let missed = 0;
  let rest = Buffer.alloc(0); // of a partly written line: it must be completed first

  /** Writes as much as the reader takes; true if that was all. */
  const pushed = (patienceMs: number): boolean => {
    let patience = patienceMs;
    while (rest.length > 0) {
      const taken = tryToWrite(fd, rest);
      if (taken === 'gone') isGone = true;
      if (taken === 'gone' || (taken === 'busy' && patience <= 0)) return false;
      if (taken === 'busy') {
        Atomics.wait(PAUSE, 0, 0, AGAIN_MS);
        patience -= AGAIN_MS;
      } else {
        rest = rest.subarray(taken);
        patience = patienceMs;
      }
    }
    return true;
  };

  return {
    write(line) {
      if (isGone) return;
      if (rest.length > 0 && !pushed(0)) {
        missed += 1;
        return;
      }
      const told = missed > 0 ? `${JSON.stringify({ level: 40, msg: `${missed} log lines were lost` })}\n` : '';
      missed = 0;
      rest = Buffer.from(told + line);
      pushed(PATIENCE_MS);
    },
  };
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function tryToWrite(fd: number, bytes: Buffer): number | 'busy' | 'gone' {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EAGAIN' || code === 'EBUSY' || code === 'EINTR' ? 'busy' : 'gone';
  }
}
