// Crash points: places where a process dies on demand, so that a proof can show the consequences.
// `CARDWRIGHT_CRASH_AT=after-claim:3` kills the process when it passes that point for the third time;
// `CARDWRIGHT_STALL_AT` stops it there instead, until a SIGCONT.
import { writeSync } from 'node:fs';
import { ConfigError } from './configuration/declare.ts';

/** Every point, by the process that passes it, with the state at that moment. */
export const crashPoints = {
  api: {
    'after-notification': 'an issuer notification is stored and not acknowledged',
    'before-accept': 'orders are parsed; nothing of them is in the database',
    'before-accept-commit': 'operations and holds are written and not committed',
    'after-accept': 'operations are committed and no client has an answer',
  },
  worker: {
    'before-claim-commit': 'operations are leased and marked as sent, and nothing is committed',
    'after-claim': 'operations are marked as sent; nothing was sent',
    'before-send': 'a request is about to be written to its socket; its claim was young enough',
    'after-send': 'the issuer answered; only this process knows',
    'before-settle-commit': 'operations are settled, and nothing is committed',
    'after-settle': 'operations are settled; nobody is notified yet',
    'after-unmark': 'a mark was cleared, because nothing was sent',
    'after-read': 'the issuer reported the outcome of an operation in review; it is not stored',
    'after-notice': 'a notification has settled its operation and counts as unprocessed',
    'after-registration': 'the issuer registered a cardholder; only this process knows',
  },
} as const;

export type CrashPoint = keyof (typeof crashPoints)['api'] | keyof (typeof crashPoints)['worker'];

/** The settings that arm a point. */
export type CrashSettings = {
  CARDWRIGHT_CRASH_AT?: string | undefined;
  CARDWRIGHT_STALL_AT?: string | undefined;
};

let armed: { point: string; passesLeft: number; signal: 'SIGKILL' | 'SIGSTOP' } | undefined;

/** Reads the point where this process dies or stalls, if any. A name that it never passes is refused. */
export function armCrashPoint(role: keyof typeof crashPoints, env: CrashSettings): void {
  armed = readPoint(role, env, 'CARDWRIGHT_CRASH_AT') ?? readPoint(role, env, 'CARDWRIGHT_STALL_AT');
}

/** The point that a setting names; undefined if it is not set. Refuses one that the process never passes. */
export function readPoint(role: keyof typeof crashPoints, env: CrashSettings, name: keyof CrashSettings): typeof armed {
  const text = env[name] ?? '';
  if (text === '') return undefined;
  const [, point = '', passes = '1'] = /^([a-z-]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? [];
  if (!Object.hasOwn(crashPoints[role], point)) {
    const known = Object.keys(crashPoints[role]).join(', ');
    throw new ConfigError(`${name} names no crash point of ${role}, such as name:3; there are: ${known}`);
  }
  return { point, passesLeft: Number(passes), signal: name === 'CARDWRIGHT_CRASH_AT' ? 'SIGKILL' : 'SIGSTOP' };
}

/** Does nothing, unless this process is set to die or stall here. */
export function crashPoint(point: CrashPoint): void {
  if (armed?.point !== point || --armed.passesLeft > 0) return;
  const { signal } = armed;
  armed = undefined;
  writeSync(2, `${signal === 'SIGKILL' ? 'crash' : 'stall'} point ${point}\n`); // distinguishes it from any other death
  process.kill(process.pid, signal);
  if (signal === 'SIGSTOP') writeSync(2, `goes on after ${point}\n`);
}
