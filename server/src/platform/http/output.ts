// Where log lines go: standard output, line by line and at once, so that the last words of a process are not lost. A
// reader that is slow is waited for, but not for long; one that is gone is forgotten. The usual way of writing waits
// for ever in both cases: a worker whose reader had died could neither work nor end.
import { writeSync } from 'node:fs';

/** A reader that took nothing for so long is not reading. What it misses is counted and told when it comes back. */
const PATIENCE_MS = 1_000;

/** How long to wait between two tries. */
const AGAIN_MS = 10;

/** Opens the output of a process for its log. */
export function openOutput(): { write(line: string): void } {
  // Node makes a pipe non-blocking when it opens its own stream on it; before that, a full one stops us in the kernel.
  const { fd } = process.stdout;
  let isGone = false;
  let missed = 0;
  let rest = Buffer.alloc(0); // of a line that was begun: whatever follows must not run into it

  /** Writes as much as is taken; true when that was all. */
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
      const told = missed > 0 ? `${JSON.stringify({ level: 40, msg: `${missed} lines of the log were lost` })}\n` : '';
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
