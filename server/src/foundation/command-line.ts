// Command-line options. Prints help on request and one sentence for invalid input, never a stack trace.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Exit code for invalid usage, as opposed to a failed command. */
export const USAGE_ERROR = 2;

/** Reads a command's options. `--help` prints the help and exits with 0; an unknown option exits with 2. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(help: string, options: Options) {
  const args = process.argv.slice(2);
  exitWithHelp(help, args);
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    return typedWrong(help, `${sentence.replace(/\.$/, '')}.`);
  }
}

/** Prints a command's help and exits with 0, if requested. */
export function exitWithHelp(help: string, args: readonly string[]): void {
  if (!args.includes('--help') && !args.includes('-h')) return;
  console.log(help);
  process.exit(0);
}

/** Prints the problem and the help, then exits with 2. */
export function typedWrong(help: string, problem: string): never {
  console.error(`${problem}\n\n${help}`);
  process.exit(USAGE_ERROR);
}

/** Reads a whole number within inclusive bounds; anything else exits with 2. */
export function readNumber(help: string, text: string, { name, from, to }: { name: string; from: number; to: number }) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  return typedWrong(help, `--${name} must be a whole number from ${from} to ${to}; it is ${text || 'empty'}.`);
}
