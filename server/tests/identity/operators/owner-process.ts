// Runs a command of the database's owner as a process of its own.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** Runs it to its end, whatever that is. Nothing of our own environment reaches it but what Node needs. */
export const runAsOwner = (
  command: 'migrate' | 'break-glass',
  ownerUrl: string,
  { args = [], settings = {} }: { args?: readonly string[]; settings?: Record<string, string> } = {},
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    CARDWRIGHT_OWNER_DATABASE_URL: ownerUrl,
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`server/src/processes/${command}.ts`, ...args],
      { cwd: repository, env },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
  });
};
