// Runs the operator's command line in a child process.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { operatorToken } from '@cardwright/stack/operators.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { expect } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Said after each action without a worker, which exports audit entries: most stacks of tests have none. */
const NOT_EXPORTED = /^Done, but its audit entry is not exported yet: .*\n/gm;

/** Environment variables; an undefined one is not set. */
type Settings = Record<string, string | undefined>;

export type CommandLine = {
  /** Runs a command to its end, successful or not. */
  run: (args: readonly string[], settings?: Settings) => Promise<{ code: number; stdout: string; stderr: string }>;
  /** Runs a command that must succeed, and returns its JSON value. */
  json: <Value>(args: readonly string[], settings?: Settings) => Promise<Value>;
};

/**
 * The command line of the first operator of a stack, or of the one with this token. Nothing of our own environment
 * reaches it but what Node needs.
 */
export function commandLine(stack: Stack, token = operatorToken(stack.secrets.peppers, 0)): CommandLine {
  const usual = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    CARDWRIGHT_DESK_URL: stack.deskUrl,
    CARDWRIGHT_READER_DATABASE_URL: stack.urlOf('cardwright_reader'),
    CARDWRIGHT_OPERATOR_TOKEN: token,
  };
  const run: CommandLine['run'] = (args, settings = {}) => {
    const env = { ...usual, ...settings };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['admin-cli/src/admin.ts', ...args],
        { cwd: repository, env },
        (error, stdout, stderr) =>
          resolve({
            code: error === null ? 0 : Number(error.code ?? -1),
            stdout,
            stderr: stderr.replaceAll(NOT_EXPORTED, ''),
          }),
      );
    });
  };
  return {
    run,
    async json<Value>(args: readonly string[], settings?: Settings) {
      const ran = await run([...args, '--json'], settings);
      expect(ran, args.join(' ')).toMatchObject({ code: 0, stderr: '' });
      return JSON.parse(ran.stdout) as Value;
    },
  };
}
