// Crash points: places where a process dies on demand, so that a proof can show what its death there leaves behind.
// `CARDWRIGHT_CRASH_AT=after-claim:3` kills the process at once when it passes that point for the third time.
import { writeSync } from 'node:fs';
import { ConfigError } from './config.ts';

/** Every point, by the process that passes it, with what is true at that moment. */
export const crashPoints = {
  api: {
    'after-notification': 'a notification of the issuer is stored and not acknowledged',
    'before-accept': 'orders were understood; nothing of them is in the database',
    'before-accept-commit': 'operations, holds and pokes are written and not committed',
    'after-accept': 'operations are committed and nobody was told',
  },
  worker: {
    'before-claim-commit': 'pokes are taken and operations marked as sent, and nothing is committed',
    'after-claim': 'operations are marked as sent; nothing was sent',
    'after-send': 'the issuer answered; nobody but this process knows it',
    'before-settle-commit': 'operations are settled and their pokes dropped, and nothing is committed',
    'after-settle': 'operations are settled; whoever learned it does not know yet',
    'after-unmark': 'a mark was taken back, because no socket ever connected',
    'after-read': 'the issuer told what became of an operation in review; it is not stored',
    'after-notice': 'a notification has settled its operation and counts as unprocessed',
    'after-registration': 'the issuer knows a cardholder; nobody but this process knows it',
  },
} as const;

export type CrashPoint = keyof (typeof crashPoints)['api'] | keyof (typeof crashPoints)['worker'];

let armed: { point: string; passesLeft: number } | undefined;

/** Reads which point this process is to die at, if any; a name that it never passes is refused. */
export function armCrashPoint(role: keyof typeof crashPoints, env: NodeJS.ProcessEnv): void {
  const text = env['CARDWRIGHT_CRASH_AT'] ?? '';
  armed = undefined;
  if (text === '') return;
  const [, point = '', passes = '1'] = /^([a-z-]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? [];
  if (!Object.hasOwn(crashPoints[role], point)) {
    const known = Object.keys(crashPoints[role]).join(', ');
    throw new ConfigError(`CARDWRIGHT_CRASH_AT names no crash point of ${role}, such as name:3; there are: ${known}`);
  }
  armed = { point, passesLeft: Number(passes) };
}

/** Does nothing, unless this process was told to die here. */
export function crashPoint(point: CrashPoint): void {
  if (armed?.point !== point || --armed.passesLeft > 0) return;
  writeSync(2, `crash point ${point}\n`); // whoever started the process can tell it from any other death
  process.kill(process.pid, 'SIGKILL');
}
