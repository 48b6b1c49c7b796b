// How `npm run admin` finds a running `npm run dev` of the same checkout. Each one writes a note under .data/running/
// with the path of its home, which contains its settings.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { Problem } from './problem.ts';

/** Directory of the notes; tests use their own. */
const NOTES = fileURLToPath(new URL('../../.data/running/', import.meta.url));

const settingsIn = (home: string): string => join(home, 'admin.env');

/**
 * Lets commands in other terminals find this process; returns false if the checkout is not writable. The settings
 * hold secrets, so only this user may read them.
 */
export function announceDevelopment(home: string, settings: Readonly<Record<string, string>>, notes = NOTES): boolean {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(settingsIn(home), lines.join(''), { mode: 0o600 });
  try {
    mkdirSync(notes, { recursive: true });
    writeFileSync(join(notes, String(process.pid)), home, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Removes the note of `announceDevelopment`. */
export function withdrawDevelopment(home: string, notes = NOTES): void {
  for (const file of [settingsIn(home), join(notes, String(process.pid))]) rmSync(file, { force: true });
}

/** The settings of the running `npm run dev`; if several run, CARDWRIGHT_DEV_HOME selects one. */
export function findDevelopment(env: NodeJS.ProcessEnv, notes = NOTES): NodeJS.Dict<string> | undefined {
  const homes = [...new Set(runningHomes(notes))];
  const chosen = env['CARDWRIGHT_DEV_HOME'] || undefined;
  if (chosen === undefined && homes.length > 1) {
    throw new Problem(
      `Several npm run dev are running: set CARDWRIGHT_DEV_HOME to one of ${homes.join(', ')}, or stop the others.`,
    );
  }
  const home = chosen ?? homes[0];
  const text = home === undefined ? undefined : readOrNothing(settingsIn(home));
  return text === undefined ? undefined : parseEnv(text);
}

/** The homes of running processes. Removes the notes of killed ones. */
function runningHomes(notes: string): string[] {
  return namesIn(notes).flatMap((name) => {
    const note = join(notes, name);
    const home = readOrNothing(note);
    if (home !== undefined && isAlive(Number(name))) return [home];
    rmSync(note, { force: true });
    return [];
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // gone, or another user's process has the id now
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
