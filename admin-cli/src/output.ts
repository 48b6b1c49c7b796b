// Output of a command: tables and sentences for people, one JSON value for scripts.
import Table from 'cli-table3';
import pc from 'picocolors';

/** The result of a command, in both forms. */
export type Shown = {
  json: unknown;
  text: string;
  /** The command ran and found a problem: printed on stderr with exit code 1. */
  failure?: string;
};

/** Prints a result on stdout in the requested form. */
export function print(shown: Shown, form: { json: boolean }): void {
  console.log(form.json ? JSON.stringify(shown.json) : shown.text);
  if (shown.failure === undefined) return;
  console.error(pc.red(shown.failure));
  process.exitCode = 1;
}

/** A table without borders, so that a whole line can be copied. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const drawn = new Table({ head: head.map((name) => pc.bold(name)), ...plain });
  drawn.push(...rows.map((row) => row.map(inOneLine)));
  return withoutTrailingSpace(drawn.toString());
}

/** Name and value pairs, one per line. */
export function facts(rows: readonly (readonly [string, string])[]): string {
  const drawn = new Table(plain);
  drawn.push(...rows.map(([name, value]) => [pc.bold(name), inOneLine(value)]));
  return withoutTrailingSpace(drawn.toString());
}

/** A readable time, always in UTC. The desk sends times as text. */
export const moment = (at: Date | string | null): string =>
  at === null ? '' : new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' UTC');

/** A secret on a line of its own, so that it is copied whole. */
export const secret = (text: string): string => `\n  ${pc.bold(text)}\n`;

/** A highlighted warning. */
export const warning = (text: string): string => pc.yellow(`Warning: ${text}`);

/** Removes terminal control characters and bidirectional overrides: names are untrusted input. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

const nothing = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', mid: '', 'mid-mid': '' };
const plain = {
  chars: {
    ...nothing,
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

const withoutTrailingSpace = (text: string) => text.replace(/ +$/gm, '');
