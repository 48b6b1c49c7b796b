// What a command prints: tables and sentences for people, one JSON value for scripts.
import Table from 'cli-table3';
import pc from 'picocolors';

/** What a command answers, in both forms. */
export type Shown = {
  json: unknown;
  text: string;
  /** The command ran, but what it found is bad: printed on stderr, and the exit code is 1. */
  failure?: string;
};

/** Prints an answer on stdout in the form that was asked for. */
export function print(shown: Shown, form: { json: boolean }): void {
  console.log(form.json ? JSON.stringify(shown.json) : shown.text);
  if (shown.failure === undefined) return;
  console.error(pc.red(shown.failure));
  process.exitCode = 1;
}

/** Columns under their heads, without borders, so that a line can be copied whole. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const drawn = new Table({ head: head.map((name) => pc.bold(name)), ...plain });
  drawn.push(...rows.map((row) => row.map(inOneLine)));
  return withoutTrailingSpace(drawn.toString());
}

/** Names beside their values, one a line. */
export function facts(rows: readonly (readonly [string, string])[]): string {
  const drawn = new Table(plain);
  drawn.push(...rows.map(([name, value]) => [pc.bold(name), inOneLine(value)]));
  return withoutTrailingSpace(drawn.toString());
}

/** A moment as people read it, always in UTC. The desk tells it as text. */
export const moment = (at: Date | string | null): string =>
  at === null ? '' : new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' UTC');

/** A secret that is shown this once, apart from everything else so that it is copied whole. */
export const secret = (text: string): string => `\n  ${pc.bold(text)}\n`;

/** Words that must not be missed. */
export const warning = (text: string): string => pc.yellow(`Warning: ${text}`);

/** Text without what could move a terminal's cursor or turn the direction of writing: names come from outside. */
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
