// Finds processes by their working directory. Patroni detaches Postgres from itself, so parents tell nothing; but every
// process of a server works in its directory, and so do the processes that it starts.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes that work in a directory or below it, without those that have ended. */
export function processesIn(directory: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const at = readlinkSync(`/proc/${pid}/cwd`);
        return (at === directory || at.startsWith(`${directory}/`)) && stateOf(pid) !== 'Z';
      } catch {
        return false; // ended meanwhile, or somebody else's
      }
    });
}

/** Whether a process is suspended. */
export function isSuspended(pid: number): boolean {
  try {
    return stateOf(pid) === 'T';
  } catch {
    return true; // ended: it does nothing either
  }
}

/** Sends a signal to all processes of a directory. */
export function signalIn(directory: string, signal: NodeJS.Signals): void {
  for (const pid of processesIn(directory)) {
    try {
      process.kill(pid, signal);
    } catch {
      // ended meanwhile
    }
  }
}

/** The letter of a process's state; the name before it is in parentheses and may contain anything. */
const stateOf = (pid: number): string => /.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
