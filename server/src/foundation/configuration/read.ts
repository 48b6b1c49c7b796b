// Reads the settings of a process from its environment and from files, and reports all problems together. This is the
// only place that reads the environment.
import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { ConfigError, type ProcessName, type Setting } from './declare.ts';
import { rules } from './rules.ts';
import { declaredSettings, type ValuesOf } from './settings.ts';
import { unknownNames } from './unknown.ts';

/** Names and texts, as a process finds them in its environment. */
export type Environment = NodeJS.Dict<string>;

type Source = 'environment' | 'file' | 'default' | 'not set';

/** One setting of a process, as found. */
export type Found = { name: string; setting: Setting; text: string | undefined; source: Source; file?: string };

/** The environment of this process. An empty variable counts as not set. */
export const ownEnvironment = (): Environment => process.env;

/** The settings of a process, or a `ConfigError` that lists every problem, one to a line. */
export function readSettings<Process extends ProcessName>(
  process: Process,
  env: Environment = ownEnvironment(),
): ValuesOf<Process> {
  const { values, problems } = inspect(process, env);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return values as ValuesOf<Process>;
}

/** What a process finds, with every problem. */
export function inspect(
  process: ProcessName,
  env: Environment,
): { found: Found[]; values: Readonly<Record<string, unknown>>; problems: string[] } {
  const problems: string[] = [];
  const attempt = <Result>(step: () => Result): Result | undefined => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const values: Record<string, unknown> = {};
  const found: Found[] = [];
  for (const [name, setting] of declaredSettings) {
    if (!setting.by.includes(process)) continue;
    const each = attempt(() => find(name, setting, env));
    if (each === undefined) continue;
    found.push(each);
    values[name] = attempt(() => valueOf(each, process));
  }
  const isGiven = (name: string, { by }: Setting) => by.includes(process) && Boolean(env[name] || env[`${name}_FILE`]);
  const given = new Set([...declaredSettings].flatMap(([name, setting]) => (isGiven(name, setting) ? [name] : [])));
  for (const rule of rules) problems.push(...rule({ process, values, given }));
  problems.push(...unknownNames(env));
  return { found, values, problems };
}

function find(name: string, setting: Setting, env: Environment): Found {
  const text = env[name] || undefined;
  const file = setting.secret ? env[`${name}_FILE`] || undefined : undefined;
  if (text !== undefined && file !== undefined) {
    throw new ConfigError(`${name} and ${name}_FILE are both set: set one of them`);
  }
  if (file !== undefined) return { name, setting, text: contentOf(name, file), source: 'file', file };
  if (text !== undefined) return { name, setting, text, source: 'environment' };
  return { name, setting, text: setting.default, source: setting.default === undefined ? 'not set' : 'default' };
}

/** The content of a secret's file. Editors and `echo` end it with a line break, which is not part of the secret. */
function contentOf(name: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name}_FILE names ${file}, which cannot be read (${code})`);
  }
  if (content === '') throw new ConfigError(`${name}_FILE names ${file}, which is empty`);
  return content;
}

function valueOf({ name, setting, text }: Found, process: ProcessName): unknown {
  if (text === undefined) {
    if (!setting.needed.includes(process)) return undefined;
    throw new ConfigError(`Set ${name}, for example: ${setting.example}`);
  }
  const given = setting.secret ? '' : `; it is "${masked(text)}"`;
  try {
    const value = setting.to(text);
    if (Value.Check(setting.type, typeof value === 'number' ? value : text)) return value;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${name} ${error.message}${error.message.includes('"') ? '' : given}`);
  }
  throw new ConfigError(`${name} must ${setting.must}${given}`);
}

/** A text without the credentials of a URL. */
export const masked = (text: string): string => text.replaceAll(/\/\/[^/@\s]*@/g, '//…@');
